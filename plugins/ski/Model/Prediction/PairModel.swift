public import PodiumCore

/// A linear mixed model of how fast each ski pair is in given conditions, fitted to past tests. A result of pair p in session s is
/// m_s + (base + grinding + type)(conditions) + u_p + v_p t + w_ps + error: m_s free, t the air temperature above its mean in 15
/// degrees, every other effect normal around zero with a variance of its own kind, so that what few tests say is shrunk; beyond the
/// conditions of all tests lines may bend (`TestedRanges`). Effects are the best linear unbiased predictors (Henderson 1975),
/// solved by blocks. The tests of a usual team say too little about variances to take estimates of them as known: the model then
/// has many states, each with its own variances (`PairSampler`). With more tests than that, it has one: variances follow Schall's
/// iteration (1991), whose fixed point is that of restricted maximum likelihood (Harville 1977), and those of days and ranks are
/// set so that Pearson's statistic meets its degrees of freedom (Paule and Mandel 1982); glides then enter through their Laplacian,
/// ranks by normal scores (`TestPart`).
public struct PairModel: Sendable {
  public let pairs: [TestedPair]
  public let tests: [SkiTest]
  /// The names of the levels of type, base and grinding (`base White`), by number.
  public let levelNames: [String]
  /// The variances, if there are several states their geometric means.
  public let variances: PairVariances
  /// Whether some results are in centimetres; otherwise all are standard scores.
  public let isMeasured: Bool
  public let meanAir: Double
  /// The number of iterations of the variance estimation, or of sweeps.
  let iterations: Int
  /// Whether the variance estimation converged.
  public let isSettled: Bool

  let levels: [String: Int]
  /// For each pair, its block and its index in it; nil for one that was never compared.
  public let places: [(block: Int, place: Int)?]
  /// Connected groups of types, by type: types in different groups never met in a test.
  public let typeGroups: [String: Int]
  /// What the tests leave open of variances and effects: equally likely states.
  private(set) var states: [State]
  let drafts: [TestPart.Draft]
  private(set) var parts: [TestPart]
  /// Where the parts were.
  private(set) var ranges: TestedRanges
  let blockSizes: [Int]
  let scale: Double
  /// The number of sweeps to draw states with; nil if variances are estimated.
  let sweeps: Int?

  struct State: Sendable {
    let variances: PairVariances
    let solution: ArrowSystem.Solution
    /// What the solution is multiplied by.
    let unit: Double
  }

  /// The minimum number of pairs for estimating variances, if there are that many; whole blocks are used.
  static let variancePairs = 150

  /// The variance of a glide of which tests say nothing: a standard deviation of 1 cm.
  static let usualGlide = 1.0

  /// Variances, the number of iterations, and whether they converged.
  public typealias Estimate = (variances: PairVariances, iterations: Int, isSettled: Bool)

