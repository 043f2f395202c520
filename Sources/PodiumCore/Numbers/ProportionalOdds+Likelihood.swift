extension ProportionalOdds {
  /// The maximum of the likelihood and how exactly it is known.
  public struct Likelihood: Sendable {
    public let coefficients: [Double]
    public let thresholds: [Double]
    public let logLikelihood: Double
    /// Of coefficients, then thresholds, row by row: the inverse of the second derivatives of −log-likelihood.
    public let covariance: [Double]
  }

  /// The maximum without a penalty, sharpened by Newton steps until they no longer shrink.
  ///
  /// Throws what `solve` throws, and `singular`.
  public func maximum(_ cancellation: Cancellation) throws(Diagnostic) -> Likelihood {
    let found = try solve(cancellation)
    var unknowns = found.coefficients + found.thresholds
    var last = Double.infinity
    for _ in 0..<20 {
      try cancellation.check()
      let (slope, bend, _) = derivatives(unknowns, at: sums(unknowns))
      let step = try direction(slope, bend)
      let length = step.reduce(0) { max($0, $1.magnitude) }
      guard length < last else { break }
      last = length
      unknowns = zip(unknowns, step).map { $0 + $1 }
    }
    let at = sums(unknowns)
    let (_, bend, _) = derivatives(unknowns, at: at)
    let n = Double(features.rows)
    guard let factor = CholeskyFactor(bend.map { $0 * n }, size: unknowns.count) else {
      throw Diagnostic("singular", "the equations of proportional odds are singular", help: "leave out a column")
    }
    let (coefficients, thresholds) = parts(unknowns)
    return Likelihood(
      coefficients: coefficients, thresholds: thresholds, logLikelihood: -n * (try value(unknowns, at: at)),
      covariance: factor.inverse())
  }
}
