internal import PodiumCore
internal import PodiumPlugin

struct WorkspaceChangesCommand: Command {
  static let count = Parameter<Int?>.optionalInt(
    "count", in: 1...100_000, positional: true, help: "Number of changes to show, newest first; 20 by default.")
  static let kind = Parameter<String?>.text("kind", help: "Only records of this kind, as in the column 'kind'.")
  static let record = Parameter<String?>.text("record", help: "Only the record with this id.")

  let signature = Signature(
    "workspace changes", topic: .session, summary: "Show who changed which records, and when.",
    details: "The newest changes come first. The column 'before' shows the values that a change replaced or removed.",
    parameters: [count.any, kind.any, record.any],
    exampleLines: """
      the last five changes: workspace changes 5 -> no changes
      after saving a table: load iris; save flowers; workspace changes -> flowers
      write the list to a file: load iris; save flowers; workspace changes to changes.csv -> changes.csv
      a number out of range: workspace changes 0 -> !bad-value
      """, traits: [.local, .readsOnly], seeAlso: ["workspace info", "undo"])

  /// One row for each changed record.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let limit = call[WorkspaceChangesCommand.count] ?? 20
    let changes = try Diagnostic.located(
      at: call.span(of: WorkspaceChangesCommand.kind),
      session.store().changes(
        kind: call[WorkspaceChangesCommand.kind], record: call[WorkspaceChangesCommand.record].map(RecordID.init),
        limit: limit))
    if changes.isEmpty { return [.text("no changes recorded")] }
    let before = changes.map { change in
      change.before.inCodePointOrder(by: \.key)
        // For podium's own records people know only the name; other fields say where the content is stored.
        .filter { !change.kind.hasPrefix("podium.") || $0.key == "name" || $0.key == "summary" }
        .map { $0.key + "=" + $0.value.fileText }.joined(separator: ", ")
    }
    let table = try Table([
      Column("at", .datetime(changes.map(\.at))), Column("by", .text(changes.map(\.by))),
      Column("action", .text(changes.map(\.action.rawValue))), Column("kind", .text(changes.map(\.kind))),
      Column("record", .text(changes.map(\.record.text))), Column("revision", .integer(changes.map(\.revision))),
      Column("before", .text(before)), Column("command", .text(changes.map(\.command))),
    ])
    let footer = changes.count == limit ? ["'workspace changes \(min(100_000, limit * 10))' shows more"] : []
    return [.table(TableOutput(table, footer: footer))]
  }
}
