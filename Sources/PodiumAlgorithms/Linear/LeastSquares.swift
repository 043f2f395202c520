public import PodiumCore
public import PodiumLearn
internal import PodiumLinear

/// Linear regression by least squares; it has no settings.
///
/// Minimizes |y − b − X·w|², and of all minima takes the one with the smallest |w|². Solved in closed form by the
/// eigenvectors of the correlations of the columns, with two rounds of refinement by the residuals; directions whose
/// eigenvalue is within rounding of 0 are left out. Reference: Å. Björck, Numerical Methods for Least Squares Problems,
/// SIAM, 1996.
public struct LeastSquares: Learner {
  public init() {}

  public static let definition = LearnerDefinition(
    key: "linear", summary: "linear regression by least squares",
    hyperparameters: [],
    capabilities: Capabilities(targets: [.numbers], probabilities: false, needsScaling: false),
    reference: "Å. Björck, Numerical Methods for Least Squares Problems, SIAM, 1996",
    modelType: LinearNumberModel.self,
    make: { (_: HyperparameterValues) throws(Diagnostic) -> any Learner in LeastSquares() })

  /// Solves the equations; the seed is not used.
  ///
  /// Throws `wrong-target`, `missing-library`, `no-convergence`, `not-finite` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let centred = try CentredData(data, for: "linear", cancellation)
    return try centred.model(try LeastSquares.solve(centred, cancellation), data.featureNames)
  }

  /// The coefficients of the minimum.
  static func solve(_ data: CentredData, _ cancellation: Cancellation) throws(Diagnostic) -> [Double] {
    let (n, p) = (data.features.rows, data.features.columns)
    if p == 0 { return [] }
    let blas = try BLAS.load()
    // Columns of length 1, so that their units do not enter the precision; a constant column stays 0.
    var lengths = [Double](repeating: 0, count: p)
    for place in data.features.elements.indices {
      lengths[place % p] += data.features.elements[place] * data.features.elements[place]
    }
    for c in 0..<p { lengths[c] = lengths[c] > 0 ? lengths[c].squareRoot() : 1 }
    var unit = data.features
    for place in unit.elements.indices { unit.elements[place] /= lengths[place % p] }
    try cancellation.check()
    // With many more columns than rows the products of the rows are far fewer, and have the same eigenvalues.
    let isWide = p > 2 * n
    let products = isWide ? blas.gram(unit) : try blas.columnProducts(unit, cancellation)
    let (values, own) = try blas.eigen(products, cancellation)
    try cancellation.check()
    let least = (values.last ?? 0) * Double(max(n, p)) * 0x1p-52
    let kept = values.indices.filter { values[$0] > least }
    var vectors = own
    if isWide {
      vectors = blas.product(own, unit)
      for row in kept { for c in 0..<p { vectors[row, c] /= values[row].squareRoot() } }
    }
    var weights = [Double](repeating: 0, count: p)
    var rest = data.target
    for _ in 0..<3 {
      let slopes = blas.product(vectors, blas.product(unit, rest, transposed: true))
      for direction in kept {
        let step = slopes[direction] / values[direction]
        for c in 0..<p { weights[c] += step * vectors[direction, c] }
      }
      let fitted = blas.product(unit, weights)
      for row in 0..<n { rest[row] = data.target[row] - fitted[row] }
    }
    for c in 0..<p { weights[c] /= lengths[c] }
    // Raw columns span the kept directions times their lengths, and are free of the others over them.
    if isWide {
      return try split(weights, kept.map { row in (0..<p).map { vectors[row, $0] * lengths[$0] } }, cancellation).inside
    }
    let free = values.indices.filter { values[$0] <= least }
    return try split(weights, free.map { row in (0..<p).map { vectors[row, $0] / lengths[$0] } }, cancellation).rest
  }

  /// The part of a vector in the span of some directions, and the shortest vector that differs from it by a sum of them.
  private static func split(
    _ weights: [Double], _ directions: [[Double]], _ cancellation: Cancellation
  ) throws(Diagnostic) -> (inside: [Double], rest: [Double]) {
    var (inside, rest) = ([Double](repeating: 0, count: weights.count), weights)
    var known: [[Double]] = []
    for var direction in directions {
      try cancellation.check()
      // Gram and Schmidt, twice, since rounding leaves a part of the earlier ones.
      for _ in 0..<2 {
        for other in known {
          let share = zip(direction, other).reduce(0) { $0 + $1.0 * $1.1 }
          for c in direction.indices { direction[c] -= share * other[c] }
        }
      }
      let length = direction.reduce(0) { $0 + $1 * $1 }.squareRoot()
      guard length > 0, length.isFinite else { continue }
      for c in direction.indices { direction[c] /= length }
      let share = zip(direction, rest).reduce(0) { $0 + $1.0 * $1.1 }
      for c in rest.indices {
        rest[c] -= share * direction[c]
        inside[c] += share * direction[c]
      }
      known.append(direction)
    }
    return (inside, rest)
  }
}
