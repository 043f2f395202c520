import Glibc
import PodiumTestKit
import Testing

/// Ctrl-C and Ctrl-Z while an entry runs.
struct InterruptTests {
  @Test func `Ctrl-C cancels a running entry`() throws {
    let terminal = try Probe.start()
    terminal.enter("spin")
    try terminal.wait(forRow: "")
    try terminal.wait(for: "spinning")
    terminal.send(Key.controlC)
    try terminal.wait(for: "cancelled\nprobe>")
    try terminal.run("echo alive", shows: "alive")
  }

  @Test func `the quit key ends nothing, neither the program nor an entry`() throws {
    let quit = "\u{1C}"
    let terminal = try Probe.start()
    terminal.send("echo half")
    try terminal.wait(forRow: "probe> echo half")
    terminal.send(quit)
    try terminal.run(" done", shows: "half done")
    terminal.enter("spin")
    try terminal.wait(for: "spinning")
    terminal.send(quit)
    terminal.send(Key.controlC)
    try terminal.wait(for: "cancelled\nprobe>")
    try terminal.run("echo alive", shows: "alive")
  }

  @Test func `each entry counts its own presses`() throws {
    let terminal = try Probe.start()
    for _ in 1...4 {
      terminal.enter("spin")
      try terminal.wait(for: "spinning") { $0.rowAbove == "spinning" }
      terminal.send(Key.controlC)
      try terminal.wait(for: "cancelled") { $0.currentRow == "probe>" && $0.rowAbove.hasSuffix("cancelled") }
    }
  }

  @Test func `the third Ctrl-C leaves an entry that does not listen`() throws {
    let terminal = try Probe.shell("$PROBE; echo status $?; stty -a; echo over")
    try terminal.wait(forRow: "probe>")
    terminal.enter("deaf")
    try terminal.wait(for: "not listening")
    // A press that comes before the last one was handled is one with it; then it takes another.
    let lastChance = "press Ctrl-C once more to leave"
    for _ in 1...5 where !terminal.screen.text.contains(lastChance) {
      terminal.send(Key.controlC)
      try? terminal.wait(for: lastChance, seconds: 1) { $0.text.contains(lastChance) }
    }
    terminal.send(Key.controlC)
    // The shell got the interrupts as well, as everybody in front of the terminal does; it goes by the status.
    try terminal.wait(for: "status 130")
    try terminal.wait(for: "over")
    #expect(terminal.screen.hasPlainModes)
  }

  @Test func `Ctrl-Z stops at the prompt and the line is there again`() throws {
    let terminal = try Probe.inShell()
    terminal.send("echo half")
    try terminal.wait(forRow: "probe> echo half")
    terminal.send(Key.controlZ)
    try terminal.wait(for: "Stopped")
    try terminal.wait(forRow: "shell>")
    terminal.enter("stty -a")
    try terminal.wait(for: "extproc")
    #expect(terminal.screen.hasPlainModes)
    #expect(!terminal.screen.marksPastes)
    terminal.enter("fg")
    try terminal.wait(forRow: "probe> echo half")
    #expect(terminal.screen.marksPastes)
    try terminal.run(" done", shows: "half done")
  }

  @Test func `Ctrl-Z stops a running entry and it goes on`() throws {
    let terminal = try Probe.inShell()
    terminal.enter("spin")
    try terminal.wait(for: "spinning")
    let probe = terminal.foregroundGroup
    terminal.send(Key.controlZ)
    try terminal.wait(for: "Stopped")
    try terminal.wait(forRow: "shell>")
    #expect(terminal.foregroundGroup != probe)
    terminal.enter("fg")
    try terminal.wait(for: "the probe in front") { _ in terminal.foregroundGroup == probe }
    terminal.send(Key.controlC)
    try terminal.wait(for: "cancelled\nprobe>")
    try terminal.run("echo alive", shows: "alive")
  }

  @Test func `a stop that no one announced is repaired at the prompt`() throws {
    let terminal = try Probe.inShell()
    let probe = try terminal.probeID()
    terminal.send("echo ha")
    try terminal.wait(forRow: "probe> echo ha")
    kill(probe, SIGSTOP)
    try terminal.wait(for: "Stopped")
    terminal.enter("fg")
    try terminal.wait(forRow: "probe> echo ha")
    try terminal.run("lf", shows: "half")
  }

  @Test func `a new size during an entry is known at the next prompt`() throws {
    let terminal = try Probe.start()
    terminal.enter("spin")
    try terminal.wait(for: "spinning")
    terminal.resize(width: 20, height: 24)
    terminal.send(Key.controlC)
    try terminal.wait(for: "cancelled\nprobe>")
    terminal.send("aaaaaaaaaabbbbbbbbbb")
    try terminal.wait(forRow: "bbbbbbb")
  }

  @Test func `without a prompt Ctrl-C cancels as well`() throws {
    let terminal = try PseudoTerminal([Probe.path, "--batch"], environment: Probe.environment())
    try terminal.wait(for: "spinning")
    terminal.send(Key.controlC)
    #expect(try terminal.waitForEnd() == .status(130))
    #expect(terminal.screen.text.hasSuffix("cancelled"))
  }
}
