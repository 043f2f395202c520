public import PodiumCore
public import PodiumLearn

/// A decision tree for classes or numbers (CART), with its settings.
public struct Tree: Learner {
  /// The split criterion.
  public enum CriterionName: String, Sendable, CaseIterable {
    case entropy
    case gini
    case squaredError = "squared-error"
  }

  /// The split criterion; a numeric target always uses the squared error.
  public let criterion: CriterionName
  /// When a node is not split further.
  public let limits: TreeLimits
  /// The cost of a leaf in pruning; at 0 nothing is pruned.
  public let pruning: Double
  /// How classes count.
  public let weights: ClassWeights

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    criterion = CriterionName(rawValue: try values.text("criterion")) ?? .entropy
    limits = TreeLimits(
      maxDepth: try values.optionalInteger("max-depth"),
      minSamplesSplit: try values.integer("min-samples-split"),
      minSamplesLeaf: try values.integer("min-samples-leaf"))
    pruning = try values.number("ccp-alpha")
    weights = try ClassWeights(values)
  }

  public static let definition = LearnerDefinition(
    key: "tree", summary: "decision tree (CART) with binary splits at thresholds",
    hyperparameters: [
      Hyperparameter(
        "criterion", .choice(CriterionName.allCases.map(\.rawValue)), defaultValue: .text("entropy"),
        help: "function that measures the quality of a split; a numeric target always uses squared-error"),
      Hyperparameter(
        "max-depth", .optionalInteger(1...1000), defaultValue: .unset,
        help: "maximum depth of the tree; none is unlimited"),
      Hyperparameter(
        "min-samples-split", .integer(2...1_000_000_000), defaultValue: .integer(2),
        help: "minimum number of rows required to split a node"),
      Hyperparameter(
        "min-samples-leaf", .integer(1...1_000_000_000), defaultValue: .integer(1),
        help: "minimum number of rows required in a leaf"),
      Hyperparameter(
        "ccp-alpha", .number(0...1e100, exclusiveLow: false), defaultValue: .number(0),
        help: "complexity parameter of minimal cost-complexity pruning; larger values prune more"),
      ClassWeights.hyperparameter,
    ],
    capabilities: Capabilities(targets: [.classes, .numbers], probabilities: true, needsScaling: false),
    reference:
      "L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, Classification and Regression Trees, Wadsworth, 1984",
    constantHelp: "it found no split; a smaller min-samples-leaf or min-samples-split allows splits of fewer rows",
    modelType: TreeModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try Tree(values) })

  /// Grows the tree; the seed is not used, since ties go to the first candidate.
  ///
  /// Throws `bad-value` for classes with the squared error, and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let features = try TreeFeatures(data.features, cancellation: cancellation)
    let rows = TreeRows(all: features.rows)
    switch data.target {
    case .numbers(let values):
      let nodes = try grow(features, rows, SquaredErrorCriterion(values, rows), cancellation)
      return TreeModel(nodes: nodes, featureNames: data.featureNames, classCount: nil)
    case .classes(let target):
      let nodes: TreeNodes
      switch criterion {
      case .entropy where weights != .uniform, .gini where weights != .uniform:
        nodes = try grow(
          features, rows,
          WeightedCriterion(target, rows, weights: try weights.ofClasses(target), isGini: criterion == .gini),
          cancellation)
      case .entropy: nodes = try grow(features, rows, EntropyCriterion(target, rows), cancellation)
      case .gini: nodes = try grow(features, rows, GiniCriterion(target, rows), cancellation)
      case .squaredError:
        throw Diagnostic(
          "bad-value", "'criterion' must be entropy or gini for a target with classes, not 'squared-error'")
      }
      return TreeModel(nodes: nodes, featureNames: data.featureNames, classCount: target.classes.count)
    }
  }

  private func grow(
    _ features: TreeFeatures, _ rows: TreeRows, _ criterion: some SplitCriterion, _ cancellation: Cancellation
  ) throws(Diagnostic) -> TreeNodes {
    var grower = TreeGrower(features, rows, criterion, limits, isRecorded: pruning > 0)
    let nodes = try grower.grow(cancellation)
    return pruning > 0 ? TreePruning.prune(nodes, grower.grown, alpha: pruning) : nodes
  }
}

/// When a node is not split further; a pure node never is.
public struct TreeLimits: Sendable, Equatable {
  /// The maximum depth; nil: no limit.
  public let maxDepth: Int?
  /// The minimum number of rows to split a node.
  public let minSamplesSplit: Int
  /// The minimum number of rows in a leaf.
  public let minSamplesLeaf: Int
}
