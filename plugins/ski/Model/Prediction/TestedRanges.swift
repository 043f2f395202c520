/// The conditions in which levels and pairs were compared, and what is not known beyond them. Effects are straight lines over the
/// conditions, and tests show them only where they were made. Beyond, a line may bend: its slope is taken as a random walk that
/// changes by as much in 15 degrees (or all of the snow) as slopes differ from each other, so that the height at a distance D
/// beyond the last test has the variance of slopes times D³/3, that of an integrated random walk (Wahba 1978, whose posterior mean
/// is a cubic spline). A base in tests of skating skis says less of klister skis in that cold: a level's tests are those of the
/// same type of ski.
struct TestedRanges: Sendable {
  private struct Key: Hashable {
    /// The level of the type; nil for pairs without one.
    let type: Int?
    let level: Int
  }

  private typealias Range = (low: Double, high: Double)

  /// The least and largest of each part of the basis.
  private var levels: [Key: [Range]] = [:]
  /// The least and largest air temperature of each pair, block by block, in 15 degrees.
  private var pairs: [[Range]]
  private let isType: [Bool]

  init(_ parts: [TestPart], _ tests: [SkiTest], blockSizes: [Int], levelNames: [String]) {
    pairs = blockSizes.map { [Range](repeating: (.infinity, -.infinity), count: $0) }
    isType = levelNames.map { $0.hasPrefix("type ") }
    for part in parts {
      let basis = tests[part.design.test].conditions.basis
      for (entry, place) in part.design.places.enumerated() {
        Self.widen(&pairs[part.design.block][place], basis[1])
        let own = part.design.levels[entry]
        let type = own.first { isType[$0] }
        for level in own {
          var known =
            levels[Key(type: type, level: level)] ?? [Range](repeating: (.infinity, -.infinity), count: basis.count)
          for x in basis.indices { Self.widen(&known[x], basis[x]) }
          levels[Key(type: type, level: level)] = known
        }
      }
    }
  }

  private static func widen(_ range: inout Range, _ x: Double) { range = (min(range.low, x), max(range.high, x)) }

  /// What the variance of slopes of a level is multiplied by in some conditions, for a pair that has some levels.
  func doubt(ofLevel level: Int, among own: [Int], at basis: [Double]) -> Double {
    let type = own.first { isType[$0] }
    guard let known = levels[Key(type: type, level: level)] else {
      // On this type it was never tested: what others say counts as far as they go.
      let others = levels.filter { $0.key.level == level }.map { Self.doubt(basis, $0.value) }
      return others.min() ?? 0
    }
    return Self.doubt(basis, known)
  }

  /// The same of a pair's slope over the air temperature.
  func doubt(ofPair place: (block: Int, place: Int), at basis: [Double]) -> Double {
    Self.doubt(basis[1], pairs[place.block][place.place])
  }

  private static func doubt(_ basis: [Double], _ known: [Range]) -> Double {
    basis.indices.dropFirst().reduce(0) { $0 + doubt(basis[$1], known[$1]) }
  }

  /// Nothing where nothing is known: the whole variance of an effect counts there already.
  private static func doubt(_ x: Double, _ known: Range) -> Double {
    guard known.low <= known.high else { return 0 }
    let distance = max(0, known.low - x, x - known.high)
    return distance * distance * distance / 3
  }
}
