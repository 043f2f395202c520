internal import Glibc
public import PodiumCore
public import PodiumLearn

/// Gradient boosting of histogram trees, for classes or numbers, with its settings.
///
/// Minimizes the mean squared error, or minus the log likelihood of the classes, by adding in each round one small tree (for
/// more than two classes one per class) that lowers the second-order expansion of the loss plus ½·l2·Σ leaf² most, times the
/// learning rate (`BoostGrower`). Stops after the rounds asked for. Missing values are used as they are: at each split they
/// go to the side that lowers the loss more. References: J. H. Friedman, Greedy function approximation: a gradient boosting
/// machine, 2001; T. Chen, C. Guestrin, XGBoost: a scalable tree boosting system, 2016; defaults are scikit-learn's
/// (`HistGradientBoosting…`).
public struct Boosting: Learner {
  /// The number of rounds.
  public let rounds: Int
  /// How much of each tree is added.
  public let learningRate: Double
  /// When a tree is not grown further.
  public let limits: BoostLimits
  /// How classes count.
  public let weights: ClassWeights

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    rounds = try values.integer("rounds")
    learningRate = try values.number("learning-rate")
    limits = BoostLimits(
      maxLeaves: try values.integer("max-leaves"), maxDepth: try values.optionalInteger("max-depth"),
      minSamplesLeaf: try values.integer("min-samples-leaf"), l2: try values.number("l2"))
    weights = try ClassWeights(values)
  }

  public static let definition = LearnerDefinition(
    key: "boost", summary: "gradient boosting of histogram trees; takes missing values as they are",
    hyperparameters: [
      Hyperparameter("rounds", .integer(1...100_000), defaultValue: .integer(100), help: "number of boosting rounds"),
      Hyperparameter(
        "learning-rate", .number(0...1, exclusiveLow: true), defaultValue: .number(0.1),
        help: "learning rate: share of each tree that is added"),
      Hyperparameter(
        "max-leaves", .integer(2...100_000), defaultValue: .integer(31), help: "maximum number of leaves of a tree"),
      Hyperparameter(
        "max-depth", .optionalInteger(1...1000), defaultValue: .unset,
        help: "maximum depth of a tree; none is unlimited"),
      Hyperparameter(
        "min-samples-leaf", .integer(1...1_000_000_000), defaultValue: .integer(20),
        help: "minimum number of rows required in a leaf"),
      Hyperparameter(
        "l2", .number(0...1e100, exclusiveLow: false), defaultValue: .number(0),
        help: "strength of the L2 penalty on the values of leaves"),
      ClassWeights.hyperparameter,
    ],
    capabilities: Capabilities(
      targets: [.classes, .numbers], probabilities: true, needsScaling: false, takesMissing: true),
    reference:
      "J. H. Friedman, Greedy function approximation: a gradient boosting machine, The Annals of Statistics 29, 2001",
    constantHelp: "it found no split; a smaller min-samples-leaf allows splits of fewer rows",
    modelType: BoostingModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try Boosting(values) })

  /// Adds tree after tree, the columns on the threads of the data; the seed is not used. Throws `too-large`, `not-finite` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let loss: any BoostLoss
    let classes: ClassTarget?
    switch data.target {
    case .numbers(let values):
      classes = nil
      loss = try SquaredBoostLoss(values)
    case .classes(let target):
      classes = target
      let rows = try weights.ofRows(target)
      let present = target.counts.indices.filter { target.counts[$0] > 0 }
      loss =
        present.count == 2
        ? BinaryBoostLoss(target, present, rows) : SoftmaxBoostLoss(target, present, rows)
    }
    let bins = try FeatureBins(data.features, threads: data.threads, cancellation)
    var scores = loss.start.map { [Double](repeating: $0, count: data.features.rows) }
    var rounds: [[BoostTree]] = []
    if loss.needsTrees {
      let team = ThreadTeam(threads: data.threads)
      let grower = BoostGrower(bins, limits, team)
      let slopes = loss.start.map { _ in BoostSlopes(data.features.rows, of: .zero) }
      let budget = cancellation.memory.budget(
        "boosting in \(self.rounds) rounds", most: ModelMemory.limit(data.features),
        help: "use fewer rounds, or a smaller max-leaves")
      for _ in 0..<self.rounds {
        try cancellation.check()
        loss.slopes(scores, into: slopes, by: team)
        var trees: [BoostTree] = []
        for (score, slope) in slopes.enumerated() {
          let tree = try grower.grow(slope, learningRate, adding: &scores[score], cancellation)
          trees.append(tree)
          try budget.use(BoostingModel.bytes(tree))
        }
        rounds.append(trees)
      }
    }
    guard scores.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
      throw Diagnostic(
        "not-finite", "boosting diverged: its scores are not finite", help: "use a smaller learning-rate")
    }
    return BoostingModel(
      start: loss.start, rounds: rounds, featureNames: data.featureNames, present: loss.present,
      classCount: classes?.classes.count)
  }
}

/// When a tree is not grown further.
public struct BoostLimits: Sendable, Equatable {
  public let maxLeaves: Int
  /// The maximum depth; nil: no limit.
  public let maxDepth: Int?
  public let minSamplesLeaf: Int
  /// The penalty of the squares of leaves.
  public let l2: Double
}
