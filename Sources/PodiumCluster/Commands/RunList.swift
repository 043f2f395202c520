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

  /// One run; the plan is nil where it is damaged.
  struct Run {
    let folder: RunFolder
    let plan: RunPlan?
    let hash: String
    /// When it began.
    let since: Moment

    var id: String { folder.id }
  }

  /// All runs, the newest first.
  func all() -> [Run] {
    names.compactMap { try? run($0) }.sorted { ($1.since, $0.id) < ($0.since, $1.id) }
  }

  private var names: [String] {
    root.flatMap { try? DiskFiles().entries(FilePath($0).joined("runs").text, hidden: false) }?.map(\.name) ?? []
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
    let known = try? folder.plan()
    var status = stat()
    if lstat(folder.at("plan.json"), &status) != 0 { lstat(folder.path, &status) }
    return Run(
      folder: folder, plan: known?.plan, hash: known?.hash ?? "",
      since: Moment(microseconds: Int(status.st_mtim.tv_sec) * 1_000_000))
  }

  /// Removes a run, and data that no other run needs.
  func remove(_ run: Run) {
    DiskFiles.remove(tree: run.folder.path)
    let (used, data) = (Set(all().compactMap(\.plan?.shared)), run.folder.data)
    for name in (try? DiskFiles().list(data, shown: data)) ?? [] where name.utf8.count == 64 && !used.contains(name) {
      unlink(FilePath(data).joined(name).text)
    }
  }

  /// What the scheduler knows of the tasks of runs, by run; nil where it does not answer.
  func tasks(of runs: [Run]) -> [String: [Slurm.Task]]? {
    let slurm = slurm
    var (arrays, unnamed): ([String: [Slurm.ArrayID]], [String: [String]]) = ([:], [:])
    for run in runs {
      for (number, round) in (try? run.folder.rounds(orders: .max)) ?? [:] {
        if round.arrays.isEmpty { unnamed[run.id, default: []].append("podium-\(run.id)-\(number)") }
        arrays[run.id, default: []] += round.arrays
      }
    }
    var tasks: [String: [Slurm.Task]] = [:]
    let all = arrays.values.flatMap { $0 }
    if !all.isEmpty {
      guard let answer = slurm.queue(all, named: []) else { return nil }
      for (id, own) in arrays { tasks[id] = answer.filter { task in own.contains { $0.number == task.array } } }
    }
    for (id, names) in unnamed {
      guard let answer = slurm.queue([], named: names) else { return nil }
      tasks[id, default: []] += answer
    }
    return tasks
  }

  private var slurm: Slurm {
    Slurm(cancellation: cancellation, cluster: (try? SlurmTemplate.ofUser())?.cluster)
  }

  /// Stops the tasks of a run, and a podium that drives it; throws `cluster-folder`.
  func cancel(_ run: Run) throws(Diagnostic) {
    try run.folder.write([], to: "cancelled")
    let rounds = (try? run.folder.rounds(orders: .max)) ?? [:]
    let known = rounds.values.flatMap(\.arrays)
    let others = (tasks(of: [run])?[run.id] ?? []).map { Slurm.ArrayID(number: $0.array, cluster: slurm.cluster) }
    slurm.cancel(known + Set(others).filter { other in !known.contains { $0.number == other.number } })
  }

  /// How many orders a run has, and how many are done and failed.
  static func counts(_ run: Run, _ learners: LearnerCatalogue) throws(Diagnostic) -> (
    folds: Int, done: Int, failed: Int
  ) {
    guard let plan = run.plan else { throw run.folder.damaged("plan.json") }
    let orders = try run.folder.orders(of: plan)
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
