internal import PodiumCore
internal import PodiumPlugin

/// `jobs`: the runs on a cluster.
struct JobsCommand: Command {
  let signature = Signature(
    "jobs", topic: .learning, summary: "List the runs on a cluster, with how far they are.",
    details: """
      With 'set executor=slurm' long evaluations run as arrays of Slurm. Shown are those in the folder that 'set \
      cluster-folder=' names, the newest first. A run goes on when podium ends: type the same command again to take it up. \
      The guide 'cluster' shows the way from the first run to the last.
      """,
    examples: [
      Example("jobs", "before the first run", prints: "no runs"),
      Example(shown: "jobs to runs.csv", "write the list to a file"),
      Example(shown: "set cluster-folder=/scratch/podium; jobs", "the runs in another folder"),
      Example("jobs mine", "no argument is allowed", fails: "unexpected-argument"),
    ], traits: [.readsOnly], seeAlso: ["jobs log", "jobs cancel", "jobs clean", "set"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let list = try RunList(session)
    let runs = list.own()
    if runs.isEmpty {
      return [.note("'\(session.state.settings.clusterFolder)' has no runs; 'set executor=slurm' starts them there")]
    }
    let tasks = list.tasks(of: runs)
    let own = runs.map { run in tasks.map { $0[run.id] ?? [] } }
    let counts = runs.map { try? $0.counts(session.registry.learners) }
    func numbers(_ values: [Int?]) -> ColumnValues { .integer(values.map { $0 ?? ColumnValues.missingInteger }) }
    let table = try Table([
      Column("run", .text(runs.map(\.id))), Column("command", .text(runs.map { try? $0.plan()?.command })),
      Column("state", .text(zip(counts, own).map { JobsCommand.state($0.map { $0.done == $0.folds }, $1) })),
      Column("folds", numbers(counts.map { $0?.folds })), Column("done", numbers(counts.map { $0?.done })),
      Column("failed", numbers(counts.map { $0?.failed })),
      Column("waiting", numbers(own.map { $0?.count(where: \.isWaiting) })),
      Column("running", numbers(own.map { $0?.count(where: \.isRunning) })),
      Column("since", .datetime(runs.map(\.since))),
    ])
    var outputs: [Output] = [.table(TableOutput(table))]
    if tasks == nil { outputs.append(.warning("Slurm's queue does not answer: what waits and runs is not known")) }
    return outputs
  }

  /// The state in a word, of whether all is done (nil where the folder is damaged) and the tasks (nil where they are not known).
  private static func state(_ isDone: Bool?, _ tasks: [SlurmTask]?) -> String {
    guard let tasks, isDone == false else { return isDone.map { $0 ? "done" : "unknown" } ?? "damaged" }
    return tasks.contains(where: \.isRunning) ? "running" : tasks.contains(where: \.isWaiting) ? "waiting" : "stopped"
  }
}
