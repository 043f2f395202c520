internal import PodiumCore
internal import PodiumFiles
internal import PodiumLearn
internal import PodiumOutside
internal import PodiumPlugin

/// The runs in a folder, and the scheduler that has their tasks.
struct RunList {
  let slurm: Slurm
  /// All that the folder has; `RunFolder.requireOwn` says which may be read.
  let runs: [RunFolder]

  /// The runs in the folder that is set; throws `trust-refused` for an untrusted file.
  init(_ session: Session) throws(Diagnostic) {
    guard session.services.isTrusted else {
      throw Cluster.untrusted("the runs of a cluster lie outside of what an untrusted file may see")
    }
    slurm = Slurm(cancellation: session.cancellation)
    let root = session.services.resolve(session.state.settings.clusterFolder)
    // A session that leaves nothing on the disk sees no runs either.
    let files = (try? DiskFiles().entries(FilePath.join(root, "runs"), hidden: false)) ?? []
    runs = session.services.keepsWrites ? files.map { RunFolder(root: root, id: $0.name) } : []
  }

  /// Those that are the user's own, the newest first.
  func own() -> [RunFolder] {
    runs.filter { (try? $0.requireOwn()) != nil }.sorted { ($1.since, $0.id) < ($0.since, $1.id) }
  }

  /// The one run whose name begins so; throws `unknown-run` and `ambiguous-run`.
  func run(named text: String, span: SourceSpan?) throws(Diagnostic) -> RunFolder {
    let found = runs.filter { $0.id.hasPrefix(text) }
    guard let run = found.first, !text.isEmpty else {
      throw Diagnostic.unknown("run", text, among: runs.map(\.id), span: span, help: "'jobs' lists the runs")
    }
    if found.count > 1 {
      throw Diagnostic(
        "ambiguous-run", "\(found.count) runs begin with '\(text)'", span: span, help: "type more of the name")
    }
    try run.requireOwn()
    return run
  }

  /// What the scheduler knows of the tasks of runs, by run; nil where it does not answer.
  func tasks(of runs: [RunFolder]) -> [String: [SlurmTask]]? {
    slurm.queue(runs.flatMap(\.readableRounds)).map { Dictionary(grouping: $0, by: \.run) }
  }
}

extension RunFolder {
  var since: Moment {
    DiskFiles.written(at("plan.json")) ?? DiskFiles.written(path) ?? Moment(microseconds: 0)
  }

  func counts(_ learners: LearnerCatalogue) throws(Diagnostic) -> (folds: Int, done: Int, failed: Int) {
    guard let plan = try plan() else { throw damaged("plan.json") }
    let orders = try orders(of: plan).count
    var (results, failed) = (RunResults(folder: self, orders: orders, plan: try plan.hash()), [Int: Bool]())
    _ = results.news { fit in
      failed[fit.order] = JSONJobCoder().isFailure(fit.outcome, learners)
      return true
    }
    let lost = results.attempts { _ in false }.count { $0.value >= ProcessExecutor.attempts && failed[$0.key] == nil }
    return (orders, failed.count + lost, failed.values.count { $0 } + lost)
  }
}
