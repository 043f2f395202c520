import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumStore

/// Commands of many authors, requests that are sent again, and changes by number.
@Suite struct RequestTests {
  /// Runs a command as a server does; what it changed, or the error.
  @discardableResult
  private func run(
    _ workspace: Workspace, _ start: CommandStart, _ body: () throws -> Void = {}
  ) throws -> [ChangeSetID] {
    do {
      try workspace.begin(start)
      try body()
      return try workspace.commit()
    } catch {
      workspace.rollBack()
      throw error
    }
  }

  private func add(_ name: String, to workspace: Workspace) throws {
    _ = try workspace.insert("club.team", ["name": .text(name)])
  }

  @Test func `each command has its own author, in stamps and in the log`() throws {
    let workspace = Club.workspace(by: "server")
    try run(workspace, CommandStart("add a", author: "karis", locks: true)) {
      #expect(workspace.author == "karis")
      try add("a", to: workspace)
    }
    try run(workspace, CommandStart("add b")) { try add("b", to: workspace) }
    let records = try workspace.records(RecordQuery("club.team", order: [("name", false)]))
    #expect(records.map(\.created.by) == ["karis", "server"])
    #expect(try workspace.changes(kind: nil, record: nil, limit: 9).map(\.by) == ["server", "karis"])
    #expect(workspace.author == "server")
    // A file of commands belongs to who started it.
    try run(workspace, CommandStart("source f", author: "ann")) {
      try workspace.hold()
      workspace.begin("add c")
      try add("c", to: workspace)
      _ = try workspace.commit()
      workspace.release()
    }
    #expect(
      try workspace.records(RecordQuery("club.team", where: [.equals("name", .text("c"))])).first?.created.by == "ann")
  }

  @Test func `a request that is sent again is done once, after closing too`() throws {
    let place = TemporaryPlace()
    let request = RequestKey("karis 0b1c", digest: 42)
    let first = Club.workspace(place.file)
    let made = try run(first, CommandStart("add a", author: "karis", locks: true, request: request)) {
      try add("a", to: first)
    }
    first.close()
    let second = Club.workspace(place.file)
    let known = try second.request(request.key)
    #expect(known?.set == made.first && known?.digest == 42)
    let again = failure {
      try run(second, CommandStart("add a", locks: true, request: request)) { try add("b", to: second) }
    }
    #expect(again?.code == "repeated-request")
    #expect(try second.teamNames() == ["a"])
    #expect(try second.request("other") == nil)
    // The same key of another account is another request.
    try run(second, CommandStart("add c", request: RequestKey("ann 0b1c", digest: 42))) { try add("c", to: second) }
    #expect(try second.teamNames() == ["a", "c"])
  }

  @Test func `a request that changed nothing is kept, and dropped when it is old`() throws {
    let days = Ticks()
    let workspace = Workspace(file: nil, author: "a", migrations: StoreMigrations(Club.migrations), patience: 1) {
      // Each reading is 1.16 days after the one before it.
      Moment(microseconds: 1_700_000_000_000_000 + (days.next().microseconds - 1_700_000_000_000_000) * 100_000)
    }
    try run(workspace, CommandStart("add")) { try add("a", to: workspace) }
    let request = RequestKey("k", digest: 7)
    let sets = try run(workspace, CommandStart("edit a", request: request)) { _ = try workspace.teamNames() }
    let known = try workspace.request("k")
    #expect(sets.isEmpty && known?.digest == 7 && known?.changes.isEmpty == true)
    let again = failure { try run(workspace, CommandStart("edit a", request: request)) { try add("b", to: workspace) } }
    #expect(again?.code == "repeated-request")
    #expect(try workspace.teamNames() == ["a"])
    for number in 0..<9 {
      try run(workspace, CommandStart("add", request: RequestKey("key \(number)", digest: number))) {
        try add("t\(number)", to: workspace)
      }
    }
    #expect(try workspace.request("k") == nil)
  }

  @Test func `a command that failed keeps no request`() throws {
    let workspace = Club.workspace()
    let request = RequestKey("k", digest: 1)
    let wrong = failure {
      try run(workspace, CommandStart("add", request: request)) {
        try add("", to: workspace); throw Diagnostic("x", "x")
      }
    }
    #expect(wrong?.code == "x")
    #expect(try workspace.request("k") == nil)
    try run(workspace, CommandStart("add", request: request)) { try add("a", to: workspace) }
    #expect(try workspace.request("k") != nil)
  }

  @Test func `old requests are dropped when a new one is kept`() throws {
    let days = Ticks()
    let workspace = Workspace(file: nil, author: "a", migrations: StoreMigrations(Club.migrations), patience: 1) {
      // Each reading is 1.16 days after the one before it.
      Moment(microseconds: 1_700_000_000_000_000 + (days.next().microseconds - 1_700_000_000_000_000) * 100_000)
    }
    for number in 0..<12 {
      try run(workspace, CommandStart("add", request: RequestKey("key \(number)", digest: number))) {
        try add("t\(number)", to: workspace)
      }
    }
    let kept = try (0..<12).filter { try workspace.request("key \($0)") != nil }
    #expect(kept.last == 11 && kept.count < 8 && kept == Array(kept[0]...11), "\(kept)")
  }

  @Test func `changes come by number, oldest first, those of a merge together`() throws {
    let workspace = Club.workspace()
    try workspace.command("one") { try add("a", to: workspace) }
    try workspace.command("many") { try workspace.mergeTeams((0..<40).map { "m\($0)" }) }
    let found = try workspace.records(RecordQuery("club.team", where: [.equals("name", .text("a"))]))
    let a = try #require(found.first)
    try workspace.command("two") {
      _ = try workspace.update(a.id, of: "club.team", setting: ["name": .text("b")], revision: nil)
    }
    let all = try workspace.changes(after: 0, kinds: nil, limit: .max)
    #expect(all.count == 42 && all.map(\.number) == all.map(\.number).sorted())
    #expect(all.first?.command == "one" && all.last?.action == .update && all.last?.before["name"] == .text("a"))
    #expect(try workspace.lastChange() == all.last?.number)
    var seen: [RecordID] = []
    var number = 0
    while true {
      let page = try workspace.changes(after: number, kinds: ["club.team"], limit: 5)
      guard let last = page.last else { break }
      seen += page.map(\.record)
      number = last.number
    }
    #expect(seen == all.map(\.record))
    #expect(try workspace.changes(after: 0, kinds: ["club.match"], limit: 5).isEmpty)
    #expect(failure { _ = try workspace.changes(after: 0, kinds: ["none"], limit: 5) }?.code == "unknown-kind")
  }

  @Test func `what a command has changed can be seen before it is lasting`() throws {
    let workspace = Club.workspace()
    try workspace.command("one") { try add("a", to: workspace) }
    try workspace.begin(CommandStart("two", locks: true))
    #expect(try workspace.pendingChanges().isEmpty)
    try workspace.mergeTeams(["a", "b", "c"])
    let pending = try workspace.pendingChanges()
    #expect(pending.map(\.action) == [.insert, .insert] && pending.allSatisfy { $0.command == "two" })
    let found = try workspace.records(RecordQuery("club.team", where: [.ids(pending.map(\.record))]))
    #expect(Set(found.map { $0["name"].fileText }) == ["b", "c"])
    workspace.rollBack()
    #expect(try workspace.pendingChanges().isEmpty && workspace.teamNames() == ["a"])
  }

  @Test func `a second connection sees what the first has written, and the other way round`() throws {
    let place = TemporaryPlace()
    let first = Club.workspace(place.file)
    #expect(Club.workspace().companion() == nil)
    try first.command("one") { try add("a", to: first) }
    let second = try #require(first.companion())
    #expect(try second.teamNames() == ["a"])
    try first.command("two") { try add("b", to: first) }
    #expect(try second.teamNames() == ["a", "b"])
    try second.command("three") { try add("c", to: second) }
    #expect(try first.teamNames() == ["a", "b", "c"])
  }

  @Test func `the mark of a part is not that of the whole or of another part`() throws {
    let workspace = Club.workspace()
    try workspace.command("one") { try add("a", to: workspace) }
    let mark = try #require(try workspace.mark())
    #expect(mark.within("a") != mark && mark.within("a") != mark.within("b") && mark.within("a") == mark.within("a"))
    #expect(mark.within("a").within("b") != mark.within("ab"))
  }
}
