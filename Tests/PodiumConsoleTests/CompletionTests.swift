import PodiumCore
import PodiumTestKit
import Testing

@testable import PodiumConsole

/// Tab, with words of the driver and without.
struct CompletionTests {
  private func start() throws -> PseudoTerminal { try Probe.start(environment: ["PROBE_COMPLETES": "1"]) }

  @Test func `what all candidates share is inserted and then they are listed with their notes`() throws {
    let terminal = try start()
    terminal.send("say h" + Key.tab)
    try terminal.wait(forRow: "probe> say hü")
    terminal.send(Key.tab + Key.tab)
    try terminal.wait(for: "hügel  a hill\nhütte  a hut\nprobe> say hü")
    terminal.send("t" + Key.tab)
    try terminal.run("x", shows: "entry <say hütte x>")
  }

  @Test func `completion replaces up to the cursor and keeps what is after it`() throws {
    let terminal = try start()
    terminal.send("say hüg later")
    try terminal.wait(forRow: "probe> say hüg later")
    terminal.send(String(repeating: "\u{2}", count: " later".count) + Key.tab)
    try terminal.wait(forRow: "probe> say hügel later")
  }

  @Test func `at the start of a line an earlier completion is forgotten`() throws {
    let terminal = try start()
    terminal.send("say hüg" + Key.tab + "\u{1}" + Key.tab + Key.tab)
    terminal.send("\u{5}")
    try terminal.wait(for: "the line as it was") { $0.currentRow.hasPrefix("probe> say hügel") }
    terminal.send("\u{15}")
    try terminal.run("say alive", shows: "entry <say alive>")
  }

  @Test func `an unfinished word gets no space`() throws {
    let terminal = try start()
    terminal.send("sv" + Key.tab)
    try terminal.wait(forRow: "probe> svm(")
    terminal.send("x")
    try terminal.wait(forRow: "probe> svm(x")
  }

  @Test func `a candidate may hold spaces and change what was typed`() throws {
    let terminal = try start()
    terminal.send("mean of new s" + Key.tab)
    try terminal.wait(forRow: "probe> mean of \"new snow\"")
  }

  @Test func `candidates with spaces share their beginning`() throws {
    let terminal = try start()
    terminal.send("mean of \"old s" + Key.tab)
    try terminal.wait(forRow: "probe> mean of \"old snow\"")
  }

  @Test func `without completions of the driver file names are completed`() throws {
    for changes in [[:], ["PROBE_COMPLETES": "1"]] {
      let terminal = try Probe.start(environment: changes)
      terminal.send("echo ./../../../../../../../../../../etc/host" + Key.tab)
      terminal.send("name" + Key.tab)
      try terminal.wait(for: "/etc/hostname")
    }
  }

  @Test func `the common prefix never ends inside a character`() {
    #expect(CompletionList(from: 0, [.init("hügel"), .init("hütte")]).commonPrefix == "hü")
    #expect(CompletionList(from: 0, [.init("é"), .init("è")]).commonPrefix == "")
    #expect(CompletionList(from: 0, []).commonPrefix == "")
  }

  @Test func `candidates with control, bidirectional or invisible characters are left out`() {
    let bad = [
      "b\u{1B}[31mad", "c1\u{9B}", "a\u{202E}b", "a\u{2066}b", "a\u{200B}b", "a\u{FEFF}b", "a\u{AD}b", "a\u{E0041}b",
      "a\u{3164}", "a\u{2028}b", "a\u{E000}",
    ]
    let offered = CompletionList(from: 0, (["good", "é\\", "👩‍👩‍👧"] + bad).map { .init($0) })
    #expect(offered.visible.candidates.map(\.text) == ["good", "é\\", "👩‍👩‍👧"])
  }

  @Test func `a menu has one line per candidate, cut to the screen`() {
    let offered = CompletionList(
      from: 0, (1...50).map { .init("word\($0)", note: String(repeating: "n", count: 99)) })
    let lines = offered.menu(columns: 40)
    #expect(lines.count == 50)
    #expect(lines.allSatisfy { $0.count < 40 })
  }

  @Test func `a list longer than the screen pages: Space for a page, Enter for a line, any other key ends it`() throws {
    let terminal = try Probe.start(environment: ["PROBE_COMPLETES": "1"])
    terminal.send("many " + Key.tab)
    try terminal.wait(forRow: "probe> many item0")
    terminal.send(Key.tab + Key.tab)
    try terminal.wait(for: "the first page") { $0.currentRow.hasPrefix("--More--") }
    #expect(terminal.screen.text.contains("item001"))
    terminal.send("\r")
    try terminal.wait(for: "a line more") { $0.currentRow.hasPrefix("--More--") && !$0.text.contains("item001 ") }
    terminal.send(" ")
    try terminal.wait(for: "a page more") { $0.currentRow.hasPrefix("--More--") && $0.text.contains("item030") }
    terminal.send("q")
    try terminal.wait(for: "the line as it was") { $0.currentRow.hasPrefix("probe> many item") }
    terminal.send(Key.tab + Key.tab)
    try terminal.wait(for: "the first page again") { $0.currentRow.hasPrefix("--More--") }
    terminal.send(Key.controlC)
    try terminal.wait(for: "an empty prompt") { $0.currentRow == "probe>" }
    try terminal.run("alive", shows: "entry <alive>")
  }
}
