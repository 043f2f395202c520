public import PodiumCore

/// What executors need besides the jobs: the data, the splits, the catalogues, a clock and a cancellation flag.
public struct EvaluationContext: Sendable {
  public let task: LearningTask
  /// The splits that jobs name, by their hash.
  public let splits: [String: RepeatFolds]
  /// The learners jobs may name.
  public let learners: LearnerCatalogue
  /// The recipe steps jobs may name.
  public let transformers: TransformerCatalogue
  /// Seconds since some moment.
  public let clock: @Sendable () -> Double
  /// The flag that stops the work.
  public let cancellation: Cancellation
  /// The threads that one job may use.
  public var threads = 1
  /// Handed each result as it comes, one call at a time, from any thread.
  public var finished: (@Sendable (EvaluationResult) -> Void)?

  /// Creates a context; without a clock nothing is timed.
  public init(
    task: LearningTask, splits: [String: RepeatFolds], learners: LearnerCatalogue,
    transformers: TransformerCatalogue = .builtIn, clock: @escaping @Sendable () -> Double = { 0 },
    cancellation: Cancellation = Cancellation()
  ) {
    self.task = task
    self.splits = splits
    self.learners = learners
    self.transformers = transformers
    self.clock = clock
    self.cancellation = cancellation
  }

  /// The rows a job trains on and tests; throws `unknown-splits` for splits that the context does not hold.
  func rows(of job: EvaluationJob) throws(Diagnostic) -> Split {
    guard let splits = splits[job.splits], (0..<splits.count).contains(job.split) else {
      throw Diagnostic("unknown-splits", "the splits of a job are missing")
    }
    return Split(train: splits.trainingRows(job.split), test: splits.testRows(job.split))
  }
}

/// Runs jobs.
public protocol Executor: Sendable {
  /// Runs the jobs and returns their results in the order of the jobs; a failure is a result too.
  ///
  /// Throws `interrupted`, and why no job could run at all (no worker can be started).
  func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic) -> [EvaluationResult]

  /// Runs jobs of any kind and returns their outcomes in the order of the inputs.
  ///
  /// Throws `interrupted`, and why no job could run at all.
  func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>]
}

extension Executor {
  /// Runs jobs one after another in this process.
  public func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    try ThreadExecutor(threads: 1).map(inputs, sharing: shared, by: kind, in: context)
  }

  /// Runs one job; throws its failure too.
  public func run<Kind: JobKind>(
    _ input: Kind.Input, sharing shared: Kind.Shared, by kind: Kind, in context: JobContext
  ) throws(Diagnostic) -> Kind.Output {
    guard let outcome = try map([input], sharing: shared, by: kind, in: context).first else { throw .interrupted }
    return try outcome.get()
  }
}
