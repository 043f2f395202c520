import PodiumTestKit
import Testing

/// Scripts on standard input.
struct ScriptTests {
  @Test func `quiet leaves warnings alone, also of the commands in a file`() throws {
    let home = try Home()
    home.write("a,y\n1,u\n2,v\n3,u\n4,v\n5,u\n6,u\n7,u\n", to: "small.csv")
    home.write("load small.csv\nhead 2\nlabel y\ncv tree k=3\n", to: "morning.podium")
    let run = try home.run("quiet: source morning.podium")
    #expect(run.status == 0)
    #expect(run.outputText == "warning: class 'v' has only 2 rows for 3 folds\n")
  }

  @Test func `a script can contain commands of several lines`() throws {
    let run = try Home().podium(
      [], input: "load iris # flowers\nlabel \\\n  species\ncv tree(\n  max-depth=2\n) k=3\n")
    #expect(run.status == 0)
    #expect(run.outputText.contains("accuracy"))
    #expect(run.errorText.isEmpty)
  }

  @Test func `a script that runs itself ends in an error`() throws {
    let home = try Home()
    home.write("source loop.podium\n", to: "loop.podium")
    let run = try home.podium(["run", "loop.podium"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("scripts are nested more than 16 levels deep"))
  }

  @Test func `a script with CRLF line ends and a byte order mark runs`() throws {
    let run = try Home().podium([], input: "\u{FEFF}load iris\r\nhead 1\r\n\r\n")
    #expect(run.status == 0)
    #expect(run.outputText.contains("setosa"))
  }

  @Test func `an error has the line of standard input and stops the script`() throws {
    let run = try Home().podium([], input: "load iris\n\n# why\nlabel specis\nhead 1\n")
    #expect(run.status == 1)
    #expect(run.errorText.hasPrefix("<stdin>:4: error: unknown column 'specis'"))
    #expect(!run.outputText.contains("setosa"))
  }

  @Test func `the line of an error in a command of several lines is its first line`() throws {
    let run = try Home().podium(["--keep-going"], input: "load iris\nlabel \\\n specis\nnope\n")
    #expect(run.status == 1)
    #expect(run.errorText.contains("<stdin>:2: error: unknown column"))
    #expect(run.errorText.contains("<stdin>:4: error: unknown command"))
  }

  @Test func `an error in a script file has the file and the line`() throws {
    let home = try Home()
    home.write("load iris\nhead 1\nnope\n", to: "s.podium")
    let run = try home.podium(["run", "s.podium"])
    #expect(run.status == 1)
    #expect(run.outputText.contains("setosa"))
    #expect(run.errorText.hasPrefix("s.podium:3: error: unknown command 'nope'"))
  }

  @Test func `a line ends at 16 MB`() throws {
    let long = String(repeating: "a", count: (16 << 20) + 1)
    let line = try Home().podium([], input: "load iris\nhead 1\n" + long)
    #expect(line.status == 1)
    #expect(line.outputText.contains("setosa"))
    #expect(line.errorText.hasPrefix("<stdin>:3: error: the line is longer than 16 MB\n"))
  }

  @Test func `an open quote at the end is an error`() throws {
    let run = try Home().podium([], input: "load iris\nhead \"1\n")
    #expect(run.status == 1)
    #expect(run.errorText.contains("<stdin>:2: error: the quote"))
  }

  @Test func `bytes that are not text are refused`() throws {
    let home = try Home()
    let run = try ProgramRun(
      [try BuiltProgram.path("podium")], input: Array("set\n".utf8) + [0xFF, 0x0A],
      environment: home.environment())
    #expect(run.status == 1)
    #expect(run.errorText.hasPrefix("<stdin>:2: error: the line is not UTF-8 text"))
    #expect(!run.output.isEmpty)
  }

  @Test func `each command is answered before the next is sent`() throws {
    let home = try Home()
    let program = try PipedProgram(
      [try BuiltProgram.path("podium"), "--format", "json"], environment: home.environment(),
      folder: home.work)
    defer { withExtendedLifetime(home) {} }
    program.send("load iris\n")
    try program.wait(for: "one answer") { program.output.count(where: { $0 == 0x0A }) == 1 }
    program.send("label \\\n")
    program.send("species\n")
    try program.wait(for: "two answers") { program.output.count(where: { $0 == 0x0A }) == 2 }
    program.send("head 1; head")
    program.send(" 2\n")
    try program.wait(for: "four answers") { program.output.count(where: { $0 == 0x0A }) == 4 }
    #expect(try program.finish() == .status(0))
  }

  @Test func `the program exits quietly with 0 when its reader closes the pipe`() throws {
    let home = try Home()
    let podium = try BuiltProgram.path("podium")
    let line = "\"$0\" -c 'load iris; head 150' -c 'help' -c 'head 150'; echo $? >&2"
    let run = try ProgramRun(
      ["/bin/sh", "-c", "{ \(line); } | head -1", podium], environment: home.environment())
    #expect(run.outputText == "iris: 150 rows, 5 columns\n")
    #expect(run.errorText == "0\n")
  }

  @Test func `the program exits with 0 when its reader is gone`() throws {
    let home = try Home()
    let program = try PipedProgram(
      [try BuiltProgram.path("podium")], environment: home.environment(), folder: home.work)
    defer { withExtendedLifetime(home) {} }
    program.send("load iris\n")
    try program.wait(for: "150 rows")
    program.closeOutput()
    program.send("head 3\n")
    #expect(try program.finish() == .status(0))
    #expect(program.errors.isEmpty)
  }

  @Test func `pipelines of external commands in a script end without errors`() throws {
    let run = try Home().podium([], input: "!yes | head -1\nload iris\nhead 150 | head -2\nhead 2 | cat\n")
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(run.errorText.isEmpty)
    #expect(run.outputText.hasPrefix("y\n"))
  }

  @Test func `a verb cannot be abbreviated in a script`() throws {
    let run = try Home().podium([], input: "load iris\ndesc\n")
    #expect(run.status == 1)
    #expect(run.errorText.contains("unknown command 'desc'"))
  }
}
