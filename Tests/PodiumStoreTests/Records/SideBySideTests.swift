import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumStore

/// Tables that are so large that a second connection reads half of each.
@Suite("Large tables read in parallel")
struct SideBySideTests {
  private static let kind = RecordKind(
    "big.row",
    fields: [
      RecordField("name", .text, required: true), RecordField("group", .text), RecordField("number", .number),
      RecordField("day", .date),
    ], key: ["name"])
  private static let small = RecordKind(
    "big.small", fields: [RecordField("name", .text, required: true)], key: ["name"])
  private static let rows = 9001

  private static func workspace(_ file: String?) -> Workspace {
    Club.workspace(file, migrations: ["big": [StoreMigration(1, "keep rows", [.create(kind), .create(small)])]])
  }

  /// A file with many rows, every seventh without a group.
  private static func filled(_ file: String?) throws -> Workspace {
    let workspace = workspace(file)
    let table = try Table([
      Column("name", .text((0..<rows).map { "row \($0)" })),
      Column("group", .text((0..<rows).map { $0 % 7 == 0 ? nil : "group \($0 * $0 % 31)" })),
      Column("number", .number((0..<rows).map { Double($0) / 3 })),
      Column("day", .date((0..<rows).map { CalendarDate(days: $0) })),
    ])
    workspace.begin("fill")
    _ = try workspace.merge(table, into: "big.row", rule: .update, cancellation: Cancellation())
    _ = try workspace.insert("big.small", ["name": .text("one")])
    _ = try workspace.commit()
    return workspace
  }

  private static let requests = [
    TableRequest(RecordQuery("big.row"), fields: nil), TableRequest(RecordQuery("big.small"), fields: ["name"]),
    TableRequest(RecordQuery("big.row"), fields: ["group", "id"], coded: true),
    TableRequest(RecordQuery("big.row", where: [.isMissing("group")]), fields: ["name", "number"]),
    TableRequest(RecordQuery("big.row", order: [("number", true)]), fields: ["name"]),
    TableRequest(RecordQuery("big.row", limit: 5000), fields: ["name"], coded: true),
  ]

  private static func oneByOne(_ workspace: Workspace) throws -> [Table] {
    try requests.map {
      try $0.isCoded
        ? workspace.coded($0.query, fields: $0.fields) : workspace.table($0.query, fields: $0.fields)
    }
  }

  @Test("equal those read one by one, in a file and in memory", arguments: [true, false])
  func same(isFile: Bool) throws {
    let place = TemporaryPlace()
    let workspace = try Self.filled(isFile ? place.file : nil)
    for _ in 0..<2 {
      let (together, apart) = (try workspace.tables(Self.requests), try Self.oneByOne(workspace))
      #expect(together.map(\.rowCount) == [9001, 1, 9001, 1286, 9001, 5000])
      for (a, b) in zip(together, apart) { #expect(a == b) }
    }
    workspace.close()
    // The read-only connection must not be the last to close: the log would stay next to the file.
    if isFile { #expect(WorkspaceFile.size(place.file + "-wal") == 0) }
  }

  @Test("see what the running command wrote, and what another process wrote before")
  func writes() throws {
    let place = TemporaryPlace()
    let (workspace, other) = (try Self.filled(place.file), Self.workspace(place.file))
    func count() throws -> Int { try workspace.tables([Self.requests[0]])[0].rowCount }
    #expect(try count() == 9001)
    workspace.begin("one more")
    _ = try workspace.insert("big.row", ["name": .text("own")])
    #expect(try count() == 9002)
    _ = try workspace.commit()
    #expect(try count() == 9002)
    other.begin("one more")
    _ = try other.insert("big.row", ["name": .text("other")])
    _ = try other.commit()
    #expect(try count() == 9003)
    workspace.begin("none")
    _ = try workspace.insert("big.row", ["name": .text("dropped")])
    workspace.rollBack()
    #expect(try count() == 9003)
  }

  @Test("find a row that is not what was written, in either half", arguments: [17, 8990])
  func damage(row: Int) throws {
    let place = TemporaryPlace()
    try Self.filled(place.file).close()
    let connection = try Connection(place.file, patience: 1)
    try connection.run("UPDATE \"big.row\" SET number = 0.25 WHERE name = 'row \(row)'")
    connection.close()
    let workspace = Self.workspace(place.file)
    for _ in 0..<2 {
      #expect(failure { _ = try workspace.tables(Self.requests) }?.code == "workspace-damaged")
    }
    // Nothing is left of the failed read.
    #expect(try workspace.tables([Self.requests[1]])[0].rowCount == 1)
    workspace.begin("mend")
    _ = try workspace.insert("big.small", ["name": .text("two")])
    _ = try workspace.commit()
  }

  @Test("end with Ctrl-C, and can be read again")
  func interrupted() throws {
    let place = TemporaryPlace()
    let workspace = try Self.filled(place.file)
    let flag = Cancellation()
    flag.cancel()
    workspace.begin("read", cancellation: flag)
    #expect(failure { _ = try workspace.tables(Self.requests) }?.code == "interrupted")
    workspace.rollBack()
    #expect(try workspace.tables(Self.requests)[2].rowCount == 9001)
  }

  @Test("refuse unknown fields before anything is read")
  func unknown() throws {
    let workspace = Self.workspace(nil)
    let wrong = [Self.requests[1], TableRequest(RecordQuery("big.row"), fields: ["nothing"])]
    #expect(failure { _ = try workspace.tables(wrong) }?.code == "unknown-field")
    #expect(
      failure { _ = try workspace.tables([TableRequest(RecordQuery("big.raw"), fields: nil)]) }?.code == "unknown-kind")
    #expect(try workspace.tables(Self.requests).map(\.rowCount) == [0, 0, 0, 0, 0, 0])
  }
}
