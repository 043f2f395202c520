public import PodiumCore
internal import Synchronization

/// Runs jobs on threads of this process; the number of threads never changes a result.
public struct ThreadExecutor: Executor {
  private let threads: Int

  /// An executor of at most this many threads (at least one).
  public init(threads: Int) { self.threads = max(1, threads) }

  /// Does the jobs; throws `interrupted`, and what this machine lacks.
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
    return try each(jobs.count, context.cancellation) { (number) throws(Diagnostic) in
      let result = try JobRun(job: jobs[number], context: inner).result(prepared[jobs[number].pipeline.recipe])
      oneAtATime.withLock { _ in context.finished?(result) }
      return result
    }
  }

  /// Does jobs of any kind; throws `interrupted`, and what this machine lacks.
  public func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext,
    finished: @escaping @Sendable (Int, Result<Kind.Output, Diagnostic>) -> Void
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    try context.cancellation.check()
    let inner = sharing(context, inputs.count)
    let oneAtATime = Mutex(())
    return try each(inputs.count, context.cancellation) { (number) throws(Diagnostic) in
      let outcome = Result { () throws(Diagnostic) in try kind.run(inputs[number], sharing: shared, in: inner) }
      if case .failure(let error) = outcome, error.stopsWork { throw error }
      oneAtATime.withLock { _ in finished(number, outcome) }
      return outcome
    }
  }

  /// The answers of all jobs; the first that throws stops the others.
  private func each<Answer: Sendable>(
    _ count: Int, _ cancellation: Cancellation, _ body: @escaping @Sendable (Int) throws(Diagnostic) -> Answer
  ) throws(Diagnostic) -> [Answer] {
    let stop = Mutex<Diagnostic?>(nil)
    let answers = Parallel.map(count: count, threads: threads) { number -> Answer? in
      if cancellation.isCancelled || stop.withLock({ $0 != nil }) { return nil }
      do throws(Diagnostic) { return try body(number) } catch {
        stop.withLock { $0 = $0 ?? error }
        return nil
      }
    }
    let done = answers.compactMap(\.self)
    if done.count < count { throw stop.withLock { $0 } ?? .interrupted }
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
