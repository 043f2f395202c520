internal import PodiumCore

/// Draws the variances and effects of the model of pairs from their posterior distribution, for tests of a usual team. A few tests
/// say little about variances, and taking estimates of them as known makes chances too sure. Each sweep draws, in turn, all effects
/// given results and variances; each result given effects, glides and the order of its session (truncated normal, as in Albert and
/// Chib 1993); and each variance given these. Standard deviations have half-t priors (Gelman 2006, drawn after Huang and Wand 2013)
/// of 1.5 times the spread of results, nearly half-normal: with heavier tails, chances above .9 came true less often than said
/// where ranks alone tell how far a pair is ahead; that of a glide an inverse gamma prior around `PairModel.usualGlide` which
/// leaves out 0, since margins are read to a centimetre. Without margins results have no unit: the day's variance is then 1, and
/// estimates are divided by the spread of results.
struct PairSampler {
  /// The basis of each test's conditions, and its temperature.
  private let bases: [[Double]]
  private let temperatures: [Double]
  private let isMeasured: Bool
  /// The standard deviation of results in a session.
  private let scale: Double
  private var latent: [LatentTest]
  /// The normal equations of results with variance 1, without priors.
  private let data: ArrowSystem
  private let threads: Int
  private var variances: PairVariances
  private var random: NormalSource

  private static let freedom = 30.0
  /// How often each result is drawn in a sweep.
  private static let passes = 2

  /// The number of sweeps that are worth their time; nil if there is so much to do that variances are estimated. It depends on
  /// sizes alone, never on the machine.
  static func sweeps(results: Int, blockSizes: [Int], levelCount: Int) -> Int? {
    let width = Double(levelCount * TestConditions.basisCount)
    // Multiplications for one solution, and about as much time as a hundred for each result.
    var cost = width * width * width / 3 + 200 * Double(results)
    for pairs in blockSizes {
      let size = 2 * Double(pairs)
      cost += size * size * size / 3 + width * size * size + width * width * size / 2
    }
    let (budget, limit) = (2e8, 1e9)
    return cost * Double(fewest) > limit ? nil : min(most, max(fewest, Int(budget / cost)))
  }

  static let (fewest, most) = (150, 600)

  private static let kept = 100

  init(
    _ drafts: [TestPart.Draft], conditions: [TestConditions], blockSizes: [Int], levelCount: Int, meanAir: Double,
    isMeasured: Bool, scale: Double, near start: PairVariances? = nil, threads: Int = 1
  ) {
    (self.threads, self.isMeasured) = (threads, isMeasured)
    self.scale = isMeasured && scale > 0 ? scale : 1
    latent = drafts.compactMap { [scale = self.scale] in LatentTest($0, scale: scale) }
    var data = ArrowSystem(
      sharedCount: levelCount * TestConditions.basisCount, sizes: blockSizes.map { 2 * $0 },
      sharedPrecision: { _ in 0 }, blockPrecision: { _ in 0 })
    let here = latent.map { conditions[$0.design.test] }
    bases = here.map(\.basis)
    temperatures = here.map { ($0.air - meanAir) / 15 }
    for (number, test) in latent.enumerated() {
      data.add(
        test.design, TestPart.centring(test.design.count), basis: bases[number], temperature: temperatures[number])
    }
    self.data = data
    let square = self.scale * self.scale
    let usual = PairVariances(
      level: square / 8, interaction: square / 8, pair: square / 2, slope: square / 8,
      day: isMeasured ? square / 2 : 1, glide: PairModel.usualGlide, rank: isMeasured ? square / 2 : 1)
    variances = start.map { isMeasured ? $0 : $0.scaled(by: 1 / $0.day) } ?? usual
    random = NormalSource(Seed(0).derived("ski variances", drafts.count).source())
  }

