import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumStore

@Suite("Columns read without records")
struct ColumnReadTests {
  private static let kind = RecordKind(
    "all.row",
    fields: [
      RecordField("name", .text, required: true), RecordField("text", .text), RecordField("integer", .integer),
      RecordField("number", .number), RecordField("boolean", .boolean), RecordField("date", .date),
      RecordField("datetime", .datetime), RecordField("other", .reference("all.row")),
    ], key: ["name"])

  private func workspace(_ file: String? = nil) -> Workspace {
    Club.workspace(file, migrations: ["all": [StoreMigration(1, "keep rows", [.create(Self.kind)])]])
  }

  private static let texts: [String] = [
    "", " ", "a", "12345678", "123456789012345", "1234567890123456", "å", "Ski ⛷ e\u{301} é", "zero\u{0}byte",
    "\u{FFFD}",
    String(repeating: "long ", count: 50),
  ]

  /// Rows of every type, each field missing in about a third of them.
  private func fill(_ workspace: Workspace, rows: Int, seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    func some(_ value: Value) -> Value { random.below(3) == 0 ? .missing : value }
    let integers = [0, -1, 1, .max, .min + 1, 4_294_967_296]
    let numbers = [0, -0.5, 1e300, .leastNonzeroMagnitude, 3, 1.0 / 3]
    var ids: [String] = []
    workspace.begin("fill")
    for row in 0..<rows {
      let record = try workspace.insert(
        "all.row",
        [
          "name": .text("row \(row)"), "text": some(.text(Self.texts[random.below(Self.texts.count)])),
          "integer": some(.integer(integers[random.below(integers.count)])),
          "number": some(.number(numbers[random.below(numbers.count)])),
          "boolean": some(.boolean(random.below(2) == 0)),
          "date": some(.date(CalendarDate(days: random.below(60_000) - 30_000))),
          "datetime": some(.datetime(Moment(microseconds: random.below(1 << 50) - 1 << 49))),
          "other": ids.isEmpty ? .missing : some(.text(ids[random.below(ids.count)])),
        ])
      ids.append(record.id.text)
    }
    _ = try workspace.commit()
  }

