internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski audit session` and `ski audit pair`: who entered and changed a record, and with which command.
struct AuditCommand: Command {
  /// Whose changes are shown.
  enum Subject: String, CaseIterable {
    case session, pair

    fileprivate var name: Parameter<String> {
      switch self {
      case .session:
        .record("session", "a session", help: "Session: its number, or last.", completion: .sessions(["last"]))
      case .pair:
        .record("pair", "a serial number", help: "Ski pair.", completion: .pairs())
      }
    }

    fileprivate var examples: [Example] {
      switch self {
      case .session:
        [
          Example(
            "ski audit session 1", after: ["ski import ski-thesis", "ski move 1 004 2"], "the changes of a session",
            prints: "ski move 1 004 2"),
          Example(
            "ski audit session 1 limit=3 after=10", after: ["ski import ski-thesis"], "the next page", prints: "after=7"
          ),
          Example(
            "ski audit session 99", after: ["ski import ski-thesis"], "an unknown session", fails: "unknown-session"),
        ]
      case .pair:
        [
          Example("ski audit pair 001", after: ["ski import ski-thesis"], "the changes of a pair", prints: "insert"),
          Example(
            "ski audit pair 017 limit=1", after: ["ski pair add 017", "ski pair edit 017 nickname=Raketen"],
            "the last change", prints: "update"),
          Example("ski audit pair 77", after: ["ski import ski-thesis"], "an unknown pair", fails: "unknown-pair"),
        ]
      }
    }
  }

  static let limit = Parameter<Int>.int("limit", in: 1...100_000, default: 50, help: "Maximum number of rows.")
  static let after = Parameter<Int?>.optionalInt(
    "after", in: 1...1_000_000_000, help: "Show the next page: changes before the one with this number.")

  /// The subject's parameter.
  let signature: Signature
  private let subject: Subject
  private let name: Parameter<String>

  /// Makes `ski audit session` or `ski audit pair`.
  init(_ subject: Subject) {
    self.subject = subject
    let name = subject.name
    self.name = name
    signature = Signature(
      "ski audit " + subject.rawValue, topic: .plugins,
      summary: "Show who entered and changed a \(subject.rawValue), newest first.",
      details: """
        Shows one row per record and change, including ranks, glides, snow, grindings and removed records. The column \
        before holds the values before a change. Changes are numbered from the oldest, so their numbers stay the same. \
        'workspace changes' shows the changes of all records.
        """,
      parameters: [name.any, AuditCommand.limit.any, AuditCommand.after.any], examples: subject.examples,
      seeAlso: ["workspace changes"])
  }

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let span = call.span(of: name)
    let own: Record
    let key: String
    let links: RecordLinks
    switch subject {
    case .session:
      key = try workspace.sessionNumber(call[name], at: span)
      own = try TestSession.thing.record(.text(key), in: workspace.store)
      links = SkiThings.links(to: SkiKinds.session)
    case .pair:
      key = try workspace.pair(call[name], at: span).serialNumber
      own = try SkiPair.thing.record(.text(key), in: workspace.store)
      links = SkiThings.links(to: SkiKinds.pair)
    }
    let all = try AuditCommand.changes(own, links, key, in: workspace.store)
    var left = Array(all.enumerated().reversed())
    if let after = call[AuditCommand.after] { left.removeAll { $0.offset + 1 >= after } }
    let shown = left.prefix(call[AuditCommand.limit]).map {
      (number: $0.offset + 1, change: $0.element.0, label: $0.element.1)
    }
    let table = try Table([
      Column("number", .integer(shown.map(\.number))), Column("at", .datetime(shown.map(\.change.at))),
      Column("by", .text(shown.map(\.change.by))), Column("what", .text(shown.map(\.label))),
      Column("action", .text(shown.map(\.change.action.rawValue))),
      Column("before", .text(shown.map { AuditCommand.before($0.change) })),
      Column("command", .text(shown.map(\.change.command))),
    ])
    var output = TableOutput(table, title: "\(subject.rawValue) \(key)", totalRows: all.count)
    output.footer = Paging.footer(
      shown: shown.count, left: left.count, total: all.count, last: shown.last.map { String($0.number) })
    return [.table(output.showing(["by", "what", "action"]))] + workspace.remarks
  }

  /// The changes of a record and of all records that refer or referred to it, oldest first.
  private static func changes(
    _ own: Record, _ links: RecordLinks, _ name: String, in store: any Store
  ) throws(Diagnostic) -> [(Change, String)] {
    var labels = [own.id: label(own.kind) { own[$0] }]
    var kinds = [own.kind]
    for link in links.fields {
      for record in try links.records(link, name, in: store) {
        labels[record.id] = label(record.kind) { record[$0] }
      }
      if !kinds.contains(link.kind) { kinds.append(link.kind) }
    }
    var changes: [Change] = []
    for kind in kinds {
      let log = try store.changes(kind: kind, record: nil, limit: Int.max)
      let fields = links.fields.filter { $0.kind == kind }.map(\.field)
      // Removed records are only in the log.
      for change in log where change.action == .remove && labels[change.record] == nil {
        guard fields.contains(where: { change.before[$0] == .text(name) }) else { continue }
        labels[change.record] = label(kind) { change.before[$0] ?? .missing }
      }
      changes += log.filter { labels[$0.record] != nil }
    }
    // At one moment the earlier change set comes first: their names increase with time.
    return changes.map { ($0, labels[$0.record] ?? $0.kind) }.sorted {
      ($0.0.at, $0.0.set.text, $1.1, $0.0.revision) < ($1.0.at, $1.0.set.text, $0.1, $1.0.revision)
    }
  }

  /// A short description of a record of a session or a pair.
  private static func label(_ kind: String, _ value: (String) -> Value) -> String {
    let names = ["session", "serial_number", "number", "winner", "snow_type", "rater"]
    let words = names.map { value($0).fileText }.filter { !$0.isEmpty }
    return ([kind.split(separator: ".").last.map(String.init) ?? kind] + words).joined(separator: " ")
  }

  private static func before(_ change: Change) -> String? {
    guard !change.before.isEmpty else { return nil }
    return change.before.sorted { CodePointOrder.precedes($0.key, $1.key) }.map {
      $0.key + "=" + ($0.value.isMissing ? "none" : $0.value.fileText)
    }.joined(separator: " ")
  }
}
