internal import Glibc
internal import PodiumCore

/// The correlation of two lists of numbers over the rows where both have a value.
///
/// Pearson's r; of ranks it is Spearman's rho, where ties get their mean rank. Both sums are taken around the means.
public struct Correlation: Sendable, Equatable {
  /// From −1 to 1; nil where a list is constant or fewer than two rows are left.
  public let r: Double?
  /// The rows where both have a value.
  public let rowCount: Int
  private let isRanked: Bool
  /// For ranks that agree completely the probability of that; otherwise unused.
  private let perfectOrder: Double

  /// Correlates lists of equal length; NaN is missing.
  public init(_ a: [Double], _ b: [Double], ranks: Bool = false) {
    let rows = zip(a, b).indices(where: { !$0.isNaN && !$1.isNaN })
    var x = rows.map { a[$0] }
    var y = rows.map { b[$0] }
    rowCount = x.count
    isRanked = ranks
    if ranks { (x, y) = (Correlation.roundedRanks(x), Correlation.roundedRanks(y)) }
    // The mean of equal numbers may differ from them by rounding, so that a constant list would seem to vary.
    guard x.count >= 2, x.min() != x.max(), y.min() != y.max() else {
      (r, perfectOrder) = (nil, 0)
      return
    }
    let plain = Correlation.quotient(x, y)
    guard let quotient = plain ?? Correlation.quotient(Scaled(x).values, Scaled(y).values) else {
      (r, perfectOrder) = (nil, 0)
      return
    }
    // Below what rounding alone makes of lists without any correlation.
    let found = quotient.magnitude < 1e-15 * Double(x.count).squareRoot() ? 0 : min(1, max(-1, quotient))
    r = found
    perfectOrder = ranks && found.magnitude == 1 ? Correlation.chanceOfOrder(x) : 0
  }

  /// The sum of the products over the root of that of the squares; nil where a sum overflows or vanishes.
  private static func quotient(_ x: [Double], _ y: [Double]) -> Double? {
    let n = Double(x.count)
    let (mx, my) = (x.reduce(0, +) / n, y.reduce(0, +) / n)
    var (sxx, syy, sxy) = (0.0, 0.0, 0.0)
    // The distances from a mean that was rounded do not add up to 0: what is left of them is taken out.
    var (sx, sy) = (0.0, 0.0)
    for (u, v) in zip(x, y) {
      sx += u - mx
      sy += v - my
      sxx += (u - mx) * (u - mx)
      syy += (v - my) * (v - my)
      sxy += (u - mx) * (v - my)
    }
    sxx -= sx * sx / n
    syy -= sy * sy / n
    sxy -= sx * sy / n
    // One root of the product makes proportional lists exactly 1.
    let product = sxx * syy
    return product.isFinite && product > Double.leastNormalMagnitude ? sxy / product.squareRoot() : nil
  }

  /// Ranks from 1; ties get the mean of their ranks.
  static func ranks(_ values: [Double]) -> [Double] { ranks(values) { $0 == $1 } }

  /// The same, where numbers that rounding alone tells apart are ties; `unit` is the size of what they were computed from, where
  package static func roundedRanks(_ values: [Double], unit: Double = 0, most: Double? = nil) -> [Double] {
    guard let low = values.min(), let high = values.max() else { return [] }
    let most = most ?? Rounding.most(from: low, to: high, unit: unit)
    return ranks(values) { Rounding.explains($0, $1, unit: unit, most: most) }
  }

  /// How many different numbers share a rank with another one.
  package static func merged(_ values: [Double], in ranks: [Double]) -> Int { Set(values).count - Set(ranks).count }

  private static func ranks(_ values: [Double], _ areEqual: (Double, Double) -> Bool) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, areEqual(values[order[start]], values[order[end + 1]]) { end += 1 }
      for place in start...end { ranks[order[place]] = Double(start + end) / 2 + 1 }
      start = end + 1
    }
    return ranks
  }

  /// The share of all orders of these ranks that agree with them completely, or are their reverse: Π tᵢ! / n! over the sizes
  /// tᵢ of ties, twice where the ties read the same from both ends.
  private static func chanceOfOrder(_ ranks: [Double]) -> Double {
    var sizes: [Double: Int] = [:]
    for rank in ranks { sizes[rank, default: 0] += 1 }
    let ties = sizes.sorted { $0.key < $1.key }.map(\.value)
    let orders = ties.reduce(0) { $0 + lgamma(Double($1 + 1)) } - lgamma(Double(ranks.count + 1))
    return min(1, (ties == ties.reversed() ? 2 : 1) * exp(orders))
  }

  /// The 95 % confidence interval by Fisher's transformation; nil below four rows and at ±1.
  ///
  /// The variance of the transformed coefficient is 1 / (n − 3), of ranks 1.06 / (n − 3) (Fieller, Hartley and Pearson,
  /// *Tests for rank correlation coefficients I*, Biometrika 44:470–481, 1957).
  public var interval: (low: Double, high: Double)? {
    guard let r, rowCount > 3, r.magnitude < 1 else { return nil }
    let half = 1.959963984540054 * ((isRanked ? 1.06 : 1) / Double(rowCount - 3)).squareRoot()
    return (tanh(atanh(r) - half), tanh(atanh(r) + half))
  }

  /// The two-sided p value of no correlation by Student's t with n − 2 degrees; nil below three rows.
  ///
  /// At ±1 t is infinite. There the p of ranks is exact: the share of the orders that agree as well, or disagree.
  public var p: Double? {
    guard let r, rowCount > 2 else { return nil }
    if r.magnitude == 1 { return isRanked ? perfectOrder : 0 }
    let t = r * (Double(rowCount - 2) / (1 - r * r)).squareRoot()
    return min(1, 2 * StudentT.upperTail(t.magnitude, df: Double(rowCount - 2)))
  }
}

extension Zip2Sequence where Sequence1 == [Double], Sequence2 == [Double] {
  fileprivate func indices(where holds: (Double, Double) -> Bool) -> [Int] {
    var places: [Int] = []
    for (place, pair) in enumerated() where holds(pair.0, pair.1) { places.append(place) }
    return places
  }
}
