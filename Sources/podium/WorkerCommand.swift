import ArgumentParser
import PodiumAssembly
import PodiumConsole
import PodiumOutside

/// `podium worker`: runs the jobs that another podium sends, and exits at the end of its input.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Run jobs that another podium process sends; started by set executor=processes.",
    shouldDisplay: false)

  func run() throws {
    guard let registry = try? Assembly.registry() else { Terminal.exit(2) }
    let started = ContinuousClock.now
    let worker = WorkerProgram(registry, version: Assembly.version, build: Assembly.build) {
      (ContinuousClock.now - started) / .seconds(1)
    }
    Terminal.exit(worker.run())
  }
}
