internal import Glibc
internal import PodiumCore

/// The receiver operating characteristic of scores: how many rows of a class a threshold finds, and how many others.
///
/// The interval of the area is DeLong's (E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson, Comparing the areas under two or
/// more correlated receiver operating characteristic curves, Biometrics 44, 1988), its components by ranks (X. Sun, W. Xu,
/// Fast implementation of DeLong's algorithm, 2014).
public struct ROCCurve: Sendable, Equatable {
  /// A threshold with the shares of rows that reach it.
  public struct Point: Sendable, Equatable {
    /// The lowest score that counts as the class; infinite for the first point, which nothing reaches.
    public let threshold: Double
    /// The share of other rows at or above it.
    public let falsePositive: Double
    /// The share of rows of the class at or above it.
    public let truePositive: Double
  }

  /// The points, thresholds falling; from (0, 0) to (1, 1).
  public let points: [Point]
  /// The area under the curve.
  public let area: Double
  /// The 95 % interval of the area, lower end first; nil where it has no variance.
  public let interval: [Double]?
  /// The rows of the class, and the others.
  public let positives: Int
  public let negatives: Int
  /// For each row of the class the share of others it is above, and for each other row the share of the class above it.
  private let above: [Double]
  private let below: [Double]
  /// The variance of the area; nil below two rows of either kind.
  private let variance: Double?

  /// Takes a score for each row; nil unless both kinds occur.
  public init?(scores: [Double], isPositive: [Bool]) {
    precondition(scores.count == isPositive.count, "a score for each row is needed")
    let x = zip(scores, isPositive).filter { $0.1 }.map { $0.0 }
    let y = zip(scores, isPositive).filter { !$0.1 }.map { $0.0 }
    guard !x.isEmpty, !y.isEmpty, scores.allSatisfy(\.isFinite) else { return nil }
    (positives, negatives) = (x.count, y.count)
    let (m, n) = (Double(x.count), Double(y.count))
    let (ranksX, ranksY, all) = (Correlation.ranks(x), Correlation.ranks(y), Correlation.ranks(x + y))
    let above = x.indices.map { (all[$0] - ranksX[$0]) / n }
    let below = y.indices.map { 1 - (all[x.count + $0] - ranksY[$0]) / m }
    let area = above.reduce(0, +) / m
    let variance = ROCCurve.covariance(above, above, below, below)
    (self.above, self.below, self.area, self.variance) = (above, below, area, variance)
    if let variance, variance > 0 {
      let reach = NormalDistribution.quantile(0.975) * variance.squareRoot()
      interval = [max(0, area - reach), min(1, area + reach)]
    } else {
      interval = nil
    }
    var points = [Point(threshold: .infinity, falsePositive: 0, truePositive: 0)]
    let order = scores.indices.sorted { scores[$0] > scores[$1] }
    var (found, wrong, place) = (0, 0, 0)
    while place < order.count {
      let score = scores[order[place]]
      while place < order.count, scores[order[place]] == score {
        if isPositive[order[place]] { found += 1 } else { wrong += 1 }
        place += 1
      }
      points.append(
        Point(threshold: score, falsePositive: Double(wrong) / n, truePositive: Double(found) / m))
    }
    self.points = points
  }

  /// The sample covariances of two curves' components; nil below two rows of either kind.
  private static func covariance(_ a: [Double], _ b: [Double], _ c: [Double], _ d: [Double]) -> Double? {
    func one(_ u: [Double], _ v: [Double]) -> Double? {
      guard u.count > 1 else { return nil }
      let n = Double(u.count)
      let (mu, mv) = (u.reduce(0, +) / n, v.reduce(0, +) / n)
      return zip(u, v).reduce(0) { $0 + ($1.0 - mu) * ($1.1 - mv) } / (n - 1) / n
    }
    guard let first = one(a, b), let second = one(c, d) else { return nil }
    return first + second
  }

  /// The paired test of two curves of the same rows: the difference of the areas and its two-sided p value.
  ///
  /// p is nil where the difference has no variance. Both curves must be of the same rows in the same order.
  public func difference(from other: ROCCurve) -> (area: Double, p: Double?)? {
    guard above.count == other.above.count, below.count == other.below.count else { return nil }
    let gap = area - other.area
    guard let own = variance, let others = other.variance,
      let shared = ROCCurve.covariance(above, other.above, below, other.below)
    else { return (gap, nil) }
    let spread = own + others - 2 * shared
    guard spread > 1e-15 else { return (gap, gap.magnitude < 1e-12 ? 1 : nil) }
    return (gap, erfc(gap.magnitude / spread.squareRoot() / 2.0.squareRoot()))
  }
}
