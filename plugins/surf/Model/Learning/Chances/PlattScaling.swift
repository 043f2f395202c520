internal import PodiumCore

/// Calibration with two parameters: chance = σ(slope · log odds + offset).
///
/// Fitted to held-out log odds (`PlattSigmoid`), with a slope within limits and with what may be wrong of both.
struct PlattScaling: Sendable {
  let slope: Double
  let offset: Double

  /// Rows of one swell say nearly the same, so that as many know less than their number: variances count so many times.
  ///
  /// Chosen on made surfers (`surf-bench calibration`).
  private static let dependence = 4.0

  /// The log odds of all rows, to which uncertain ones are drawn.
  private let center: Double
  /// Of the slope, of both, and of the offset; nil where it is not known.
  private let covariance: (slope: Double, both: Double, offset: Double)?
  /// The variance of the level that a slope below 1 leaves.
  private let levelVariance: Double

  /// What is said as it is, as far as it is likely at all.
  static func plain(_ level: Level) -> PlattScaling { PlattScaling(slope: 1, offset: 0, level) }

  /// The same chance whatever is asked.
  static func constant(_ level: Level) -> PlattScaling { PlattScaling(slope: 0, offset: level.logOdds, level) }

  private init(slope: Double, offset: Double, _ level: Level) {
    (self.slope, self.offset, center, covariance, levelVariance) = (slope, offset, level.logOdds, nil, 0)
  }

  /// Nil without rows of both classes.
  ///
  /// The slope is from 0.1 to 1: a few held-out rows must not make chances surer than they were, and
  /// where they say that higher log odds mean lower chances, what is said stays near the share of all rows.
  /// `level` is what uncertain log odds are drawn to.
  init?(logOdds: [Double], isGood: [Bool], level: Level) {
    let good = Double(isGood.count { $0 })
    let other = Double(isGood.count) - good
    guard logOdds.count == isGood.count, good > 0, other > 0, logOdds.allSatisfy(\.isFinite) else { return nil }
    let fitted = PlattSigmoid(logOdds, isFirst: isGood)
    var (a, b) = (-fitted.a, -fitted.b)
    let limits = 0.1...1.0
    if a.isFinite, !limits.contains(a) {
      a = min(limits.upperBound, max(limits.lowerBound, a))
      let targets = isGood.map { $0 ? (good + 1) / (good + 2) : 1 / (other + 2) }
      for _ in 0..<100 {
        var (slope, weight) = (0.0, 1e-9)
        for (x, target) in zip(logOdds, targets) {
          let p = ProportionalOdds.chance(a * x + b)
          slope += target - p
          weight += p * (1 - p)
        }
        let step = max(-1, min(1, slope / weight))
        b += step
        if step.magnitude < 1e-10 { break }
      }
    }
    guard a.isFinite, b.isFinite else { return nil }
    (slope, offset, center) = (a, b, level.logOdds)
    // What conditions do not say is said by the share of all rows, which is known as well as these are unlike.
    levelVariance = (1 - a) * (1 - a) * level.variance
    var (aa, ab, bb) = (1e-9, 0.0, 1e-9)
    for x in logOdds {
      let p = ProportionalOdds.chance(a * x + b)
      aa += p * (1 - p) * x * x
      ab += p * (1 - p) * x
      bb += p * (1 - p)
    }
    let determinant = aa * bb - ab * ab
    covariance = determinant > 1e-12 ? (bb / determinant, -ab / determinant, aa / determinant) : nil
  }

  /// The share of good rows, to which uncertain chances are drawn.
  ///
  /// Rows count as many as they are unlike (`RowLikeness`): a month of one swell, nearly all good, says little of other seas.
  /// One more is added, a third of it good, since most windows are not.
  struct Level {
    let logOdds: Double
    /// Of the log odds, 1 / (n p (1 − p)).
    let variance: Double

    init(good: Double, of rows: Double, unlike: Double) {
      let share = ((rows > 0 ? good / rows * unlike : 0) + 1.0 / 3) / (unlike + 1)
      (logOdds, variance) = (LogOdds.of(share), 1 / ((unlike + 1) * share * (1 - share)))
    }
  }

  /// The chance that raw log odds mean, as its mean over what both parameters may be: log odds are drawn to those of all rows by
  /// how unlike the known rows are, and by how uncertain they are.
  ///
  /// The likeness of what is asked to the rows that answer is the correlation of their log odds, so that as much of what they
  /// say holds. Source: D. J. C. MacKay, The evidence framework applied to classification networks, Neural Computation 4, 1992.
  func chance(_ raw: Double, likeness: Double = 1) -> Double {
    var all = 0.0
    if let covariance {
      all = max(0, covariance.slope * raw * raw + 2 * covariance.both * raw + covariance.offset)
    }
    all = all * PlattScaling.dependence + levelVariance
    let logOdds = slope * raw + offset
    return ProportionalOdds.chance(center + likeness * (logOdds - center) / (1 + .pi * all / 8).squareRoot())
  }
}
