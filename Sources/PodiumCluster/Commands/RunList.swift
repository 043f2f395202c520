internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumLearn
internal import PodiumPlugin

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

  func all() -> [RunFolder] {
    names.compactMap { try? run($0) }.sorted { ($1.since, $0.id) < ($0.since, $1.id) }
  }

  private var names: [String] {
    root.flatMap { try? DiskFiles().entries(FilePath.join($0, "runs"), hidden: false) }?.map(\.name) ?? []
  }

  /// The one run whose name begins so; throws `unknown-run` and `ambiguous-run`.
  func run(named text: String, span: SourceSpan?) throws(Diagnostic) -> RunFolder {
    let found = names.filter { $0.hasPrefix(text) }
    guard let name = found.first, !text.isEmpty else {
      throw Diagnostic.unknown("run", text, among: names, span: span, help: "'jobs' lists the runs")
    }
    if found.count == 1 { return try run(name) }
    throw Diagnostic(
      "ambiguous-run", "\(found.count) runs begin with '\(text)'", span: span, help: "type more of the name")
  }

  private func run(_ name: String) throws(Diagnostic) -> RunFolder {
    let run = RunFolder(root: root ?? "", id: name)
    try run.requireOwn()
    return run
  }

  /// Removes a run, and data that no other run needs.
  func remove(_ run: RunFolder) {
    DiskFiles.remove(tree: run.path)
    let (used, data) = (Set(all().compactMap { try? $0.plan()?.plan.shared }), run.data)
    for name in (try? DiskFiles().list(data, shown: data)) ?? [] where name.utf8.count == 64 && !used.contains(name) {
      unlink(FilePath.join(data, name))
    }
  }

  /// What the scheduler knows of the tasks of runs, by run; nil where it does not answer.
  func tasks(of runs: [RunFolder]) -> [String: [Slurm.Task]]? {
    slurm.queue(runs.flatMap(\.jobs)).map { Dictionary(grouping: $0, by: \.run) }
  }

  private var slurm: Slurm { Slurm(cancellation: cancellation) }

  /// Stops the tasks of a run, and a podium that drives it; throws `cluster-folder` and `disk-full`.
  func cancel(_ run: RunFolder) throws(Diagnostic) {
    try RunFolder.write([], to: run.at("cancelled"))
    slurm.cancel(run.jobs)
  }
}

extension RunFolder {
  var since: Moment {
    var status = stat()
    if lstat(at("plan.json"), &status) != 0 { lstat(path, &status) }
    return Moment(microseconds: Int(status.st_mtim.tv_sec) * 1_000_000)
  }

  /// Its arrays, each named after it.
  fileprivate var jobs: [Slurm.Job] { ((try? rounds()) ?? [:]).values.compactMap(\.job) }

  func counts(_ learners: LearnerCatalogue) throws(Diagnostic) -> (folds: Int, done: Int, failed: Int) {
    guard let (plan, hash) = try plan() else { throw damaged("plan.json") }
    let orders = try orders(of: plan)
    var results = RunResults(folder: self, orders: orders.count, plan: hash)
    var hasFailed: [Int: Bool] = [:]
    for (order, outcome) in results.news() {
      hasFailed[order] = orders[order].hasFailed(outcome, learners)
    }
    return (orders.count, hasFailed.count, hasFailed.values.count { $0 })
  }
}
