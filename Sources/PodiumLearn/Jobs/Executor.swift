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
  /// Handed how many jobs wait and run on other machines, each time that is learned, from any thread.
  public var elsewhere: (@Sendable (JobsElsewhere) -> Void)?

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

/// What runs and waits on other machines.
public struct JobsElsewhere: Sendable, Equatable {
  public var running = 0
  public var waiting = 0
  /// Why it waits, or what is out of the ordinary; safe to show.
  public var reason: String?

  public init(running: Int = 0, waiting: Int = 0, reason: String? = nil) {
    (self.running, self.waiting, self.reason) = (running, waiting, reason)
  }
}

/// Runs jobs.
public protocol Executor: Sendable {
  /// Whether it keeps results itself, so that the same jobs asked for again are not run again; no unless it says so.
  var keepsResults: Bool { get }

  /// Runs the jobs and returns their results in the order of the jobs; a failure is a result too.
  ///
  /// Throws `interrupted`, and why no job could run at all (no worker can be started).
  func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic) -> [EvaluationResult]

  /// Runs jobs of any kind and returns their outcomes in the order of the inputs.
  ///
  /// `finished` is handed each outcome as it comes, with the place of its input, one call at a time, from any thread. Throws
  /// `interrupted`, and why no job could run at all.
  func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext,
    finished: @escaping @Sendable (Int, Result<Kind.Output, Diagnostic>) -> Void
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>]
}

extension Executor {
  public var keepsResults: Bool { false }

  /// Runs jobs one after another in this process.
  public func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext,
    finished: @escaping @Sendable (Int, Result<Kind.Output, Diagnostic>) -> Void
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    try ThreadExecutor(threads: 1).map(inputs, sharing: shared, by: kind, in: context, finished: finished)
  }

  /// Runs jobs of any kind whose outcomes are wanted together.
  public func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    try map(inputs, sharing: shared, by: kind, in: context) { _, _ in }
  }

  /// Runs the folds of an evaluation as jobs of a kind, wherever `map` does those.
  public func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic) -> [EvaluationResult] {
    let needed = Set(jobs.map(\.splits))
    let data = EvaluationData(task: context.task, splits: context.splits.filter { needed.contains($0.key) })
    @Sendable func result(_ place: Int, _ outcome: Result<EvaluationResult, Diagnostic>) -> EvaluationResult {
      switch outcome {
      case .success(let result): return result
      case .failure(let error):
        let job = jobs[place]
        return EvaluationResult(
          jobID: job.id, repeatIndex: job.repeatIndex, fold: job.fold,
          rows: data.splits[job.splits]?.testRows(job.split) ?? [], outcome: .failed(error), seconds: 0)
      }
    }
    var own = JobContext(
      learners: context.learners, transformers: context.transformers, clock: context.clock,
      cancellation: context.cancellation)
    own.elsewhere = context.elsewhere
    let outcomes = try map(jobs, sharing: data, by: EvaluationJobs(), in: own) { place, outcome in
      context.finished?(result(place, outcome))
    }
    return outcomes.enumerated().map { result($0, $1) }
  }

  /// Runs one job; throws its failure too.
  public func run<Kind: JobKind>(
    _ input: Kind.Input, sharing shared: Kind.Shared, by kind: Kind, in context: JobContext
  ) throws(Diagnostic) -> Kind.Output {
    guard let outcome = try map([input], sharing: shared, by: kind, in: context).first else { throw .interrupted }
    return try outcome.get()
  }
}
