public import PodiumCore

/// A linear mixed model of how fast each ski pair is in given conditions, fitted to past tests.
///
/// A result of pair p in session s is m_s + (base + grinding + type)(conditions) + u_p + v_p t + w_ps + error: m_s
/// free, t the air temperature above its mean in 15 degrees, every other effect normal around zero with a variance of
/// its own kind, so that what few tests say is shrunk. Glides enter through their Laplacian, ranks by normal scores
/// (`TestPart`). Variances follow Schall's iteration (1991), whose fixed point is that of restricted maximum likelihood
/// (Harville 1977); the day's variance and that of ranks are set so that Pearson's statistic meets its degrees of
/// freedom (Paule and Mandel 1982). Effects are the best linear unbiased predictors (Henderson 1975), solved by blocks.
public struct PairModel: Sendable {
  /// The pairs, as given.
  public let pairs: [TestedPair]
  /// The sessions that were used.
  public let tests: [SkiTest]
  /// The names of the levels of type, base and grinding (`base White`), by number.
  public let levelNames: [String]
  public let variances: PairVariances
  /// Whether some results are in centimetres; otherwise all are standard scores.
  public let isMeasured: Bool
  /// The mean air temperature of the results.
  public let meanAir: Double
  /// The number of participations.
  let resultCount: Int
  /// The number of iterations of the variance estimation.
  let iterations: Int
  /// Whether the variance estimation converged.
  public let isSettled: Bool

  let levels: [String: Int]
  /// For each pair, its block and its index in it; nil for one that was never compared.
  public let places: [(block: Int, place: Int)?]
  /// Connected groups of types, by type: types in different groups never met in a test.
  public let typeGroups: [String: Int]
  let solution: ArrowSystem.Solution
  let parts: [TestPart]
  let blockSizes: [Int]
  let scale: Double

  /// The minimum number of pairs for estimating variances, if there are that many; whole blocks are used.
  static let variancePairs = 150

  /// Variances, the number of iterations, and whether they converged.
  public typealias Estimate = (variances: PairVariances, iterations: Int, isSettled: Bool)

  /// Fits the model to tests.
  ///
  /// Throws `too-few-tests` when no session compares two pairs under known conditions, `interrupted`.
  /// `known` are variances estimated from these tests earlier.
  public init(
    _ pairs: [TestedPair], _ tests: [SkiTest], known: Estimate? = nil, threads: Int = 1, cancellation: Cancellation
  ) throws(Diagnostic) {
    self.pairs = pairs
    self.tests = tests
    let blocks = PairBlocks(pairs, tests)
    places = blocks.places
    blockSizes = blocks.sizes
    var levels: [String: Int] = [:]
    var names: [String] = []
    func level(_ name: String) -> Int {
      if let known = levels[name] { return known }
      levels[name] = names.count
      names.append(name)
      return names.count - 1
    }
    var levelsOfKey: [LevelKey: [Int]] = [:]
    func levelsOf(_ pair: TestedPair, _ grinding: String?) -> [Int] {
      let key = LevelKey(type: pair.type, base: pair.base, grinding: grinding)
      if let known = levelsOfKey[key] { return known }
      let made = PairModel.levelNames(type: pair.type, base: pair.base, grinding: grinding).map(level)
      levelsOfKey[key] = made
      return made
    }
    var drafts: [TestPart.Draft] = []
    for (number, test) in tests.enumerated() {
      for (block, entries) in blocks.split(test) {
        var local = [Int](repeating: -1, count: test.entries.count)
        for (place, entry) in entries.enumerated() { local[entry] = place }
        let glides = test.glides.compactMap { glide -> SkiTest.Meeting? in
          let (w, l) = (local[glide.winner], local[glide.loser])
          guard w >= 0, l >= 0, w != l else { return nil }
          return SkiTest.Meeting(winner: w, loser: l, difference: glide.difference)
        }
        drafts.append(
          TestPart.Draft(
            test: number, block: block, places: entries.map { blocks.places[test.entries[$0].pair]?.place ?? 0 },
            levels: entries.map { levelsOf(pairs[test.entries[$0].pair], test.entries[$0].grinding) },
            ranks: entries.map { test.entries[$0].rank }, glides: glides))
      }
    }
    let parts = TestPart.made(of: drafts, threads: threads)
    guard !parts.isEmpty else {
      throw Diagnostic(
        "too-few-tests", "no session compares two ski pairs under known conditions",
        help: "add sessions with air temperature, snow and ranks or glides: help ski")
    }
    self.parts = parts
    self.levels = levels
    levelNames = names
    typeGroups = blocks.typeGroups
    isMeasured = parts.contains(where: \.isMeasured)
    resultCount = parts.reduce(0) { $0 + $1.places.count }
    let airs = parts.map { tests[$0.test].conditions.air * Double($0.places.count) }
    meanAir = airs.reduce(0, +) / Double(resultCount)
    let fit = PairModelFit(
      parts: parts, tests: tests, blockSizes: blocks.sizes, levelCount: names.count, meanAir: meanAir,
      threads: threads)
    scale = fit.scale
    let found: Estimate
    if let known { found = known } else { found = try fit.variances(cancellation: cancellation) }
    variances = found.variances
    iterations = found.iterations
    isSettled = found.isSettled
    try cancellation.check()
    solution = try PairModel.solve(fit, variances)
  }

