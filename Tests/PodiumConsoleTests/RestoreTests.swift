import Glibc
import PodiumTestKit
import Testing

/// The terminal after the program is gone, however it went.
struct RestoreTests {
  /// What a shell sees after the probe was ended by an entry, or by a signal at the prompt.
  private func remains(entry: String? = nil, signal: Int32? = nil) throws -> Screen {
    let terminal = try Probe.shell("$PROBE; echo status $?; stty -a; echo over")
    try terminal.wait(forRow: "probe>")
    if let entry { terminal.enter(entry) }
    if let signal {
      let probe = try terminal.probeID()
      terminal.send("half a line")
      try terminal.wait(forRow: "probe> half a line")
      kill(probe, signal)
    }
    try terminal.wait(for: "over") { $0.rows.contains("over") }
    return terminal.screen
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGTRAP])
  func `a signal at the prompt leaves a usable terminal`(signal: Int32) throws {
    let screen = try remains(signal: signal)
    #expect(screen.text.contains("status \(128 + signal)"))
    #expect(screen.hasPlainModes)
    #expect(!screen.marksPastes && screen.showsCursor)
  }

  @Test(arguments: [("trap", SIGILL), ("deep", SIGSEGV), ("abort", SIGABRT)])
  func `a crash in an entry leaves a usable terminal`(entry: String, signal: Int32) throws {
    let screen = try remains(entry: entry)
    #expect(screen.text.contains("status \(128 + signal)") || screen.text.contains("status \(128 + SIGTRAP)"))
    #expect(screen.hasPlainModes)
    #expect(!screen.marksPastes && screen.showsCursor)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal during an entry cancels it and leaves`(signal: Int32) throws {
    for (entry, last) in [("spin", "spinning"), ("deaf", "not listening")] {
      let terminal = try Probe.start()
      terminal.enter(entry)
      try terminal.wait(for: last)
      kill(terminal.processID, signal)
      #expect(try terminal.waitForEnd() == .status(128 + signal))
      #expect(terminal.screen.text.contains("cancelled") == (entry == "spin"))
    }
  }

  @Test(arguments: ["half a line", "\u{1B}[200~half a paste", "spin\r"])
  func `a terminal that goes away ends the program`(keys: String) throws {
    let terminal = try Probe.start()
    terminal.send(keys)
    try terminal.waitUntilKeysAreRead()
    terminal.hangUp()
    #expect(try terminal.waitForEnd() == .status(128 + SIGHUP))
  }
}

extension Screen {
  /// Whether `stty -a` on the screen tells of a terminal that echoes, edits lines and makes signals.
  var hasPlainModes: Bool {
    let words = text.split { $0 == " " || $0 == "\n" || $0 == ";" }
    return ["icanon", "echo", "isig", "icrnl", "ixon", "opost"].allSatisfy { words.contains($0[...]) }
  }
}
