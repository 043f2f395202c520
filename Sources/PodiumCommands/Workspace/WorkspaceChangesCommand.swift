internal import PodiumCore
internal import PodiumPlugin

/// `workspace changes`: who changed what, and when.
struct WorkspaceChangesCommand: Command {
  static let count = Parameter<Int?>.optionalInt(
    "count", in: 1...100_000, positional: true, help: "How many of the newest changes; 20 when left out.")
  static let kind = Parameter<String?>.text("kind", help: "Only records of this kind, as the column kind has it.")
  static let record = Parameter<String?>.text("record", help: "Only the record of this id.")

  let signature = Signature(
    "workspace changes", topic: .session, summary: "Show who changed which records, and when.",
    details: "The newest come first. before holds the values that a change replaced or removed.",
    parameters: [count.any, kind.any, record.any],
    examples: [
      Example("workspace changes 5", "the last five", prints: "no change"),
      Example("workspace changes", after: ["load iris", "save flowers"], "who saved what", prints: "flowers"),
      Example(
        "workspace changes to changes.csv", after: ["load iris", "save flowers"], "the list into a file",
        prints: "changes.csv"), Example("workspace changes 0", "none are too few", fails: "bad-value"),
    ], seeAlso: ["workspace info", "undo"])

  /// One row a changed record.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let limit = call[WorkspaceChangesCommand.count] ?? 20
    let changes: [Change]
    do throws(Diagnostic) {
      changes = try session.store().changes(
        kind: call[WorkspaceChangesCommand.kind], record: call[WorkspaceChangesCommand.record].map(RecordID.init),
        limit: limit)
    } catch {
      throw error.at(call.span(of: WorkspaceChangesCommand.kind))
    }
    if changes.isEmpty { return [.text("no change is on record")] }
    let before = changes.map { change in
      change.before.sorted { CodePointOrder.precedes($0.key, $1.key) }
        // Of what podium itself keeps, people know the name; the rest is where the content lies.
        .filter { !change.kind.hasPrefix("podium.") || $0.key == "name" || $0.key == "summary" }
        .map { $0.key + "=" + $0.value.fileText }.joined(separator: ", ")
    }
    let table = try Table([
      Column("at", .datetime(changes.map(\.at))), Column("by", .text(changes.map(\.by))),
      Column("action", .text(changes.map(\.action.rawValue))), Column("kind", .text(changes.map(\.kind))),
      Column("record", .text(changes.map(\.record.text))), Column("revision", .integer(changes.map(\.revision))),
      Column("before", .text(before)), Column("command", .text(changes.map(\.command))),
    ])
    let footer = changes.count == limit ? ["workspace changes \(min(100_000, limit * 10)) shows more"] : []
    return [.table(TableOutput(table, footer: footer))]
  }
}
