import ArgumentParser
import PodiumCore
import PodiumPlugin
import PodiumStore
import PodiumTestKit

/// `podium-bench crash race`: several processes write to one workspace at once.
struct CrashRace: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "race", abstract: "Let processes write to one workspace at once; nothing may be lost or duplicated.")

  @Option(help: "Number of processes.")
  var writers = 4
  @Option(help: "Number of steps of each process.")
  var count = 100

  func run() throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/workspace.sqlite"
    // None of them finds a file: creating it and migrating it once is part of the race.
    let programs = try (0..<writers).map {
      try CrashProcess.writer(file, count: count, options: ["--writer", String($0), "--shared"])
    }
    var tally = CrashTally()
    var reported: [String] = []
    for (writer, program) in programs.enumerated() {
      _ = try program.finish()
      reported += CrashProcess.errors(program.output) + CrashProcess.causes(program.output)
      let verdict = CrashVerdict(file, writer: writer)
      tally.count(verdict, acknowledged: count)
      if verdict.highest != count { tally.lost += 1 }
    }
    let workspace = CrashKinds.workspace(file)
    let shared = try workspace.count(RecordQuery("crash.shared"))
    let wanted = min(20, count + 4)
    print("race of \(writers): \(tally.text); shared names \(shared) of \(wanted); errors \(reported)")
    if !tally.isClean || shared != wanted || !reported.isEmpty { throw ExitCode(1) }
  }
}
