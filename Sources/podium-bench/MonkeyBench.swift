import ArgumentParser
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit

/// `podium-bench monkey`: random commands in any order, and random keys.
struct MonkeyBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monkey",
    abstract: "Type random valid commands in one session and press random keys at one prompt.")

  @Option(help: "Number of commands.")
  var commands = 100_000

  @Option(help: "Number of keys.")
  var keys = 100_000

  @Option(help: "Random seed.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Program to run; by default the one next to this program.", valueName: "path"))
  var program: String?

  @Option(help: ArgumentHelp("Maximum memory of either at its end, in MB.", valueName: "mb"))
  var limit = 1024

  func run() throws {
    var isGood = true
    if commands > 0 { isGood = try type() && isGood }
    if keys > 0 { isGood = try press() && isGood }
    if !isGood { throw ExitCode(1) }
  }

  private func type() throws -> Bool {
    let whole = try Assembly.session(folder: "/", datasets: [Checkout.path("datasets")])
    guard let session = whole.session.apart() else { throw ValidationError("a separate session could not be created") }
    var run = MonkeyRun(session, seed: seed)
    let start = PseudoTerminal.seconds()
    let part = max(1, commands / 20)
    print("commands      ok   error  walks  seconds      MB")
    var done = 0
    while done < commands {
      let count = min(part, commands - done)
      run.type(count, walkingEvery: 500)
      done += count
      let seconds = Int(PseudoTerminal.seconds() - start)
      let row = [done, run.counts[.ok] ?? 0, run.counts[.error] ?? 0, run.walks, seconds, ResidentMemory.bytes() >> 20]
      print(row.map { String($0).padded(toWidth: 8, right: true) }.joined())
    }
    for problem in run.problems.prefix(20) { print("wrong: " + problem) }
    print("\(done) commands: \(run.problems.count) problems")
    return run.problems.isEmpty && ResidentMemory.bytes() >> 20 <= limit
  }

  private func press() throws -> Bool {
    let home = BenchFolder()
    let terminal = try PseudoTerminal(
      [try program ?? BuiltProgram.path("podium")], environment: home.environment, folder: home.path)
    try terminal.wait(for: "the prompt") { _ in terminal.isAtPrompt(since: -1) }
    var fingers = MonkeyKeys(seed: seed)
    let start = PseudoTerminal.seconds()
    let part = max(1, keys / 20)
    print("    keys seconds      MB")
    for number in 1...keys {
      fingers.press(on: terminal)
      if number % 20 == 0 { terminal.settle(seconds: 0.002) }
      if number % part == 0 {
        terminal.forgetTranscript()
        let seconds = Int(PseudoTerminal.seconds() - start)
        print(
          [number, seconds, terminal.residentBytes >> 20].map { String($0).padded(toWidth: 8, right: true) }.joined())
      }
    }
    let isAlive = terminal.answersSentinel()
    print(
      isAlive ? "\(keys) keys: the prompt answers" : "\(keys) keys: the prompt does not answer\n\(terminal.screen.text)"
    )
    return isAlive && terminal.residentBytes >> 20 <= limit
  }
}
