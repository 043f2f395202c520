import ArgumentParser
import PodiumNotebook
import PodiumTestKit

/// `podium-bench crash record`: kill -9 at random moments of a session that records a notebook.
struct CrashRecord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Kill sessions that record a notebook; only the running cell may be missing.")

  @Option(help: "Number of kills.")
  var rounds = 200
  @Option(help: "Random seed.")
  var seed: UInt64 = 7
  @Option(help: "Maximum lifetime of a session, in milliseconds.")
  var longest = 150

  func run() throws {
    let podium = try BuiltProgram.path("podium")
    var random = SplitMix(seed)
    var (cells, lost, unread, running) = (0, 0, 0, 0)
    for _ in 0..<rounds {
      let home = BenchFolder()
      let killed = try KilledRecording(
        podium, file: "r.podium.md", environment: home.environment, folder: home.path,
        milliseconds: Int(random.next() % UInt64(max(1, longest))))
      cells += killed.acknowledged
      var recorded = 0
      if let bytes = killed.notebook {
        let text = String(decoding: bytes, as: UTF8.self)
        if let notebook = try? Notebook(text, file: "r.podium.md") {
          recorded = notebook.blocks.count { if case .cell = $0 { true } else { false } }
        } else {
          unread += 1
        }
      }
      lost += max(0, killed.acknowledged - recorded)
      running += max(0, recorded - killed.acknowledged)
    }
    print(
      "kill -9 of \(rounds) recordings: \(cells) cells were shown, \(lost) of them not in the notebook, "
        + "\(unread) notebooks not readable; \(running) cells were recorded and not yet shown")
    if lost > 0 || unread > 0 { throw ExitCode(1) }
  }
}
