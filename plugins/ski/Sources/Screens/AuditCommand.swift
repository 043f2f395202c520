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
      case .pair: .record("pair", "a serial number", help: "Ski pair.", completion: .pairs())
      }
    }

    fileprivate func examples(_ verb: String) -> [Example] {
      switch self {
      case .session:
        .read(
          """
          the changes of a session: ski import ski-thesis; ski move 1 004 2; \(verb) 1 -> ski move 1 004 2
          the next page: ski import ski-thesis; \(verb) 1 limit=3 after=10 -> after=7
          an unknown session: ski import ski-thesis; \(verb) 99 -> !unknown-session
          """)
      case .pair:
        .read(
          """
          the changes of a pair: ski import ski-thesis; \(verb) 001 -> ski import ski-thesis
          the next page: ski import ski-thesis; \(verb) 001 limit=2 after=5 -> after=3
          the last change: ski pair add 017; ski pair edit 017 nickname=Raketen; \(verb) 017 limit=1 -> Raketen
          an unknown pair: ski import ski-thesis; \(verb) 77 -> !unknown-pair
          """)
      }
    }
  }

  static let limit = Parameter<Int>.int("limit", in: 1...100_000, default: 50, help: "Maximum number of rows.")
  static let after = Parameter<Int?>.optionalInt(
    "after", in: 1...1_000_000_000, help: "Show the next page: changes before the one with this number.")

  let signature: Signature
  private let subject: Subject
  private let name: Parameter<String>

  /// Makes `ski audit session` or `ski audit pair`; the short form of the latter is `ski audit`.
  init(_ subject: Subject, isShort: Bool = false) {
    self.subject = subject
    let verb = "ski audit" + (isShort ? "" : " " + subject.rawValue)
    let name = subject.name
    self.name = name
    signature = Signature(
      verb, topic: .plugins, summary: "Show who entered and changed a \(subject.rawValue), newest first.",
      details: """
        Shows each change of each record: when, by whom, what it was before and after, and the command; ranks, glides, \
        snow, grindings and removed records are included. Files have the columns before and after. Changes are \
        numbered from the oldest, so their numbers stay the same. 'workspace changes' shows the changes of all records.
        """, parameters: [name.any, Self.limit.any, Self.after.any], examples: subject.examples(verb),
      traits: .readsOnly, seeAlso: ["workspace changes"])
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let (own, key): (Record, String)
    switch subject {
    case .session:
      key = try workspace.sessionNumber(call[name], at: call.span(of: name))
      own = try TestSession.thing.record(.text(key), in: workspace.store)
    case .pair:
      key = try workspace.pair(call, name).serialNumber
      own = try SkiPair.thing.record(.text(key), in: workspace.store)
    }
    let all = try Self.changes(own, SkiThings.links(to: own.kind), key, in: workspace.store)
    var left = Array(all.enumerated().reversed())
    if let after = call[Self.after] { left.removeAll { $0.offset + 1 >= after } }
    let shown = left.prefix(call[Self.limit]).map {
      (number: $0.offset + 1, change: $0.element.change, label: $0.element.label, after: $0.element.after)
    }
    let table = try Table([
      Column("number", .integer(shown.map(\.number))), Column("at", .datetime(shown.map(\.change.at))),
      Column("by", .text(shown.map(\.change.by))), Column("what", .text(shown.map(\.label))),
      Column("action", .text(shown.map(\.change.action.rawValue))),
      Column("before", .text(shown.map { Self.text($0.change.before) })),
      Column("command", .text(shown.map(\.change.command))), Column("after", .text(shown.map { Self.text($0.after) })),
    ])
    var output = TableOutput(table, title: "\(subject.rawValue) \(key)", totalRows: all.count)
    output.footer = Paging.footer(
      shown: shown.count, left: left.count, total: all.count, last: shown.last.map { String($0.number) })
    output.lines = shown.map { row in
      let time = "\(row.change.at)".prefix(16).replacing("T", with: " ") + "Z"
      return "\(row.number)  \(time)  \(row.change.by)\n"
        + "   \(row.label): \(Self.sentence(row.change, row.after))\n   \(row.change.command)"
    }
    let days = Column("day", .date(shown.map(\.change.at.date)))
    return [.table(output.showing(["at", "by", "what", "action"], narrow: ["at": days]))]
  }

  /// A change with the label of its record and the values after it.
  private typealias Entry = (change: Change, label: String, after: [String: Value])

  /// The changes of a record and of all records that refer or referred to it, oldest first.
  private static func changes(
    _ own: Record, _ links: RecordLinks, _ name: String, in store: any Store
  ) throws(Diagnostic) -> [Entry] {
    var labels = [own.id: label(own.kind) { own[$0] }]
    var (values, kinds) = ([own.id: own.fields], [own.kind])
    for link in links.fields {
      for record in try links.records(link, name, in: store) {
        labels[record.id] = label(record.kind) { record[$0] }
        values[record.id] = record.fields
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
    var entries: [Entry] = changes.map { ($0, labels[$0.record] ?? $0.kind, [:]) }.sorted { a, b in
      let (x, y) = (a.change, b.change)
      if (x.at, x.set.text) != (y.at, y.set.text) { return (x.at, x.set.text) < (y.at, y.set.text) }
      return a.label == b.label ? x.revision < y.revision : precedes(b.label, a.label)
    }
    // The log has the values before a change: those after it are the next ones before, or those of today.
    for place in entries.indices.reversed() {
      let change = entries[place].change
      let known = values[change.record] ?? [:]
      switch change.action {
      case .insert: entries[place].after = known.filter { !$0.value.isMissing && !named.contains($0.key) }
      case .update: for field in change.before.keys { entries[place].after[field] = known[field] ?? .missing }
      case .remove: break
      }
      values[change.record] = known.merging(change.before) { _, before in before }
    }
    return entries
  }

  /// Labels by their words, and numbers by their value: `glide 2` before `glide 10`.
  private static func precedes(_ a: String, _ b: String) -> Bool {
    a.split(separator: " ").lexicographicallyPrecedes(b.split(separator: " ")) {
      SkiRecords.precedes(String($0), String($1))
    }
  }

  /// The fields that a label names.
  private static let named = ["session", "serial_number", "number", "winner", "snow_type", "rater"]

  /// A short description of a record of a session or a pair.
  private static func label(_ kind: String, _ value: (String) -> Value) -> String {
    let words = named.map { value($0).fileText }.filter { !$0.isEmpty }
    return ([kind.split(separator: ".").last.map(String.init) ?? kind] + words).joined(separator: " ")
  }

  /// `nickname Raketen → Blixten, ski_base none → Black`, or what was entered, or what was removed.
  private static func sentence(_ change: Change, _ after: [String: Value]) -> String {
    let words = change.action == .insert ? "added" : change.action == .remove ? "removed" : ""
    guard words.isEmpty else {
      let values = text(change.action == .insert ? after : change.before.filter { !named.contains($0.key) })
      return words + (values.map { ", " + $0 } ?? "")
    }
    return change.before.keys.inCodePointOrder().map {
      "\($0) \(word(change.before[$0])) → \(word(after[$0]))"
    }.joined(separator: ", ")
  }

  private static func word(_ value: Value?) -> String { value.map { $0.isMissing ? "none" : $0.fileText } ?? "none" }

  private static func text(_ values: [String: Value]) -> String? {
    guard !values.isEmpty else { return nil }
    return values.inCodePointOrder(by: \.key).map { $0.key + "=" + word($0.value) }
      .joined(separator: " ")
  }
}
