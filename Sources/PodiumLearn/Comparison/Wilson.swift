internal import Glibc

/// Wilson's score interval for a proportion (Wilson 1927).
public enum Wilson {
  /// The interval of the share `successes` of `of` trials; (0, 1) without trials.
  public static func interval(successes: Int, of trials: Int, confidence: Double = 0.95) -> (
    low: Double, high: Double
  ) {
    guard trials > 0, confidence > 0, confidence < 1 else { return (0, 1) }
    let n = Double(trials)
    let share = Double(min(max(successes, 0), trials)) / n
    let z = normalQuantile((1 + confidence) / 2)
    let square = z * z
    let centre = (share + square / (2 * n)) / (1 + square / n)
    let half = z / (1 + square / n) * (share * (1 - share) / n + square / (4 * n * n)).squareRoot()
    // At the ends the bound is exact, and rounding must not pass it.
    return (successes <= 0 ? 0 : max(0, centre - half), successes >= trials ? 1 : min(1, centre + half))
  }

  /// The value up to which the standard normal probability is p in (0, 1), by halving on erfc.
  static func normalQuantile(_ p: Double) -> Double {
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
