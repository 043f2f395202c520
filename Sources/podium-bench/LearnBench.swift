import ArgumentParser
import FoundationEssentials
import PodiumAlgorithms
import PodiumAssembly
import PodiumBenchmarks
import PodiumCore
import PodiumFiles
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
      which podium reads too. Without a script, the tables are generated and only podium is timed. The status is 1 where a \
      row misses its goal, a ratio to the best peer of the same run.
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

  @Option(help: ArgumentHelp("File for the results, an object a line.", valueName: "file"))
  var json: String?

  func validate() throws {
    guard learners.allSatisfy({ $0.split(separator: "=", maxSplits: 1).count == 2 }) else {
      throw ValidationError("--learner takes NAME=COMMAND, as in 'mine=python3 mine.py'")
    }
    guard runs > 0, threads > 0 else { throw ValidationError("--runs and --threads must be at least 1") }
    guard peer == nil || data != nil else { throw ValidationError("--peer needs --data") }
  }

  func run() throws {
    let wanted = only.split(separator: ",").map { String($0) }
    do {
      let added = try added()
      let speed = try MachineSpeed.measure(threads: threads)
      print(speed.sentence)
      var lines = [String(decoding: try JSONEncoder().encode(speed), as: UTF8.self)]
      var missed: [String] = []
      for row in LearnRow.all where wanted.isEmpty || wanted.contains(row.name) {
        let result = try measure(row, added)
        for line in result.lines { print(line) }
        lines.append(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
        if !result.isMet { missed.append(row.name) }
      }
      if let json {
        try DiskFiles().write(
          Array(lines.map { $0 + "\n" }.joined().utf8), to: json, shown: json, mode: .replace)
      }
      guard missed.isEmpty else {
        print("missed: " + missed.joined(separator: ", "))
        throw ExitCode(1)
      }
    } catch let error as Diagnostic {
      print(error.message)
      throw ExitCode(1)
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

  private func measure(_ row: LearnRow, _ added: [LearnerDefinition]) throws -> LearnResult {
    if let peer, let data { _ = try PeerScript(peer, data).run(["data", row.peerRow]) }
    let table = try data.map { try row.read(from: $0) } ?? row.make()
    let program = try BuiltProgram.path("podium")
    var ours: [Duration] = []
    var whole: [Duration] = []
    var theirs: [String: (work: [Duration], whole: [Duration])] = [:]
    var more: [String: [Duration]] = [:]
    let workers =
      processes ? ProcessExecutor(processes: threads, version: Assembly.build, program: program) : nil
    let load = MachineLoad()
    // In turn, so that all run under the same conditions.
    for _ in 0..<runs {
      ours.append(try row.time(table, threads: threads))
      if timesGuard, row.isCrossValidated { more["leak guard", default: []].append(try row.timeGuard(table)) }
      for learner in added where row.isCrossValidated {
        more[learner.key, default: []].append(try row.time(table, threads: threads, learner: learner))
      }
      if let workers, row.isCrossValidated {
        more["processes", default: []].append(try row.time(table, threads: threads, executor: workers))
      }
      guard let peer, let data else { continue }
      whole.append(try process(program, row.script(in: data, threads: threads)))
      for (name, seconds, wall) in try PeerScript(peer, data).times(row, threads: threads) {
        theirs[name, default: ([], [])].work.append(.seconds(seconds))
        if let wall { theirs[name]?.whole.append(.seconds(wall)) }
      }
    }
    func sides(_ all: [String: [Duration]]) -> [LearnSide] {
      all.sorted { $0.key < $1.key }.map { LearnSide($0.key, $0.value) }
    }
    return LearnResult(
      row, threads: threads, own: LearnSide("podium", ours, whole: whole), others: sides(more),
      peers: theirs.sorted { $0.key < $1.key }.map { LearnSide($0.key, $0.value.work, whole: $0.value.whole) },
      busy: load.others)
  }

  /// The time of a process that does the work, from its start to its end.
  private func process(_ program: String, _ script: [String]) throws -> Duration {
    try BenchFolder().time([program] + script.flatMap { ["-c", $0] })
  }
}
