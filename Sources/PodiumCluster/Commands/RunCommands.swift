internal import PodiumCore
internal import PodiumPlugin

/// A command about one run, which is named by the beginning of its name.
struct RunCommand: Command {
  let signature: Signature
  private let work: @Sendable (_ list: RunList, _ run: RunFolder, _ session: Session) throws(Diagnostic) -> [Output]

  private static let name = Parameter<String>.required(
    "run", allowed: "a run, or the beginning of its name", help: "The run; 'jobs' lists them.")

  private init(
    _ name: String, _ summary: String, _ second: Example, _ traits: Signature.Traits = [], seeAlso: [String],
    _ work: @escaping @Sendable (RunList, RunFolder, Session) throws(Diagnostic) -> [Output]
  ) {
    let line = "\(name) 3f2a"
    signature = Signature(
      name, topic: .learning, summary: summary, parameters: [RunCommand.name.any],
      examples: [
        Example(shown: line, "the run whose name begins so"), second,
        Example(shown: "jobs; \(line)", "find the name first"),
        Example(line, "a run that is not there", fails: "unknown-run"),
      ], traits: traits, seeAlso: seeAlso)
    self.work = work
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (list, span) = (try RunList(session), call.span(of: RunCommand.name))
    let run = try list.run(named: call[RunCommand.name], span: span)
    do throws(Diagnostic) { return try work(list, run, session) } catch { throw error.at(span) }
  }

  /// `jobs log`: what scheduler and workers said of a run, the last twenty lines of each task that wrote some.
  static let log = RunCommand(
    "jobs log", "Show what the scheduler and the workers said of a run on a cluster.",
    Example(shown: "jobs log 3f2a to log.txt", "write it to a file"), [.readsOnly], seeAlso: ["jobs", "jobs clean"]
  ) { _, run, _ throws(Diagnostic) in
    let logs = run.names(in: "log").compactMap { RunChunk.numbers($0, 2) }.sorted { $0.lexicographicallyPrecedes($1) }
    let lines = logs.map { RunChunk(round: $0[0], index: $0[1]) }.flatMap { chunk in
      run.log(chunk).suffix(20).map { (chunk: chunk, text: $0) }
    }
    guard !lines.isEmpty else { return [.note("nothing was written: neither Slurm nor a worker had something to say")] }
    let table = try Table([
      Column("round", .integer(lines.map(\.chunk.round))), Column("task", .integer(lines.map(\.chunk.index))),
      Column("line", .text(lines.map(\.text))),
    ])
    return [.table(TableOutput(table))]
  }

  static let cancel = RunCommand(
    "jobs cancel", "Stop the tasks of a run on a cluster; its results stay.",
    Example(shown: "jobs cancel 3f2a; jobs clean 3f2a", "stop it and remove what it has"),
    seeAlso: ["jobs", "jobs clean"]
  ) { list, run, _ throws(Diagnostic) in
    try list.cancel(run)
    return [.note("asked Slurm to stop the tasks of run \(run.id); the same command takes it up again")]
  }

  static let clean = RunCommand(
    "jobs clean", "Remove a run on a cluster with its results and logs.",
    Example(shown: "jobs cancel 3f2a; jobs clean 3f2a", "one that is still running"), seeAlso: ["jobs", "jobs cancel"]
  ) { list, run, session throws(Diagnostic) in
    var reason: String?
    var mark = DriverMark(of: run)
    defer { mark.release() }
    // On a full disk nothing can be written, and a run be removed.
    if (try? mark.claim()) == false {
      reason = "podium on \(mark.holder ?? "another machine") drives run \(run.id)"
    } else if let tasks = list.tasks(of: [run]) {
      let alive = tasks[run.id]?.count(where: \.isAlive) ?? 0
      if alive > 0 {
        reason = "\(alive.counted("task")) of run \(run.id) still \(alive == 1 ? "waits or runs" : "wait or run")"
      }
    } else if let counts = try? run.counts(session.registry.learners), counts.done < counts.folds {
      reason = "Slurm's queue does not answer, and run \(run.id) is not done"
    }
    if let reason { throw Diagnostic("run-in-use", reason, help: "stop it first: jobs cancel \(run.id)") }
    list.remove(run)
    return [.note("removed run \(run.id)")]
  }
}
