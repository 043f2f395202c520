import ArgumentParser
import Glibc
import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumTestKit

/// `podium-bench readers`: how the cost of reading grows with the input.
struct ReadersBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "readers",
    abstract: "Give every reader an input and one of four times its size, and compare processor time and memory.")

  @Option(help: ArgumentHelp("Program to run; by default the one next to this program.", valueName: "path"))
  var program: String?

  @Option(help: "Largest ratio of time or memory.")
  var limit = 5.0

  @Option(help: "Processor time in seconds that the smaller input takes at least.")
  var least = 0.1

  @Option(help: "Runs of each input; the least time and memory count.")
  var runs = 3

  @Option(help: "How often an input above the limit is measured again, since a busy machine only adds time.")
  var again = 2

  @Option(help: ArgumentHelp("Only the input of this name.", valueName: "name"))
  var only: String?

  func validate() throws {
    guard limit > 0, least > 0, runs > 0, again >= 0 else { throw ValidationError("numbers must be greater than 0") }
    if let only, !ReaderInput.all.contains(where: { $0.name == only }) {
      throw ValidationError(
        "unknown input '\(only)'; the inputs are " + ReaderInput.all.map { "'\($0.name)'" }.joined(separator: " "))
    }
  }

  // Input is made in a process of its own: a program counts the memory of the process that starts it as its own.
  @Option(help: ArgumentHelp("Write the input with this many units to the folder.", visibility: .private))
  var make: Int?

  @Option(help: ArgumentHelp("The folder.", visibility: .private))
  var folder = "."

  /// What reading takes beyond starting the program.
  private struct Cost {
    var seconds: Double
    var megabytes: Double

    func least(_ other: Cost) -> Cost {
      Cost(seconds: min(seconds, other.seconds), megabytes: min(megabytes, other.megabytes))
    }
  }

  func run() throws {
    if let make, let input = ReaderInput.all.first(where: { $0.name == only }) {
      let bytes = try input.bytes(make)
      return try DiskFiles().write(bytes, to: folder + "/" + input.file, shown: input.file, mode: .replace)
    }
    let podium = try program ?? BuiltProgram.path("podium")
    // Without a limit of its own: this measures how costs grow, and `bombs` how large they are.
    let start = try cost("\(ReaderInput.quiet) -c '= 1'", podium, BenchFolder())
    print("reader                   units        s       MB   units x 4: s       MB   ratio: s     MB")
    var isGood = true
    for input in ReaderInput.all where only == nil || only == input.name {
      var count = min(input.count, input.most / 4)
      var small = try measure(input, count, podium, above: start)
      while small.seconds < least, count * 2 <= input.most / 4 {
        count *= 2
        small = try measure(input, count, podium, above: start)
      }
      var large = try measure(input, count * 4, podium, above: start)
      // Below these, the clock, pages and the buffers of the C library decide.
      var time: Double { max(large.seconds, 0.05) / max(small.seconds, 0.05) }
      var memory: Double { max(large.megabytes, 4) / max(small.megabytes, 4) }
      var isOver: Bool { time > limit || memory > limit }
      for _ in 0..<again where isOver {
        small = try measure(input, count, podium, above: start).least(small)
        large = try measure(input, count * 4, podium, above: start).least(large)
      }
      if isOver { isGood = false }
      func text(_ number: Double, _ width: Int, _ decimals: Int = 2) -> String {
        NumberText.fixed(number, decimals).padded(toWidth: width, right: true)
      }
      print(
        input.name.padded(toWidth: 20) + String(count).padded(toWidth: 10, right: true) + text(small.seconds, 9)
          + text(small.megabytes, 9, 1) + text(large.seconds, 15) + text(large.megabytes, 9, 1) + text(time, 11)
          + text(memory, 7) + (isOver ? "  ABOVE \(NumberText.shortest(limit))" : ""))
    }
    if !isGood { throw ExitCode(1) }
  }

  private func measure(_ input: ReaderInput, _ count: Int, _ podium: String, above start: Cost) throws -> Cost {
    let home = BenchFolder()
    let make = "\"$0\" readers --only '\(input.name)' --make \(count)\n" + input.prepare
    let prepared = try ProgramRun(
      ["/bin/sh", "-e", "-c", make, try BuiltProgram.path("podium-bench")], environment: home.environment,
      folder: home.path)
    guard prepared.status == 0 else { throw ValidationError("'\(input.name)': \(prepared.errorText)") }
    let cost = try cost(input.run, podium, home, what: "'\(input.name)' with \(count) units")
    return Cost(seconds: cost.seconds - start.seconds, megabytes: cost.megabytes - start.megabytes)
  }

  private func cost(_ line: String, _ podium: String, _ home: BenchFolder, what: String = "the program") throws -> Cost
  {
    let limit = SweepRun.Limit(seconds: 300, megabytes: 1 << 20)
    var cost = Cost(seconds: .infinity, megabytes: .infinity)
    for _ in 0..<runs {
      let run = SweepRun(
        ["/bin/sh", "-c", "{ " + line + "; } >out.txt 2>&1", podium], in: home.path, home.environment, limit)
      guard run.status == 0 else {
        throw ValidationError("\(what): \(run.verdict): " + Bomb.code(in: home.path + "/out.txt"))
      }
      cost.seconds = min(cost.seconds, run.seconds)
      cost.megabytes = min(cost.megabytes, Double(run.megabytes))
    }
    return cost
  }
}