  /// Fits the model to tests. `known` are variances found from these tests earlier: the model then has one state.
  ///
  /// Throws `too-few-tests` when no session compares two pairs under known conditions, `too-large` and `interrupted`.
  public init(
    _ pairs: [TestedPair], _ tests: [SkiTest], known: Estimate? = nil, threads: Int = 1, cancellation: Cancellation
  ) throws(Diagnostic) {
    let blocks = PairBlocks(pairs, tests)
    (self.pairs, self.tests, places, blockSizes) = (pairs, tests, blocks.places, blocks.sizes)
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
      let made = Self.levelNames(type: pair.type, base: pair.base, grinding: grinding).map(level)
      levelsOfKey[key] = made
      return made
    }
    var drafts: [TestPart.Draft] = []
    for (number, test) in tests.enumerated() {
      let results = TestResults(test)
      for (place, (block, entries)) in blocks.split(test).enumerated() {
        let design = EntryDesign(
          test: number, block: block, places: entries.map { blocks.places[test.entries[$0].pair]?.place ?? 0 },
          levels: entries.map { levelsOf(pairs[test.entries[$0].pair], test.entries[$0].grinding) })
        drafts.append(TestPart.Draft(design: design, results: results, entries: entries, isFirst: place == 0))
      }
    }
    let parts = TestPart.made(of: drafts, threads: threads)
    guard !parts.isEmpty else {
      throw Diagnostic(
        "too-few-tests", "no session compares two ski pairs under known conditions",
        help: "add sessions with air temperature, snow and ranks or glides: help ski")
    }
    (self.drafts, self.parts, self.levels, levelNames) = (drafts, parts, levels, names)
    ranges = TestedRanges(parts, tests, blockSizes: blocks.sizes, levelNames: names)
    (typeGroups, isMeasured) = (blocks.typeGroups, parts.contains(where: \.isMeasured))
    let resultCount = parts.reduce(0) { $0 + $1.design.count }
    try Self.requireRoom(levels: names.count, blocks.sizes, results: resultCount, cancellation)
    let airs = parts.map { tests[$0.design.test].conditions.air * Double($0.design.count) }
    meanAir = airs.reduce(0, +) / Double(resultCount)
    sweeps =
      blocks.isWhole ? PairSampler.sweeps(results: resultCount, blockSizes: blocks.sizes, levelCount: names.count) : nil
    let fit = PairModelFit(
      parts: parts, tests: tests, blockSizes: blocks.sizes, levelCount: names.count, meanAir: meanAir, threads: threads)
    scale = fit.scale
    if let sweeps, known == nil {
      var sampler = PairSampler(
        drafts, conditions: tests.map(\.conditions), blockSizes: blocks.sizes, levelCount: names.count,
        meanAir: meanAir, isMeasured: isMeasured, scale: fit.spread, threads: threads)
      states = try sampler.states(sweeps: sweeps, after: sweeps / 4, cancellation: cancellation)
      variances = .typical(of: states.map(\.variances))
      (iterations, isSettled) = (sweeps, true)
      return
    }
    let found: Estimate
    if let known { found = known } else { found = try fit.variances(cancellation: cancellation) }
    (variances, iterations, isSettled) = found
    try cancellation.check()
    states = [try Self.state(fit, found.variances, cancellation)]
  }

  /// Throws `too-large` where the matrices of all levels by all levels, and by the pairs, take more memory than the results are worth.
  private static func requireRoom(
    levels: Int, _ blockSizes: [Int], results: Int, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    let width = levels * TestConditions.basisCount
    let cells = blockSizes.reduce(6 * width * width) { $0 + 6 * width * $1 + 16 * $1 * $1 }
    try cancellation.memory.check(
      "the effects of \(levels) types, bases and grindings", bytes: MemoryLimits.bytes(cells),
      most: MemoryLimits.bytes(results, each: 1 << 16), help: "give grindings and bases that are the same one name")
  }

  /// The model fitted without the held-out sessions; estimated variances stay. Throws `interrupted`, and `too-few-tests` where too
  /// few sessions are left.
  func leavingOut(_ left: Set<Int>, cancellation: Cancellation) throws(Diagnostic) -> PairModel {
    let kept = parts.filter { !left.contains($0.design.test) }
    guard !kept.isEmpty else {
      throw Diagnostic("too-few-tests", "no session that compares two ski pairs is left to predict the others from")
    }
    let fit = PairModelFit(
      parts: kept, tests: tests, blockSizes: blockSizes, levelCount: levelNames.count, meanAir: meanAir, scale: scale)
    var model = self
    model.parts = kept
    model.ranges = TestedRanges(kept, tests, blockSizes: blockSizes, levelNames: levelNames)
    guard sweeps != nil else {
      model.states = [try Self.state(fit, variances, cancellation)]
      return model
    }
    var sampler = PairSampler(
      drafts.filter { !left.contains($0.design.test) }, conditions: tests.map(\.conditions), blockSizes: blockSizes,
      levelCount: levelNames.count, meanAir: meanAir, isMeasured: isMeasured, scale: fit.spread, near: variances)
    // The start is near, and the outcomes of many sessions are counted together.
    model.states = try sampler.states(sweeps: 40, after: 15, cancellation: cancellation)
    return model
  }

  private static func state(
    _ fit: PairModelFit, _ variances: PairVariances, _ cancellation: Cancellation
  ) throws(Diagnostic) -> State {
    let solution = fit.system(variances, blocks: nil)?.solved(threads: fit.threads, cancellation)
    try cancellation.check()
    guard let solution else { throw .noEffects }
    return State(variances: variances, solution: solution, unit: 1)
  }

  private struct LevelKey: Hashable {
    let type: String?
    let base: String?
    let grinding: String?
  }

  /// The names of the levels a pair has.
  public static func levelNames(type: String?, base: String?, grinding: String?) -> [String] {
    [type.map { "type " + $0 }, base.map { "base " + $0 }, grinding.map { "grinding " + $0 }].compactMap(\.self)
  }

  /// The variance of a pair's results from day to day in the same conditions. Without margins it includes the noise of a rank,
  /// since the two cannot be separated.
  public var dayVariance: Double { isMeasured ? variances.day : variances.rank }

  public var unit: String { isMeasured ? "cm" : "standard scores" }
}

extension Diagnostic {
  /// Rounding prevents the estimation of effects.
  static let noEffects = Diagnostic(
    "no-convergence", "the effects of these tests cannot be estimated",
    help: "look for impossible margins or temperatures: ski order SESSION")
}
