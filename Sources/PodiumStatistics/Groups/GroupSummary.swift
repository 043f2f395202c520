internal import PodiumCore

/// What describes the numbers of one group.
public struct GroupSummary: Sendable, Equatable {
  public let count: Int
  /// Nil without numbers, and where the sum is too large.
  public let mean: Double?
  /// The standard deviation with divisor n − 1; nil below two numbers.
  public let sd: Double?
  public let median: Double?
  /// How many different numbers there are.
  public let distinct: Int
  /// The skewness g₁ = m₃ / m₂^1.5; nil below three numbers and for equal ones.
  public let skewness: Double?
  /// How many numbers are more than three interquartile ranges away from the quartiles.
  public let outliers: Int

  /// Describes finite numbers.
  public init(_ numbers: [Double]) {
    let scaled = Scaled(numbers)
    let x = scaled.values.sorted()
    count = x.count
    let mean = Scaled.mean(x)
    self.mean = x.isEmpty ? nil : scaled.back(mean)
    let squares = Scaled.squares(x, around: mean)
    sd = x.count < 2 ? nil : scaled.back((squares / Double(x.count - 1)).squareRoot())
    median = x.isEmpty ? nil : scaled.back(Quantile.interpolated(x, 0.5))
    distinct = x.isEmpty ? 0 : 1 + zip(x, x.dropFirst()).count { $0 != $1 }
    let second = squares / Double(max(1, x.count))
    let near = Scaled.near([x])[0]
    let middle = Scaled.mean(near)
    let third = near.reduce(0) { $0 + ($1 - middle) * ($1 - middle) * ($1 - middle) } / Double(max(1, x.count))
    let spread = second * second.squareRoot()
    skewness = x.count < 3 || !(spread > 0) ? nil : third / spread
    let (low, high) = (Quantile.interpolated(x, 0.25), Quantile.interpolated(x, 0.75))
    let reach = 3 * (high - low)
    outliers = reach > 0 ? x.count { $0 < low - reach || $0 > high + reach } : 0
  }
}
