public import PodiumCore
public import PodiumLearn

/// Linear regression with an absolute penalty, which leaves columns out, with its setting.
///
/// Minimizes |y − b − X·w|² / 2n + alpha·Σ|w|, the intercept b not penalized (`CoordinateDescent`).
public struct Lasso: Learner {
  /// The penalty; at 0 the model is that of `linear`.
  public let alpha: Double

  /// Reads the setting; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) { alpha = try values.number("alpha") }

  public static let definition = LearnerDefinition(
    key: "lasso", summary: "linear regression with an L1 penalty, which sets coefficients to 0",
    hyperparameters: [
      Hyperparameter(
        "alpha", .number(0...1e100, exclusiveLow: false), defaultValue: .number(1),
        help: "strength of the L1 penalty; larger values set more coefficients to 0")
    ],
    capabilities: Capabilities(targets: [.numbers], probabilities: false, needsScaling: true),
    reference:
      "R. Tibshirani, Regression shrinkage and selection via the lasso, Journal of the Royal Statistical Society B 58, 1996",
    constantHelp: "all coefficients are 0; a smaller alpha keeps some",
    modelType: LinearNumberModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try Lasso(values) })

  /// Descends until the gap is closed; the seed is not used.
  ///
  /// Throws `wrong-target`, `missing-library`, `no-convergence`, `not-finite` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let centred = try CentredData(data, for: "lasso", cancellation)
    if alpha == 0 { return try centred.model(try LeastSquares.solve(centred, cancellation), data.featureNames) }
    return try centred.model(
      try CoordinateDescent.solve(centred, absolute: alpha, squared: 0, cancellation), data.featureNames)
  }
}
