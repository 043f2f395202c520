import Glibc
import PodiumAssembly
import PodiumCore
import PodiumFiles
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Synchronization

@testable import PodiumCluster

/// A cluster that is none: scripts by the names of Slurm's commands, which run tasks on this machine.
struct StandIn {
  let folder = TemporaryFolder()

  var root: String { folder.path + "/cluster" }
  var state: String { folder.path + "/state" }

  /// Installs the scripts, with lines of the shell that run before each task.
  init(node: String = "") throws {
    mkdir(state, 0o700)
    for name in ["sbatch", "squeue", "scancel"] {
      symlink(state + "/stand-in", state + "/" + name)
    }
    try copy("StandIn.sh", "stand-in")
    try copy("StandInNode.sh", "node.sh")
    try write(node, "node")
  }

  private func copy(_ name: String, _ own: String) throws {
    let bytes = try DiskFiles().read(Checkout.path("Tests/PodiumClusterTests/" + name), shown: name)
    try DiskFiles().write(bytes, to: state + "/" + own, shown: own, mode: .replace)
    chmod(state + "/" + own, 0o755)
  }

  /// Writes one of the files by which the scripts are asked to misbehave.
  func write(_ text: String, _ name: String) throws {
    try DiskFiles().write(Array(text.utf8), to: state + "/" + name, shown: name, mode: .replace)
  }

  func remove(_ name: String) { unlink(state + "/" + name) }

  /// The calls of the scripts so far that begin with some words.
  func calls(_ words: String) -> [String] {
    let text = (try? DiskFiles().text(of: state + "/calls", shown: "calls")) ?? ""
    return text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(words) }
  }

  /// An executor that submits to the stand-in; nothing is run here but what times are estimated by.
  func executor(
    chunk: Double = 0.001, here: Double = 0, pace: Double = 0.05, build: String = Assembly.build,
    template: SlurmTemplate = SlurmTemplate(), sample: Double = 10, share: Double = 0
  ) throws -> ClusterExecutor {
    var executor = ClusterExecutor(root: root, program: try BuiltProgram.path("podium"), build: build) { template }
    (executor.chunk, executor.here, executor.pace) = (chunk, here, pace)
    (executor.sample, executor.share, executor.commands) = (sample, share, state)
    return executor
  }

  /// The names in a folder of the only run.
  func names(_ part: String) -> [String] {
    let files = DiskFiles()
    let runs = (try? files.entries(root + "/runs", hidden: false)) ?? []
    return runs.flatMap { (try? files.list(root + "/runs/" + $0.name + "/" + part, shown: part)) ?? [] }
  }

  /// The folder of the only run.
  var run: String {
    let runs = (try? DiskFiles().entries(root + "/runs", hidden: false)) ?? []
    return root + "/runs/" + (runs.first?.name ?? "")
  }
}

/// A number that threads add to.
final class Counter: Sendable {
  private let number = Mutex(0)
  func add() -> Int {
    number.withLock {
      $0 += 1
      return $0
    }
  }
  var value: Int { number.withLock { $0 } }
}
