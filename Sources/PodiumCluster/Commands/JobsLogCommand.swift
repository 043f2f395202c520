internal import PodiumCore
internal import PodiumPlugin

/// `jobs log`: what scheduler and workers said of a run.
struct JobsLogCommand: Command {
  let signature = Signature(
    "jobs log", topic: .learning, summary: "Show what the scheduler and the workers said of a run on a cluster.",
    parameters: [OneRun.name.any],
    examples: [
      Example(shown: "jobs log 3f2a", "the run whose name begins so"),
      Example(shown: "jobs log 3f2a to log.txt", "write it to a file"),
      Example(shown: "jobs; jobs log 3f2a", "find the name first"),
      Example("jobs log 3f2a", "a run that is not there", fails: "unknown-run"),
    ], traits: [.readsOnly], seeAlso: ["jobs", "jobs clean"])

  /// The last lines of each task that wrote some.
  private static let lineLimit = 20

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let run = try OneRun.find(call, in: session).run
    let logs = run.names(in: "log").compactMap { RunChunk($0) }.sorted { ($0.round, $0.index) < ($1.round, $1.index) }
    let lines = logs.flatMap { log in
      RunLog.lines(run, log).suffix(JobsLogCommand.lineLimit).map { (log: log, text: $0) }
    }
    guard !lines.isEmpty else { return [.note("nothing was written: neither Slurm nor a worker had something to say")] }
    let table = try Table([
      Column("round", .integer(lines.map(\.log.round))), Column("task", .integer(lines.map(\.log.index))),
      Column("line", .text(lines.map(\.text))),
    ])
    return [.table(TableOutput(table))]
  }
}
