public import PodiumCore

/// A kind of jobs that fit models on all rows of a task.
public struct FitJobs: JobKind {
  /// What is fitted.
  public struct Input: Sendable, Hashable, Codable {
    public let learner: LearnerSpec
    /// The steps before it.
    public let recipe: Recipe
    /// The seed the user set.
    public let seed: UInt64
    /// The version of podium that the model names.
    public let version: String

    /// Names what is fitted.
    public init(_ learner: LearnerSpec, recipe: Recipe, seed: Seed, version: String) {
      self.learner = learner
      self.recipe = recipe
      self.seed = seed.value
      self.version = version
    }
  }

  public let key = "fit"

  public init() {}

  public func learners(of input: Input) -> [String] { [input.learner.key] }

  /// Fits a model; throws what `FittedModel.fit` throws.
  public func run(
    _ input: Input, sharing task: LearningTask, in context: JobContext
  ) throws(Diagnostic) -> FittedModel {
    // Steps and models poll no flag.
    try context.cancellation.detached { () throws(Diagnostic) in
      try FittedModel.fit(
        input.learner, to: task, recipe: input.recipe, learners: context.learners,
        transformers: context.transformers, seed: Seed(input.seed), version: input.version, threads: context.threads,
        cancellation: context.cancellation)
    }
  }

  /// Whether the model is of that learner, recipe and seed.
  public func fits(_ model: FittedModel, _ input: Input, sharing task: LearningTask) -> Bool {
    model.learner == input.learner && model.seed == input.seed && model.version == input.version
      && model.rowCount == task.rowCount && model.target == task.targetName
  }

  /// The rows as `TaskData` writes them.
  public func bytes(ofShared task: LearningTask, by coder: any JobCoder) throws(Diagnostic) -> [UInt8] {
    try TaskData.bytes(of: task)
  }

  /// Reads rows; throws what `TaskData.task` throws.
  public func shared(_ bytes: [UInt8], by coder: any JobCoder) throws(Diagnostic) -> LearningTask {
    try TaskData.task(bytes)
  }

  /// The model as it is saved.
  public func bytes(ofOutput model: FittedModel, by coder: any JobCoder) throws(Diagnostic) -> [UInt8] {
    try coder.bytes(of: model)
  }

  /// Reads a model whose learner and steps are in the catalogues.
  public func output(
    _ bytes: [UInt8], by coder: any JobCoder, in context: JobContext
  ) throws(Diagnostic) -> FittedModel {
    try coder.value(bytes) {
      try FittedModel(from: $0, learners: context.learners, transformers: context.transformers)
    }
  }
}
