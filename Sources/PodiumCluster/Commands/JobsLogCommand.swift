internal import PodiumCore
internal import PodiumPlugin

extension RunCommand {
  /// `jobs log`: what scheduler and workers said of a run, the last twenty lines of each task that wrote some.
  static let log = RunCommand(
    "jobs log", "Show what the scheduler and the workers said of a run on a cluster.",
    Example(shown: "jobs log 3f2a to log.txt", "write it to a file"), [.readsOnly], seeAlso: ["jobs", "jobs clean"]
  ) { _, run, _ throws(Diagnostic) in
    let logs = run.names(in: "log").compactMap { RunChunk.numbers($0, 2) }.sorted { $0.lexicographicallyPrecedes($1) }
    let lines = logs.map { RunChunk(round: $0[0], index: $0[1]) }.flatMap { chunk in
      run.log(chunk.name).suffix(20).map { (chunk: chunk, text: $0) }
    }
    guard !lines.isEmpty else { return [.note("nothing was written: neither Slurm nor a worker had something to say")] }
    let table = try Table([
      Column("round", .integer(lines.map(\.chunk.round))), Column("task", .integer(lines.map(\.chunk.index))),
      Column("line", .text(lines.map(\.text))),
    ])
    return [.table(TableOutput(table))]
  }
}
