internal import PodiumCore

/// The variance estimation of a model of pairs.
struct PairModelFit {
  let parts: [TestPart]
  let tests: [SkiTest]
  let blockSizes: [Int]
  let levelCount: Int
  let meanAir: Double
  /// The standard deviation of measured results in a session, 0 without any.
  let spread: Double
  /// The value of a standard score in the unit of the measured parts.
  let scale: Double
  /// The maximum number of threads; it never affects the result.
  let threads: Int

  private var basisCount: Int { TestConditions.basisCount }
  private var sharedCount: Int { levelCount * basisCount }

  init(
    parts: [TestPart], tests: [SkiTest], blockSizes: [Int], levelCount: Int, meanAir: Double, scale: Double? = nil,
    threads: Int = 1
  ) {
    (self.parts, self.tests, self.blockSizes, self.threads) = (parts, tests, blockSizes, threads)
    (self.levelCount, self.meanAir) = (levelCount, meanAir)
    let (measured, ranked) = (Self.spread(parts, isMeasured: true), Self.spread(parts, isMeasured: false))
    spread = measured
    self.scale = scale ?? (measured > 0 && ranked > 0 ? measured / ranked : 1)
  }

  private static func spread(_ parts: [TestPart], isMeasured: Bool) -> Double {
    let chosen = parts.filter { $0.isMeasured == isMeasured }
    let degrees = chosen.reduce(0) { $0 + $1.degrees }
    return degrees > 0 ? (chosen.reduce(0) { $0 + $1.spread } / Double(degrees)).squareRoot() : 0
  }

  /// The weights of each part under some variances, nil for parts of other blocks; nil if rounding prevents it.
  func weights(_ variances: PairVariances, blocks chosen: Set<Int>?) -> [TestPart.Weights?]? {
    let (parts, scale) = (parts, scale)
    // One part is too little work for a thread.
    let chunk = 64
    let made = Parallel.map(count: (parts.count + chunk - 1) / chunk, threads: threads) { number in
      parts[(number * chunk)..<min(parts.count, (number + 1) * chunk)].map {
        part -> (isMissing: Bool, weights: TestPart.Weights?) in
        guard chosen?.contains(part.design.block) ?? true else { return (false, nil) }
        let weights = part.weights(variances, scale: scale)
        return (weights == nil, weights)
      }
    }
    let all = made.flatMap(\.self)
    return all.contains { $0.isMissing } ? nil : all.map { $0.weights }
  }

  /// The normal equations under some variances, for all or some blocks.
  func system(_ variances: PairVariances, blocks chosen: Set<Int>?) -> ArrowSystem? {
    weights(variances, blocks: chosen).map { system(variances, blocks: chosen, weights: $0) }
  }

  /// The same from the weights of each part.
  private func system(_ variances: PairVariances, blocks chosen: Set<Int>?, weights: [TestPart.Weights?]) -> ArrowSystem
  {
    let width = basisCount
    var system = ArrowSystem(
      sharedCount: sharedCount, sizes: blockSizes.enumerated().map { chosen?.contains($0) ?? true ? 2 * $1 : nil },
      sharedPrecision: { $0 % width == 0 ? 1 / variances.level : 1 / variances.interaction },
      blockPrecision: { $0 % 2 == 0 ? 1 / variances.pair : 1 / variances.slope })
    for (part, weights) in zip(parts, weights) {
      guard let weights else { continue }
      let conditions = tests[part.design.test].conditions
      system.add(part.design, weights, basis: conditions.basis, temperature: (conditions.air - meanAir) / 15)
    }
    return system
  }

  /// The variances at which Schall's iteration converges: none changes by more than 1 %, in at most 60 iterations. Whoever calls
  /// checks whether the work was cancelled.
  func variances(
    cancellation: Cancellation
  ) throws(Diagnostic) -> (variances: PairVariances, iterations: Int, isSettled: Bool) {
    let chosen = varianceBlocks
    let used = parts.filter { chosen.contains($0.design.block) }
    var variances = start(used)
    for round in 1...60 {
      try cancellation.check()
      guard let weights = self.weights(variances, blocks: chosen),
        let solution = system(variances, blocks: chosen, weights: weights).solved(threads: threads, cancellation)
      else { return (variances, round, false) }
      let next = updated(
        variances, solution, zip(parts, weights).compactMap { part, weights in weights.map { (part, $0) } },
        cancellation)
      let moves = zip(next.all, variances.all).map { pair in
        // A small variance may creep towards zero for many iterations without changing anything.
        (pair.0 - pair.1).magnitude / max(pair.1, 0.05 * variances.total)
      }
      variances = next
      if (moves.max() ?? 0) < 0.01 { return (variances, round, true) }
    }
    return (variances, 60, false)
  }

  /// The blocks with the most results, until they have enough pairs.
  private var varianceBlocks: Set<Int> {
    var results = [Int](repeating: 0, count: blockSizes.count)
    for part in parts { results[part.design.block] += part.design.count }
    var chosen: Set<Int> = []
    var pairs = 0
    for block in results.indices.ordered(by: { results[$0] != results[$1] ? results[$0] > results[$1] : $0 < $1 }) {
      if pairs >= PairModel.variancePairs { break }
      chosen.insert(block)
      pairs += blockSizes[block]
    }
    return chosen
  }

