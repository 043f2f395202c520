import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumStore

@Suite("Runs of records in the change log")
struct LoggedRunTests {
  private static let names = (0..<40).map { "t" + String(100 + $0) }

  private func lines(_ file: String) throws -> (count: Int, version: Int) {
    let connection = try Connection(file, patience: 1)
    defer { connection.close() }
    return (
      try connection.integer("SELECT count(*) FROM podium_changes") ?? -1,
      try connection.integer("PRAGMA user_version") ?? -1
    )
  }

  @Test("are one line, listed as one change per record, newest first")
  func listed() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    try workspace.command("few") { try workspace.mergeTeams(["a", "b"]) }
    workspace.close()
    // A few records are logged in the form that every version of the layout knows.
    #expect(try lines(folder.file) == (2, 1))
    try workspace.command("import") { try workspace.mergeTeams(["a"] + Self.names) }
    #expect(try workspace.info().changes == 42)
    #expect(try workspace.info().version == 2)
    #expect(try lines(folder.file) == (3, 2))
    let records = try workspace.records(RecordQuery("club.team", order: [("name", true)]))
    let all = try workspace.changes(kind: "club.team", record: nil, limit: 100)
    #expect(
      all.map(\.record) == records.filter { $0["name"] != .text("a") && $0["name"] != .text("b") }.map(\.id)
        + records.suffix(2).map(\.id))
    #expect(all.allSatisfy { $0.action == .insert && $0.revision == 1 && $0.before.isEmpty })
    #expect(all.prefix(40).allSatisfy { $0.command == "import" && $0.set == all[0].set })
    #expect(try workspace.changes(kind: nil, record: nil, limit: 7) == Array(all.prefix(7)))
    #expect(try workspace.changes(kind: nil, record: nil, limit: 41) == Array(all.prefix(41)))
    for record in [records[0], records[20], records[39], records[40]] {
      let own = try workspace.changes(kind: nil, record: record.id, limit: 5)
      #expect(own.map(\.record) == [record.id])
      #expect(own.map(\.command) == [record["name"] == .text("b") ? "few" : "import"])
    }
    try workspace.command("date") {
      _ = try workspace.update(
        records[20].id, of: "club.team", setting: ["founded": .date(CalendarDate(days: 1))], revision: nil)
    }
    #expect(try workspace.changes(kind: nil, record: records[20].id, limit: 5).map(\.action) == [.update, .insert])
    #expect(try workspace.changes(kind: nil, record: records[20].id, limit: 1).map(\.action) == [.update])
    #expect(try workspace.check() == [])
  }

  @Test("are undone exactly, and the undo is undone")
  func revert() throws {
    let workspace = Club.workspace()
    try workspace.command("few") { try workspace.mergeTeams(["a"]) }
    let before = try workspace.records(RecordQuery("club.team"))
    let sets = try workspace.command("import") { try workspace.mergeTeams(Self.names) }
    let after = try workspace.records(RecordQuery("club.team"))
    var undone: [ChangeSetID] = []
    try workspace.command("undo") { undone = [try workspace.revert(sets)] }
    #expect(try workspace.records(RecordQuery("club.team")) == before)
    try workspace.command("redo") { _ = try workspace.revert(undone) }
    let again = try workspace.records(RecordQuery("club.team"))
    #expect(again.map(\.id) == after.map(\.id) && again.map(\.fields) == after.map(\.fields))
    #expect(again.map(\.created) == after.map(\.created))
    // The records are as the import left them, so it can be undone once more.
    try workspace.command("undo") { _ = try workspace.revert(sets) }
    #expect(try workspace.records(RecordQuery("club.team")) == before)
    #expect(try workspace.check() == [])
  }

  @Test("are not undone if one of their records was changed or removed since")
  func changedSince() throws {
    for isRemoved in [false, true] {
      let workspace = Club.workspace()
      let sets = try workspace.command("import") { try workspace.mergeTeams(Self.names) }
      let one = try workspace.records(RecordQuery("club.team"))[17].id
      let second = try workspace.command("change") {
        if isRemoved {
          try workspace.remove(one, of: "club.team", revision: nil)
        } else {
          _ = try workspace.update(one, of: "club.team", setting: ["name": .text("x")], revision: nil)
        }
      }
      let kept = try workspace.teamNames()
      #expect(failure { try workspace.command("undo") { _ = try workspace.revert(sets) } }?.code == "changed-since")
      #expect(try workspace.teamNames() == kept)
      #expect(try workspace.changes(kind: nil, record: one, limit: 9).count == 2)
      try workspace.command("undo both") { _ = try workspace.revert(sets + second) }
      #expect(try workspace.teamNames() == [])
      #expect(try workspace.check() == [])
    }
  }

  @Test("are in chronological order, and a merge that fails leaves none")
  func order() throws {
    let workspace = Club.workspace()
    func merge(_ names: [String], _ days: [Int]) throws {
      let table = Table.made([
        Column("name", .text(names)), Column("founded", .date(days.map { CalendarDate(days: $0) })),
      ])
      _ = try workspace.merge(table, into: "club.team", rule: .update, cancellation: Cancellation())
    }
    let sets = try workspace.command("both") {
      try merge(Self.names + [Self.names[3]], [Int](repeating: 1, count: 40) + [2])
    }
    #expect(try workspace.changes(kind: nil, record: nil, limit: 2).map(\.action) == [.update, .insert])
    try workspace.command("undo") { _ = try workspace.revert(sets) }
    #expect(try workspace.teamNames() == [])
    let count = try workspace.info().changes
    let names: [String?] = Self.names.map(Optional.some) + [nil]
    #expect(
      failure {
        try workspace.command("bad") {
          _ = try workspace.merge(
            Table.made([Column("name", .text(names))]), into: "club.team", rule: .update, cancellation: Cancellation())
        }
      }?.code == "bad-record")
    #expect(try workspace.info().changes == count)
  }

  @Test("forget a record that was erased, the first and the last too")
  func erased() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    try workspace.command("import") { try workspace.mergeTeams(Self.names) }
    let ids = try workspace.records(RecordQuery("club.team")).map(\.id)
    for place in [0, 39, 12] {
      try workspace.command("forget") { try workspace.erase(ids[place], of: "club.team", words: []) }
      #expect(try workspace.changes(kind: nil, record: ids[place], limit: 5) == [])
      #expect(try workspace.check() == [])
    }
    let left = ids.enumerated().filter { ![0, 39, 12].contains($0.offset) }.map(\.element)
    let listed = try workspace.changes(kind: nil, record: nil, limit: 100).filter { $0.action == .insert }
    #expect(listed.map(\.record) == left.reversed())
    workspace.close()
    let bytes = try #require(TemporaryPlace.bytes(folder.file))
    for place in [0, 39, 12] {
      let name = Array(ids[place].text.utf8)
      #expect(!bytes.indices.dropLast(name.count).contains { bytes[$0] == name[0] && bytes[$0...].starts(with: name) })
    }
    for id in left { try workspace.command("all") { try workspace.erase(id, of: "club.team", words: []) } }
    #expect(try workspace.changes(kind: nil, record: nil, limit: 9) == [])
  }

  @Test("have only their own records if clocks stop and sessions take turns", arguments: 0..<8)
  func stillClocks(turn: Int) throws {
    let folder = TemporaryPlace()
    func open() -> Workspace {
      Workspace(file: folder.file, author: "ann", migrations: StoreMigrations(Club.migrations), patience: 5) {
        Moment(microseconds: 0)
      }
    }
    let (first, second) = (open(), open())
    var sets: [ChangeSetID] = []
    for round in 0..<6 {
      let workspace = round % 2 == 0 ? first : second
      let names = (0..<(round % 3 == turn % 3 ? 3 : 20)).map { "r\(round) \($0)" }
      let made = try workspace.command("import") { try workspace.mergeTeams(names) }
      if round == 3 { sets = made }
    }
    #expect(try first.check() == [])
    let count = try first.teamNames().count
    #expect(try first.changes(kind: nil, record: nil, limit: 1000).count == count)
    try first.command("undo") { _ = try first.revert(sets) }
    #expect(try first.teamNames().allSatisfy { !$0.hasPrefix("r3 ") })
    #expect(try first.teamNames().count == count - (3 % 3 == turn % 3 ? 3 : 20))
    #expect(try second.check() == [])
  }

  @Test("let the check find a lost record")
  func lost() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    try workspace.command("import") { try workspace.mergeTeams(Self.names) }
    workspace.close()
    let connection = try Connection(folder.file, patience: 1)
    try connection.run("DELETE FROM \"club.team\" WHERE name = 't117'")
    connection.close()
    #expect(try workspace.check().contains { $0.contains("40 records of 'club.team' were created, but 39 are known") })
  }

  @Test(
    "are whole or damaged, never shorter",
    arguments: [
      "UPDATE podium_sets SET number = 9 WHERE command = 'import'", "UPDATE podium_sets SET at = at + 1",
      "UPDATE \"club.team\" SET created_at = created_at - 1 WHERE name = 't117'",
    ])
  func whole(_ damage: String) throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    let sets = try workspace.command("import") { try workspace.mergeTeams(Self.names) }
    let id = try #require(try workspace.records(RecordQuery("club.team")).last?.id)
    workspace.close()
    let connection = try Connection(folder.file, patience: 1)
    _ = try connection.text("PRAGMA foreign_keys = OFF")
    try connection.run(damage)
    connection.close()
    for (name, read) in [
      ("all", { _ = try workspace.changes(kind: nil, record: nil, limit: 100) }),
      ("of a kind", { _ = try workspace.changes(kind: "club.team", record: nil, limit: 40) }),
      ("of a record", { _ = try workspace.changes(kind: nil, record: id, limit: 1) }),
      ("undoing", { try workspace.command("undo") { _ = try workspace.revert(sets) } }),
    ] as [(String, () throws -> Void)] {
      let error = failure { try read() }
      #expect(error?.code == "workspace-damaged", "\(name): \(error?.message ?? "no error")")
    }
  }

  @Test("do not prevent reading and writing a file of the first layout")
  func firstLayout() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    let sets = try workspace.command("import") { try workspace.mergeTeams(Self.names) }
    let ids = try workspace.records(RecordQuery("club.team")).map(\.id.text)
    workspace.close()
    // As in the first layout: one line per record.
    let connection = try Connection(folder.file, patience: 1)
    let set = try #require(try connection.integer("SELECT number FROM podium_sets"))
    try connection.run("DELETE FROM podium_changes")
    for id in ids {
      try connection.run(
        "INSERT INTO podium_changes (set_number, kind, record, revision, action, before, checksum) "
          + "VALUES (?, 'club.team', ?, 1, 1, NULL, ?)",
        [.integer(set), .text(id), .integer(ChangeLog.checksum(set, "club.team", id, 1, 1, nil))])
    }
    try connection.run("PRAGMA user_version = 1")
    connection.close()
    let again = Club.workspace(folder.file)
    #expect(try again.info().version == 1)
    #expect(try again.changes(kind: nil, record: nil, limit: 100).map(\.record.text) == ids.reversed())
    try again.command("more") { try again.mergeTeams((0..<20).map { "more \($0)" }) }
    #expect(try again.info().version == 2)
    #expect(try again.info().changes == 60)
    try again.command("undo") { _ = try again.revert(sets) }
    #expect(try again.teamNames().count == 20)
    #expect(try again.check() == [])
  }

  @Test("of more records than a file holds are damage", arguments: [Int.max, 0, -1])
  func counts(_ count: Int) throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    try workspace.command("import") { try workspace.mergeTeams(Self.names) }
    try workspace.command("import") { try workspace.mergeTeams(Self.names.map { "other " + $0 }) }
    workspace.close()
    let connection = try Connection(folder.file, patience: 1)
    try connection.run("UPDATE podium_changes SET before = ?", [.text(LoggedRun(last: "z", count: count).text)])
    connection.close()
    let other = Club.workspace(folder.file)
    #expect(try other.info().changes == 2)
    #expect(try !other.check().isEmpty)
  }
}