  /// The states of some sweeps, after others to forget the start. Throws `interrupted`, and `no-convergence` if rounding prevents a
  /// solution.
  mutating func states(
    sweeps: Int, after others: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> [PairModel.State] {
    var states: [PairModel.State] = []
    let kept = min(Self.kept, sweeps)
    for sweep in -others..<sweeps {
      try cancellation.check()
      guard let system = system().eliminated(threads: threads, cancellation) else {
        try cancellation.check()
        throw .noEffects
      }
      if sweep >= 0, (sweep + 1) * kept / sweeps > sweep * kept / sweeps {
        states.append(state(system.solution(threads: threads, cancellation)))
      }
      draw(system.drawn(&random))
    }
    try cancellation.check()
    return states
  }

  /// The normal equations of the effects given results and variances.
  private func system() -> ArrowSystem {
    let width = TestConditions.basisCount
    var system = data.scaled(
      by: 1 / variances.day, sharedPrecision: { $0 % width == 0 ? 1 / variances.level : 1 / variances.interaction },
      blockPrecision: { $0 % 2 == 0 ? 1 / variances.pair : 1 / variances.slope })
    // In place: a test is a dozen arrays, and a copy counts a reference to each.
    latent.withUnsafeBufferPointer { latent in
      for number in latent.indices {
        system.add(
          latent[number].design, right: latent[number].centred(over: variances.day), basis: bases[number],
          temperature: temperatures[number])
      }
    }
    return system
  }

  private func state(_ solution: ArrowSystem.Solution) -> PairModel.State {
    guard !isMeasured else { return PairModel.State(variances: variances, solution: solution, unit: 1) }
    let sum = latent.reduce(0) { sum, test in test.results.centred.reduce(sum) { $0 + $1 * $1 } }
    let degrees = latent.reduce(0) { $0 + $1.design.count - 1 }
    let unit = sum > 0 ? (Double(degrees) / sum).squareRoot() : 1
    return PairModel.State(variances: variances.scaled(by: unit * unit), solution: solution, unit: unit)
  }

  /// Draws results, and gives their squared distances from expected ones and the errors of glides.
  private mutating func drawResults(
    _ effects: (shared: [Double], blocks: [[Double]])
  ) -> (days: SkiSpread, glides: SkiSpread) {
    var (days, glides) = (SkiSpread(), SkiSpread())
    // In place, with the generator in a local.
    let (bases, temperatures, variances) = (bases, temperatures, variances)
    var random = random
    latent.withUnsafeMutableBufferPointer { latent in
      for number in latent.indices {
        let fitted = latent[number].design.fitted(
          shared: effects.shared, block: effects.blocks[latent[number].design.block], basis: bases[number],
          temperature: temperatures[number])
        latent[number].draw(around: fitted, day: variances.day, glide: variances.glide, passes: Self.passes, &random)
        latent[number].addResiduals(from: fitted, to: &days, glides: &glides)
      }
    }
    self.random = random
    return (days, glides)
  }

  private mutating func draw(_ effects: (shared: [Double], blocks: [[Double]])) {
    let (days, glides) = drawResults(effects)
    let width = TestConditions.basisCount
    var (levels, interactions, pairs, slopes) = (SkiSpread(), SkiSpread(), SkiSpread(), SkiSpread())
    for (i, effect) in effects.shared.enumerated() {
      if i % width == 0 { levels.take(effect) } else { interactions.take(effect) }
    }
    for block in effects.blocks {
      for (i, effect) in block.enumerated() { if i % 2 == 0 { pairs.take(effect) } else { slopes.take(effect) } }
    }
    variances.level = drawn(variances.level, levels, around: scale / 2)
    variances.interaction = drawn(variances.interaction, interactions, around: scale / 2)
    variances.pair = drawn(variances.pair, pairs, around: scale)
    variances.slope = drawn(variances.slope, slopes, around: scale / 2)
    guard isMeasured else { return }
    variances.day = drawn(variances.day, days, around: scale)
    variances.rank = variances.day
    variances.glide = (PairModel.usualGlide + glides.squares / 2) / random.gamma(1 + glides.count / 2)
  }

  /// A variance given values drawn with it: half-t prior of the standard deviation with some scale.
  private mutating func drawn(_ variance: Double, _ spread: SkiSpread, around scale: Double) -> Double {
    let (freedom, scale) = (Self.freedom, 1.5 * scale)
    let mixing = (freedom / variance + 1 / (scale * scale)) / random.gamma((freedom + 1) / 2)
    let value = (freedom / mixing + spread.squares / 2) / random.gamma((freedom + spread.count) / 2)
    return max(value, 1e-6 * scale * scale)
  }
}

/// A number of values around zero and the sum of their squares.
struct SkiSpread {
  private(set) var count = 0.0
  private(set) var squares = 0.0

  mutating func take(_ value: Double) {
    count += 1
    squares += value * value
  }

  /// Adds a sum of squares with its degrees of freedom.
  mutating func take(squares: Double, degrees: Int) {
    count += Double(degrees)
    self.squares += squares
  }
}
