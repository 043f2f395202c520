import Glibc
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Synchronization
import Testing

@Suite struct SessionTests {
  @Test(arguments: [
    "fail", "fial", "note", "note a b", "rows if y > 1", "rows in 9..", "say (", "rows to taken.txt", "!ls",
    "rows | less",
  ])
  func `a failed command changes nothing`(_ line: String) throws {
    var fixture = try Fixture()
    _ = fixture.run("give 3; note one")
    let before = fixture.session
    let report = fixture.run(line)
    #expect(report?.status == .error)
    #expect(report?.outputs.isEmpty == true)
    #expect(fixture.session.state == before.state)
    #expect(fixture.session.results.entries.count == before.results.entries.count)
    #expect(fixture.run("undo").map { TextRenderer(style: .plain).render($0) } == "note one\n")
    #expect(fixture.files.paths == ["/data/taken.txt"])
    #expect(fixture.files.text("/data/taken.txt") == "kept")
  }

  @Test func `undo and redo are exact over random walks`() throws {
    var source = RandomSource(seed: 7)
    for _ in 0..<20 {
      var fixture = try Fixture()
      var states = [fixture.session.state]
      var place = 0
      for step in 0..<30 {
        switch source.below(4) {
        case 0:
          let worked = fixture.run("undo")?.status == .ok
          #expect(worked == (place > 0))
          if worked { place -= 1 }
        case 1:
          let worked = fixture.run("redo")?.status == .ok
          #expect(worked == (place + 1 < states.count))
          if worked { place += 1 }
        case 2: _ = fixture.run("rows; fail")
        default:
          _ = fixture.run("note s\(step)")
          states = states[...place] + [fixture.session.state]
          place += 1
        }
        #expect(fixture.session.state == states[place])
      }
    }
  }

  @Test func `a command that changes nothing leaves no step`() throws {
    var fixture = try Fixture()
    _ = fixture.run("note a; note a; rows")
    #expect(fixture.run("undo")?.status == .ok)
    #expect(fixture.run("undo")?.error?.code == "nothing-to-undo")
  }

