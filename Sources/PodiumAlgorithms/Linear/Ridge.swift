public import PodiumCore
public import PodiumLearn
internal import PodiumLinear

/// Linear regression with a squared penalty, with its setting.
///
/// Minimizes |y − b − X·w|² + alpha·|w|², the intercept b not penalized. Solved in closed form by Cholesky's factors of
/// XᵀX + alpha·I on centred columns, with two rounds of refinement by the residuals. Reference: A. E. Hoerl, R. W. Kennard,
/// Ridge regression, 1970.
public struct Ridge: Learner {
  /// The penalty; at 0 the model is that of `linear`.
  public let alpha: Double

  /// Reads the setting; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) { alpha = try values.number("alpha") }

  public static let definition = LearnerDefinition(
    key: "ridge", summary: "linear regression with an L2 penalty",
    hyperparameters: [
      Hyperparameter(
        "alpha", .number(0...1e100, exclusiveLow: false), defaultValue: .number(1),
        help: "strength of the L2 penalty; larger values mean stronger regularization")
    ],
    capabilities: Capabilities(targets: [.numbers], probabilities: false, needsScaling: true),
    reference:
      "A. E. Hoerl, R. W. Kennard, Ridge regression: biased estimation for nonorthogonal problems, Technometrics 12, 1970",
    modelType: LinearNumberModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try Ridge(values) })

  /// Solves the equations; the seed is not used.
  ///
  /// Throws `wrong-target`, `missing-library`, `singular`, `not-finite` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let centred = try CentredData(data, for: "ridge", cancellation)
    if alpha == 0 { return try centred.model(try LeastSquares.solve(centred, cancellation), data.featureNames) }
    return try centred.model(try Ridge.solve(centred, alpha: alpha, cancellation), data.featureNames)
  }

  /// The coefficients for centred data; throws `missing-library`, `singular` and `interrupted`.
  static func solve(
    _ data: CentredData, alpha: Double, _ cancellation: Cancellation
  ) throws(Diagnostic) -> [Double] {
    let (n, p) = (data.features.rows, data.features.columns)
    if p == 0 { return [] }
    let blas = try BLAS.load()
    // With many more columns than rows, w = Xᵀ(XXᵀ + alpha·I)⁻¹y is the same minimum from far fewer products.
    let isWide = p > 2 * n
    var gram = isWide ? blas.gram(data.features) : try blas.columnProducts(data.features, cancellation)
    try cancellation.check()
    for c in 0..<gram.rows { gram[c, c] += alpha }
    guard let factor = CholeskyFactor(gram.elements, size: gram.rows, tolerance: 0x1p-52) else {
      throw Diagnostic(
        "singular", "the columns are linearly dependent within rounding, and alpha is too small to decide between them",
        help: "use a larger alpha, or type: scale")
    }
    try cancellation.check()
    var rest = data.target
    if isWide {
      var shares = [Double](repeating: 0, count: n)
      for _ in 0..<3 {
        let step = factor.solve(rest)
        for row in 0..<n { shares[row] += step[row] }
        let fitted = blas.product(data.features, blas.product(data.features, shares, transposed: true))
        for row in 0..<n { rest[row] = data.target[row] - fitted[row] - alpha * shares[row] }
      }
      return blas.product(data.features, shares, transposed: true)
    }
    var weights = [Double](repeating: 0, count: p)
    for _ in 0..<3 {
      let slopes = blas.product(data.features, rest, transposed: true)
      let step = factor.solve((0..<p).map { slopes[$0] - alpha * weights[$0] })
      for c in 0..<p { weights[c] += step[c] }
      let fitted = blas.product(data.features, weights)
      for row in 0..<n { rest[row] = data.target[row] - fitted[row] }
    }
    return weights
  }
}
