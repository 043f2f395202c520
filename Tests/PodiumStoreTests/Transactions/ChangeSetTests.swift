import Glibc
import PodiumCore
import PodiumPlugin
import Synchronization
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

  @Test("get nothing of a command that was abandoned, which reads nothing more either")
  func abandoned() throws {
    let workspace = Club.workspace()
    try workspace.command("club add") { try workspace.mergeTeams(["a"]) }
    let cancellation = Cancellation()
    let codes = Mutex<[String]>([])
    _ = try? cancellation.detached { () throws(Diagnostic) -> Int in
      cancellation.cancel()
      func note(_ access: () throws(Diagnostic) -> Void) {
        var code = "none"
        do throws(Diagnostic) { try access() } catch { code = error.code }
        codes.withLock { $0.append(code) }
      }
      note { () throws(Diagnostic) in _ = try workspace.count(RecordQuery("club.team")) }
      note { () throws(Diagnostic) in _ = try workspace.insert("club.team", ["name": .text("b")]) }
      return 0
    }
    // On a machine under load the work goes on for a moment.
    while codes.withLock({ $0.count < 2 }) { usleep(10_000) }
    #expect(codes.withLock { $0 } == ["interrupted", "interrupted"])
    #expect(try workspace.teamNames() == ["a"])
  }

  @Test("are listed newest first, with author, change and the values before")
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

  @Test("are undone, and the undo is undone")
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
    // The teams are as the first command left them, whoever brought them back to that.
    try workspace.command("undo the first too") { _ = try workspace.revert(first) }
    #expect(try workspace.teamNames() == [])
    #expect(try workspace.check() == [])
  }

  @Test("are not undone if someone else changed a record since, and the record is named")
  func conflict() throws {
    let folder = TemporaryPlace()
    let (ann, bob) = (Club.workspace(folder.file), Club.workspace(folder.file, by: "bob"))
    let first = try ann.command("club add a") { try ann.mergeTeams(["a"]) }
    let id = try ann.records(RecordQuery("club.team"))[0].id
    let second = try ann.command("club date") {
      _ = try ann.update(id, of: "club.team", setting: ["founded": .date(CalendarDate(days: 1))], revision: nil)
    }
    try bob.command("club date a later") {
      _ = try bob.update(id, of: "club.team", setting: ["founded": .date(CalendarDate(days: 2))], revision: nil)
    }
    for sets in [first, second] {
      let error = failure { try ann.command("undo") { _ = try ann.revert(sets) } }
      #expect(error?.code == "changed-since")
      #expect(error?.message.contains("team a was changed since then by 'bob' (club date a later)") == true)
      #expect((error.map { $0.message + ($0.help ?? "") } ?? "").contains(id.text) == false)
    }
    // What bob did and undid himself does not matter.
    let third = try bob.command("club date again") {
      _ = try bob.update(id, of: "club.team", setting: ["founded": .date(CalendarDate(days: 1))], revision: nil)
    }
    try ann.command("undo") { _ = try ann.revert(second) }
    try ann.command("undo") { _ = try ann.revert(first) }
    #expect(try ann.teamNames() == [])
    #expect(failure { try bob.command("undo") { _ = try bob.revert(third) } }?.message.contains("team a") == true)
  }

  @Test("of a removed record are not undone if its name was taken again")
  func takenName() throws {
    let workspace = Club.workspace()
    try workspace.command("1") { try workspace.mergeTeams(["a"]) }
    let removed = try workspace.command("2") {
      try workspace.remove(try workspace.records(RecordQuery("club.team"))[0].id, of: "club.team", revision: nil)
    }
    try workspace.command("3") { try workspace.mergeTeams(["a"]) }
    let error = failure { try workspace.command("undo") { _ = try workspace.revert(removed) } }
    #expect(error?.code == "changed-since" && error?.message.hasPrefix("team a cannot be restored") == true)
  }

  @Test("of commands within another one are one transaction with it")
  func held() throws {
    let folder = TemporaryPlace()
    let (workspace, other) = (Club.workspace(folder.file), Club.workspace(folder.file, patience: 0))
    try workspace.command("before") { try workspace.mergeTeams(["z"]) }
    workspace.begin("file")
    try workspace.hold()
    var sets: [[ChangeSetID]] = []
    for name in ["a", "b"] { sets.append(try workspace.command("add " + name) { try workspace.mergeTeams([name]) }) }
    #expect(Set(sets.joined()).count == 2)
    #expect(
      failure {
        try workspace.command("bad") {
          try workspace.mergeTeams(["c"]); throw Diagnostic("x", "x")
        }
      } != nil)
    #expect(try workspace.teamNames() == ["a", "b", "z"])
    #expect(try other.teamNames() == ["z"])
    // A failed file within the file is rolled back alone.
    workspace.begin("inner file")
    try workspace.hold()
    try workspace.command("add d") { try workspace.mergeTeams(["d"]) }
    workspace.release()
    workspace.rollBack()
    #expect(try workspace.teamNames() == ["a", "b", "z"])
    workspace.release()
    #expect(try workspace.commit() == [])
    #expect(try other.teamNames() == ["a", "b", "z"])
    try workspace.command("undo") { _ = try workspace.revert(sets[0]) }
    #expect(try workspace.teamNames() == ["b", "z"])
    workspace.begin("file that fails")
    try workspace.hold()
    try workspace.command("add e") { try workspace.mergeTeams(["e"]) }
    try workspace.command("only looks") { _ = try workspace.teamNames() }
    workspace.release()
    workspace.rollBack()
    #expect(try workspace.teamNames() == ["b", "z"])
    #expect(try workspace.check() == [])
  }

  @Test("of several commands are undone together, but not around someone else's change")
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

  @Test("are refused where another program has used their numbers up")
  func usedUp() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    try workspace.command("add") { try workspace.mergeTeams(["a"]) }
    workspace.close()
    let connection = try Connection(folder.file, patience: 1)
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.run("UPDATE podium_sets SET number = ?", [.integer(Int.max)])
    connection.close()
    let other = Club.workspace(folder.file)
    #expect(failure { try other.command("more") { try other.mergeTeams(["b"]) } }?.code == "workspace-damaged")
    #expect(try other.teamNames() == ["a"])
  }
}
