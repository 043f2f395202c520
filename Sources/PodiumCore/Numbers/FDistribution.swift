internal import Glibc

/// Fisher's F distribution.
///
/// The tail is the regularized incomplete beta function I_x(b, a) of x = b' / (b' + a'F), by the continued fraction that
/// Student's t distribution uses (Press et al., Numerical Recipes, 3rd edition, 6.4 and 6.14.10).
public enum FDistribution {
  /// The probability of a value of at least `f` with `numerator` and `denominator` > 0 degrees of freedom; NaN for degrees
  /// that are not above 0.
  public static func upperTail(_ f: Double, numerator: Double, denominator: Double) -> Double {
    guard numerator > 0, denominator > 0, numerator.isFinite, denominator.isFinite, !f.isNaN else { return .nan }
    guard f > 0 else { return 1 }
    guard f.isFinite else { return 0 }
    let (a, b) = (denominator / 2, numerator / 2)
    let scaled = numerator / denominator * f
    guard scaled.isFinite else { return 0 }
    // Both without cancellation.
    let (x, y) = (1 / (1 + scaled), scaled / (1 + scaled))
    let front = exp(a * log(x) + b * log(y) + lgamma(a + b) - lgamma(a) - lgamma(b))
    if x < (a + 1) / (a + b + 2) { return min(1, front * StudentT.fraction(x, a, b) / a) }
    return max(0, 1 - front * StudentT.fraction(y, b, a) / b)
  }
}