  @Test("equal the records, for every type and missing values, coded or not", arguments: [1, 2, 3])
  func same(seed: UInt64) throws {
    let workspace = workspace()
    try fill(workspace, rows: 120, seed: seed)
    let names =
      ["id", "revision", "created_at", "created_by", "changed_at", "changed_by"] + Self.kind.fields.map(\.name)
    for query in [
      RecordQuery("all.row"), RecordQuery("all.row", order: [("text", true), ("number", false)]),
      RecordQuery("all.row", where: [.isMissing("date")], limit: 7), RecordQuery("all.row", limit: 0),
    ] {
      let records = try workspace.records(query)
      let (plain, coded) = (
        try workspace.table(query, fields: names), try workspace.coded(query, fields: names.reversed())
      )
      #expect(plain.rowCount == records.count && coded.rowCount == records.count)
      #expect(plain.names == names && coded.names == names.reversed())
      for name in names {
        let (values, codes) = (try #require(plain[name]), try #require(coded[name]))
        for (row, record) in records.enumerated() {
          let wanted: Value =
            switch name {
            case "id": .text(record.id.text)
            case "revision": .integer(record.revision)
            case "created_at": .datetime(record.created.at)
            case "created_by": .text(record.created.by)
            case "changed_at": .datetime(record.changed.at)
            case "changed_by": .text(record.changed.by)
            default: record[name]
            }
          #expect(values[row].isSame(as: wanted), "\(name) in row \(row)")
          #expect(codes[row].isSame(as: wanted), "\(name) in row \(row), coded")
        }
      }
    }
    let types = try workspace.coded(RecordQuery("all.row"), fields: nil).columns.map(\.type)
    #expect(types == [.category, .category, .integer, .number, .boolean, .date, .datetime, .category])
  }

  @Test("choose and order their fields, and refuse others")
  func fields() throws {
    let workspace = workspace()
    #expect(try workspace.table(RecordQuery("all.row"), fields: ["date", "name"]).names == ["date", "name"])
    try fill(workspace, rows: 3, seed: 1)
    let table = try workspace.coded(RecordQuery("all.row"), fields: ["name"])
    #expect(table.rowCount == 3 && table.columns.count == 1)
    for fields in [["nothing"], ["checksum"]] {
      #expect(failure { _ = try workspace.coded(RecordQuery("all.row"), fields: fields) }?.code == "unknown-field")
    }
    #expect(failure { _ = try workspace.coded(RecordQuery("all.raw"), fields: nil) }?.code == "unknown-kind")
  }

  @Test(
    "find a row that is not what was written, in any column, whichever are requested",
    arguments: [
      "name = 'row x'", "text = 'changed'", "text = NULL", "integer = 77", "number = 7.5", "number = number + 0.001",
      "boolean = 1 - boolean", "date = '2020-02-30'", "date = '2020-02-03'", "datetime = datetime + 1", "revision = 2",
      "created_at = 5", "changed_by = 'eve'", "checksum = checksum + 1", "text = CAST(x'C328' AS TEXT)",
    ])
  func damage(_ change: String) throws {
    let folder = TemporaryPlace()
    let writer = workspace(folder.file)
    writer.begin("fill")
    _ = try writer.insert(
      "all.row",
      [
        "name": .text("row 0"), "text": .text("t"), "integer": .integer(1), "number": .number(1),
        "boolean": .boolean(true),
        "date": .date(CalendarDate(days: 1)), "datetime": .datetime(Moment(microseconds: 1)),
      ])
    _ = try writer.commit()
    writer.close()
    let connection = try Connection(folder.file, patience: 1)
    try connection.run("UPDATE \"all.row\" SET \(change)")
    connection.close()
    let reader = workspace(folder.file)
    #expect(failure { _ = try reader.records(RecordQuery("all.row")) }?.code == "workspace-damaged")
    #expect(failure { _ = try reader.table(RecordQuery("all.row"), fields: ["name"]) }?.code == "workspace-damaged")
    #expect(failure { _ = try reader.coded(RecordQuery("all.row"), fields: nil) }?.code == "workspace-damaged")
    #expect(failure { _ = try reader.table(RecordQuery("all.row"), fields: []) }?.code == "workspace-damaged")
  }

  @Test("are known to be the same by a mark, until someone writes")
  func mark() throws {
    let folder = TemporaryPlace()
    let (workspace, other) = (Club.workspace(folder.file), Club.workspace(folder.file, by: "bob"))
    #expect(try workspace.mark() == nil)
    try workspace.command("a") { try workspace.mergeTeams(["a"]) }
    let first = try #require(try workspace.mark())
    _ = try workspace.teamNames()
    #expect(try workspace.mark() == first)
    try workspace.command("same") { try workspace.mergeTeams(["a"]) }
    try other.command("b") { try other.mergeTeams(["b"]) }
    let second = try #require(try workspace.mark())
    #expect(second != first)
    // Two new workspaces with the same content are not the same.
    let twins = [Club.workspace(), Club.workspace()]
    for twin in twins { try twin.command("a") { try twin.mergeTeams(["a"]) } }
    #expect(try twins[0].mark() != nil && twins[0].mark() != twins[1].mark())
    workspace.begin("c")
    try workspace.mergeTeams(["c"])
    // Changes that may be rolled back have no mark.
    #expect(try workspace.mark() == nil)
    workspace.rollBack()
    let third = try #require(try workspace.mark())
    try workspace.command("c") { try workspace.mergeTeams(["c"]) }
    #expect(try workspace.mark() != third)
    let fourth = try workspace.mark()
    workspace.close()
    #expect(try workspace.mark() != fourth)
  }
}