  @Test func `steps dropped from the undo stack are reported, also when the limit is lowered`() throws {
    var fixture = try Fixture()
    for step in 0..<5 { _ = fixture.run("note s\(step)") }
    #expect(
      fixture.prints("set undo=2") == "note: undo can no longer revert 'note s0' and 3 later changes\n")
    #expect(fixture.prints("note x").contains("undo can no longer revert 'note s4'"))
    #expect((0..<3).map { _ in fixture.run("undo")?.status == .ok } == [true, true, false])
  }

  @Test func `dropped results are reported`() throws {
    var fixture = try Fixture()
    for _ in 0..<Results.limit { _ = fixture.run("give 1") }
    #expect(fixture.prints("give 2").contains("note: result $1 is no longer kept"))
    #expect(fixture.session.results.entries.count == Results.limit)
  }

  static let printed: [(String, String)] = [
    ("rows", "n  first\n6      1\n"), ("rows in 2..3", "n  first\n2      2\n"),
    ("rows if x > 1", "n  first\n4      2\nnote: skipped 1 row where the condition is missing\n"),
    ("rows if x > 1 in 4..6", "n  first\n3      4\n"), ("rows if missing(x)", "n  first\n1      3\n"),
    ("rows in 2..99", "n  first\n5      2\n"), ("rows if d == \"1970-01-03\"", "n  first\n1      3\n"),
    ("give 3; say $1.n _.n", "given\nn  3\nwarning: careful\n3 3\n"),
    ("give 3 as a; say $a.n", "given\nn  3\nwarning: careful\n3\n"),
    ("quiet: give 3", "warning: careful\n"), ("quiet: say x", ""),
    ("try: fail; say on", "warning: the command failed: this broke\non\n"),
    ("time: say x", "x\ntime: 0.000 s\n"), ("ski order 12 017 006/005 008", "order 12 017 006/005 008\n"),
    ("by g: rows", "g     n  first\nlow   2      2\nhigh  3      1\n·     1      5\n"),
    (
      "by g: rows if x > 1 in 1..4",
      "g    n  first\nlow  2      2\nnote: skipped 1 row where the condition is missing\n"
    ),
    ("by g: picky", "g     n\nlow   2\nhigh  3\nwarning: group g= failed: too few rows\n"),
    ("give 4 if 1", "error: 'give' takes no 'if'\n"), ("by g: give", "error: 'give' takes no 'by'\n"),
    ("say x as y", "error: 'say' has no result that 'as' could name\n"),
    ("by g: rows if x > 99", "error: 'if' and 'in' leave no rows to group\n"),
    ("ski", "error: a verb must follow 'ski'\n"),
    ("ski oder 1", "error: unknown command 'ski oder'; did you mean 'ski order'?\n"),
    ("give 10", "error: 'n' must be a whole number from 1 to 9, not '10'\n"),
    ("give 1,2", "error: 'n' takes one value, not a list\n"),
    ("give k=1", "error: 'give' takes no key 'k='\n"),
    ("set undo=1 undo=2", "error: 'undo' is given twice\n"),
    ("note", "error: 'note' needs WORD: a word\n"),
    ("note a b", "error: 'note' takes no argument 'b'\n"),
    ("say $9.n", "error: unknown result '9'\n"), ("say _", "error: there is no result yet\n"),
  ]

  @Test(arguments: printed)
  func `a session prints this`(_ line: String, _ text: String) throws {
    var fixture = try Fixture()
    #expect(fixture.prints(line) == text)
  }

  @Test func `group columns keep their type and order`() throws {
    var fixture = try Fixture()
    guard case .table(let output)? = fixture.run("by g,d: rows in 1..4")?.outputs.first else {
      Issue.record("no table")
      return
    }
    #expect(output.table.columns.map(\.type) == [.ordered, .date, .integer, .integer])
    #expect(output.table["g"]?.categorical?.levels == ["low", "high"])
  }

  @Test func `many groups are sorted quickly`() throws {
    var fixture = try Fixture()
    let names = (0..<6000).map { "id \($0 * 7919 % 6000)" }
    fixture.session.state.current?.table = try Table([Column("id", .category(Categorical(names)))])
    let table = try fixture.session.current().table
    let groups = try Session.groups(of: table, by: ["id"], rows: nil)
    #expect(groups.map { $0.values[0].fileText } == Categorical(names).levels)
  }

  @Test func `verbs are shortened only at a prompt`() throws {
    var fixture = try Fixture()
    #expect(fixture.run("giv 2")?.error?.message == "unknown command 'giv'; did you mean 'give'?")
    fixture.session.isInteractive = true
    #expect(fixture.run("giv 2")?.status == .ok)
    #expect(fixture.run("gi 2")?.error?.code == "unknown-command")
    #expect(fixture.run("wip")?.error?.code == "unknown-command", "a destructive verb must be spelled out")
    #expect(fixture.prints("fil x > 3") == "an expression\n")
    #expect(fixture.files.paths == ["/data/taken.txt"])
  }

  @Test(arguments: [("stop", "interrupted"), ("break", "this broke")])
  func `a command that fails after it wrote a file names the file`(_ word: String, _ message: String) throws {
    var fixture = try Fixture()
    var registry = Registry()
    try registry.add(
      Verb("leave", [Fixture.word.any]) { (call, session) throws(Diagnostic) in
        try session.services.files.write([0x61], to: "/data/a.txt", shown: "a.txt", mode: .replace)
        throw call[Fixture.word] == "stop" ? .interrupted : Diagnostic("broken", "this broke")
      })
    fixture.session = Interpreter(registry: registry, services: fixture.session.services)
    let error = fixture.run("leave \(word)")?.error
    #expect(error?.message == message && error?.help == "files it wrote remain: 'a.txt'")
    #expect(fixture.files.text("/data/a.txt") == "a")
    let tried = "warning: the command failed: this broke; files it wrote remain: 'a.txt'\n"
    if word == "break" { #expect(fixture.prints("try: leave break") == tried) }
    #expect(Diagnostic.interrupted.message == "interrupted; nothing was changed")
  }

  @Test func `a command that fails takes back the folder that it made, and no other`() throws {
    var fixture = try Fixture()
    var registry = Registry()
    try registry.add(
      Verb("pack", [Fixture.word.any]) { (call, session) throws(Diagnostic) in
        let (files, folder) = (session.services.files, call[Fixture.word])
        if folder == "new" { try files.makeFolder("/data/new", shown: folder) }
        try files.write([0x61], to: "/data/\(folder)/a.csv", shown: folder + "/a.csv", mode: .replace)
        throw Diagnostic("broken", "this broke")
      })
    fixture.session = Interpreter(registry: registry, services: fixture.session.services)
    let error = fixture.run("pack new")?.error
    #expect(error?.message == "this broke" && error?.help == nil)
    #expect(fixture.files.paths == ["/data/taken.txt"])
    #expect(fixture.prints("try: pack new") == "warning: the command failed: this broke\n")
    #expect(fixture.run("pack old")?.error?.help == "files it wrote remain: 'old/a.csv'")
    #expect(fixture.files.paths == ["/data/old/a.csv", "/data/taken.txt"])
  }

  @Test("a plugin's command is left to itself where it does not stop", arguments: [Signature.Traits.readsOnly, []])
  func deafCommand(_ traits: Signature.Traits) throws {
    let (released, ended) = (Flag(), Flag())
    let files = MemoryFiles([:])
    let deaf = Verb("club deaf", [], traits) { (_, session) throws(Diagnostic) in
      session.cancellation.cancel()
      while !released.isSet { usleep(10_000) }
      defer { ended.set() }
      try session.services.files.write([0x61], to: "/data/late.txt", shown: "late.txt", mode: .new)
      return []
    }
    var session = try clubSession(deaf, files)
    var reports: [CommandReport] = []
    _ = session.run("club deaf") { reports.append($0) }
    #expect(reports.last?.error?.code == "interrupted")
    #expect(!ended.isSet)
    released.set()
    while !ended.isSet { usleep(10_000) }
    #expect(files.paths.isEmpty, "a command that was abandoned writes nothing more")
  }

  @Test func `what a plugin's command does elsewhere is done by the thread that waits for it`() throws {
    let effects = Mutex<[String]>([])
    let verb = Verb("club send") { (_, session) throws(Diagnostic) in
      let own = threadName()
      _ = try session.services.shell?("mail", nil, session.cancellation)
      _ = try session.services.confirm?("sure?", session.cancellation)
      effects.withLock { names in names = names.map { $0 == own ? "its own thread" : $0 } }
      try session.services.files.write([0x61], to: "/data/a.txt", shown: "a.txt", mode: .new)
      return []
    }
    let files = MemoryFiles([:])
    var session = try clubSession(verb, files)
    session.services.shell = { (_, _, _) throws(Diagnostic) in
      effects.withLock { $0.append(threadName()) }
      return 0
    }
    session.services.confirm = { (_, _) throws(Diagnostic) in
      effects.withLock { $0.append(threadName()) }
      return true
    }
    _ = session.run("club send") { #expect($0.error == nil) }
    #expect(effects.withLock { $0 } == [threadName(), threadName()])
    #expect(files.paths == ["/data/a.txt"])
  }

  private func clubSession(_ verb: Verb, _ files: MemoryFiles) throws -> Interpreter {
    var registry = Registry()
    try registry.add(FakePlugin("club") { (registry) throws(Diagnostic) in try registry.add(verb) })
    var services = try Fixture().session.services
    services.store = FakeStore()
    services.files = files
    return Interpreter(registry: registry, services: services)
  }

  /// Something that a thread sets and another sees.
  private final class Flag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
  }

  @Test func `sinks write the format of the extension and never overwrite a file`() throws {
    var fixture = try Fixture()
    #expect(fixture.prints("give 3 to a.txt") == "warning: careful\nnote: wrote 'a.txt'\n")
    #expect(fixture.files.text("/data/a.txt") == "given\nn  3\n")
    #expect(fixture.prints("give 4 > a.txt") == "error: 'a.txt' is already there\n")
    _ = fixture.run("give 4 >! a.txt; give 5 >> a.txt; rows > b.json; rows > b.md; rows > b.lines")
    #expect(fixture.files.text("/data/a.txt") == "given\nn  4\ngiven\nn  5\n")
    #expect(
      fixture.files.text("/data/b.json")
        == #"{"kind":"table","columns":[{"name":"n","type":"integer"},{"name":"first","type":"integer"}],"rows":[[6,1]],"total_rows":1}"#
        + "\n")
    #expect(fixture.files.text("/data/b.md") == "| n | first |\n| ---: | ---: |\n| 6 | 1 |\n")
    #expect(fixture.files.text("/data/b.lines") == "n first\n")
    #expect(fixture.prints("note x to c.txt") == "error: the command has no output to write\n")
    #expect(fixture.run("say x > c.lines")?.error?.code == "no-single-table")
    #expect(fixture.files.text("/data/c.txt") == nil)
  }

  @Test func `a script stops at its first error and names file and line`() throws {
    var fixture = try Fixture()
    var reports: [CommandReport] = []
    let worked = fixture.session.run("say a\n\nsay b; fail\nsay c", file: "s.podium", firstLine: 10) {
      reports.append($0)
    }
    #expect(!worked)
    #expect(reports.map(\.cell) == [1, 2, 3])
    #expect(reports.last?.error?.place == Diagnostic.Place(file: "s.podium", line: 12))
    reports = []
    _ = fixture.session.run("fail\nsay c", keepGoing: true) { reports.append($0) }
    #expect(reports.map(\.status) == [.error, .ok])
  }

  @Test func `an unfinished end affects only the last command`() throws {
    var fixture = try Fixture()
    #expect(fixture.prints("say a\n\\") == "a\nerror: the line ends in '\\' and nothing follows\n")
    #expect(fixture.prints("say a; say \"b") == "a\nerror: the quote \" is not closed\n")
  }

  @Test func `an interrupted command changes nothing`() throws {
    var fixture = try Fixture()
    fixture.session.cancellation.cancel()
    let report = fixture.run("note x")
    #expect(report?.status == .interrupted)
    #expect(fixture.session.state.current?.source == "start")
  }
}

/// What the system calls the thread that asks; no two threads ever share it.
private func threadName() -> String {
  var buffer = [CChar](repeating: 0, count: 64)
  let count = readlink("/proc/thread-self", &buffer, buffer.count)
  return String(decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
