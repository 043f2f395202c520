import PodiumCore
import PodiumLearn

/// Learners made for tests: each does one thing.
enum TestLearners {
  /// Answers a random class from its stream, whatever the features.
  struct Lottery: Learner {
    func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
      LotteryModel(seed: seed, classes: try data.requireClasses("lottery").classes.count)
    }
  }

  struct LotteryModel: Model {
    let seed: Seed
    let classes: Int
    func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
      var random = seed.source()
      return .classes((0..<features.rows).map { _ in random.below(classes) }, probabilities: nil)
    }
  }

  /// Refuses to learn from rows that hold a certain first feature.
  struct Picky: Learner {
    let refused: Double
    func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
      if !data.features.column(0).contains(refused) {
        throw Diagnostic("too-picky", "row \(Int(refused)) is not among the training rows")
      }
      return LotteryModel(seed: seed, classes: 1)
    }
  }

  /// Answers classes that do not exist.
  struct Strange: Learner {
    func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
      StrangeModel()
    }
  }

  struct StrangeModel: Model {
    func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
      .classes([Int](repeating: 99, count: features.rows), probabilities: nil)
    }
  }

  /// Stops the work it is part of.
  struct Stopper: Learner {
    func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
      cancellation.cancel()
      try cancellation.check()
      return StrangeModel()
    }
  }

  private static func definition(
    _ key: String, _ learner: some Learner, needsScaling: Bool = false,
    model: any Model.Type = LotteryModel.self
  ) -> LearnerDefinition {
    LearnerDefinition(
      key: key, summary: "a learner for tests", hyperparameters: [],
      capabilities: Capabilities(targets: [.classes], probabilities: false, needsScaling: needsScaling),
      reference: "none", modelType: model,
      make: { (_: HyperparameterValues) throws(Diagnostic) -> any Learner in learner })
  }

  static let catalogue = LearnerCatalogue([
    definition("lottery", Lottery()), definition("scaled", Lottery(), needsScaling: true),
    definition("picky", Picky(refused: 3)), definition("strange", Strange(), model: StrangeModel.self),
    definition("stopper", Stopper(), model: StrangeModel.self),
  ])

  static func plan(
    _ task: LearningTask, _ keys: [String], _ resampling: ResamplingSpec, recipe: Recipe = Recipe(),
    seed: UInt64 = 0,
    fit: FitScope = .fold, scaleIfWanted: Bool = true
  ) throws -> EvaluationPlan {
    try EvaluationPlan(
      task: task, recipe: recipe, learners: keys.map { try catalogue.require($0).spec() }, from: catalogue,
      resampling: resampling, fitScope: fit, seed: Seed(seed), version: "test", scaleIfWanted: scaleIfWanted)
  }

  static func run(_ plan: EvaluationPlan, threads: Int = 1, place: Int = 0) throws(Diagnostic) -> Evaluation {
    let learner = plan.learners[place]
    let context = EvaluationContext(task: plan.task, splits: plan.splits, learners: catalogue)
    let results = try ThreadExecutor(threads: threads).run(plan.jobs(for: learner), in: context)
    return try Evaluation.collect(results, of: learner, in: plan)
  }
}
