public import PodiumCore

/// What executors need beside the jobs: the data, the folds, the catalogues, a clock and the way out.
public struct EvaluationContext: Sendable {
  /// The rows.
  public let task: LearningTask
  /// The folds.
  public let allocation: FoldAllocation
  /// The learners jobs may name.
  public let learners: LearnerCatalogue
  /// The recipe steps jobs may name.
  public let transformers: TransformerCatalogue
  /// Seconds since some moment.
  public let clock: @Sendable () -> Double
  /// The flag that stops the work.
  public let cancellation: Cancellation
  /// Told how many jobs of how many are done, one call at a time, from any thread.
  public let progress: (@Sendable (Int, Int) -> Void)?
  /// Handed each result as it comes, one call at a time, from any thread.
  public var finished: (@Sendable (EvaluationResult) -> Void)?

  /// Puts a context together; without a clock nothing is timed.
  public init(
    task: LearningTask, allocation: FoldAllocation, learners: LearnerCatalogue,
    transformers: TransformerCatalogue = .builtIn, clock: @escaping @Sendable () -> Double = { 0 },
    cancellation: Cancellation = Cancellation(), progress: (@Sendable (Int, Int) -> Void)? = nil
  ) {
    self.task = task
    self.allocation = allocation
    self.learners = learners
    self.transformers = transformers
    self.clock = clock
    self.cancellation = cancellation
    self.progress = progress
  }
}

/// Something that does jobs.
public protocol Executor: Sendable {
  /// Does the jobs and returns their results in the order of the jobs; a job that fails is a result too.
  ///
  /// Throws only `interrupted`.
  func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic) -> [EvaluationResult]
}
