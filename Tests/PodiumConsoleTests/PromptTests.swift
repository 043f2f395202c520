import Glibc
import PodiumTestKit
import Testing

/// What keys do while a line is edited.
struct PromptTests {
  @Test func `an entry runs and the prompt comes back`() throws {
    let terminal = try Probe.start()
    try terminal.run("echo hello", shows: "hello")
  }

  @Test func `Ctrl-C drops the line`() throws {
    let terminal = try Probe.start()
    terminal.send("unwanted")
    try terminal.wait(forRow: "probe> unwanted")
    terminal.send(Key.controlC)
    try terminal.wait(for: "probe> unwanted^C\nprobe>")
    try terminal.run("wanted", shows: "entry <wanted>")
  }

  @Test func `keys right after Ctrl-C belong to the next line`() throws {
    let terminal = try Probe.start()
    try terminal.run("echo before", shows: "before")
    for _ in 1...20 {
      terminal.send("unwanted")
      try terminal.wait(forRow: "probe> unwanted")
      terminal.send(Key.controlC + Key.up)
      try terminal.wait(forRow: "probe> echo before")
      try terminal.run("", shows: "before")
    }
  }

  @Test func `Ctrl-C in the middle of a long line starts below its last row`() throws {
    let terminal = try Probe.start(width: 20)
    terminal.send("aaaaaaaaaabbbbbbbbbbcccccccccc")
    try terminal.wait(forRow: "bbbbbbbcccccccccc")
    terminal.send("\u{1}")
    try terminal.wait(for: "the cursor at the start") { $0.cursor == .init(row: 0, column: 7) }
    terminal.send(Key.controlC)
    try terminal.wait(for: "probe> aaaaaaaaaabbb\nbbbbbbbcccccccccc^C\nprobe>")
  }

  @Test func `Ctrl-C drops an entry of several lines`() throws {
    let terminal = try Probe.start()
    terminal.enter("sum (1")
    try terminal.wait(forRow: "   ...>")
    terminal.send("2")
    try terminal.wait(forRow: "   ...> 2")
    terminal.send(Key.controlC)
    try terminal.wait(forRow: "probe>")
    try terminal.run("alone", shows: "entry <alone>")
  }

  @Test func `Ctrl-C leaves a search in the history`() throws {
    let terminal = try Probe.start()
    try terminal.run("echo one", shows: "one")
    terminal.send(Key.controlR + "ech")
    try terminal.wait(for: "(reverse-i-search)`ech'")
    terminal.send(Key.controlC)
    try terminal.wait(forRow: "probe>")
    try terminal.run("after", shows: "entry <after>")
  }

  @Test func `Ctrl-C answers readline's own question`() throws {
    let folder = TemporaryFolder()
    let names = (1...120).map { "\(folder.path)/name\($0)" }
    defer { names.forEach { unlink($0) } }
    names.forEach { write("", to: $0) }
    let terminal = try Probe.start()
    terminal.send("echo \(folder.path)/na")
    terminal.send(Key.tab)
    try terminal.wait(forRow: "probe> echo \(folder.path)/name")
    terminal.send(Key.tab + Key.tab)
    try terminal.wait(for: "Display all 120 possibilities?")
    terminal.send(Key.controlC)
    try terminal.wait(forRow: "probe>")
    try terminal.run("after", shows: "entry <after>")
  }

  @Test func `Ctrl-D on an empty line leaves with status 0 on a row of its own`() throws {
    let terminal = try Probe.start()
    terminal.send(Key.controlD)
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(terminal.screen.text == "probe>")
    #expect(terminal.screen.cursor == .init(row: 1, column: 0))
    #expect(!terminal.screen.marksPastes)
  }

  @Test func `Ctrl-D drops half an entry instead of leaving`() throws {
    let terminal = try Probe.start()
    terminal.enter("(")
    try terminal.wait(forRow: "   ...>")
    terminal.send(Key.controlD)
    try terminal.wait(forRow: "probe>")
    try terminal.run("alone", shows: "entry <alone>")
  }

  @Test func `an entry may leave with its own status`() throws {
    let terminal = try Probe.start()
    terminal.enter("leave")
    #expect(try terminal.waitForEnd() == .status(7))
  }

