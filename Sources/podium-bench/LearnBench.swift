import ArgumentParser
import PodiumAlgorithms
import PodiumAssembly
import PodiumBenchmarks
import PodiumCore
import PodiumFormats
import PodiumLearn
import PodiumOutside
import PodiumPlugin
import PodiumTestKit

/// `podium-bench learn`: the learners on tables of fixed sizes, next to a peer on the same tables in the same run.
struct LearnBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Time the learners on tables of fixed sizes, next to a peer's script if one is given.",
    discussion: """
      A peer's script is called as PEER ROW --runs 1 --threads N --data DIR and prints one JSON object per line; the \
      line with "median" contains its name and work_s. It writes synth_ROWSxCOLUMNS_3c.csv (2c for two classes) to DIR, \
      which podium reads too. Without a script, the tables are generated and only podium is timed.
      """)

  @Option(help: ArgumentHelp("Rows to run; all by default.", valueName: "name,…"))
  var only = ""

  @Option(help: "Number of timed runs of each row.")
  var runs = 3

  @Option(help: "Number of threads of each side.")
  var threads = 2

  @Option(help: ArgumentHelp("Folder of the tables.", valueName: "dir"))
  var data: String?

  @Option(help: ArgumentHelp("Peer's script with its interpreter, as in 'python3 peer.py'.", valueName: "cmd"))
  var peer: String?

  @Option(
    name: .customLong("learner"),
    help: ArgumentHelp(
      "External learner to time on the cross-validated rows too; may be repeated.",
      valueName: "name=cmd"))
  var learners: [String] = []

  @Flag(help: "Also time the folds of the cross-validated rows in processes of podium.")
  var processes = false

  @Flag(name: .customLong("guard"), help: "Also time the leak guard on the cross-validated rows.")
  var timesGuard = false

  func validate() throws {
    guard learners.allSatisfy({ $0.split(separator: "=", maxSplits: 1).count == 2 }) else {
      throw ValidationError("--learner takes NAME=COMMAND, as in 'mine=python3 mine.py'")
    }
    guard runs > 0, threads > 0 else { throw ValidationError("--runs and --threads must be at least 1") }
    guard peer == nil || data != nil else { throw ValidationError("--peer needs --data") }
  }

  func run() throws {
    let wanted = only.split(separator: ",").map { String($0) }
    let added = try added()
    for row in LearnRow.all where wanted.isEmpty || wanted.contains(row.name) {
      do {
        try measure(row, added)
      } catch let error as Diagnostic {
        print("\(row.name): \(error.message)")
        throw ExitCode(1)
      }
    }
  }

  /// The external learners.
  private func added() throws -> [LearnerDefinition] {
    let host = OutsideHost(version: "bench")
    return try learners.map { text in
      let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
      return try host.learner(OutsideLearner(key: parts[0], command: parts[1], folder: "."))
    }
  }

  private func measure(_ row: LearnRow, _ added: [LearnerDefinition]) throws {
    if let peer, let data { _ = try PeerScript(peer, data).run(["data", row.peerRow]) }
    let table = try data.map { try row.read(from: $0) } ?? row.make()
    var ours: [Duration] = []
    var theirs: [String: [Double]] = [:]
    var outside: [String: [Duration]] = [:]
    let workers =
      try processes
      ? ProcessExecutor(
        processes: threads, version: Assembly.version, program: BuiltProgram.path("podium")) : nil
    // In turn, so that both run under the same conditions.
    for _ in 0..<runs {
      ours.append(try row.time(table, threads: threads))
      for learner in added where row.isCrossValidated {
        outside[learner.key, default: []].append(try row.time(table, threads: threads, learner: learner))
      }
      if let workers, row.isCrossValidated {
        outside["processes", default: []].append(try row.time(table, threads: threads, executor: workers))
      }
      guard let peer, let data else { continue }
      for (name, seconds) in try PeerScript(peer, data).times(row, threads: threads) {
        theirs[name, default: []].append(seconds)
      }
    }
    let spread = Spread(ours)
    print(line(row.name, "podium", spread.median / 1000, spread.minimum / 1000, nil))
    if timesGuard, row.isCrossValidated {
      let guarding = Spread(try (0..<runs).map { _ in try row.timeGuard(table) })
      print(
        line(row.name, "leak guard", guarding.median / 1000, guarding.minimum / 1000, guarding.median / spread.median))
    }
    for (name, durations) in outside.sorted(by: { $0.key < $1.key }) {
      let other = Spread(durations)
      print(line(row.name, name, other.median / 1000, other.minimum / 1000, other.median / spread.median))
    }
    for (name, seconds) in theirs.sorted(by: { $0.key < $1.key }) {
      let peer = Spread(seconds.map { .seconds($0) })
      print(line(row.name, name, peer.median / 1000, peer.minimum / 1000, peer.median / spread.median))
    }
  }

  private func line(_ row: String, _ side: String, _ median: Double, _ least: Double, _ ratio: Double?) -> String {
    var text = row.padded(toWidth: 22) + side.padded(toWidth: 20)
    text += "median " + NumberText.fixed(median, 4) + " s  min " + NumberText.fixed(least, 4) + " s"
    return text + (ratio.map { "  " + NumberText.fixed($0, 2) + " × podium" } ?? "")
  }
}
