internal import Glibc

/// Pearson's chi-square test of independence of a table of counts.
///
/// Pearson, *On the criterion that a given system of deviations…*, Philosophical Magazine 50:157–175, 1900; without
/// continuity correction.
public struct ChiSquare: Sendable, Equatable {
  /// The sum over cells of (count − expected)² / expected.
  public let statistic: Double
  /// The degrees of freedom: (rows − 1) · (columns − 1).
  public let degrees: Int
  /// The p value: the probability of a statistic at least as large under independence.
  public let p: Double
  /// Cramér's V: √(statistic / (n · min(rows − 1, columns − 1))), from 0 to 1 (Cramér 1946).
  public let cramersV: Double
  /// The smallest expected count.
  public let leastExpected: Double

  /// Tests rows × columns counts; nil where a dimension has fewer than two values or nothing was counted.
  public init?(_ counts: [[Int]]) {
    let rows = counts.map { $0.reduce(0, +) }.filter { $0 > 0 }.count
    let width = counts.map(\.count).max() ?? 0
    let columnSums = (0..<width).map { place in counts.reduce(0) { $0 + ($1.indices.contains(place) ? $1[place] : 0) } }
    let columns = columnSums.count { $0 > 0 }
    let n = Double(columnSums.reduce(0, +))
    guard rows > 1, columns > 1 else { return nil }
    var sum = 0.0
    var least = Double.infinity
    for row in counts {
      let rowSum = Double(row.reduce(0, +))
      for (place, count) in row.enumerated() {
        let expected = rowSum * Double(columnSums[place]) / n
        guard expected > 0 else { continue }
        least = min(least, expected)
        sum += (Double(count) - expected) * (Double(count) - expected) / expected
      }
    }
    statistic = sum
    degrees = (rows - 1) * (columns - 1)
    p = ChiSquare.upperTail(sum, degrees: degrees)
    cramersV = min(1, sum / (n * Double(min(rows, columns) - 1))).squareRoot()
    leastExpected = least
  }

  /// The probability that a chi-square variable of some degrees of freedom is at least x: Q(degrees / 2, x / 2).
  ///
  /// By the series for P below a + 1 and Lentz's continued fraction for Q above (Press et al., *Numerical Recipes*,
  /// section 6.2).
  public static func upperTail(_ x: Double, degrees: Int) -> Double {
    guard x > 0 else { return 1 }
    guard x.isFinite else { return 0 }
    let a = Double(degrees) / 2
    let z = x / 2
    let front = exp(a * log(z) - z - lgamma(a))
    if z < a + 1 {
      var term = 1 / a
      var sum = term
      var n = a
      for _ in 0..<10_000 {
        n += 1
        term *= z / n
        sum += term
        if term < sum * 1e-17 { break }
      }
      return min(1, max(0, 1 - front * sum))
    }
    let tiny = 1e-300
    var b = z + 1 - a
    var c = 1 / tiny
    var d = 1 / b
    var h = d
    for i in 1..<10_000 {
      let an = -Double(i) * (Double(i) - a)
      b += 2
      d = an * d + b
      if d.magnitude < tiny { d = tiny }
      c = b + an / c
      if c.magnitude < tiny { c = tiny }
      d = 1 / d
      let step = d * c
      h *= step
      if (step - 1).magnitude < 1e-16 { break }
    }
    return min(1, max(0, front * h))
  }
}
