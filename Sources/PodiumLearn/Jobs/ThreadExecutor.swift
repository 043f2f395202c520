public import PodiumCore
internal import Synchronization

/// Runs jobs on threads of this process; the number of threads never changes a result.
public struct ThreadExecutor: Executor {
  private let threads: Int

  /// An executor of at most this many threads (at least one).
  public init(threads: Int) { self.threads = max(1, threads) }

  /// Does the jobs; throws only `interrupted`.
  public func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic)
    -> [EvaluationResult]
  {
    try context.cancellation.check()
    // Recipes fitted on all rows are fitted once, here, for all folds and learners.
    var shared: [Recipe: PreparedFeatures] = [:]
    for job in jobs where job.fitScope == .all && shared[job.pipeline.recipe] == nil {
      shared[job.pipeline.recipe] = try context.cancellation.detached {
        PreparedFeatures(job.pipeline.recipe, context)
      }
    }
    let prepared = shared
    let inner = sharing(context, jobs.count)
    let oneAtATime = Mutex(())
    let results = Parallel.map(count: jobs.count, threads: threads) { number -> EvaluationResult? in
      if context.cancellation.isCancelled { return nil }
      let result = JobRun(job: jobs[number], context: inner).result(prepared[jobs[number].pipeline.recipe])
      if result.outcome == .failed(.interrupted) { return nil }
      oneAtATime.withLock { _ in context.finished?(result) }
      return result
    }
    let done = results.compactMap(\.self)
    if done.count < jobs.count { throw .interrupted }
    return done
  }

  /// Does jobs of any kind; throws only `interrupted`.
  public func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    try context.cancellation.check()
    let inner = sharing(context, inputs.count)
    let results = Parallel.map(count: inputs.count, threads: threads) { number -> Result<Kind.Output, Diagnostic>? in
      if inner.cancellation.isCancelled { return nil }
      let result = Result { () throws(Diagnostic) in try kind.run(inputs[number], sharing: shared, in: inner) }
      if case .failure(.interrupted) = result { return nil }
      return result
    }
    let done = results.compactMap(\.self)
    if done.count < inputs.count { throw .interrupted }
    return done
  }

  // Threads that would have no job of their own help in one.
  private func sharing(_ context: EvaluationContext, _ jobs: Int) -> EvaluationContext {
    var context = context
    context.threads = max(1, threads / max(1, jobs))
    return context
  }

  private func sharing(_ context: JobContext, _ jobs: Int) -> JobContext {
    var context = context
    context.threads = max(1, threads / max(1, jobs))
    return context
  }
}
