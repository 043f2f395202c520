internal import Glibc
internal import PodiumCore

/// The spread of some hours that are drawn at random: few numbers are close to each other by chance.
///
/// Hours are drawn from those available, each once, so that it is the permutation distribution of the spread of sessions for
/// which a condition does not count.
struct ChanceSpread: Sendable {
  /// Standard deviations in ascending order, or 1 − R for directions: they tell more of a few numbers than quartiles do.
  private let deviations: [Double]
  /// The mean; 0 for one value.
  let expected: Double

  static let draws = 400

  /// Draws `count` of some known values; nil without values.
  init?(_ variable: ConditionVariable, of values: [Double], count: Int, draws: Int = ChanceSpread.draws) {
    guard !values.isEmpty, count > 0, draws > 0 else { return nil }
    // The same draws for everyone: no seed decides what is learned.
    var random = RandomSource(seed: 12)
    // Places in the ascending values: many drawn ones are put in order by a look at each place, faster than by a sort.
    let order = variable.isCircular ? [] : values.indices.ordered { values[$0] < values[$1] }
    let ascending = order.map { values[$0] }
    var pool = order
    for (place, value) in order.enumerated() { pool[value] = place }
    var isDrawn = [Bool](repeating: false, count: values.count)
    var parts = variable.isCircular ? values.map { Direction.components($0) } : []
    let size = min(count, values.count)
    var (spreads, deviations): ([Double], [Double]) = ([], [])
    for _ in 0..<draws {
      // The first `size` of a shuffle; what an earlier draw has moved is as good a start.
      for place in 0..<size {
        let other = place + random.below(values.count - place)
        if variable.isCircular { parts.swapAt(place, other) } else { pool.swapAt(place, other) }
      }
      if variable.isCircular {
        let sum = parts.prefix(size).reduce((0.0, 0.0)) { ($0.0 + $1.sine, $0.1 + $1.cosine) }
        let spread = max(0, 1 - (sum.0 * sum.0 + sum.1 * sum.1).squareRoot() / Double(size))
        spreads.append(spread)
        deviations.append(spread)
      } else {
        let drawn = pool.prefix(size)
        var places: [Int] = []
        if size * 16 < values.count {
          places = drawn.sorted()
        } else {
          for place in drawn { isDrawn[place] = true }
          places.reserveCapacity(size)
          for place in isDrawn.indices where isDrawn[place] {
            places.append(place)
            isDrawn[place] = false
          }
        }
        spreads.append(Quantiles.interquartileRange(ofSorted: places.map { ascending[$0] }) ?? 0)
        deviations.append(ChanceSpread.deviation(drawn.map { ascending[$0] }))
      }
    }
    self.deviations = deviations.sorted()
    expected = spreads.reduce(0, +) / Double(draws)
  }

  /// The chance that hours drawn at random are at least as close as some values: the P value of a permutation test.
  func chance(_ variable: ConditionVariable, of values: [Double]) -> Double {
    let own = variable.isCircular ? LearnedRange.spread(variable, values) ?? 1 : ChanceSpread.deviation(values)
    return Double(1 + deviations.prefix { $0 <= own }.count) / Double(1 + deviations.count)
  }

  private static func deviation(_ values: [Double]) -> Double {
    let mean = values.mean ?? 0
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, values.count))).squareRoot()
  }

  /// How far such a chance speaks against chance, from 0 to 1: 1 + e p ln p, and 0 from p = 1/e on.
  ///
  /// −e p ln p is the smallest Bayes factor for chance. Source: Sellke, Bayarri and Berger 2001.
  static func evidence(_ p: Double) -> Double { p < exp(-1) ? max(0, min(1, 1 + exp(1) * p * log(p))) : 0 }
}
