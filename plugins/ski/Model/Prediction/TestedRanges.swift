/// The conditions in which levels and pairs were compared, and what is not known beyond them.
///
/// Effects are straight lines over the conditions, and tests show them only where they were made. Beyond, a line may bend: its
/// slope is taken as a random walk that changes by as much in 15 degrees (or all of the snow) as slopes differ from each
/// other, so that the height at a distance D beyond the last test has the variance of slopes times D³/3, that of an
/// integrated random walk (Wahba 1978, whose posterior mean is a cubic spline).
struct TestedRanges: Sendable {
  private static let count = TestConditions.basisCount
  /// The least and largest of each part of the basis, level by level.
  private var lows: [Double]
  private var highs: [Double]
  /// The least and largest air temperature of each pair, block by block, in 15 degrees.
  private var pairs: [[(low: Double, high: Double)]]

  init(_ parts: [TestPart], _ tests: [SkiTest], blockSizes: [Int], levelCount: Int) {
    lows = [Double](repeating: .infinity, count: levelCount * TestedRanges.count)
    highs = [Double](repeating: -.infinity, count: levelCount * TestedRanges.count)
    pairs = blockSizes.map { [(low: Double, high: Double)](repeating: (.infinity, -.infinity), count: $0) }
    for part in parts {
      let basis = tests[part.design.test].conditions.basis
      for place in part.design.places {
        let known = pairs[part.design.block][place]
        pairs[part.design.block][place] = (min(known.low, basis[1]), max(known.high, basis[1]))
      }
      for level in part.design.usedLevels {
        for x in basis.indices {
          let place = level * TestedRanges.count + x
          (lows[place], highs[place]) = (min(lows[place], basis[x]), max(highs[place], basis[x]))
        }
      }
    }
  }

  /// What a level's variance of slopes is multiplied by in some conditions.
  func doubt(ofLevel level: Int, at basis: [Double]) -> Double {
    basis.indices.dropFirst().reduce(0) { sum, x in
      let place = level * TestedRanges.count + x
      return sum + TestedRanges.doubt(basis[x], lows[place], highs[place])
    }
  }

  /// The same of a pair's slope over the air temperature.
  func doubt(ofPair place: (block: Int, place: Int), at basis: [Double]) -> Double {
    let known = pairs[place.block][place.place]
    return TestedRanges.doubt(basis[1], known.low, known.high)
  }

  /// Nothing where nothing is known: the whole variance of an effect counts there already.
  private static func doubt(_ x: Double, _ low: Double, _ high: Double) -> Double {
    guard low <= high else { return 0 }
    let distance = max(0, low - x, x - high)
    return distance * distance * distance / 3
  }
}
