import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumStore

@Suite("Numbers that a kind assigns")
struct NumberTests {
  static let runner = RecordKind(
    "club.runner", fields: [RecordField("number", .text, required: true), RecordField("name", .text)],
    key: ["number"], label: "runner {number} {name}", numbered: "number")

  static func workspace(_ file: String? = nil) -> Workspace {
    Club.workspace(file, migrations: ["club": [StoreMigration(1, "keep runners", [.create(runner)])]])
  }

  @Test("exceed every earlier one, including those of removed, forgotten, renumbered or undone records")
  func high() throws {
    let folder = TemporaryPlace()
    let workspace = Self.workspace(folder.file)
    #expect(try workspace.nextNumber(of: "club.runner") == 1)
    func add(_ number: String) throws -> (RecordID, [ChangeSetID]) {
      var id: RecordID?
      let sets = try workspace.command("add") {
        id = try workspace.insert("club.runner", ["number": .text(number), "name": .text("x")]).id
      }
      return (try #require(id), sets)
    }
    let (first, _) = try add("1")
    #expect(try workspace.nextNumber(of: "club.runner") == 2)
    try workspace.command("remove") { try workspace.remove(first, of: "club.runner", revision: nil) }
    #expect(try workspace.nextNumber(of: "club.runner") == 2)
    let (second, _) = try add("7")
    try workspace.command("forget") { try workspace.erase(second, of: "club.runner", words: []) }
    #expect(try workspace.nextNumber(of: "club.runner") == 8)
    let (third, _) = try add("20")
    try workspace.command("renumber") {
      _ = try workspace.update(third, of: "club.runner", setting: ["number": .text("9")], revision: nil)
    }
    #expect(try workspace.nextNumber(of: "club.runner") == 21)
    let (_, sets) = try add("30")
    try workspace.command("undo") { _ = try workspace.revert(sets) }
    #expect(try workspace.nextNumber(of: "club.runner") == 31)
    // A name is not a number, and neither is one without a successor.
    _ = try add("spring")
    _ = try add("99999999999999999999")
    _ = try add("9223372036854775807")
    #expect(try workspace.nextNumber(of: "club.runner") == 31)
    workspace.close()
    #expect(try Self.workspace(folder.file).nextNumber(of: "club.runner") == 31)
    #expect(failure { _ = try workspace.nextNumber(of: "club.team") }?.code == "unknown-kind")
    // A failed command assigned nothing.
    workspace.begin("bad")
    let fourth = try workspace.insert("club.runner", ["number": .text("50")])
    try workspace.remove(fourth.id, of: "club.runner", revision: nil)
    workspace.rollBack()
    #expect(try workspace.nextNumber(of: "club.runner") == 31)
  }

  @Test("are refused where another program has used them up", arguments: [Int.max, 1_000_000_000_000, -1])
  func usedUp(_ highest: Int) throws {
    let folder = TemporaryPlace()
    let workspace = Self.workspace(folder.file)
    try workspace.command("add") {
      let id = try workspace.insert("club.runner", ["number": .text("1")]).id
      try workspace.remove(id, of: "club.runner", revision: nil)
    }
    workspace.close()
    let connection = try Connection(folder.file, patience: 1)
    try connection.run("UPDATE podium_meta SET value = ? WHERE name = 'numbers of club.runner'", [.integer(highest)])
    connection.close()
    let other = Self.workspace(folder.file)
    #expect(failure { _ = try other.nextNumber(of: "club.runner") }?.code == "workspace-damaged")
  }
}

@Suite("A workspace that was named")
struct NamedWorkspaceTests {
  func workspace(_ folder: TemporaryPlace) -> Workspace {
    let clock = Ticks()
    return Workspace(file: folder.file, named: "w.sqlite", author: "ann", migrations: StoreMigrations(Club.migrations))
    { clock.next() }
  }

  @Test("and does not exist cannot be read, and is created by the first command that writes, which is reported once")
  func missing() throws {
    let folder = TemporaryPlace()
    let workspace = workspace(folder)
    for look in [
      { _ = try workspace.records(RecordQuery("club.team")) }, { _ = try workspace.info() },
      { _ = try workspace.changes(kind: nil, record: nil, limit: 1) }, { _ = try workspace.models() },
      { _ = try workspace.table(RecordQuery("club.team"), fields: nil) }, { _ = try workspace.check() },
    ] as [() throws -> Void] {
      workspace.begin("look")
      try look()
      let error = failure { try workspace.refuseMissing() }
      #expect(error?.code == "unknown-workspace")
      #expect(error?.message == "there is no workspace at 'w.sqlite'")
      workspace.rollBack()
    }
    workspace.begin("load")
    #expect(try workspace.dataset("x") == nil)
    #expect(try workspace.datasets() == [])
    try workspace.refuseMissing()
    #expect(workspace.notices() == [])
    try workspace.command("add") {
      #expect(try workspace.teamNames() == [])
      try workspace.mergeTeams(["a"])
      try workspace.refuseMissing()
    }
    #expect(workspace.notices() == ["created the workspace 'w.sqlite'"])
    #expect(workspace.notices() == [])
    try workspace.command("look") {
      #expect(try workspace.teamNames() == ["a"])
      try workspace.refuseMissing()
    }
  }

  @Test("in memory, or the user's own, starts empty")
  func others() throws {
    let folder = TemporaryPlace()
    for workspace in [Club.workspace(), Club.workspace(folder.file)] {
      try workspace.command("look") {
        #expect(try workspace.teamNames() == [])
        try workspace.refuseMissing()
      }
      try workspace.command("add") { try workspace.mergeTeams(["a"]) }
      #expect(workspace.notices() == [])
    }
  }
}
