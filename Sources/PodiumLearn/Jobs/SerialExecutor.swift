public import PodiumCore

/// Does jobs one after another on the thread that asks: for a debugger, and for a machine without threads.
public struct SerialExecutor: Executor {
  private let one = ThreadExecutor(threads: 1)

  public init() {}

  /// Does the jobs; throws what `ThreadExecutor` throws.
  public func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic) -> [EvaluationResult] {
    try one.run(jobs, in: context)
  }

  /// Does jobs of any kind; throws what `ThreadExecutor` throws.
  public func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext,
    finished: @escaping @Sendable (Int, Result<Kind.Output, Diagnostic>) -> Void
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    try one.map(inputs, sharing: shared, by: kind, in: context, finished: finished)
  }
}
