import ArgumentParser
import Glibc
import PodiumBenchmarks
import PodiumCore
import PodiumTestKit

/// `podium-bench start`: how long until the prompt accepts keys.
struct StartBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Time from the start of the process to the prompt, to the first answer, and to the end of -c set.")

  @Option(help: "Number of runs of each program.")
  var runs = 50

  @Option(help: ArgumentHelp("Program to run; by default the one next to this program.", valueName: "path"))
  var program: String?

  @Option(help: ArgumentHelp("Maximum median time to the prompt, in milliseconds.", valueName: "ms"))
  var limit = 15.0

  func validate() throws {
    guard runs > 0 else { throw ValidationError("--runs must be at least 1") }
  }

  func run() throws {
    let podium = try program ?? BuiltProgram.path("podium")
    let home = BenchFolder()
    let environment = home.environment
    let sqlite = "/usr/bin/sqlite3"
    let hasPeer = access(sqlite, X_OK) == 0
    // The first runs read the files from disk.
    for _ in 1...3 { _ = try prompt([podium], "[1] podium> ", environment) }
    var prompts: [Duration] = []
    var answers: [Duration] = []
    var peers: [Duration] = []
    var peerAnswers: [Duration] = []
    var commands: [Duration] = []
    var peerCommands: [Duration] = []
    for _ in 1...runs {
      prompts.append(try prompt([podium], "[1] podium> ", environment))
      answers.append(try prompt([podium], "[1] podium> ", environment, typing: "set\r", until: "[2] podium> "))
      commands.append(try home.time([podium, "-c", "set"]))
      guard hasPeer else { continue }
      peers.append(try prompt([sqlite], "sqlite> ", environment))
      peerAnswers.append(
        try prompt([sqlite], "sqlite> ", environment, typing: "select 6*7;\r", until: "sqlite> "))
      peerCommands.append(try home.time([sqlite, ":memory:", "select 1"]))
    }
    print("ms over \(runs) runs                 min  median     p95")
    show("podium, prompt ready", prompts)
    show("podium, first answer", answers)
    show("podium -c set", commands)
    if hasPeer {
      show("sqlite3, prompt ready", peers)
      show("sqlite3, first answer", peerAnswers)
      show("sqlite3 'select 1'", peerCommands)
      let ratios = [(prompts, peers), (answers, peerAnswers), (commands, peerCommands)].map {
        NumberText.fixed(Spread($0).median / Spread($1).median, 2)
      }
      print("podium / sqlite3, of the medians: prompt \(ratios[0]), first answer \(ratios[1]), command \(ratios[2])")
    }
    if Spread(prompts).median > limit {
      print("the prompt took longer than \(NumberText.fixed(limit, 1)) ms")
      throw ExitCode(1)
    }
  }

  /// The time to the prompt, or to the end of the answer to a line typed at the prompt.
  private func prompt(
    _ arguments: [String], _ prompt: String, _ environment: [String: String], typing line: String? = nil,
    until end: String = ""
  ) throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let terminal = try PseudoTerminal(arguments, environment: environment)
    /// Waits for output with this end, after the end of a line if required.
    func wait(for text: String, from place: Int, onNewLine: Bool) throws {
      let wanted = Array(text.utf8)
      try terminal.wait(for: text) { _ in
        let rest = terminal.transcript.dropFirst(place)
        return rest.suffix(wanted.count).elementsEqual(wanted) && (!onNewLine || rest.contains(0x0A))
      }
    }
    try wait(for: prompt, from: 0, onNewLine: false)
    guard let line else { return start.duration(to: clock.now) }
    let place = terminal.transcript.count
    terminal.send(line)
    try wait(for: end, from: place, onNewLine: true)
    return start.duration(to: clock.now)
  }

  private func show(_ name: String, _ durations: [Duration]) {
    let spread = Spread(durations)
    let figures = [spread.minimum, spread.median, spread.high].map {
      NumberText.fixed($0, 2).padded(toWidth: 8, right: true)
    }.joined()
    print(name.padded(toWidth: 28) + figures)
  }
}

/// A separate home folder for the measured programs: no history, no settings.
struct BenchFolder {
  private let folder = TemporaryFolder()
  var path: String { folder.path }

  var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8", "HOME": path, "INPUTRC": "/dev/null",
      "XDG_STATE_HOME": path + "/state", "XDG_CONFIG_HOME": path + "/config", "XDG_DATA_HOME": path + "/data",
    ]
  }

  /// The time of a program from its start to its end; throws where it fails.
  func time(_ arguments: [String]) throws -> Duration {
    let start = ContinuousClock.now
    let run = try ProgramRun(arguments, environment: environment)
    guard run.status == 0 else { throw ValidationError("\(arguments) failed: \(run.errorText)") }
    return ContinuousClock.now - start
  }
}
