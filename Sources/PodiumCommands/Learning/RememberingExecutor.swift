internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import Synchronization

/// Stores results of long evaluations in the workspace as they arrive and reuses those already stored; they are deleted
/// once the evaluation has succeeded.
///
/// Evaluations under half a second store nothing: repeating them is faster than looking them up. A class, because
/// threads report into it.
final class RememberingExecutor: Executor {
  let base: any Executor
  let store: any ResultStore
  /// Whether to reuse stored results instead of computing them again.
  let resumes: Bool
  /// Receives the reused results.
  let taken: @Sendable ([EvaluationResult]) -> Void
  /// How many results were reused and stored, and why storing failed.
  private let report = Mutex(Report())

  private struct Report: Sendable {
    var taken = 0
    var kept = 0
    var failure: Diagnostic?
    var jobs: [String] = []
  }

  /// The time between two writes, in seconds; shorter evaluations are not stored.
  private static let interval = 0.5
  /// The largest weight of a fold that is stored however quick it was.
  private static let smallFold = 10_000
  /// The seconds for each row of its weight from which a larger fold is stored.
  private static let secondsPerRow = 1e-5
  /// The largest weight of predictions stored at once, which Ctrl-C waits for, and what each fold counts beside its rows.
  private static let (mostAtOnce, eachFold) = (50_000, 100)
  /// The largest weight of a fold that is stored: of larger ones the workspace would keep some, and Ctrl-C would wait for each.
  private static let mostOfFold = 400_000

  init(
    base: any Executor, store: any ResultStore, resumes: Bool,
    taken: @escaping @Sendable ([EvaluationResult]) -> Void = { _ in }
  ) {
    self.base = base
    self.store = store
    self.resumes = resumes
    self.taken = taken
  }

  /// Runs the jobs whose results are not stored; throws only `interrupted` and errors of the workspace.
  func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic) -> [EvaluationResult] {
    var known: [String: EvaluationResult] = [:]
    if resumes {
      known = try store.results(jobs.map(\.id))
      // A workspace may come from elsewhere: what does not fit its fold is run again.
      let (kind, data) = (EvaluationJobs(), EvaluationData(task: context.task, splits: context.splits))
      for job in jobs { if let result = known[job.id], !kind.fits(result, job, sharing: data) { known[job.id] = nil } }
    }
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
      guard case .predicted = result.outcome, RememberingExecutor.isWorthStoring(result) else { return }
      let due = pending.withLock { pending -> [EvaluationResult] in
        pending.results.append(result)
        guard context.clock() - pending.since >= RememberingExecutor.interval else { return [] }
        defer { pending = ([], context.clock()) }
        return pending.results
      }
      self.keep(due, context.cancellation)
    }
    var results: [EvaluationResult] = []
    var failure: Diagnostic?
    do throws(Diagnostic) { results = try base.run(left, in: watched) } catch { failure = error }
    // Store the rest of a long evaluation too, whether it finished or was stopped.
    let rest = pending.withLock { $0 }
    let isLong = report.withLock { $0.kept > 0 } || context.clock() - rest.since >= RememberingExecutor.interval
    if isLong { keep(rest.results, context.cancellation) }
    if var failure {
      let kept = report.withLock { $0.kept + $0.taken }
      if failure.code == Diagnostic.interrupted.code, kept > 0 {
        failure.help = "add resume=yes to continue: \(kept) of \(jobs.count.counted("fold")) are saved"
      }
      throw failure
    }
    if known.isEmpty { return results }
    var fresh = Dictionary(results.map { ($0.jobID, $0) }, uniquingKeysWith: { first, _ in first })
    fresh.merge(known) { own, _ in own }
    return jobs.compactMap { fresh[$0.id] }
  }

  /// Runs jobs of any kind; only folds are stored.
  func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext,
    finished: @escaping @Sendable (Int, Result<Kind.Output, Diagnostic>) -> Void
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    try base.map(inputs, sharing: shared, by: kind, in: context, finished: finished)
  }

  /// Deletes the folds of an evaluation that succeeded: no later run needs them.
  func finish() {
    let report = report.withLock { $0 }
    guard report.kept + report.taken > 0 else { return }
    // If deleting fails, the folds only take space.
    try? store.dropResults(report.jobs)
  }

  /// Whether computing a fold takes longer than storing it: of quick folds with many rows, all that the workspace
  /// keeps would be some seconds of work.
  static func isWorthStoring(_ result: EvaluationResult) -> Bool {
    let weight = weight(of: result)
    return weight <= smallFold || weight <= mostOfFold && result.seconds >= Double(weight) * secondsPerRow
  }

  /// How much there is to store, as rows of some classes: a row of hundreds has as many probabilities.
  static func weight(of result: EvaluationResult) -> Int {
    guard case .predicted(.classes(_, let probabilities?)) = result.outcome else { return result.rows.count }
    return max(result.rows.count, probabilities.elements.count / 4)
  }

  /// Stores results in parts; after Ctrl-C what is more than one would take longer than the user waits, and computing it
  /// took little.
  private func keep(_ results: [EvaluationResult], _ cancellation: Cancellation) {
    var (part, weight) = ([EvaluationResult](), 0)
    for result in results {
      let own = RememberingExecutor.eachFold + RememberingExecutor.weight(of: result)
      if weight + own > RememberingExecutor.mostAtOnce {
        keep(part)
        (part, weight) = ([], 0)
        if cancellation.isCancelled { return }
      }
      part.append(result)
      weight += own
    }
    keep(part)
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

  /// Notes and warnings about reuse and storage.
  var notes: [Output] {
    let report = report.withLock { $0 }
    var notes: [Output] = []
    if report.taken > 0 {
      notes.append(.note("reused \(report.taken.counted("fold")) from the workspace, with their original times"))
    }
    if let failure = report.failure {
      notes.append(.warning("could not save the results in the workspace: " + failure.message))
    }
    return notes
  }
}
