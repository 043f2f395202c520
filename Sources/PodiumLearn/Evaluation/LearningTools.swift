public import PodiumCore

/// What resampling needs besides the data: the catalogues, an executor, a clock and a cancellation flag.
public struct LearningTools: Sendable {
  /// The learners by key.
  public var learners: LearnerCatalogue
  /// The recipe steps by key.
  public var transformers: TransformerCatalogue
  /// The resampling methods by key.
  public var resamplings: ResamplingCatalogue
  /// The measures of every evaluation.
  public var measures: [Measure]
  /// The executor of the jobs.
  public var executor: any Executor
  /// The version that names results.
  public var version: String
  /// Seconds since some moment.
  public var clock: @Sendable () -> Double
  /// The flag that stops the work.
  public var cancellation: Cancellation

  /// Collects the tools; what is left out is podium's own, on the threads this process may use.
  public init(
    learners: LearnerCatalogue, transformers: TransformerCatalogue = .builtIn,
    resamplings: ResamplingCatalogue = .builtIn, measures: [Measure] = Measures.all,
    executor: any Executor = ThreadExecutor(threads: Parallel.processors), version: String = "",
    clock: @escaping @Sendable () -> Double = { 0 }, cancellation: Cancellation = Cancellation()
  ) {
    self.learners = learners
    self.transformers = transformers
    self.resamplings = resamplings
    self.measures = measures
    self.executor = executor
    self.version = version
    self.clock = clock
    self.cancellation = cancellation
  }

  /// Evaluates one learner, or the best of several settings, on the splits of a task.
  ///
  /// Throws what is wrong with the task, the learner or the splits, the failure where every fold failed, and
  /// `interrupted`.
  public func resample(
    _ learner: LearnerChoice, on task: LearningTask, recipe: Recipe = Recipe(), by resampling: ResamplingSpec,
    fitScope: FitScope = .fold, seed: Seed = Seed(0), seeds: Int = 1, scaleIfWanted: Bool = true
  ) throws(Diagnostic) -> Evaluation {
    let found = try benchmark(
      [learner], on: task, recipe: recipe, by: resampling, fitScope: fitScope, seed: seed, seeds: seeds,
      scaleIfWanted: scaleIfWanted)
    return try found.entries[0].outcome.get()
  }

  /// Evaluates several learners on the same splits of a task.
  ///
  /// Throws what is wrong with the task, a learner or the splits, and `interrupted`; a learner that fails is an entry.
  public func benchmark(
    _ learners: [LearnerChoice], on task: LearningTask, recipe: Recipe = Recipe(), by resampling: ResamplingSpec,
    fitScope: FitScope = .fold, seed: Seed = Seed(0), seeds: Int = 1, scaleIfWanted: Bool = true
  ) throws(Diagnostic) -> Benchmark {
    let plan = try EvaluationPlan(
      task: task, recipe: recipe, choices: learners, from: self.learners, resampling: resampling,
      resamplings: resamplings, fitScope: fitScope, seed: seed, version: version,
      scaleIfWanted: scaleIfWanted, seeds: seeds)
    return Benchmark(plan: plan, entries: try plan.run(self))
  }
}

/// Several learners on the same splits.
public struct Benchmark: Sendable {
  /// What was done.
  public let plan: EvaluationPlan
  /// The outcome of each learner, in order.
  public let entries: [EvaluationEntry]

  /// Compares the learners with one of them by a measure.
  public func comparison(to baseline: LearnerChoice, measure: String) -> Comparison {
    Comparison(entries, baseline: baseline, measure: measure, in: plan)
  }
}
