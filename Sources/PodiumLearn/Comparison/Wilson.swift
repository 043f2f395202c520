internal import PodiumCore

/// Wilson's score interval for a proportion (Wilson 1927).
public enum Wilson {
  /// The interval of the share `successes` of `of` trials; (0, 1) without trials.
  public static func interval(successes: Int, of trials: Int, confidence: Double = 0.95) -> (
    low: Double, high: Double
  ) {
    guard trials > 0, confidence > 0, confidence < 1 else { return (0, 1) }
    let n = Double(trials)
    let share = Double(min(max(successes, 0), trials)) / n
    let z = NormalDistribution.quantile((1 + confidence) / 2)
    let square = z * z
    let centre = (share + square / (2 * n)) / (1 + square / n)
    let half = z / (1 + square / n) * (share * (1 - share) / n + square / (4 * n * n)).squareRoot()
    // At the ends the bound is exact, and rounding must not pass it.
    return (successes <= 0 ? 0 : max(0, centre - half), successes >= trials ? 1 : min(1, centre + half))
  }
}