  /// The model with the same variances, fitted without the held-out sessions.
  func leavingOut(_ left: Set<Int>) throws(Diagnostic) -> PairModel {
    let kept = parts.filter { !left.contains($0.test) }
    let fit = PairModelFit(
      parts: kept, tests: tests, blockSizes: blockSizes, levelCount: levelNames.count, meanAir: meanAir, scale: scale)
    return PairModel(self, parts: kept, solution: try PairModel.solve(fit, variances))
  }

  private init(_ model: PairModel, parts: [TestPart], solution: ArrowSystem.Solution) {
    pairs = model.pairs
    tests = model.tests
    levelNames = model.levelNames
    variances = model.variances
    isMeasured = model.isMeasured
    meanAir = model.meanAir
    resultCount = parts.reduce(0) { $0 + $1.places.count }
    iterations = model.iterations
    isSettled = model.isSettled
    levels = model.levels
    places = model.places
    typeGroups = model.typeGroups
    blockSizes = model.blockSizes
    scale = model.scale
    self.parts = parts
    self.solution = solution
  }

  private static func solve(
    _ fit: PairModelFit, _ variances: PairVariances
  ) throws(Diagnostic) -> ArrowSystem.Solution {
    guard let solution = fit.system(variances, blocks: nil)?.solved(threads: fit.threads) else {
      throw Diagnostic(
        "no-convergence", "the effects of these tests cannot be estimated",
        help: "look for impossible margins or temperatures: ski order SESSION")
    }
    return solution
  }

  /// The keys of a pair's levels.
  private struct LevelKey: Hashable {
    let type: String?
    let base: String?
    let grinding: String?
  }

  /// The names of the levels a pair has.
  public static func levelNames(type: String?, base: String?, grinding: String?) -> [String] {
    [type.map { "type " + $0 }, base.map { "base " + $0 }, grinding.map { "grinding " + $0 }].compactMap(\.self)
  }

  /// The variance of a pair's results from day to day in the same conditions.
  ///
  /// Without margins it includes the noise of a rank, since the two cannot be separated.
  public var dayVariance: Double { isMeasured ? variances.day : variances.rank }

  /// The unit of results.
  public var unit: String { isMeasured ? "cm" : "standard scores" }

  /// The number of sessions of each pair.
  var sessionCounts: [Int] {
    var counts = [Int](repeating: 0, count: pairs.count)
    for test in tests { for entry in test.entries { counts[entry.pair] += 1 } }
    return counts
  }
}

/// The pairs that are solved together: those of one owner that met in tests, directly or through others.
///
/// In a session with pairs of several owners, each owner's pairs are compared only with each other, to keep blocks
/// small.
struct PairBlocks: Sendable {
  /// For each pair, its block and its index in it.
  let places: [(block: Int, place: Int)?]
  /// The number of pairs in each block.
  let sizes: [Int]
  /// Types by connected group.
  let typeGroups: [String: Int]

  init(_ pairs: [TestedPair], _ tests: [SkiTest]) {
    var root = Array(pairs.indices)
    func find(_ i: Int) -> Int {
      var i = i
      while root[i] != i {
        root[i] = root[root[i]]
        i = root[i]
      }
      return i
    }
    var types: [String: String] = [:]
    func top(_ type: String) -> String {
      var type = type
      while let next = types[type], next != type { type = next }
      return type
    }
    var met = [Bool](repeating: false, count: pairs.count)
    for test in tests {
      var first: [String?: Int] = [:]
      var firstType: String?
      for entry in test.entries {
        let pair = pairs[entry.pair]
        if let other = first[pair.owner] {
          met[other] = true
          met[entry.pair] = true
          let (a, b) = (find(other), find(entry.pair))
          if a != b { root[max(a, b)] = min(a, b) }
        } else {
          first[pair.owner] = entry.pair
        }
        guard let type = pair.type else { continue }
        if let firstType {
          let (a, b) = (top(firstType), top(type))
          if a != b { types[max(a, b)] = min(a, b) }
        }
        firstType = firstType ?? type
      }
    }
    var blockOf: [Int: Int] = [:]
    var sizes: [Int] = []
    places = pairs.indices.map { pair in
      guard met[pair] else { return nil }
      let top = find(pair)
      let block = blockOf[top] ?? sizes.count
      if blockOf[top] == nil {
        blockOf[top] = block
        sizes.append(0)
      }
      sizes[block] += 1
      return (block, sizes[block] - 1)
    }
    self.sizes = sizes
    var groups: [String: Int] = [:]
    var numbers: [String: Int] = [:]
    for type in Set(pairs.compactMap(\.type)).sorted(by: CodePointOrder.precedes) {
      let name = top(type)
      let number = numbers[name] ?? numbers.count
      numbers[name] = number
      groups[type] = number
    }
    typeGroups = groups
  }

  /// The entries of a session by block, blocks in order of their first entry.
  func split(_ test: SkiTest) -> [(block: Int, entries: [Int])] {
    var order: [Int] = []
    var entries: [Int: [Int]] = [:]
    for (number, entry) in test.entries.enumerated() {
      guard let place = places[entry.pair] else { continue }
      if entries[place.block] == nil { order.append(place.block) }
      entries[place.block, default: []].append(number)
    }
    return order.map { ($0, entries[$0] ?? []) }
  }
}
