internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import Synchronization

/// Keeps the results of long evaluations in the workspace while they come in, and takes up those that are there; once
/// the evaluation has ended well they are dropped.
///
/// Nothing is kept of an evaluation that takes less than half a second: it is done again sooner than it is looked up. A class: threads report into it.
final class RememberingExecutor: Executor {
  let base: any Executor
  let store: any ResultStore
  /// Whether results that are kept already are taken instead of being worked out again.
  let resumes: Bool
  /// Told the results that are taken up.
  let taken: @Sendable ([EvaluationResult]) -> Void
  /// Told how many results were taken up, and what kept results from being kept.
  private let report = Mutex(Report())

  /// What became of the results.
  private struct Report: Sendable {
    var taken = 0
    var kept = 0
    var failure: Diagnostic?
    var jobs: [String] = []
  }

  /// The time between two writes, in seconds; also the least time worth remembering.
  private static let interval = 0.5

  init(
    base: any Executor, store: any ResultStore, resumes: Bool,
    taken: @escaping @Sendable ([EvaluationResult]) -> Void = { _ in }
  ) {
    self.base = base
    self.store = store
    self.resumes = resumes
    self.taken = taken
  }

  /// Does the jobs that are not kept; throws only `interrupted`, and what the workspace throws.
  func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic) -> [EvaluationResult] {
    var known: [String: EvaluationResult] = [:]
    if resumes { known = try store.results(jobs.map(\.id)) }
    let left = known.isEmpty ? jobs : jobs.filter { known[$0.id] == nil }
    report.withLock {
      $0.taken += jobs.count - left.count
      $0.jobs += jobs.map(\.id)
    }
    if !known.isEmpty { taken(jobs.compactMap { known[$0.id] }) }
    let pending = Mutex<(results: [EvaluationResult], since: Double)>(([], context.clock()))
    var watched = context
    watched.finished = { result in
      context.finished?(result)
      guard case .predicted = result.outcome else { return }
      let due = pending.withLock { pending -> [EvaluationResult] in
        pending.results.append(result)
        guard context.clock() - pending.since >= RememberingExecutor.interval else { return [] }
        defer { pending = ([], context.clock()) }
        return pending.results
      }
      self.keep(due)
    }
    var results: [EvaluationResult] = []
    var failure: Diagnostic?
    do throws(Diagnostic) { results = try base.run(left, in: watched) } catch { failure = error }
    // What a long evaluation had still in hand is kept too, be it done or stopped.
    let rest = pending.withLock { $0 }
    let isLong = report.withLock { $0.kept > 0 } || context.clock() - rest.since >= RememberingExecutor.interval
    if isLong { keep(rest.results) }
    if var failure {
      let kept = report.withLock { $0.kept + $0.taken }
      if failure.code == Diagnostic.interrupted.code, kept > 0 {
        failure.help = "\(kept) of \(jobs.count.counted("fold")) are kept; resume=yes goes on from there"
      }
      throw failure
    }
    if known.isEmpty { return results }
    var fresh = Dictionary(results.map { ($0.jobID, $0) }, uniquingKeysWith: { first, _ in first })
    fresh.merge(known) { own, _ in own }
    return jobs.compactMap { fresh[$0.id] }
  }

  /// Does jobs of any kind; only folds are kept.
  func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    try base.map(inputs, sharing: shared, by: kind, in: context)
  }

  /// Drops the folds of an evaluation that ended well: no later run needs them.
  func finish() {
    let report = report.withLock { $0 }
    guard report.kept + report.taken > 0 else { return }
    // Folds that stay cost room, and no result.
    try? store.dropResults(report.jobs)
  }

  private func keep(_ results: [EvaluationResult]) {
    guard !results.isEmpty else { return }
    do throws(Diagnostic) {
      try store.keep(results)
      report.withLock { $0.kept += results.count }
    } catch {
      report.withLock { $0.failure = $0.failure ?? error }
    }
  }

  /// What must be said of it.
  var notes: [Output] {
    let report = report.withLock { $0 }
    var notes: [Output] = []
    if report.taken > 0 {
      notes.append(.note("\(report.taken.counted("fold")) taken from the workspace, with the seconds they took then"))
    }
    if let failure = report.failure {
      notes.append(.warning("the results could not be kept in the workspace: " + failure.message))
    }
    return notes
  }
}
