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

  /// All runs, the newest first.
  func all() -> [RunFolder] {
    names.compactMap { try? run($0) }.map { (since: $0.since, run: $0) }
      .sorted { ($1.since, $0.run.id) < ($0.since, $1.run.id) }.map(\.run)
  }

  private var names: [String] {
    root.flatMap { try? DiskFiles().entries(FilePath($0).joined("runs").text, hidden: false) }?.map(\.name) ?? []
  }

  /// The one run whose name begins so; throws `unknown-run` and `ambiguous-run`.
  func run(named text: String, span: SourceSpan?) throws(Diagnostic) -> RunFolder {
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
      unlink(FilePath(data).joined(name).text)
    }
  }

  /// What the scheduler knows of the tasks of runs, by run; nil where it does not answer.
  func tasks(of runs: [RunFolder]) -> [String: [Slurm.Task]]? {
    let jobs = runs.map { run in (run.id, run.jobs) }
    guard let answer = slurm.queue(jobs.flatMap(\.1)) else { return nil }
    let tasks = Dictionary(grouping: answer, by: \.job)
    return Dictionary(jobs.map { ($0, $1.flatMap { tasks[$0.name] ?? [] }) }) { first, _ in first }
  }

  private var slurm: Slurm { Slurm(cancellation: cancellation) }

  /// Stops the tasks of a run, and a podium that drives it; throws `cluster-folder` and `disk-full`.
  func cancel(_ run: RunFolder) throws(Diagnostic) {
    try run.write([], to: "cancelled")
    slurm.cancel(run.jobs)
  }
}

extension RunFolder {
  /// When the run began.
  var since: Moment {
    var status = stat()
    if lstat(at("plan.json"), &status) != 0 { lstat(path, &status) }
    return Moment(microseconds: Int(status.st_mtim.tv_sec) * 1_000_000)
  }

  /// Its arrays.
  fileprivate var jobs: [Slurm.Job] { ((try? rounds()) ?? [:]).values.compactMap(\.job) }

  /// How many orders a run has, and how many are done and failed.
  func counts(_ learners: LearnerCatalogue) throws(Diagnostic) -> (folds: Int, done: Int, failed: Int) {
    guard let (plan, hash) = try plan() else { throw damaged("plan.json") }
    let orders = try orders(of: plan)
    var results = RunResults(folder: self, orders: orders.count, plan: hash)
    let context = JobContext(learners: learners)
    var hasFailed: [Int: Bool] = [:]
    for (order, outcome) in results.news() {
      // A fold that failed is an output too.
      let output = try? outcome.get()
      let isFold = orders[order].kind == EvaluationJobs().key
      let fold = isFold ? output.flatMap { try? EvaluationJobs().output($0, by: JSONJobCoder(), in: context) } : nil
      if case .failed? = fold?.outcome { hasFailed[order] = true } else { hasFailed[order] = output == nil }
    }
    return (orders.count, hasFailed.count, hasFailed.values.count { $0 })
  }
}

/// The parameter and the refusal that the commands of one run share.
enum OneRun {
  static let name = Parameter<String>.required(
    "run", allowed: "a run, or the beginning of its name", help: "The run; 'jobs' lists them.")

  static func find(_ call: Call, in session: Session) throws(Diagnostic) -> (list: RunList, run: RunFolder) {
    let list = try RunList(session)
    return (list, try list.run(named: call[name], span: call.span(of: name)))
  }
}
