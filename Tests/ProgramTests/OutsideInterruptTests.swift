import Glibc
import PodiumTestKit
import Testing

/// Ctrl-C while another program uses the terminal.
struct OutsideInterruptTests {
  @Test(arguments: [
    // The shell ignores the key for a moment while it starts its first program.
    "!trap '' INT; sleep 0.012; trap - INT; sleep 20", "!sleep 20", "!sleep 0.003; sleep 20", "head 2 | sleep 20",
  ])
  func `one press is enough, however early`(command: String) throws {
    let home = try Home()
    let terminal = try home.prompt()
    try terminal.answer(to: "load iris")
    var random = SystemlessRandom(seed: 5)
    for number in 1...15 {
      let before = terminal.transcript.count
      terminal.send(command + "\r")
      terminal.settle(seconds: 0.001 + Double(random.below(9)) / 1000)
      terminal.send(Key.controlC)
      try terminal.wait(for: "the prompt after press \(number)") { _ in terminal.isAtPrompt(since: before) }
    }
    #expect(try terminal.answer(to: "!echo alive").contains("alive"))
  }

  @Test func `the running program gets the key`() throws {
    let home = try Home()
    home.write(
      "trap 'n=$((n+1)); echo press $n' INT\nn=0; echo ready\nwhile [ $n -lt 4 ]; do sleep 0.02; done\nexit 0\n",
      to: "heard.sh")
    let terminal = try home.prompt()
    terminal.send("!. ./heard.sh\r")
    try terminal.wait(for: "ready") { $0.rows.contains("ready") }
    for number in 1...4 {
      terminal.send(Key.controlC)
      try terminal.wait(for: "press \(number)")
    }
    try terminal.waitForPrompt()
    #expect(!terminal.screen.text.contains("interrupted"))
    #expect(try terminal.answer(to: "set seed=99").contains("99"))
  }

  @Test func `an editor that handles Ctrl-C still returns its text`() throws {
    let home = try Home()
    // Perl, which every Debian has: bash may lose a signal between two commands.
    home.write(
      """
      $| = 1; my $presses = 0;
      $SIG{INT} = sub { $presses++; print "press $presses\\n" };
      print "ready\\n";
      select(undef, undef, undef, 0.02) while $presses < 3;
      open(my $file, '>', $ARGV[0]) or die; print $file "set seed=77\\n";

      """, to: "editor.pl")
    let terminal = try home.prompt(environment: ["EDITOR": "perl ./editor.pl"])
    try terminal.answer(to: "set seed=5")
    terminal.send("edit 1\r")
    try terminal.wait(for: "ready") { $0.rows.contains("ready") }
    for number in 1...3 {
      terminal.send(Key.controlC)
      try terminal.wait(for: "press \(number)")
    }
    try terminal.wait(for: "the edited command") { $0.rows.contains { $0.hasPrefix("seed") && $0.hasSuffix("77") } }
    try terminal.waitForPrompt()
  }

  @Test func `a script stops if Ctrl-C stops its program`() throws {
    let home = try Home()
    let program = try BuiltProgram.path("podium")
    let terminal = try PseudoTerminal(
      [program, "-c", "!echo begun; sleep 20", "-c", "!echo next"], environment: home.environment(), folder: home.work)
    terminal.companion = home
    try terminal.wait(for: "begun")
    terminal.send(Key.controlC)
    #expect(try terminal.waitForEnd() == .status(130))
    #expect(!terminal.screen.text.contains("next"))
  }
}
