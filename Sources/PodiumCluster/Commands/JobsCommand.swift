internal import PodiumCore
internal import PodiumPlugin

/// `jobs`: the runs on a cluster.
struct JobsCommand: Command {
  let signature = Signature(
    "jobs", topic: .learning, summary: "List the runs on a cluster, with how far they are.",
    details: """
      With 'set executor=slurm' long evaluations run as arrays of Slurm; this lists those in the folder that 'set \
      cluster-folder=' names, the newest first. A run goes on when podium ends: type the same command again to take it up. \
      The guide 'cluster' shows the way from the first run to the last.
      """,
    examples: [
      Example("jobs", "before the first run", prints: "no runs"),
      Example(shown: "jobs to runs.csv", "write the list to a file"),
      Example(shown: "set cluster-folder=/scratch/podium; jobs", "the runs in another folder"),
      Example("jobs mine", "no argument is allowed", fails: "unexpected-argument"),
    ], traits: [.readsOnly], seeAlso: ["jobs log", "jobs cancel", "jobs clean", "set"])

  /// One row for each run.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let list = try RunList(session)
    let runs = list.all()
    let folder = session.state.settings.clusterFolder
    guard !runs.isEmpty else {
      return [.note("there are no runs in '\(folder)'; 'set executor=slurm' starts them there")]
    }
    let tasks = list.tasks(of: runs)
    let missing = ColumnValues.missingInteger
    var (states, folds, done, failed, waiting, running): ([String], [Int], [Int], [Int], [Int], [Int]) = (
      [], [], [], [], [], []
    )
    for run in runs {
      let own = tasks.map { $0[run.id] ?? [] }
      let counts = try? RunList.counts(run, session.registry.learners)
      waiting.append(own?.count(where: \.isWaiting) ?? missing)
      running.append(own?.count(where: \.isRunning) ?? missing)
      folds.append(counts?.folds ?? missing)
      done.append(counts?.done ?? missing)
      failed.append(counts?.failed ?? missing)
      states.append(JobsCommand.state(counts.map { $0.done == $0.folds }, own))
    }
    let table = try Table([
      Column("run", .text(runs.map(\.id))), Column("command", .text(runs.map(\.plan.command))),
      Column("state", .text(states)), Column("folds", .integer(folds)), Column("done", .integer(done)),
      Column("failed", .integer(failed)), Column("waiting", .integer(waiting)), Column("running", .integer(running)),
      Column("since", .datetime(runs.map(\.since))),
    ])
    var outputs: [Output] = [.table(TableOutput(table))]
    if tasks == nil { outputs.append(.warning("Slurm's queue does not answer: what waits and runs is not known")) }
    return outputs
  }

  /// The state in a word, of whether all is done (nil where the folder is damaged) and the tasks (nil where they are not known).
  private static func state(_ isDone: Bool?, _ tasks: [Slurm.Task]?) -> String {
    guard let isDone else { return "damaged" }
    if isDone { return "done" }
    guard let tasks else { return "unknown" }
    return tasks.contains(where: \.isRunning) ? "running" : tasks.contains(where: \.isWaiting) ? "waiting" : "stopped"
  }
}

/// The parameter and the refusal that the commands of one run share.
private enum OneRun {
  static let name = Parameter<String>.required(
    "run", allowed: "a run, or the beginning of its name", help: "The run; 'jobs' lists them.")

  static func find(_ call: Call, in session: Session) throws(Diagnostic) -> (list: RunList, run: RunList.Run) {
    let list = try RunList(session)
    return (list, try list.run(named: call[name], span: call.span(of: name)))
  }
}

/// `jobs log`: what scheduler and workers said of a run.
struct JobsLogCommand: Command {
  let signature = Signature(
    "jobs log", topic: .learning, summary: "Show what the scheduler and the workers said of a run on a cluster.",
    parameters: [OneRun.name.any],
    examples: [
      Example(shown: "jobs log 3f2a", "the run whose name begins so"),
      Example(shown: "jobs log 3f2a to log.txt", "write it to a file"),
      Example("jobs log 3f2a", "a run that is not there", fails: "unknown-run"),
    ], traits: [.readsOnly], seeAlso: ["jobs", "jobs clean"])

  /// The last lines of each task that wrote some.
  private static let lineLimit = 20

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let run = try OneRun.find(call, in: session).run
    let logs = run.folder.names(in: "log").compactMap { name -> RunChunk? in
      let parts = name.split(separator: ".").map { Int($0) }
      guard parts.count == 2, let round = parts[0], let chunk = parts[1] else { return nil }
      return RunChunk(round: round, index: chunk)
    }.sorted { ($0.round, $0.index) < ($1.round, $1.index) }
    var (rounds, tasks, lines): ([Int], [Int], [String]) = ([], [], [])
    for log in logs {
      for line in RunLog.lines(run.folder, log).suffix(JobsLogCommand.lineLimit) {
        rounds.append(log.round)
        tasks.append(log.index)
        lines.append(line)
      }
    }
    guard !lines.isEmpty else { return [.note("nothing was written: neither Slurm nor a worker had something to say")] }
    let table = try Table([
      Column("round", .integer(rounds)), Column("task", .integer(tasks)), Column("line", .text(lines)),
    ])
    return [.table(TableOutput(table))]
  }
}

/// `jobs cancel`: stops the tasks of a run.
struct JobsCancelCommand: Command {
  let signature = Signature(
    "jobs cancel", topic: .learning, summary: "Stop the tasks of a run on a cluster; its results stay.",
    parameters: [OneRun.name.any],
    examples: [
      Example(shown: "jobs cancel 3f2a", "the run whose name begins so"),
      Example(shown: "jobs cancel 3f2a; jobs clean 3f2a", "stop it and remove what it has"),
      Example("jobs cancel 3f2a", "a run that is not there", fails: "unknown-run"),
    ], seeAlso: ["jobs", "jobs clean"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (list, run) = try OneRun.find(call, in: session)
    list.cancel(run)
    return [.note("asked Slurm to stop the tasks of run \(run.id); the same command takes it up again")]
  }
}

/// `jobs clean`: removes a run.
struct JobsCleanCommand: Command {
  let signature = Signature(
    "jobs clean", topic: .learning, summary: "Remove a run on a cluster with its results and logs.",
    parameters: [OneRun.name.any],
    examples: [
      Example(shown: "jobs clean 3f2a", "the run whose name begins so"),
      Example(shown: "jobs cancel 3f2a; jobs clean 3f2a", "one that is still running"),
      Example("jobs clean 3f2a", "a run that is not there", fails: "unknown-run"),
    ], seeAlso: ["jobs", "jobs cancel"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (list, run) = try OneRun.find(call, in: session)
    let alive = list.tasks(of: [run])?[run.id]?.count(where: \.isAlive) ?? 0
    guard alive == 0 else {
      throw Diagnostic(
        "run-in-use", "\(alive.counted("task")) of run \(run.id) still \(alive == 1 ? "waits or runs" : "wait or run")",
        span: call.span(of: OneRun.name), help: "stop it first: jobs cancel \(run.id)")
    }
    list.remove(run)
    return [.note("removed run \(run.id)")]
  }
}