  @Test func `an empty line is not an entry`() throws {
    let terminal = try Probe.start()
    terminal.enter("")
    terminal.enter("  ")
    try terminal.run("echo only", shows: "only")
    #expect(!terminal.screen.text.contains("entry"))
  }

  @Test func `an open bracket and a trailing backslash continue the entry`() throws {
    let terminal = try Probe.start()
    terminal.enter("a (")
    try terminal.wait(forRow: "   ...>")
    terminal.enter("b)\\")
    try terminal.wait(for: "b)\\\n   ...>")
    try terminal.run("c", shows: "entry <a (|b)\\|c>")
  }

  @Test func `an exclamation mark is never expanded`() throws {
    let terminal = try Probe.start()
    try terminal.run("echo one", shows: "one")
    try terminal.run("echo !! !echo !1", shows: "!! !echo !1")
  }

  @Test func `a paste waits for Enter and is one entry`() throws {
    let terminal = try Probe.start()
    #expect(terminal.screen.marksPastes)
    terminal.send(Key.paste("first\tx\nsecond\n"))
    try terminal.wait(for: "second")
    try terminal.wait(for: "an empty row below") { $0.cursor == .init(row: 2, column: 0) }
    #expect(!terminal.screen.text.contains("entry"))
    try terminal.run("", shows: "entry <first\tx|second>".replacingTabs)
  }

  @Test func `Ctrl-C ends a paste that has no end`() throws {
    let terminal = try Probe.start()
    terminal.send("\u{1B}[200~half of it")
    // Nothing shows before the end of a paste; the byte must only have been read.
    terminal.send("x")
    try terminal.waitUntilKeysAreRead()
    terminal.send(Key.controlC)
    try terminal.wait(for: "^C\nprobe>")
    try terminal.run("after", shows: "entry <after>")
  }

  @Test func `keys typed ahead are not lost`() throws {
    let terminal = try Probe.start()
    terminal.send("echo one\recho two\rhalf")
    try terminal.wait(for: "probe> echo one\none\nprobe> echo two\ntwo\nprobe> half")
  }

  @Test func `letters beyond ASCII are letters in every locale`() throws {
    for locale in [["LANG": ""], ["LC_ALL": "C"], ["LANG": "xx_YY.UTF-8"], ["LANG": "C.UTF-8"]] {
      let terminal = try Probe.start(environment: locale)
      terminal.send("echo né日x")
      try terminal.wait(forRow: "probe> echo né日x")
      terminal.send("\u{7F}\u{7F}")
      try terminal.wait(forRow: "probe> echo né")
      try terminal.run("", shows: "né")
    }
  }

  @Test func `a dumb terminal gets no escape sequence`() throws {
    let terminal = try Probe.start(environment: ["TERM": "dumb"])
    try terminal.run("echo plain", shows: "plain")
    terminal.send(Key.controlD)
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(!terminal.transcript.contains(0x1B))
    #expect(terminal.screen.currentRow.isEmpty)
  }

  @Test func `nothing asks the terminal before the prompt`() throws {
    let terminal = try Probe.start()
    let written = String(decoding: terminal.transcript, as: UTF8.self)
    #expect(written == "\u{1B}[?2004hprobe> ")
  }

  @Test func `the prompt follows the width of the terminal`() throws {
    let terminal = try Probe.start()
    try terminal.run("cols", shows: "columns 80")
    terminal.send("aaaaaaaaaabbbbbbbbbb")
    try terminal.wait(forRow: "probe> aaaaaaaaaabbbbbbbbbb")
    terminal.resize(width: 20, height: 24)
    try terminal.wait(forRow: "bbbbbbb")
    terminal.send(Key.controlC)
    try terminal.wait(forRow: "probe>")
    try terminal.run("cols", shows: "columns 20")
  }
}

extension String {
  /// The text as the screen shows it from column 0.
  fileprivate var replacingTabs: String {
    reduce(into: "") { text, character in
      text += character == "\t" ? String(repeating: " ", count: 8 - text.count % 8) : String(character)
    }
  }
}
