internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumLearn
internal import PodiumOutside
internal import PodiumPlugin

/// The runs of a cluster's folder.
struct RunList {
  /// Nil for a session that leaves nothing on the disk: it sees no runs either.
  private let root: String?
  private let cancellation: Cancellation

  /// The runs in the folder that is set; throws `trust-refused` for an untrusted file.
  init(_ session: Session) throws(Diagnostic) {
    guard session.services.isTrusted else {
      throw Diagnostic(
        "trust-refused", "the runs of a cluster lie outside of what an untrusted file may see",
        help: "type the command at the prompt, or run the file with --trust")
    }
    root = session.services.keepsWrites ? session.services.resolve(session.state.settings.clusterFolder) : nil
    cancellation = session.cancellation
  }

  /// One run.
  struct Run {
    let folder: RunFolder
    let plan: RunPlan
    let hash: String
    /// When the plan was written.
    let since: Moment

    var id: String { folder.id }
  }

  /// All runs, the newest first.
  func all() -> [Run] {
    names.compactMap { try? run($0) }.sorted { ($1.since, $0.id) < ($0.since, $1.id) }
  }

  private var names: [String] {
    root.flatMap { try? DiskFiles().entries($0 + "/runs", hidden: false) }?.map(\.name) ?? []
  }

  /// The one run whose name begins so; throws `unknown-run` and `ambiguous-run`.
  func run(named text: String, span: SourceSpan?) throws(Diagnostic) -> Run {
    let found = names.filter { $0.hasPrefix(text) }
    guard let name = found.first, !text.isEmpty else {
      throw Diagnostic.unknown("run", text, among: names, span: span, help: "'jobs' lists the runs")
    }
    guard found.count == 1 else {
      throw Diagnostic(
        "ambiguous-run", "\(found.count) runs begin with '\(text)'", span: span, help: "type more of the name")
    }
    return try run(name)
  }

  private func run(_ name: String) throws(Diagnostic) -> Run {
    let folder = RunFolder(root: root ?? "", id: name)
    try folder.requireOwn()
    guard let (plan, hash) = try folder.plan() else { throw folder.damaged("plan.json") }
    var status = stat()
    lstat(folder.path + "/plan.json", &status)
    return Run(
      folder: folder, plan: plan, hash: hash, since: Moment(microseconds: Int(status.st_mtim.tv_sec) * 1_000_000))
  }

  /// Removes a run, and data that no other run needs.
  func remove(_ run: Run) {
    DiskFiles.remove(tree: run.folder.path)
    let (used, data) = (Set(all().map(\.plan.shared)), run.folder.root + "/data")
    for name in (try? DiskFiles().list(data, shown: data)) ?? [] where !used.contains(name) {
      unlink(data + "/" + name)
    }
  }

  /// What the scheduler knows of the arrays of runs, by run; nil where it does not answer.
  func tasks(of runs: [Run]) -> [String: [Slurm.Task]]? {
    var names: [String: [Slurm.ArrayID]] = [:]
    for run in runs { names[run.id] = arrays(of: run) }
    let all = names.values.flatMap { $0 }
    if all.isEmpty { return [:] }
    guard let tasks = Slurm(cancellation: cancellation).queue(all, named: []) else { return nil }
    return names.mapValues { arrays in
      let numbers = Set(arrays.map(\.number))
      return tasks.filter { numbers.contains($0.array) }
    }
  }

  func arrays(of run: Run) -> [Slurm.ArrayID] {
    (try? run.folder.rounds(orders: .max))?.values.flatMap(\.arrays) ?? []
  }

  /// Stops the tasks of a run.
  func cancel(_ run: Run) { Slurm(cancellation: cancellation).cancel(arrays(of: run)) }

  /// How many orders a run has, and how many are done and failed.
  static func counts(_ run: Run, _ learners: LearnerCatalogue) throws(Diagnostic) -> (
    folds: Int, done: Int, failed: Int
  ) {
    let orders = try run.folder.orders(of: run.plan)
    var results = RunResults(folder: run.folder, orders: orders.count, plan: run.hash)
    var (done, failed): (Set<Int>, Set<Int>) = ([], [])
    let context = JobContext(learners: learners)
    for (order, outcome) in results.news() {
      done.insert(order)
      switch outcome {
      case .failure: failed.insert(order)
      case .success(let bytes):
        // A fold that failed is an output too.
        guard orders[order].kind == EvaluationJobs().key,
          let result = try? EvaluationJobs().output(bytes, by: JSONJobCoder(), in: context)
        else { continue }
        if case .failed = result.outcome { failed.insert(order) }
      }
    }
    return (orders.count, done.count, failed.count)
  }
}
