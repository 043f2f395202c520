import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumStore

/// What podium never writes, with the right checksums: whoever writes a file by hand can write those too.
@Suite("Workspaces that another program wrote")
struct ForgedTests {
  private static let runner = KindTable(NumberTests.runner)

  /// A closed workspace with runners, changed by statements.
  private static func workspace(_ folder: TemporaryPlace, _ change: (Connection) throws -> Void) throws -> Workspace {
    let workspace = NumberTests.workspace(folder.file)
    try workspace.command("add") {
      _ = try workspace.insert("club.runner", ["number": .text("1"), "name": .text("x")])
    }
    try workspace.command("import") {
      let table = Table.made([Column("number", .text((2..<30).map { "\($0)" }))])
      _ = try workspace.merge(table, into: "club.runner", rule: .update, cancellation: Cancellation())
    }
    workspace.close()
    let connection = try Connection(folder.file, patience: 1)
    try change(connection)
    connection.close()
    return workspace
  }

  /// Writes a line of the log, with its checksum.
  private static func write(
    _ connection: Connection, revision: Int? = nil, before: String? = nil, action: Int
  ) throws {
    let lines = try connection.rows(
      "SELECT number, set_number, kind, record, revision, before FROM podium_changes WHERE action = ?",
      [.integer(action)]
    ) { (row) throws(Diagnostic) in
      (
        number: row.integer(0) ?? 0, set: row.integer(1) ?? 0, kind: row.text(2) ?? "", record: row.text(3) ?? "",
        revision: row.integer(4) ?? 0, before: row.text(5)
      )
    }
    let line = try #require(lines.first)
    let (revision, before) = (revision ?? line.revision, before ?? line.before)
    try connection.run(
      "UPDATE podium_changes SET revision = ?, before = ?, checksum = ? WHERE number = ?",
      [
        .integer(revision), .optional(before),
        .integer(ChangeLog.checksum(line.set, line.kind, line.record, revision, action, before)),
        .integer(line.number),
      ])
  }

  @Test("with runs of impossible length are still described", arguments: [Int.min, -1, Int.max])
  func runs(count: Int) throws {
    let folder = TemporaryPlace()
    let workspace = try Self.workspace(folder) {
      try Self.write($0, before: "{\"last\":\"z\",\"count\":\(count)}", action: LoggedRun.action)
    }
    #expect(try workspace.info().changes == 2)
    #expect(try !workspace.check().isEmpty)
  }

  @Test("without a number left for records or change sets are damaged")
  func numbers() throws {
    for number in [Int.max, -1] {
      let folder = TemporaryPlace()
      let workspace = try Self.workspace(folder) {
        try $0.run("INSERT INTO podium_meta (name, value) VALUES ('numbers of club.runner', ?)", [.integer(number)])
      }
      #expect(failure { _ = try workspace.nextNumber(of: "club.runner") }?.code == "workspace-damaged")
    }
    let folder = TemporaryPlace()
    let workspace = try Self.workspace(folder) {
      try $0.run("PRAGMA foreign_keys = OFF")
      try $0.run("UPDATE podium_sets SET number = ? WHERE number = 2", [.integer(.max)])
    }
    let error = failure {
      try workspace.command("add") { _ = try workspace.insert("club.runner", ["number": .text("99")]) }
    }
    #expect(error?.code == "workspace-damaged")
  }

  @Test("with migrations before the first are damaged")
  func versions() throws {
    let folder = TemporaryPlace()
    let workspace = try Self.workspace(folder) { try $0.run("UPDATE podium_versions SET version = -1") }
    #expect(failure { _ = try workspace.records(RecordQuery("club.runner")) }?.code == "workspace-damaged")
  }

  @Test("with revisions that cannot be followed by another are damaged", arguments: [Int.max, 0])
  func revisions(revision: Int) throws {
    let folder = TemporaryPlace()
    var id = ""
    let workspace = try Self.workspace(folder) { (connection) in
      let rows = try connection.rows("SELECT \(Self.runner.columns) FROM \(Self.runner.name) WHERE number = '1'") {
        (row) throws(Diagnostic) in try Self.runner.read(row)
      }
      var row = try #require(rows.first)
      row.revision = revision
      id = row.id
      try connection.run(
        "UPDATE \(Self.runner.name) SET revision = ?, checksum = ? WHERE id = ?",
        [.integer(revision), .integer(Self.runner.checksum(row)), .text(id)])
    }
    for change in [
      { _ = try workspace.update(RecordID(id), of: "club.runner", setting: ["name": .text("y")], revision: nil) },
      { try workspace.remove(RecordID(id), of: "club.runner", revision: nil) },
    ] as [() throws -> Void] {
      #expect(failure { try workspace.command("change", change) }?.code == "workspace-damaged")
    }
    #expect(failure { _ = try workspace.table(RecordQuery("club.runner"), fields: nil) }?.code == "workspace-damaged")
    let log = TemporaryPlace()
    let other = try Self.workspace(log) { try Self.write($0, revision: revision, action: 1) }
    #expect(failure { _ = try other.changes(kind: nil, record: nil, limit: 99) }?.code == "workspace-damaged")
  }

  @Test("have no values that their fields cannot have, whether read as records or as columns")
  func values() throws {
    let kind = KindTable(Club.match)
    for (column, value, odd) in [
      ("odds", SQLValue.real(.infinity), Value.number(.infinity)), ("goals", .integer(.min), .integer(.min)),
      ("kickoff", .integer(.max), .missing),
    ] {
      let folder = TemporaryPlace()
      let workspace = Club.workspace(folder.file)
      try workspace.command("fill") {
        let team = try workspace.insert("club.team", ["name": .text("a")])
        _ = try workspace.insert(
          "club.match",
          [
            "day": .date(CalendarDate(days: 1)), "home": .text(team.id.text), "odds": .number(2), "goals": .integer(3),
            "kickoff": .datetime(Moment(microseconds: 4)),
          ])
      }
      workspace.close()
      let connection = try Connection(folder.file, patience: 1)
      let rows = try connection.rows("SELECT \(kind.columns) FROM \(kind.name)") { (row) throws(Diagnostic) in
        try kind.read(row)
      }
      var row = try #require(rows.first)
      let place = try #require(kind.place(of: column))
      row.values[place] = odd == .missing ? .datetime(Moment(microseconds: .max)) : odd
      try connection.run(
        "UPDATE \(kind.name) SET \(column) = ?, checksum = ?", [value, .integer(kind.checksum(row))])
      connection.close()
      #expect(failure { _ = try workspace.records(RecordQuery("club.match")) }?.code == "workspace-damaged")
      #expect(failure { _ = try workspace.table(RecordQuery("club.match"), fields: nil) }?.code == "workspace-damaged")
    }
  }

  @Test("and that it still locks are busy after the patience, not after a thousand times that")
  func locked() throws {
    let folder = TemporaryPlace()
    try FileTests.filled(folder)
    // Only a file without a write-ahead log, such as a backup, has to be switched to one.
    let other = try Connection(folder.file, patience: 1)
    _ = try other.text("PRAGMA journal_mode = DELETE")
    try other.run("BEGIN IMMEDIATE")
    let workspace = Club.workspace(folder.file, patience: 1)
    #expect(failure { _ = try workspace.records(RecordQuery("club.team")) }?.code == "workspace-busy")
    other.close()
  }
}
