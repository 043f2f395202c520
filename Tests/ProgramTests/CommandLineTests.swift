import Glibc
import PodiumTestKit
import Testing

/// Exit statuses and options.
struct CommandLineTests {
  @Test func `commands that succeed exit with 0`() throws {
    let run = try Home().run("load iris; head 2")
    #expect(run.status == 0)
    #expect(run.outputText.contains("setosa"))
    #expect(run.errorText.isEmpty)
  }

  @Test func `a failed command exits with 1 and is reported only on standard error`() throws {
    let run = try Home().run("hed")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.errorText
        == """
        error: unknown command 'hed'; did you mean 'head'?
          hed
          ^^^
        help: type 'help' for the commands

        """)
  }

  @Test func `several commands stop at the first error`() throws {
    let run = try Home().run("load iris", "nonsense", "head 3")
    #expect(run.status == 1)
    #expect(run.outputText.contains("150 rows"))
    #expect(!run.outputText.contains("setosa"))
  }

  @Test func `a line of commands stops at its first error`() throws {
    let run = try Home().run("load iris; nonsense; head 3")
    #expect(run.status == 1)
    #expect(!run.outputText.contains("setosa"))
  }

  @Test func `keep-going runs the remaining commands and still exits with 1`() throws {
    let run = try Home().run("load iris", "nonsense; head 3", options: ["--keep-going"])
    #expect(run.status == 1)
    #expect(run.outputText.contains("setosa"))
  }

  @Test func `exit sets the exit status`() throws {
    #expect(try Home().run("exit", "nonsense").status == 0)
  }

  @Test(arguments: [
    ["--bad"], ["--format", "xml"], ["--threads", "0"], ["--threads", "x"], ["--width", "3"],
    ["--seed", "-1"],
    ["--color", "blue"], ["-c"], ["run"], ["run", "a", "b"], ["run", "--set", "k", "a"], ["unknown-word"],
    ["iris.csv"],
  ])
  func `wrong usage exits with 2`(_ arguments: [String]) throws {
    let run = try Home().podium(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errorText.hasPrefix("error: "))
  }

  @Test func `a missing file exits with 2`() throws {
    let run = try Home().podium(["run", "no-such.podium.md"])
    #expect(run.status == 2)
    #expect(run.errorText.hasPrefix("error: there is no file 'no-such.podium.md'"))
  }

  /// A setting that could not be tried has not failed: without it the answer would be another one.
  @Test(arguments: ["threads", "processes", "serial"])
  func `a missing library stops an evaluation, and drops no setting and no learner`(_ executor: String) throws {
    let home = try Home()
    home.write("no library", to: home.path + "/lib/libopenblas.so.0")
    let broken = ["LD_LIBRARY_PATH": home.path + "/lib"]
    for command in ["cv ann(hidden=2x2,64x64) nested=yes", "compare tree svm", "tune svm(c=1,2)", "fit svm"] {
      let run = try home.podium(
        ["--executor", executor, "-c", "load iris", "-c", "label species", "-c", command], environment: broken)
      #expect(run.status == 1, "\(command): \(run.outputText)")
      #expect(
        run.errorText.contains("the library OpenBLAS, which is needed for matrix arithmetic"),
        "\(command): \(run.errorText)")
    }
  }

  @Test func `help and version go to standard output with 0`() throws {
    for arguments in [["--help"], ["--version"], ["run", "--help"]] {
      let run = try Home().podium(arguments)
      #expect(run.status == 0)
      #expect(!run.output.isEmpty)
      #expect(run.errors.isEmpty)
    }
  }

  static let everyOption = [
    "--format", "json", "--workspace", "w.sqlite", "--seed", "7", "--threads", "2", "--no-rc", "--plugins",
    "plugins", "--width", "60", "--keep-going", "--trust", "--color", "never",
  ]

  @Test func `every option works with commands, with a script and with run`() throws {
    let home = try Home()
    home.write("set\n", to: "file.podium")
    for run in [
      try home.podium(Self.everyOption + ["-c", "set"]), try home.podium(["-c", "set"] + Self.everyOption),
      try home.podium(Self.everyOption, input: "set\n"),
      try home.podium(Self.everyOption + ["run", "file.podium"]),
      try home.podium(["run"] + Self.everyOption + ["file.podium"]),
      try home.podium(["run", "file.podium"] + Self.everyOption),
    ] {
      #expect(run.status == 0, Comment(rawValue: run.errorText))
      #expect(run.outputText.contains(#""seed":7"#))
    }
  }

  @Test func `an option's value 'run' is not the subcommand`() throws {
    let run = try Home().podium(["--workspace", "run", "-c", "set"])
    #expect(run.status == 0)
  }

  @Test func `seed, threads and width on the command line become settings`() throws {
    let text = try Home().run("set", options: ["--seed", "11", "--threads", "3", "--width", "70"]).outputText
    for value in ["11", "3", "70"] { #expect(text.contains(value)) }
  }

  @Test func `a closed standard input or output is an error, not a crash`() throws {
    let home = try Home()
    let podium = try BuiltProgram.path("podium")
    for redirection in ["<&-", ">/dev/full -c set", ">&- -c set"] {
      let run = try ProgramRun(
        ["/bin/sh", "-c", "\"$0\" \(redirection)", podium], environment: home.environment())
      #expect(run.status == 2)
      #expect(run.errorText.contains("error: standard "))
    }
  }

  @Test func `a script file continues after errors with keep-going, and exits with 1`() throws {
    let home = try Home()
    home.write("load iris\nnope\nhead 1\nlabel nope\n", to: "s.podium")
    let run = try home.podium(["run", "--keep-going", "s.podium"])
    #expect(run.status == 1)
    #expect(run.outputText.contains("setosa"))
    #expect(run.errorText.contains("s.podium:2: error: ") && run.errorText.contains("s.podium:4: error: "))
    #expect(!run.outputText.contains("error"))
  }

  @Test func `an interrupted script file exits with 130`() throws {
    let home = try Home()
    home.write("load iris\n!: > started; exec sleep 60\nhead 1\n", to: "s.podium")
    let terminal = try PseudoTerminal(
      [try BuiltProgram.path("podium"), "run", "--trust", "--keep-going", "s.podium"],
      environment: home.environment(), folder: home.work)
    terminal.companion = home
    try terminal.wait(for: "the command to start") { _ in home.bytes("started") != nil }
    terminal.send(Key.controlC)
    #expect(try terminal.waitForEnd() == .status(130))
    #expect(!terminal.screen.text.contains("setosa"))
  }

  @Test func `a script interrupted from the keyboard exits with 130`() throws {
    let home = try Home()
    // Standard input is the terminal, but there is no prompt if standard output is not one.
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-c", "trap : INT; echo ready; \"$0\" > out; echo status $?", try BuiltProgram.path("podium")],
      environment: home.environment(["PS1": ""]), folder: home.work)
    terminal.companion = home
    try terminal.wait(for: "ready")
    terminal.send("!touch started\r")
    try terminal.wait(for: "the script to run") { _ in home.bytes("started") != nil }
    // While the command ends, or while the program waits for the next line: one key is enough.
    terminal.send(Key.controlC)
    try terminal.wait(for: "status 130")
  }
}
