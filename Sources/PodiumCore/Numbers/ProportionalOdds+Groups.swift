internal import Glibc

/// Proportional odds with an effect of each group of rows, which x·w of its rows has added.
public struct GroupedOdds: Sendable, Equatable {
  public let coefficients: [Double]
  public let thresholds: [Double]
  /// For each group the mode of its effect: its constant, and with slopes a number for each column.
  public let effects: [[Double]]
  /// The standard deviation of the numbers of effects; 0 where groups differ no more than rows do.
  public let deviation: Double
}

extension ProportionalOdds {
  /// The deviations that are looked at; beyond the largest the groups tell the classes apart.
  private static let (least, most) = (1e-3, 64.0)

  /// The coefficients and thresholds with an effect of each group, normal with the mean 0 (empirical Bayes).
  ///
  /// `groups` has the number of each row's group, below `count`; a row of −1 has none. With `slopes` the coefficients of
  /// groups differ too, all by one deviation, so that columns should have one scale. Minimizes −log of the marginal
  /// likelihood plus the penalty over coefficients, thresholds and the deviation, by Laplace's approximation of each
  /// group's integral. Each round takes a Newton step with the second derivatives of the approximation without its
  /// determinant, and the exact slope; the deviation is where its own slope is 0 (Illinois). Throws `separable` where
  /// groups tell the classes apart, and what `solve` throws. References: J. Pinheiro, E. Chao, Efficient Laplacian and
  /// adaptive Gaussian quadrature algorithms for multilevel generalized linear mixed models, 2006; lme4's glmer and
  /// ordinal's clmm in R with nAGQ=1.
  public func solve(
    groups: [Int], count: Int, slopes: Bool = false, cancellation: Cancellation
  ) throws(Diagnostic) -> GroupedOdds {
    let plain = try solve(cancellation)
    let none = [Double](repeating: 0, count: slopes ? 1 + features.columns : 1)
    let alone = GroupedOdds(
      coefficients: plain.coefficients, thresholds: plain.thresholds,
      effects: [[Double]](repeating: none, count: count), deviation: 0)
    guard classes > 1, Set(groups).subtracting([-1]).count > 1 else { return alone }
    var search = GroupSearch(
      self, groups: groups, count: count, hasSlopes: slopes, unknowns: plain.coefficients + plain.thresholds)
    // A slope that changes its sign encloses the deviation with the largest likelihood, on the scale of logarithms.
    var (low, high) = (0.0, 0.0)
    var (atLow, atHigh) = (try search.slope(deviation: 1, cancellation), 0.0)
    if atLow > 0 {
      (high, atHigh) = (low, atLow)
      while atHigh > 0 {
        (low, atLow) = (high, atHigh)
        high += log(2)
        guard high < log(Self.most) else {
          throw Diagnostic(
            "separable", "the groups tell the classes apart, so the spread of their effects has no finite estimate",
            help: "leave out the effect of groups")
        }
        atHigh = try search.slope(deviation: exp(high), cancellation)
      }
    } else {
      (high, atHigh) = (low, atLow)
      while atLow <= 0 {
        (high, atHigh) = (low, atLow)
        low -= log(2)
        if low < log(Self.least) { return alone }
        atLow = try search.slope(deviation: exp(low), cancellation)
      }
    }
    var side = 0
    while high - low > 1e-9 {
      let middle = min(high, max(low, low + (high - low) * atLow / (atLow - atHigh)))
      let slope = try search.slope(deviation: exp(middle), cancellation)
      if slope.magnitude < 1e-10 * Double(count) || middle == low || middle == high { break }
      if slope > 0 {
        (low, atLow) = (middle, slope)
        if side > 0 { atHigh /= 2 }
        side = 1
      } else {
        (high, atHigh) = (middle, slope)
        if side < 0 { atLow /= 2 }
        side = -1
      }
    }
    let (coefficients, thresholds) = parts(search.unknowns)
    return GroupedOdds(
      coefficients: coefficients, thresholds: thresholds, effects: search.effects, deviation: search.deviation)
  }
}