  private func start(_ used: [TestPart]) -> PairVariances {
    let degrees = used.reduce(0) { $0 + $1.degrees }
    let sum = used.reduce(0) { $0 + $1.spread * ($1.isMeasured ? 1 : scale * scale) }
    let total = degrees > 0 && sum > 0 ? sum / Double(degrees) : 1
    let errors = parts.reduce(into: (sum: 0.0, degrees: 0)) {
      $0.sum += $1.glideError.sum
      $0.degrees += $1.glideError.degrees
    }
    // Without repeats or cycles a glide's error cannot be separated from the day's: it is then known from elsewhere.
    let glide = errors.degrees > 0 ? max(errors.sum / Double(errors.degrees), 1e-4 * total) : PairModel.usualGlide
    return PairVariances(
      level: total / 8, interaction: total / 8, pair: total / 3, slope: total / 8,
      day: total / 8, glide: glide, rank: total / 3)
  }

  private func updated(
    _ old: PairVariances, _ solution: ArrowSystem.Solution, _ used: [(part: TestPart, weights: TestPart.Weights)],
    _ cancellation: Cancellation
  ) -> PairVariances {
    var levels = Kind(), interactions = Kind(), pairs = Kind(), slopes = Kind()
    let inverse = solution.factor.inverse(cancellation: cancellation)
    for i in 0..<sharedCount {
      let variance = inverse[i * sharedCount + i]
      if i % basisCount == 0 {
        levels.take(solution.shared[i], variance)
      } else {
        interactions.take(solution.shared[i], variance)
      }
    }
    for case let block? in solution.blocks {
      let (own, size) = (block.factor.transposedInverse(cancellation: cancellation), block.factor.size)
      for i in 0..<size where !cancellation.isCancelled {
        var variance = 0.0
        own.withUnsafeBufferPointer { half in
          if let half = half.baseAddress {
            let row = half + i * size + i
            variance = VectorProduct.dot(row, row, size - i)
          }
        }
        var column = (0..<sharedCount).map { block.coupling[$0 * size + i] }
        solution.factor.solveLower(&column)
        variance += column.reduce(0) { $0 + $1 * $1 }
        if i % 2 == 0 { pairs.take(block.effects[i], variance) } else { slopes.take(block.effects[i], variance) }
      }
    }
    var next = old
    let floor = 1e-4 * old.total
    next.level = max(levels.updated(old.level), floor)
    next.interaction = max(interactions.updated(old.interaction), floor)
    next.pair = max(pairs.updated(old.pair), floor)
    next.slope = max(slopes.updated(old.slope), floor)
    let effective =
      levels.effective(old.level) + interactions.effective(old.interaction) + pairs.effective(old.pair)
      + slopes.effective(old.slope)
    let degrees = used.reduce(0) { $0 + $1.part.degrees }
    let share = max(0.05, 1 - effective / Double(max(1, degrees)))
    var glides = Pearson(), ranks = Pearson()
    for (part, weights) in used {
      let (statistic, slope) = pearson(part, weights, solution)
      if part.isMeasured { glides.take(part, statistic, slope) } else { ranks.take(part, statistic, slope) }
    }
    if ranks.degrees > 0 { next.rank = max(old.rank * ranks.statistic / (share * ranks.degrees), floor) }
    if glides.degrees > 0 {
      // One step of Newton's method towards Pearson's statistic = degrees of freedom.
      let step = glides.slope > 0 ? (glides.statistic - share * glides.degrees) / glides.slope : 0
      next.day = min(max(old.day + step, old.day / 10, floor), old.day * 10 + old.total)
    }
    return next
  }

  /// r' W r and r' W² r of a part, where r are the residuals of its results.
  private func pearson(
    _ part: TestPart, _ weights: TestPart.Weights, _ solution: ArrowSystem.Solution
  ) -> (statistic: Double, slope: Double) {
    guard let block = solution.blocks[part.design.block] else { return (0, 0) }
    let (n, conditions) = (part.design.count, tests[part.design.test].conditions)
    let (basis, t) = (conditions.basis, (conditions.air - meanAir) / 15)
    let fitted = part.design.fitted(shared: solution.shared, block: block.effects, basis: basis, temperature: t)
    // W r = W y − W (fitted), and r' W r = y' W y − 2 fitted' W y + fitted' W fitted.
    var rest = weights.right
    var statistic = 0.0
    for i in 0..<n {
      var sum = 0.0
      for j in 0..<n { sum += weights.precision[i * n + j] * fitted[j] }
      rest[i] -= sum
      statistic -= fitted[i] * (2 * weights.right[i] - sum)
    }
    statistic += part.ownStatistic(weights.right, scale: scale)
    return (max(0, statistic), rest.reduce(0) { $0 + $1 * $1 })
  }

  /// Sums of squared effects and of their variances, for one kind.
  private struct Kind {
    var (count, squares, variance) = (0.0, 0.0, 0.0)

    mutating func take(_ effect: Double, _ variance: Double) {
      count += 1
      squares += effect * effect
      self.variance += variance
    }

    /// The effective number of effects: count − Σ variance / prior variance.
    func effective(_ prior: Double) -> Double { min(max(0, count - variance / prior), count) }

    /// Schall's step; if the effective number is near zero, the EM algorithm's step, which cannot jump.
    func updated(_ prior: Double) -> Double {
      guard count > 0 else { return prior }
      let effective = effective(prior)
      return effective > 1 ? squares / effective : (squares + variance) / count
    }
  }

  private struct Pearson {
    var (degrees, statistic, slope) = (0.0, 0.0, 0.0)

    mutating func take(_ part: TestPart, _ statistic: Double, _ slope: Double) {
      degrees += Double(part.degrees)
      self.statistic += statistic
      self.slope += slope
    }
  }
}
