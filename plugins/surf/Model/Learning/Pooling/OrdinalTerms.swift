internal import Glibc

/// The logarithm of the probability of an ordered class and its derivatives, under proportional odds.
///
/// P(class ≥ k) = σ(η − θₖ); class 0 is the worst. With two classes it is logistic regression.
/// Source: McCullagh 1980, written with differences of σ that do not cancel.
struct OrdinalTerms {
  /// log P.
  let value: Double
  /// By η.
  let slope: Double
  /// By the threshold of the class itself; 0 for the worst class, which has none.
  let lower: Double
  /// By the threshold of the next better class; 0 for the best.
  let upper: Double
  /// Minus the second derivatives: ηη, η and each threshold, both thresholds with themselves and each other.
  let curvature: Double
  let slopeLower: Double
  let slopeUpper: Double
  let lowerLower: Double
  let upperUpper: Double
  let lowerUpper: Double

  /// `below` is θ of the class, −∞ for the worst; `above` that of the next better, +∞ for the best.
  init?(_ eta: Double, below: Double, above: Double) {
    guard below < above else { return nil }
    let (a, c) = (eta - below, eta - above)
    let (atA, overA) = (OrdinalTerms.logistic(a), OrdinalTerms.logistic(-a))
    let (atC, overC) = (OrdinalTerms.logistic(c), OrdinalTerms.logistic(-c))
    // σ(a) − σ(c) = σ(a) σ(−c) (1 − e^(c−a)).
    let part = -expm1(c - a)
    let (u, v) = (overA / (overC * part), atC / (atA * part))
    guard atA > 0, overC > 0, part > 0 else { return nil }
    value = log(atA) + log(overC) + log(part)
    slope = overA - atC
    (lower, upper) = (-u, v)
    let (bendA, bendC) = (atA * overA, atC * overC)
    curvature = bendA + bendC
    (slopeLower, slopeUpper) = (-bendA, -bendC)
    lowerLower = u * u - u * (1 - 2 * atA)
    upperUpper = v * v + v * (1 - 2 * atC)
    lowerUpper = -u * v
  }

  static func logistic(_ x: Double) -> Double {
    if x >= 0 { return 1 / (1 + exp(-x)) }
    let e = exp(x)
    return e / (1 + e)
  }
}
