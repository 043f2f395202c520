internal import Glibc

/// The standard normal distribution.
public enum NormalDistribution {
  /// The probability of a value up to `x`.
  public static func cdf(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

  /// The value up to which the probability is `p`, by halving on erfc; exact to the last digits in both tails.
  ///
  /// Infinite for 0 and 1, NaN outside of them.
  public static func quantile(_ p: Double) -> Double {
    guard p > 0, p < 1 else { return p == 0 ? -.infinity : p == 1 ? .infinity : .nan }
    let tail = min(p, 1 - p)
    var low = 0.0
    var high = 40.0
    for _ in 0..<200 {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high { break }
      if erfc(middle / 2.0.squareRoot()) / 2 > tail { low = middle } else { high = middle }
    }
    return p < 0.5 ? -(low + (high - low) / 2) : low + (high - low) / 2
  }
}
