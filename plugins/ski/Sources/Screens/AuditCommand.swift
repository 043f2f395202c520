internal import PodiumCore
internal import PodiumShell

/// `ski audit`: who entered and changed a session or a pair, and by which command.
struct AuditCommand: Command {
  static let what = Parameter<[String]>.words(
    "what", required: true, help: "session or pair, and which.", completion: .sessions(["session", "pair"]))
  static let limit = Parameter<Int>.int("limit", in: 1...100_000, default: 50, help: "The most rows.")

  /// What `ski audit` takes.
  let signature = Signature(
    "ski audit", topic: .plugins, summary: "Show who entered and changed a session or a pair, newest first.",
    details: """
      One row a record and change: ranks, glides, snow and grindings with it. 'before' holds what was there before a \
      change. workspace changes shows everything.
      """,
    parameters: [what.any, limit.any],
    examples: [
      Example(
        "ski audit session 1", after: ["ski import ski-thesis", "ski move 1 004 2"], "of a session",
        prints: "ski move 1 004 2"),
      Example("ski audit pair 001", after: ["ski import ski-thesis"], "of a pair", prints: "insert"),
      Example(
        "ski audit pair 017 limit=1", after: ["ski pair add 017", "ski pair edit 017 nickname=Raketen"],
        "the last change",
        prints: "update"),
      Example("ski audit athlete 1", "nothing that is audited", fails: "bad-value"),
    ], seeAlso: ["workspace changes"])

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let books = try Books(session)
    let words = call[AuditCommand.what]
    let span = call.span(of: AuditCommand.what)
    guard words.count == 2, ["session", "pair"].contains(words[0]) else {
      throw .badValue(
        "what", words.joined(separator: " "), allowed: "session or pair and which, as in session 12", span: span)
    }
    let own: (kind: String, field: String, name: String)
    let links: [SkiLinks.Link]
    if words[0] == "session" {
      own = (SkiKinds.session, "session", try books.sessionNumber(words[1], at: span))
      links = SkiLinks.session
    } else {
      own = (SkiKinds.pair, "serial_number", try books.pair(words[1], at: span).serialNumber)
      links = SkiLinks.pair
    }
    var records: [(Record, String)] = [(try books.record(own.kind, own.field, own.name), words[0])]
    for link in links {
      for record in try SkiLinks.records(link, own.name, in: books.store) {
        records.append((record, AuditCommand.label(record)))
      }
    }
    let limit = call[AuditCommand.limit]
    var changes: [(Change, String)] = []
    var seen: Set<RecordID> = []
    for (record, label) in records where seen.insert(record.id).inserted {
      for change in try books.store.changes(kind: record.kind, record: record.id, limit: limit) {
        changes.append((change, label))
      }
    }
    // Of one moment the later change set first: their names rise with time.
    changes.sort {
      ($1.0.at, $1.0.set.text, $0.1, $1.0.revision) < ($0.0.at, $0.0.set.text, $1.1, $0.0.revision)
    }
    let shown = changes.prefix(limit)
    let table = try Table([
      Column("at", .datetime(shown.map(\.0.at))), Column("by", .text(shown.map(\.0.by))),
      Column("what", .text(shown.map(\.1))), Column("action", .text(shown.map(\.0.action.rawValue))),
      Column("before", .text(shown.map { AuditCommand.before($0.0) })),
      Column("command", .text(shown.map(\.0.command))),
    ])
    return [.table(TableOutput(table, title: "\(words[0]) \(own.name)", totalRows: changes.count))] + books.remarks
  }

  /// A record of a session or a pair in a few words.
  private static func label(_ record: Record) -> String {
    let kind = record.kind.split(separator: ".").last.map(String.init) ?? record.kind
    let names = ["session", "serial_number", "number", "winner", "snow_type", "rater"]
    return ([kind] + names.map { record[$0].fileText }.filter { !$0.isEmpty }).joined(separator: " ")
  }

  private static func before(_ change: Change) -> String? {
    guard !change.before.isEmpty else { return nil }
    return change.before.sorted { CodePointOrder.precedes($0.key, $1.key) }.map {
      $0.key + "=" + ($0.value.isMissing ? "none" : $0.value.fileText)
    }.joined(separator: " ")
  }
}
