internal import Glibc
internal import PodiumCore

/// The spread of some hours that are drawn at random: few numbers are close to each other by chance.
///
/// Hours are drawn from those available, each once, so that it is the permutation distribution of the spread of sessions for
/// which a condition does not count.
///
/// Numbers are tested by their standard deviation, which tells more of a few than quartiles do. Directions are tested by how far
/// their mean vector is from that of all hours, in units of its scatter (Hotelling's T², permuted): swell comes from few
/// directions, so that a liked one shows as a shift of the mean more than as a smaller spread.
struct ChanceSpread: Sendable {
  /// What is tested, in ascending order; smaller is further from chance.
  private let tested: [Double]
  private let scatter: VectorScatter?
  /// The mean; 0 for one value.
  let expected: Double

  static let draws = 400

  /// Draws `count` of some known values; nil without values.
  init?(_ variable: ConditionVariable, of values: [Double], count: Int, draws: Int = ChanceSpread.draws) {
    guard !values.isEmpty, count > 0, draws > 0 else { return nil }
    // The same draws for everyone: no seed decides what is learned.
    var random = RandomSource(seed: 12)
    var pool = values
    var parts = variable.isCircular ? values.map { Direction.components($0) } : []
    let size = min(count, values.count)
    let scatter = variable.isCircular ? VectorScatter(parts) : nil
    var (spreads, tested): ([Double], [Double]) = ([], [])
    for _ in 0..<draws {
      // The first `size` of a shuffle; what an earlier draw has moved is as good a start.
      for place in 0..<size {
        let other = place + random.below(pool.count - place)
        if variable.isCircular { parts.swapAt(place, other) } else { pool.swapAt(place, other) }
      }
      if variable.isCircular {
        let sum = parts.prefix(size).reduce((0.0, 0.0)) { ($0.0 + $1.sine, $0.1 + $1.cosine) }
        let spread = max(0, 1 - (sum.0 * sum.0 + sum.1 * sum.1).squareRoot() / Double(size))
        spreads.append(spread)
        if let scatter { tested.append(-scatter.distance(sum.0 / Double(size), sum.1 / Double(size))) }
      } else {
        let drawn = Array(pool.prefix(size))
        spreads.append(Quantiles.interquartileRange(drawn) ?? 0)
        tested.append(ChanceSpread.deviation(drawn))
      }
    }
    self.tested = tested.sorted()
    self.scatter = scatter
    expected = spreads.reduce(0, +) / Double(draws)
  }

  /// The chance that hours drawn at random are at least as far from all hours, or as close to each other, as some values: the P
  /// value of a permutation test.
  func chance(_ values: [Double]) -> Double {
    let own: Double
    if let scatter {
      let sum = values.map { Direction.components($0) }.reduce((0.0, 0.0)) { ($0.0 + $1.sine, $0.1 + $1.cosine) }
      own = -scatter.distance(sum.0 / Double(max(1, values.count)), sum.1 / Double(max(1, values.count)))
    } else {
      own = ChanceSpread.deviation(values)
    }
    return Double(1 + tested.prefix { $0 <= own }.count) / Double(1 + tested.count)
  }

  private static func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(max(1, values.count))
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, values.count))).squareRoot()
  }

  /// How far such a chance speaks against chance, from 0 to 1: 1 + e p ln p, and 0 from p = 1/e on.
  ///
  /// −e p ln p is the smallest Bayes factor for chance. Source: Sellke, Bayarri and Berger 2001.
  static func evidence(_ p: Double) -> Double { p < exp(-1) ? max(0, min(1, 1 + exp(1) * p * log(p))) : 0 }
}

/// Where unit vectors lie, and how they scatter.
struct VectorScatter: Sendable {
  private let mean: (x: Double, y: Double)
  /// The inverse of their covariance.
  private let inverse: (xx: Double, xy: Double, yy: Double)

  init(_ parts: [(sine: Double, cosine: Double)]) {
    let count = Double(max(1, parts.count))
    let mean = (x: parts.reduce(0) { $0 + $1.sine } / count, y: parts.reduce(0) { $0 + $1.cosine } / count)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for part in parts {
      let (x, y) = (part.sine - mean.x, part.cosine - mean.y)
      (xx, xy, yy) = (xx + x * x / count, xy + x * y / count, yy + y * y / count)
    }
    // Vectors on a line, or one point: what they lack in a direction is not held to be certain.
    let least = 1e-6 * (xx + yy) + 1e-12
    (xx, yy) = (xx + least, yy + least)
    let determinant = xx * yy - xy * xy
    (self.mean, inverse) = (mean, (yy / determinant, -xy / determinant, xx / determinant))
  }

  /// The squared distance of a mean vector from that of all (Mahalanobis 1936).
  func distance(_ sine: Double, _ cosine: Double) -> Double {
    let (x, y) = (sine - mean.x, cosine - mean.y)
    return inverse.xx * x * x + 2 * inverse.xy * x * y + inverse.yy * y * y
  }
}
