public import PodiumCore
public import PodiumLearn
internal import PodiumLinear

/// Logistic regression, multinomial for more than two classes, with its settings.
///
/// Minimizes c·Σ s·loss + penalty, where loss is −log of the probability of the actual class, and the penalty is ½|W|²
/// (l2), Σ|W| (l1) or nothing; intercepts are not penalized. Two classes have one score, more have one each. Solved by
/// Newton's method (`LogisticNewton`; for l1 by its proximal form, `LogisticProximal`). Reference: D. R. Cox, The regression
/// analysis of binary sequences, 1958; T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning, 4.4.
public struct LogisticRegression: Learner {
  /// How large coefficients are penalized.
  public enum Penalty: String, Sendable, CaseIterable {
    /// By their absolute values, which sets some to 0.
    case l1
    /// By their squares.
    case l2
    /// Not at all.
    case none
  }

  /// The inverse strength of the penalty; above 0.
  public let c: Double
  /// How large coefficients are penalized.
  public let penalty: Penalty
  /// How classes count.
  public let weights: ClassWeights
  /// The category whose values have an effect each.
  public let by: String?
  /// Whether the coefficients of its values differ too.
  public let slopes: Bool

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    c = try values.number("c")
    penalty = Penalty(rawValue: try values.text("penalty")) ?? .l2
    weights = try ClassWeights(values)
    by = try values.column("by")
    slopes = try values.flag("slopes")
    if slopes, by == nil {
      throw Diagnostic("bad-value", "'slopes' requires by=COLUMN", help: "name the groups with by=")
    }
    guard by == nil || penalty != .l1 && weights == .uniform else {
      throw Diagnostic(
        "bad-value", "'by' has no use with penalty=l1 or weights=balanced", help: "omit them, or leave out by=")
    }
  }

  public static let definition = LearnerDefinition(
    key: "logistic", summary: "logistic regression, multinomial for more than two classes",
    hyperparameters: [
      Hyperparameter(
        "c", .number(0...1e100, exclusiveLow: true), defaultValue: .number(1),
        help: "inverse of the regularization strength; smaller values mean stronger regularization"),
      Hyperparameter(
        "penalty", .choice(["l2", "l1", "none"]), defaultValue: .text("l2"),
        help: "norm of the penalty: l2, l1, which sets coefficients to 0, or none"),
      ClassWeights.hyperparameter, GroupEffect.hyperparameter, GroupEffect.slopes,
    ],
    capabilities: Capabilities(targets: [.classes], probabilities: true, needsScaling: true),
    reference:
      "D. R. Cox, The regression analysis of binary sequences, Journal of the Royal Statistical Society B 20, 1958",
    constantHelp: "all coefficients are 0; a larger c keeps some",
    modelType: LinearClassModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try LogisticRegression(values) })

  /// Fits the coefficients; the seed is not used.
  ///
  /// Throws `wrong-target`, `separable` without a penalty where no finite optimum exists, `no-convergence`, `not-finite`,
  /// `too-large`, `missing-library` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let target = try data.requireClasses("logistic")
    try cancellation.check()
    let counts = target.counts
    let present = counts.indices.filter { counts[$0] > 0 }
    let p = data.features.columns
    var coefficients = Matrix(rows: counts.count, columns: p)
    var intercepts = [Double](repeating: 0, count: counts.count)
    if let by {
      guard present.count <= 2 else {
        throw Diagnostic(
          "wrong-target", "logistic(by=\(by)) needs two classes, and the target has \(present.count)",
          help: "ordinal(by=\(by)) takes ordered classes")
      }
      let found = try GroupEffect(by, slopes: slopes, in: data, learner: "logistic").solve(
        target.codes.map { $0 == present.last && present.count > 1 ? 1 : 0 }, classes: present.count,
        c: penalty == .none ? nil : c, cancellation: cancellation)
      if let good = present.last, let threshold = found.thresholds.first {
        for column in 0..<p { coefficients[good, column] = found.coefficients[column] }
        intercepts[good] = -threshold
      }
      return LinearClassModel(
        coefficients: coefficients, intercepts: intercepts, present: present, featureNames: data.featureNames,
        groups: found.groups)
    }
    if present.count > 1 {
      try cancellation.memory.check(
        "the chances of \(present.count) classes",
        bytes: MemoryLimits.bytes(present.count, times: data.features.rows, each: 64),
        most: MemoryLimits.bytes(data.features.elements.count, each: 2048),
        help: "merge rare classes, or use tree or knn")
      let strength = penalty == .none ? 0 : 1 / (c * Double(data.features.rows))
      let problem = try LogisticProblem(
        data.features, target, present: present, weights: try weights.ofRows(target),
        squared: penalty == .l2 ? strength : 0, absolute: penalty == .l1 ? strength : 0)
      let found =
        penalty == .l1
        ? try LogisticProximal(problem).solve(cancellation)
        : try LogisticNewton(problem, hasPenalty: penalty == .l2).solve(cancellation)
      // The only score of two classes is that of the second.
      for (block, code) in (present.count == 2 ? [present[1]] : present).enumerated() {
        for column in 0..<p { coefficients[code, column] = found[block * (p + 1) + column] }
        intercepts[code] = found[block * (p + 1) + p]
      }
    }
    return LinearClassModel(
      coefficients: coefficients, intercepts: intercepts, present: present, featureNames: data.featureNames)
  }
}
