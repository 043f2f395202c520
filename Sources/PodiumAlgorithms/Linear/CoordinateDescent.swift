internal import PodiumCore
internal import PodiumLinear

/// Coefficients of a linear regression with an absolute penalty, and a squared one beside it.
///
/// Minimizes |y − X·w|² / 2n + absolute·Σ|w| + ½·squared·|w|² by cyclic coordinate descent on the products of centred columns,
/// with steps for the signs found so far between rounds (`SignedStep`). A squared penalty is a row more for each column, of
/// target 0. Stops when the duality gap is below 1e-10 of the target's variance; 100,000 rounds without that are an error.
/// References: J. Friedman, T. Hastie, R. Tibshirani, Regularization paths for generalized linear models via coordinate descent,
/// 2010; the gap: S.-J. Kim and others, An interior-point method for large-scale l1-regularized least squares, 2007.
enum CoordinateDescent {
  private static let precision = 1e-10
  private static let maxRounds = 100_000

  /// The coefficients for centred data; throws `missing-library`, `no-convergence`, `not-finite` and `interrupted`.
  ///
  /// `absolute` is above 0.
  static func solve(
    _ data: CentredData, absolute: Double, squared: Double, _ cancellation: Cancellation
  ) throws(Diagnostic) -> [Double] {
    let (n, p) = (data.features.rows, data.features.columns)
    let size = data.target.reduce(0) { $0 + $1 * $1 }
    if p == 0 || size == 0 { return [Double](repeating: 0, count: p) }
    let blas = try BLAS.load()
    var gram = try blas.columnProducts(data.features, cancellation)
    for c in 0..<p { gram[c, c] += squared * Double(n) }
    let products = blas.product(data.features, data.target, transposed: true)
    guard gram.elements.allSatisfy(\.isFinite), products.allSatisfy(\.isFinite) else {
      throw Diagnostic("not-finite", "the features are too large to multiply", help: "type: scale")
    }
    let penalty = absolute * Double(n)
    var weights = [Double](repeating: 0, count: p)
    // The products of each column with the residual.
    var slopes = products
    for round in 1...maxRounds {
      try cancellation.check()
      for c in 0..<p {
        let length = gram[c, c]
        if length <= 0 { continue }
        let before = weights[c]
        let pull = slopes[c] + length * before
        let after = pull > penalty ? (pull - penalty) / length : pull < -penalty ? (pull + penalty) / length : 0
        if after == before { continue }
        weights[c] = after
        let change = after - before
        for other in 0..<p { slopes[other] -= change * gram.elements[c * p + other] }
      }
      if round % 10 == 0 {
        try SignedStep.take(
          &weights, &slopes, penalty: { _ in penalty }, row: { Array(gram.row($0)) }, cancellation)
        // Computed again, since many small changes add up to rounding errors.
        slopes = products
        for c in 0..<p where weights[c] != 0 {
          for other in 0..<p { slopes[other] -= weights[c] * gram.elements[c * p + other] }
        }
      }
      if round % 10 == 0 || round < 10,
        gap(weights, slopes, products, size, penalty) <= precision * size
      {
        return weights
      }
    }
    throw Diagnostic(
      "no-convergence", "coordinate descent did not converge in \(maxRounds) rounds",
      help: "use a larger alpha, or leave out columns that nearly add up to others")
  }

  /// How far ½|r|² + penalty·Σ|w| is above the dual problem's value at a feasible point, the residual shrunk.
  private static func gap(
    _ weights: [Double], _ slopes: [Double], _ products: [Double], _ size: Double, _ penalty: Double
  ) -> Double {
    // |r|² = y·y − w·(Xᵀy) − w·(Xᵀr), and r·y = y·y − w·(Xᵀy).
    let onTarget = size - zip(weights, products).reduce(0) { $0 + $1.0 * $1.1 }
    let residual = max(0, onTarget - zip(weights, slopes).reduce(0) { $0 + $1.0 * $1.1 })
    let steepest = slopes.map(\.magnitude).max() ?? 0
    let shrink = steepest > penalty ? penalty / steepest : 1
    let lengths = weights.reduce(0) { $0 + $1.magnitude }
    return 0.5 * residual * (1 + shrink * shrink) + penalty * lengths - shrink * onTarget
  }
}
