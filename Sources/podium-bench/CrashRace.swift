import ArgumentParser
import Glibc
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
  @Option(
    help:
      "Number of rounds of the verbs that write, each with two and with three podiums, one of them killed in every other."
  )
  var rounds = 1
  @Option(help: "Number of commands of each podium.")
  var writes = 60

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
    let isSound = tally.isClean && shared == wanted && reported.isEmpty
    if try !raceVerbs() || !isSound { throw ExitCode(1) }
  }

  /// Every verb that writes, by groups of examples.
  private func raceVerbs() throws -> Bool {
    var tally = VerbRace.Tally()
    let groups = WritingExamples.groups.filter { !$0.isEmpty }
    for round in 0..<rounds {
      for podiums in [2, 3] {
        for (place, group) in groups.enumerated() {
          let race = VerbRace(podiums: podiums, writes: writes, isCutShort: (round + place) % 2 == 1)
          try race.run(group, seed: UInt64(round * 100 + place * 10 + podiums), into: &tally)
        }
      }
      // Many rounds take hours: what is known so far can be read, and a fault ends them.
      print("round \(round + 1) of \(rounds): \(tally.acknowledged) acknowledged, lost \(tally.lost)")
      fflush(nil)
      if !tally.isClean { break }
    }
    let refused = tally.refused.values.reduce(0, +)
    print(
      "verbs: \(groups.map(\.count).reduce(0, +)) examples, \(tally.acknowledged) commands acknowledged, lost \(tally.lost), "
        + "refused falsely \(refused), unlike any order \(tally.differences.count)")
    for line in tally.differences.prefix(5) + tally.refused.keys.sorted().prefix(5) { print("  " + line) }
    return tally.isClean
  }
}
