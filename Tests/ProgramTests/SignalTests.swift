import Glibc
import PodiumTestKit
import Testing

/// Signals to the program at its prompt, at a question and in a computation.
struct SignalTests {
  /// What the program is doing when the signal arrives.
  enum Place: String, CaseIterable, Sendable {
    case prompt, question, computation
  }

  /// A shell with the program in the foreground; the shell reports the state of the terminal.
  private func start(_ place: Place, in home: Home, interactiveShell: Bool = false) throws -> (
    terminal: PseudoTerminal, program: pid_t
  ) {
    home.write(LongTable.text(rows: place == .computation ? 20_000 : 100), to: "big.csv")
    let program = try BuiltProgram.path("podium")
    let script = "'\(program)' --no-rc; echo status $?; stty -a; echo over"
    let environment = home.environment(["PS1": "shell> ", "HISTFILE": ""])
    let arguments = interactiveShell ? ["--noprofile", "--norc", "--noediting", "-i"] : ["-c", script]
    let terminal = try PseudoTerminal(
      ["/bin/bash"] + arguments, environment: environment, folder: home.work, width: 100, height: 50)
    terminal.companion = home
    if interactiveShell {
      try terminal.wait(for: "the shell") { $0.currentRow.hasPrefix("shell>") }
      terminal.send("'\(program)' --no-rc\r")
    }
    try terminal.wait(for: "the prompt") { _ in terminal.isAtPrompt(since: 0) }
    for line in ["!echo $PPID > pid", "load big.csv"] { try enter(line, at: terminal) }
    let id = home.text("pid").flatMap { pid_t($0.split(separator: "\n").first.map(String.init) ?? "") } ?? 0
    switch place {
    case .prompt:
      terminal.send("half a line")
      try terminal.wait(for: "half a line")
    case .question:
      terminal.send("label\r")
      try terminal.wait(for: "the question") { $0.currentRow.hasPrefix("  column>") }
    case .computation:
      try enter("label y", at: terminal)
      terminal.send("cv tree k=1000\r")
      try terminal.wait(for: "the line of progress") { $0.text.contains("of 1000") }
    }
    return (terminal, id)
  }

  private func enter(_ line: String, at terminal: PseudoTerminal) throws {
    let before = terminal.transcript.count
    terminal.send(line + "\r")
    try terminal.wait(for: "the prompt after '\(line)'") { _ in terminal.isAtPrompt(since: before) }
  }

  @Test(arguments: Place.allCases, [SIGTERM, SIGHUP, SIGILL, SIGABRT] + (BuiltProgram.isSanitized ? [] : [SIGSEGV]))
  func `a signal that ends the program leaves a usable terminal`(place: Place, signal: Int32) throws {
    let home = try Home()
    let (terminal, program) = try start(place, in: home)
    try #require(program > 1)
    kill(program, signal)
    try terminal.wait(for: "the end") { $0.rows.contains("over") }
    #expect(terminal.screen.text.contains("status \(128 + signal)"))
    let words = terminal.screen.text.split { $0 == " " || $0 == "\n" || $0 == ";" }
    for mode in ["icanon", "echo", "isig", "icrnl", "opost"] { #expect(words.contains(mode[...]), "\(mode)") }
    #expect(!terminal.screen.marksPastes && terminal.screen.showsCursor)
  }

  @Test(arguments: [["-c", "!kill -ABRT $PPID"], []])
  func `a crash without a prompt says one sentence, and where the history is`(arguments: [String])
    throws
  {
    let home = try Home()
    let run = try home.podium(
      ["--no-rc"] + arguments, input: arguments.isEmpty ? "!kill -ABRT $PPID\n" : "")
    #expect(run.ending == .signal(SIGABRT))
    #expect(
      String(decoding: run.errors, as: UTF8.self)
        == "error: podium stopped, because memory ran out or it has a fault; the history of your commands is in "
        + "'\(home.path)/data/podium/workspace.sqlite'\n")
    #expect(try home.run("history").ending == .status(0))
  }

  @Test(.disabled(if: BuiltProgram.isSanitized, "no room for the sanitizer"))
  func `a file that the limit of the address space has no room for is refused`() throws {
    let home = try Home()
    let path = home.write("a,b\n" + String(repeating: "1,2\n", count: 2000), to: "large.csv")
    try #require(truncate(path, 3 << 30) == 0)
    let run = try ProgramRun(
      [
        "/bin/bash", "-c",
        "ulimit -v 2097152; exec '\(try BuiltProgram.path("podium"))' -c 'load large.csv'",
      ],
      environment: home.environment(), folder: home.work)
    #expect(run.ending == .status(1))
    let error = String(decoding: run.errors, as: UTF8.self)
    #expect(
      error.contains("'large.csv' needs more than the") && error.contains("(ulimit -v) leaves"),
      "\(error)")
  }

  @Test(arguments: Place.allCases)
  func `Ctrl-Z suspends the program and fg resumes it`(place: Place) throws {
    let home = try Home()
    let (terminal, _) = try start(place, in: home, interactiveShell: true)
    terminal.send("\u{1A}")
    try terminal.wait(for: "Stopped")
    try terminal.wait(for: "the shell") { $0.currentRow.hasPrefix("shell>") }
    terminal.send("fg\r")
    switch place {
    case .prompt: try terminal.wait(for: "the line again") { $0.currentRow.hasSuffix("half a line") }
    case .question: try terminal.wait(for: "the question again") { $0.currentRow.hasPrefix("  column>") }
    case .computation: try terminal.wait(for: "the line of progress") { $0.currentRow.contains("of 1000") }
    }
    let before = terminal.transcript.count
    terminal.send(Key.controlC)
    try terminal.wait(for: "the prompt") { _ in terminal.isAtPrompt(since: before) }
    #expect(try terminal.answer(to: "set seed=99").contains("99"))
  }

  @Test(arguments: Place.allCases)
  func `a new window size is used`(place: Place) throws {
    let home = try Home()
    let (terminal, _) = try start(place, in: home)
    terminal.resize(width: 40, height: 20)
    terminal.settle(seconds: 0.3)
    let before = terminal.transcript.count
    terminal.send(Key.controlC)
    try terminal.wait(for: "the prompt") { _ in terminal.isAtPrompt(since: before) }
    let start = terminal.transcript.count
    try enter("describe a", at: terminal)
    let lines = PseudoTerminal.plain(Array(terminal.transcript[start...])).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 40 })
  }

  @Test func `a reader that closes the pipe is not an error`() throws {
    let home = try Home()
    home.write(LongTable.text(rows: 20_000), to: "big.csv")
    let program = try BuiltProgram.path("podium")
    let run = try ProgramRun(
      ["/bin/sh", "-c", "'\(program)' -c 'load big.csv' -c 'head 20000' | head -1; echo \"$?\""],
      environment: home.environment(), folder: home.work)
    #expect(run.errorText.isEmpty)
    #expect(run.outputText.hasSuffix("0\n"))
  }
}
