internal import Glibc

/// Probabilities from decimal odds: three ways to remove the bookmaker's margin. π = 1 / o, B = Σ π. Basic: π / B.
/// Power: π^k with Σ π^k = 1. Shin (1993), as Strumbelj (2014) writes it: p = (√(z² + 4 (1 − z) π² / B) − z) / (2 (1 −
/// z)) with z, the share of insiders, from Σ p = 1.
public enum OddsMargin: String, CaseIterable, Sendable {
  case basic
  case power
  case shin

  /// One probability per outcome, with Shin's z, which is 0 for the other ways and without a margin. Nil unless all
  /// odds are above 1.
  public func probabilities(_ odds: [Double]) -> (values: [Double], insiders: Double)? {
    guard odds.count > 1, odds.allSatisfy({ $0 > 1 && $0.isFinite }) else { return nil }
    let shares = odds.map { 1 / $0 }
    let book = shares.reduce(0, +)
    let basic = shares.map { $0 / book }
    switch self {
    case .basic: return (basic, 0)
    case .power:
      // The sum falls as k grows: above 1 at one end and below at the other.
      let k = OddsMargin.root(between: 0, and: 100) { k in shares.reduce(-1) { $0 + pow($1, k) } }
      return (OddsMargin.normalised(shares.map { pow($0, k) }), 0)
    case .shin:
      guard book > 1 else { return (basic, 0) }
      func shin(_ z: Double) -> [Double] {
        shares.map { (sqrt(z * z + 4 * (1 - z) * $0 * $0 / book) - z) / (2 * (1 - z)) }
      }
      let z = OddsMargin.root(between: 0, and: 0.999) { shin($0).reduce(-1, +) }
      return (OddsMargin.normalised(shin(z)), z)
    }
  }

  /// The root of a decreasing function, by bisection to the last bit.
  private static func root(between low: Double, and high: Double, of f: (Double) -> Double) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if f(middle) > 0 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Removes the rounding error of the bisection.
  private static func normalised(_ values: [Double]) -> [Double] {
    let sum = values.reduce(0, +)
    return values.map { $0 / sum }
  }
}
