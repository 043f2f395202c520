import ArgumentParser
import PodiumAssembly
import PodiumCluster
import PodiumConsole
import PodiumOutside

/// `podium worker`: runs the jobs that another podium sends, and exits at the end of its input; with `--run` those of a chunk
/// in the folder of a run.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Run jobs that another podium process sends; started by set executor=processes and executor=slurm.",
    shouldDisplay: false)

  @Option(name: .customLong("run"), help: ArgumentHelp("Folder of a run on a cluster.", valueName: "dir"))
  var folder: String?

  @Option(help: "Round of the run.")
  var round: Int?

  @Option(help: "Chunk of the round, from 0.")
  var chunk: Int?

  @Option(help: ArgumentHelp("SHA-256 of the run's plan.", valueName: "hash"))
  var plan: String?

  func validate() throws {
    let given = [folder != nil, round != nil, chunk != nil, plan != nil]
    guard Set(given).count == 1 else { throw ValidationError("--run, --round, --chunk and --plan belong together") }
  }

  func run() throws {
    guard let registry = try? Assembly.registry() else { Terminal.exit(2) }
    let started = ContinuousClock.now
    let clock: @Sendable () -> Double = { (ContinuousClock.now - started) / .seconds(1) }
    if let folder, let round, let chunk, let plan {
      let worker = RunWorker(
        folder: folder, registry, version: Assembly.version, build: Assembly.build, clock: clock)
      Terminal.exit(worker.run(round: round, chunk: chunk, plan: plan))
    }
    Terminal.exit(WorkerProgram(registry, version: Assembly.version, build: Assembly.build, clock: clock).run())
  }
}
