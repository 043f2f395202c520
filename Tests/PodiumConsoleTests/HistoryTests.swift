import Glibc
import PodiumTestKit
import Testing

/// Recalling entries, within a session and from others.
struct HistoryTests {
  let folder = TemporaryFolder()

  @Test func `an entry of several lines is recalled as one`() throws {
    for again in [false, true] {
      let terminal = try Probe.start(history: folder.history)
      if !again {
        terminal.enter("sum (1")
        try terminal.wait(forRow: "   ...>")
        try terminal.run("2)", shows: "entry <sum (1|2)>")
      }
      terminal.send(Key.up)
      try terminal.wait(for: "probe> sum (1\n2)")
      try terminal.run("", shows: "entry <sum (1|2)>")
    }
    #expect(contents(of: folder.history) == "sum (1\\n2)\n")
  }

  @Test func `Up finds what begins as the line does`() throws {
    write("echo first\nother\necho second\nlast\n", to: folder.history)
    let terminal = try Probe.start(history: folder.history)
    terminal.send("ec" + Key.up)
    try terminal.wait(forRow: "probe> echo second")
    terminal.send(Key.up)
    try terminal.wait(forRow: "probe> echo first")
    #expect(terminal.screen.cursor.column == "probe> echo first".count)
    terminal.send(Key.down)
    try terminal.wait(forRow: "probe> echo second")
    terminal.send(Key.controlC)
    try terminal.wait(forRow: "probe>")
    terminal.send(Key.up)
    try terminal.wait(forRow: "probe> last")
    terminal.send(Key.up + Key.up)
    try terminal.wait(forRow: "probe> other")
  }

  @Test func `an inputrc has the last word on keys`() throws {
    let rules = folder.path + "/a"
    write("set editing-mode vi\n\"\\e[A\": beginning-of-line\n", to: rules)
    defer { unlink(rules) }
    write("echo first\nother\n", to: folder.history)
    let terminal = try Probe.start(history: folder.history, environment: ["INPUTRC": rules])
    terminal.send("ec" + Key.up)
    try terminal.wait(for: "the cursor at the start") {
      $0.cursor.column == "probe> ".count && $0.currentRow == "probe> ec"
    }
    terminal.send("\u{1B}")
    try terminal.waitUntilKeysAreRead()
    terminal.send("Aho vi\r")
    try terminal.wait(for: "vi\nprobe>")
  }

  @Test func `Ctrl-R searches anywhere in the entries`() throws {
    write("echo needle\nother\n", to: folder.history)
    let terminal = try Probe.start(history: folder.history)
    terminal.send(Key.controlR + "eedl")
    try terminal.wait(for: "(reverse-i-search)`eedl': echo needle")
    try terminal.run("", shows: "needle")
  }

  @Test func `an entry is in the file before it runs`() throws {
    let terminal = try Probe.start(history: folder.history)
    terminal.enter("spin")
    try terminal.wait(for: "spinning")
    kill(terminal.processID, SIGKILL)
    #expect(try terminal.waitForEnd() == .signal(SIGKILL))
    #expect(contents(of: folder.history) == "spin\n")
  }

  @Test func `sessions at the same time share one file`() throws {
    let one = try Probe.start(history: folder.history)
    let other = try Probe.start(history: folder.history)
    try one.run("echo a", shows: "a")
    try other.run("echo b", shows: "b")
    try one.run("echo c", shows: "c")
    #expect(contents(of: folder.history) == "echo a\necho b\necho c\n")
  }

  @Test func `four sessions that write at once lose, mix and double nothing`() throws {
    let sessions = try (0..<4).map { _ in try Probe.start(history: folder.history) }
    for line in 0..<200 {
      for (number, session) in sessions.enumerated() { session.enter("echo \(number).\(line)") }
      for (number, session) in sessions.enumerated() {
        try session.wait(for: "the answer and a prompt") {
          $0.rowAbove == "\(number).\(line)" && $0.currentRow == "probe>"
        }
      }
    }
    let lines = contents(of: folder.history)?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    let wanted = Set((0..<4).flatMap { number in (0..<200).map { "echo \(number).\($0)" } })
    let others = lines.dropLast().map { String($0) }.filter { !wanted.contains($0) }
    #expect(others.isEmpty)
    #expect(lines.count == 801 && lines.last == "")
    for number in 0..<4 {
      let own = lines.filter { $0.hasPrefix("echo \(number).") }
      #expect(own.map { String($0) } == (0..<200).map { "echo \(number).\($0)" })
    }
  }

  @Test func `spaces in front hide an entry and repetitions count once`() throws {
    let terminal = try Probe.start(history: folder.history)
    try terminal.run(" echo secret", shows: "secret")
    try terminal.run("echo a", shows: "a")
    try terminal.run("echo a", shows: "a")
    #expect(contents(of: folder.history) == "echo a\n")
    terminal.send(Key.up + Key.up)
    try terminal.wait(forRow: "probe> echo a")
  }

  @Test func `folders are made and the file is the user's alone`() throws {
    let path = folder.path + "/a/b/history"
    let terminal = try Probe.start(history: path)
    try terminal.run("echo a", shows: "a")
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(stat(folder.path + "/a", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test func `a file that cannot be opened is reported once`() throws {
    mkdir(folder.history, 0o700)
    let terminal = try Probe.start(history: folder.history)
    try terminal.run("echo a", shows: "a")
    try terminal.run("echo b", shows: "b")
    let warning =
      "warning: cannot open the history file '\(folder.history)' (Is a directory); entries are not kept"
    // A line that ends with the window's edge loses its space there.
    let shown = terminal.screen.rows.joined().filter { $0 != " " }
    #expect(shown.components(startingWith: "warning:") == 1)
    #expect(shown.hasPrefix(warning.filter { $0 != " " }))
    terminal.send(Key.up + Key.up)
    try terminal.wait(forRow: "probe> echo a")
  }

  @Test func `a full disk is reported once`() throws {
    let terminal = try Probe.start(history: "/dev/full")
    try terminal.run("echo a", shows: "a")
    try terminal.run("echo b", shows: "b")
    #expect(terminal.screen.text.components(startingWith: "No space left on device") == 1)
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(startingWith text: String) -> Int {
    indices.count { self[$0...].hasPrefix(text) }
  }
}
