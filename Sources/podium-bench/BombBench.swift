import ArgumentParser
import Glibc
import PodiumCore
import PodiumTestKit

/// `podium-bench bombs`: small inputs that could take the whole machine.
struct BombBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bombs",
    abstract:
      "Run the program on small inputs made to exhaust time or memory; each must be answered or refused in time.")

  @Option(help: ArgumentHelp("Program to run; by default the one next to this program.", valueName: "path"))
  var program: String?

  @Option(help: "Limit of a run in seconds of processor time; by default 5 for files and 10 for commands.")
  var seconds: Double?

  @Option(help: "Limit of a run in megabytes; by default 512 for files and 1024 for commands.")
  var megabytes: Int?

  @Option(help: ArgumentHelp("Only the input of this name.", valueName: "name"))
  var only: String?

  func validate() throws {
    guard seconds ?? 1 > 0, megabytes ?? 1 > 0 else { throw ValidationError("limits must be greater than 0") }
    if let only, !Bomb.all.contains(where: { $0.name == only }) {
      throw ValidationError("unknown input '\(only)'; the inputs are " + Bomb.all.map(\.name).joined(separator: " "))
    }
  }

  func run() throws {
    let podium = try program ?? BuiltProgram.path("podium")
    print("input             bytes on disk      s     MB  end")
    var isGood = true
    for bomb in Bomb.all where only == nil || only == bomb.name {
      let home = BenchFolder()
      let size = try bomb.place(in: home.path, environment: home.environment)
      // What is large on disk may be held once.
      let limit = SweepRun.Limit(
        seconds: seconds ?? bomb.limit.seconds,
        megabytes: max(megabytes ?? bomb.limit.megabytes, (size >> 20) + 64))
      // The output is kept: the error must name the limit.
      let line = "(" + bomb.run + ") >out.txt 2>&1"
      let run = SweepRun(["/bin/sh", "-c", line, podium], in: home.path, home.environment, limit)
      let code = Bomb.code(in: home.path + "/out.txt")
      let isAnswered = run.status == 0 || bomb.refusals.contains { code.contains($0) }
      if run.isBad || !isAnswered { isGood = false }
      print(
        bomb.name.padded(toWidth: 18) + String(size).padded(toWidth: 13, right: true)
          + NumberText.fixed(run.seconds, 2).padded(toWidth: 7, right: true)
          + String(run.megabytes).padded(toWidth: 7, right: true) + "  "
          + (run.isBad
            ? run.verdict : run.status == 0 ? "answered" : isAnswered ? "refused: " + code : "FAILED: " + code))
    }
    if !isGood { throw ExitCode(1) }
  }
}
