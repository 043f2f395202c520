internal import PodiumCore

/// A mean with its 95 % interval by Student's t: mean ± t(0.975, n − 1)·s/√n, s with divisor n − 1.
package struct MeanInterval: Equatable {
  package let count: Int
  package let mean: Double
  /// The ends of the interval; nil for fewer than two values.
  package let low: Double?
  package let high: Double?

  /// Takes finite values; nil without values.
  package init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    count = values.count
    let n = Double(values.count)
    mean = MeanInterval.mean(values)
    guard values.count > 1 else {
      (low, high) = (nil, nil)
      return
    }
    // The largest deviation is taken out of the squares, which would overflow or vanish.
    let centre = mean
    let largest = values.reduce(0) { max($0, ($1 - centre).magnitude) }
    guard largest > 0, largest.isFinite else {
      (low, high) = largest == 0 ? (mean, mean) : (nil, nil)
      return
    }
    let squares = values.reduce(0) { $0 + ($1 - centre) / largest * (($1 - centre) / largest) }
    let error = largest * (squares / (n - 1) / n).squareRoot()
    let reach = StudentT.quantile(0.975, df: n - 1) * error
    (low, high) = (mean - reach, mean + reach)
  }

  /// The mean of finite values; NaN without values.
  package static func mean(_ values: [Double]) -> Double {
    let n = Double(values.count)
    if let first = values.first, values.allSatisfy({ $0 == first }) { return first }
    let mean = values.reduce(0, +) / n
    // Dividing first keeps the sum of huge values finite.
    return mean.isFinite ? mean : values.reduce(0) { $0 + $1 / n }
  }
}
