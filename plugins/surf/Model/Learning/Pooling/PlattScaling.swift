internal import Glibc
internal import PodiumCore

/// Calibration with two parameters: chance = σ(slope · log odds + offset).
///
/// Fitted to held-out log odds by Newton's method, with Platt's smoothed targets (n₊ + 1)/(n₊ + 2) and 1/(n₋ + 2).
/// Source: Platt 1999, in the form of Lin, Lin and Weng 2007.
public struct PlattScaling: Sendable, Equatable, Codable {
  public let slope: Double
  public let offset: Double

  public static let identity = PlattScaling(slope: 1, offset: 0)

  init(slope: Double, offset: Double) { (self.slope, self.offset) = (slope, offset) }

  /// Nil without rows of both classes, and where higher log odds mean lower chances.
  public init?(logOdds: [Double], isGood: [Bool]) {
    let good = Double(isGood.count { $0 })
    let other = Double(isGood.count) - good
    guard logOdds.count == isGood.count, good > 0, other > 0, logOdds.allSatisfy(\.isFinite) else { return nil }
    let targets = isGood.map { $0 ? (good + 1) / (good + 2) : 1 / (other + 2) }
    func value(_ a: Double, _ b: Double) -> Double {
      zip(logOdds, targets).reduce(0) { sum, row in
        let z = a * row.0 + b
        // −t log σ(z) − (1 − t) log σ(−z), without an overflow.
        return sum + max(z, 0) + log1p(exp(-z.magnitude)) - row.1 * z
      }
    }
    var (a, b) = (1.0, 0.0)
    var now = value(a, b)
    for _ in 0..<100 {
      // A small ridge keeps the system regular where all log odds are equal.
      var (aa, ab, bb, ga, gb) = (1e-9, 0.0, 1e-9, 0.0, 0.0)
      for (x, target) in zip(logOdds, targets) {
        let p = OrdinalTerms.logistic(a * x + b)
        let weight = p * (1 - p)
        aa += weight * x * x
        ab += weight * x
        bb += weight
        ga += x * (target - p)
        gb += target - p
      }
      guard let factor = CholeskyFactor([aa, 0, ab, bb], size: 2, tolerance: 1e-15) else { return nil }
      let step = factor.solve([ga, gb])
      if max(step[0].magnitude, step[1].magnitude) < 1e-10 { break }
      var share = 1.0
      while share > 1e-9, value(a + share * step[0], b + share * step[1]) > now + 1e-12 * max(1, now) { share /= 2 }
      (a, b) = (a + share * step[0], b + share * step[1])
      now = value(a, b)
      if share <= 1e-9 { break }
    }
    guard a > 0, a.isFinite, b.isFinite else { return nil }
    (slope, offset) = (a, b)
  }

  public func logOdds(_ raw: Double) -> Double { slope * raw + offset }
}
