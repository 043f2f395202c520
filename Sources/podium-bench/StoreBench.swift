import ArgumentParser
import PodiumCore
import PodiumPlugin
import PodiumStore
import PodiumTestKit

/// `podium-bench store`: how long bulk operations on the workspace take.
struct StoreBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Time merging, reading and saving many rows in a workspace.")

  @Option(help: "Number of rows.")
  var rows = 100_000

  func validate() throws {
    guard rows > 0 else { throw ValidationError("--rows must be at least 1") }
  }

  func run() throws {
    let folder = TemporaryFolder()
    let fields: [RecordField] = [
      RecordField("name", .text, required: true), RecordField("day", .date, required: true),
      RecordField("a", .integer), RecordField("b", .number), RecordField("c", .number), RecordField("d", .boolean),
      RecordField("e", .text), RecordField("f", .datetime), RecordField("g", .integer), RecordField("h", .number),
    ]
    let kind = RecordKind("bench.row", fields: fields, key: ["name", "day"])
    let workspace = Workspace(
      file: folder.path + "/w.sqlite", author: "bench",
      migrations: StoreMigrations(["bench": [StoreMigration(1, "keep rows", [.create(kind)])]])
    ) { Moment(microseconds: 1_700_000_000_000_000) }
    let table = try Table([
      Column("name", .text((0..<rows).map { "name \($0 % 1000)" })),
      Column("day", .date((0..<rows).map { CalendarDate(days: $0 / 1000) })),
      Column("a", .integer(Array(0..<rows))), Column("b", .number((0..<rows).map { Double($0) / 7 })),
      Column("c", .number((0..<rows).map { Double($0) })), Column("d", .boolean((0..<rows).map { $0 % 3 == 0 })),
      Column("e", .text((0..<rows).map { "some text \($0)" })),
      Column("f", .datetime((0..<rows).map { Moment(microseconds: $0 * 1_000_003) })),
      Column("g", .integer((0..<rows).map { $0 % 10 })), Column("h", .number((0..<rows).map { 1 / Double($0 + 1) })),
    ])
    func time(_ what: String, _ body: () throws -> String) throws {
      let clock = ContinuousClock()
      let start = clock.now
      let result = try body()
      let spent = start.duration(to: clock.now)
      print("\(what): \(spent) (\(result))")
    }
    func merge() throws -> String {
      workspace.begin("bench")
      let report = try workspace.merge(table, into: kind.name, rule: .update, cancellation: Cancellation())
      let sets = try workspace.commit()
      return "\(report.new) new, \(report.same) same, \(sets.count) change sets"
    }
    var sets: [ChangeSetID] = []
    try time("merge of new rows", merge)
    try time("merge of the same rows", merge)
    try time("table of all rows") { "\(try workspace.table(RecordQuery(kind.name), fields: nil).rowCount) rows" }
    try time("save as a table") {
      workspace.begin("save")
      try workspace.save(Dataset(name: "d", source: "bench", table: table), replacing: true)
      sets = try workspace.commit()
      return "\(sets.count) change set"
    }
    try time("load the table") { "\(try workspace.dataset("d")?.table.rowCount ?? 0) rows" }
    try time("check") { "\(try workspace.check().count) problems" }
    try time("revert of the merge") {
      workspace.begin("undo")
      let first = try workspace.changes(kind: kind.name, record: nil, limit: 1).map(\.set)
      _ = try workspace.revert(first)
      _ = try workspace.commit()
      return "\(try workspace.count(RecordQuery(kind.name))) rows left"
    }
    print("file: \(try workspace.info().bytes) bytes")
    workspace.close()
  }
}
