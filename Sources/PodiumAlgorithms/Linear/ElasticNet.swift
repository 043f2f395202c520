public import PodiumCore
public import PodiumLearn

/// Linear regression with an absolute and a squared penalty, with its settings.
///
/// Minimizes |y − b − X·w|² / 2n + alpha·(r·Σ|w| + ½·(1 − r)·|w|²) for r = l1-ratio, the intercept b not penalized
/// (`CoordinateDescent`; for r = 0 as `ridge`). Reference: H. Zou, T. Hastie, Regularization and variable selection via the
/// elastic net, 2005.
public struct ElasticNet: Learner {
  /// The penalty; at 0 the model is that of `linear`.
  public let alpha: Double
  /// The share of the absolute penalty, from 0 to 1.
  public let absoluteShare: Double

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    alpha = try values.number("alpha")
    absoluteShare = try values.number("l1-ratio")
  }

  public static let definition = LearnerDefinition(
    key: "elastic-net", summary: "linear regression with an L1 and an L2 penalty",
    hyperparameters: [
      Hyperparameter(
        "alpha", .number(0...1e100, exclusiveLow: false), defaultValue: .number(1),
        help: "strength of both penalties; larger values mean stronger regularization"),
      Hyperparameter(
        "l1-ratio", .number(0...1, exclusiveLow: false), defaultValue: .number(0.5),
        help: "share of the L1 penalty: 1 is lasso, 0 is ridge with alpha times the number of rows"),
    ],
    capabilities: Capabilities(targets: [.numbers], probabilities: false, needsScaling: true),
    reference:
      "H. Zou, T. Hastie, Regularization and variable selection via the elastic net, Journal of the Royal Statistical Society B 67, 2005",
    constantHelp: "all coefficients are 0; a smaller alpha keeps some",
    modelType: LinearNumberModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try ElasticNet(values) })

  /// Solves it; the seed is not used.
  ///
  /// Throws `wrong-target`, `missing-library`, `no-convergence`, `singular`, `not-finite` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let centred = try CentredData(data, for: "elastic-net", cancellation)
    let weights =
      if alpha == 0 {
        try LeastSquares.solve(centred, cancellation)
      } else if absoluteShare == 0 {
        try Ridge.solve(centred, alpha: alpha * Double(data.features.rows), cancellation)
      } else {
        try CoordinateDescent.solve(
          centred, absolute: alpha * absoluteShare, squared: alpha * (1 - absoluteShare), cancellation)
      }
    return try centred.model(weights, data.featureNames)
  }
}
