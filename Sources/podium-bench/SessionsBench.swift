import ArgumentParser
import Glibc
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumTestKit

/// `podium-bench sessions`: sessions of one engine at the same time compared with each alone, and the memory they
/// leave.
struct SessionsBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "Run sessions of one engine on one workspace at the same time; compare each with itself alone.")

  @Option(help: "Number of sessions.")
  var sessions = 8

  @Option(help: "Duration in seconds.")
  var seconds = 60.0

  @Option(help: "Random seed.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Maximum memory that closed sessions may leave, in MB.", valueName: "mb"))
  var limit = 5.0

  func run() throws {
    let folder = TemporaryFolder()
    let learner = try OwnLearner(in: folder.path)
    let work = InterleavedSessions(sessions: sessions, learner: learner.command) { (workspace) throws(Diagnostic) in
      try Assembly.engine(SessionsBench.configuration(workspace))
    }
    let end = PseudoTerminal.seconds() + seconds
    let outcome = try work.run(in: folder.path, seed: seed) { _ in PseudoTerminal.seconds() > end }
    print("sessions \(sessions), \(Int(seconds)) s, seed \(seed)")
    print("commands             \(outcome.commands)")
    print("interrupted and run again  \(outcome.interrupts)")
    print("answers              \(outcome.answers), \(outcome.answersMeanwhile) of them while a command ran")
    print("rounds that differ   \(outcome.differences.count)")
    for difference in outcome.differences.prefix(5) { print("  " + difference) }
    let left = try memory(work, folder.path)
    print("left by \(sessions) closed sessions  \(left) MB, of \(limit)")
    if !outcome.differences.isEmpty || left > limit { throw ExitCode(1) }
  }

  private static func configuration(_ workspace: String) -> EngineConfiguration {
    var configuration = EngineConfiguration(folder: "/", datasetFolders: [Checkout.path("datasets")])
    configuration.hasNetwork = false
    configuration.workspaceFile = workspace
    return configuration
  }

  /// The memory that closed sessions leave, in MB, after earlier sessions have loaded what is loaded once per process.
  private func memory(_ work: InterleavedSessions, _ folder: String) throws -> Double {
    let engine = try Assembly.engine(SessionsBench.configuration(folder + "/memory.sqlite"))
    try cycle(work, engine)
    let before = ResidentMemory.used()
    try cycle(work, engine)
    return Double(ResidentMemory.used() - before) / 1e6
  }

  /// Opens all sessions, runs a round in each, and closes them.
  private func cycle(_ work: InterleavedSessions, _ engine: Engine) throws {
    var open: [EngineSession] = []
    for _ in 0..<sessions { open.append(try engine.session()) }
    for (number, session) in open.enumerated() {
      for line in work.lines(number) { session.execute(line) { _ in } }
    }
    for session in open { session.close() }
  }
}
