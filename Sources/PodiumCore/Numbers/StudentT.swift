internal import Glibc

/// Student's t distribution.
///
/// The tail is the regularized incomplete beta function, by its continued fraction (Lentz's method; Press et al.,
/// Numerical Recipes, 3rd edition, 6.4). Absolute error below 1e-12.
public enum StudentT {
  /// The probability of a value up to `t` with `df` > 0 degrees of freedom.
  public static func cdf(_ t: Double, df: Double) -> Double {
    if t.isNaN || !(df > 0) { return .nan }
    let tail = upperTail(t.magnitude, df: df)
    return t < 0 ? tail : 1 - tail
  }

  /// The value up to which the probability is `p`, for p in (0, 1) and `df` > 0 degrees of freedom.
  public static func quantile(_ p: Double, df: Double) -> Double {
    guard p > 0, p < 1, df > 0 else {
      return p == 0 && df > 0 ? -.infinity : p == 1 && df > 0 ? .infinity : .nan
    }
    if p == 0.5 { return 0 }
    let tail = min(p, 1 - p)
    var low = 0.0
    var high = 1.0
    while upperTail(high, df: df) > tail, high < 1e300 {
      low = high
      high *= 2
    }
    // Halving cannot miss; 200 steps reach the last bit from any bracket.
    for _ in 0..<200 {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high { break }
      if upperTail(middle, df: df) > tail { low = middle } else { high = middle }
    }
    let t = low + (high - low) / 2
    return p < 0.5 ? -t : t
  }

  /// The probability of a value above t ≥ 0.
  public static func upperTail(_ t: Double, df: Double) -> Double {
    if t == 0 { return 0.5 }
    if t.isInfinite { return 0 }
    if df.isInfinite { return erfc(t / 2.0.squareRoot()) / 2 }
    let square = t * t
    if square.isInfinite { return 0 }
    // x = df / (df + t²), and 1 − x without cancellation.
    return regularizedBeta(df / (df + square), complement: square / (df + square), a: df / 2) / 2
  }

  /// I_x(a, 1/2).
  private static func regularizedBeta(_ x: Double, complement y: Double, a: Double) -> Double {
    let front = exp(a * log(x) + 0.5 * log(y) - logBetaHalf(a))
    if x < (a + 1) / (a + 2.5) { return front * fraction(x, a, 0.5) / a }
    return 1 - front * fraction(y, 0.5, a) / 0.5
  }

  /// ln B(a, 1/2), by Stirling's series for the quotient of gammas where lgamma would cancel.
  private static func logBetaHalf(_ a: Double) -> Double {
    let logRootPi = 0.5 * log(Double.pi)
    if a < 20 { return lgamma(a) + logRootPi - lgamma(a + 0.5) }
    let r = 1 / (a * a)
    let series = (1.0 / 8 - r * (1.0 / 192 - r * (1.0 / 640 - r * (17.0 / 14336 - r * 31.0 / 18432)))) / a
    return logRootPi - 0.5 * log(a) + series
  }

  /// The continued fraction of I_x(a, b), without its front factor.
  static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    func kept(_ z: Double) -> Double { z.magnitude < tiny ? tiny : z }
    var c = 1.0
    var d = 1 / kept(1 - (a + b) * x / (a + 1))
    var h = d
    // The steps needed grow with the root of the larger parameter.
    for step in 1...100_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / kept(1 + even * d)
      c = kept(1 + even / c)
      h *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / kept(1 + odd * d)
      c = kept(1 + odd / c)
      let change = d * c
      h *= change
      if (change - 1).magnitude < 1e-16 { break }
    }
    return h
  }
}
