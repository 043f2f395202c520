internal import Glibc
internal import PodiumCore

/// The noncentral F distribution, as a mixture of incomplete beta functions with Poisson's weights.
///
/// N. L. Johnson, S. Kotz, N. Balakrishnan, *Continuous univariate distributions*, volume 2, chapter 30, 1995.
enum NoncentralF {
  /// The probability of a value up to `f` > 0 with the noncentrality λ ≥ 0.
  ///
  /// The function I_x(a, b) of the last weight that counts is computed, and those of smaller ones follow by
  /// I_x(a, b) = I_x(a + 1, b) + x^a (1 − x)^b / (a B(a, b)), which only adds.
  static func cdf(_ f: Double, numerator: Double, denominator: Double, lambda: Double) -> Double {
    let (mean, b) = (lambda / 2, denominator / 2)
    let last = (mean + 10 * mean.squareRoot() + 40).rounded()
    let first = max(0, (mean - 10 * mean.squareRoot() - 40).rounded())
    let scaled = numerator / denominator * f
    let (x, y) = (scaled / (1 + scaled), 1 / (1 + scaled))
    var a = numerator / 2 + last
    // The lower tail of a central F is the upper one of its reciprocal.
    let central = numerator + 2 * last
    var beta = FDistribution.upperTail(
      central / (numerator * f), numerator: denominator, denominator: central)
    var term = exp(a * log(x) + b * log(y) + lgamma(a + b) - lgamma(a + 1) - lgamma(b))
    var weight = mean > 0 ? exp(last * log(mean) - mean - lgamma(last + 1)) : last == 0 ? 1 : 0
    var sum = 0.0
    var place = last
    while true {
      sum += (mean == 0 ? (place == 0 ? 1 : 0) : weight) * beta
      if place <= first { break }
      // From a to a − 1.
      term *= a / (x * (a + b - 1))
      a -= 1
      beta += term
      weight *= place / mean
      place -= 1
    }
    return min(1, sum)
  }

  /// The noncentrality at which the probability of a value up to `f` is `cdf`; 0 where it is below that already without one.
  ///
  /// By halving; nil beyond a noncentrality of a million, whose sums would be long.
  static func noncentrality(_ f: Double, numerator: Double, denominator: Double, cdf wanted: Double) -> Double? {
    func at(_ lambda: Double) -> Double { cdf(f, numerator: numerator, denominator: denominator, lambda: lambda) }
    guard f > 0, at(0) > wanted else { return 0 }
    let most = 1e6
    var (low, high) = (0.0, min(most, max(1, 2 * numerator * f)))
    while at(high) > wanted {
      if high >= most { return nil }
      (low, high) = (high, min(most, high * 2))
    }
    for _ in 0..<200 {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high || high - low < 1e-13 * high { break }
      if at(middle) > wanted { low = middle } else { high = middle }
    }
    return low + (high - low) / 2
  }
}
