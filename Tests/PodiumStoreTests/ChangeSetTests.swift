import PodiumCore
import PodiumShell
import Testing

@testable import PodiumStore

@Suite("Change sets of the workspace")
struct ChangeSetTests {
  @Test("hold what one command wrote: all of it or nothing")
  func wholeOrNothing() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    let sets = try workspace.command("club add") { try workspace.mergeTeams(["a", "b"]) }
    #expect(sets.count == 1)
    #expect(
      failure {
        try workspace.command("bad") {
          try workspace.mergeTeams(["c"]); throw Diagnostic("x", "x")
        }
      } != nil)
    #expect(try workspace.teamNames() == ["a", "b"])
    #expect(try workspace.command("same") { try workspace.mergeTeams(["a"]) } == [])
    let other = Club.workspace(folder.file)
    #expect(try other.teamNames() == ["a", "b"])
    workspace.begin("open")
    try workspace.mergeTeams(["c"])
    #expect(try other.teamNames() == ["a", "b"])
    #expect(try workspace.teamNames() == ["a", "b", "c"])
    workspace.rollBack()
    #expect(try workspace.teamNames() == ["a", "b"])
  }

  @Test("are told newest first, with who, what and the values before")
  func log() throws {
    let workspace = Club.workspace()
    try workspace.command("club add x") { try workspace.mergeTeams(["x"]) }
    let id = try workspace.records(RecordQuery("club.team"))[0].id
    let day = Value.date(CalendarDate(days: 3))
    try workspace.command("club date x") {
      _ = try workspace.update(id, of: "club.team", setting: ["founded": day], revision: nil)
    }
    try workspace.command("club drop x") { try workspace.remove(id, of: "club.team", revision: 2) }
    let changes = try workspace.changes(kind: "club.team", record: id, limit: 10)
    #expect(changes.map(\.action) == [.remove, .update, .insert])
    #expect(changes.map(\.revision) == [3, 2, 1])
    #expect(changes.map(\.command) == ["club drop x", "club date x", "club add x"])
    #expect(changes[0].before == ["name": .text("x"), "founded": day])
    #expect(changes[1].before == ["founded": .missing])
    #expect(changes.allSatisfy { $0.by == "ann" })
    #expect(try workspace.changes(kind: nil, record: nil, limit: 1).count == 1)
    #expect(failure { _ = try workspace.changes(kind: "club.teem", record: nil, limit: 1) }?.code == "unknown-kind")
  }

  @Test("are taken back, and taking back is taken back")
  func revert() throws {
    let workspace = Club.workspace()
    let first = try workspace.command("1") { try workspace.mergeTeams(["a", "b"]) }
    let made = try workspace.records(RecordQuery("club.team", order: [("name", false)]))
    let second = try workspace.command("2") {
      _ = try workspace.update(made[0].id, of: "club.team", setting: ["name": .text("z")], revision: nil)
      _ = try workspace.update(made[1].id, of: "club.team", setting: ["name": .text("a")], revision: nil)
      try workspace.remove(made[0].id, of: "club.team", revision: nil)
      try workspace.mergeTeams(["c"])
    }
    #expect(try workspace.teamNames() == ["a", "c"])
    var undone: [ChangeSetID] = []
    let reverted = try workspace.command("undo") { undone = [try workspace.revert(second)] }
    #expect(reverted == undone)
    #expect(try workspace.teamNames() == ["a", "b"])
    let back = try workspace.records(RecordQuery("club.team", order: [("name", false)]))
    #expect(back.map(\.id) == made.map(\.id))
    #expect(back.map(\.created) == made.map(\.created))
    let redone = try workspace.command("redo") { _ = try workspace.revert(undone) }
    #expect(try workspace.teamNames() == ["a", "c"])
    try workspace.command("undo again") { _ = try workspace.revert(redone) }
    #expect(try workspace.teamNames() == ["a", "b"])
    #expect(failure { _ = try workspace.revert([ChangeSetID("x")]) }?.code == "unknown-change-set")
    let refused = failure { _ = try workspace.revert(first) }
    #expect(refused?.code == "changed-since")
    #expect(refused?.help?.contains("workspace changes record=") == true)
    workspace.rollBack()
    #expect(try workspace.check() == [])
  }

  @Test("of several commands are taken back together, but not around somebody else's change")
  func between() throws {
    let workspace = Club.workspace()
    var sets: [ChangeSetID] = []
    sets += try workspace.command("1") { try workspace.mergeTeams(["a"]) }
    let id = try workspace.records(RecordQuery("club.team"))[0].id
    for name in ["b", "c"] {
      sets += try workspace.command(name) {
        _ = try workspace.update(id, of: "club.team", setting: ["name": .text(name)], revision: nil)
      }
    }
    #expect(failure { _ = try workspace.revert([sets[0], sets[2]]) }?.code == "changed-since")
    #expect(failure { _ = try workspace.revert([sets[1]]) }?.code == "changed-since")
    workspace.rollBack()
    #expect(try workspace.teamNames() == ["c"])
    try workspace.command("undo") { _ = try workspace.revert(sets) }
    #expect(try workspace.teamNames() == [])
  }
}
