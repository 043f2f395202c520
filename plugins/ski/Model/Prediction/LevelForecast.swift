public import PodiumCore

/// The model's estimates for the levels of one kind.
public struct LevelForecast {
  /// Relative to the mean of the kind.
  public let estimates: [Double]
  public let errors: [Double]
  /// For each, the chance of being the best.
  public let best: [Double]
}

extension PairModel {
  /// Effects of levels in some conditions, with errors and the chance of each of being the best.
  public func levelForecast(_ chosen: [Int], under conditions: TestConditions, seed: Seed) -> LevelForecast {
    let (basis, n) = (conditions.basis, chosen.count)
    let doubts = chosen.map { ranges.doubt(ofLevel: $0, among: [$0], at: basis) }
    let found = states.map { state -> PairForecast.State in
      let solution = state.solution
      let halves = chosen.map { level -> [Double] in
        var g = [Double](repeating: 0, count: solution.shared.count)
        for x in basis.indices { g[level * basis.count + x] = state.unit * basis[x] }
        solution.factor.solveLower(&g)
        return g
      }
      let raw = chosen.map { level in
        state.unit * basis.indices.reduce(0.0) { $0 + basis[$1] * solution.shared[level * basis.count + $1] }
      }
      let mean = raw.reduce(0, +) / Double(max(1, n))
      var covariance = halves.flatMap { a in halves.map { b in zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } } }
      for level in 0..<n { covariance[level * n + level] += doubts[level] * state.variances.interaction }
      return PairForecast.State(means: raw.map { $0 - mean }, covariance: covariance, day: 0, glide: 0)
    }
    let forecast = PairForecast(pairs: chosen, reasons: [], states: found)
    return LevelForecast(
      estimates: forecast.estimates, errors: forecast.standardErrors, best: forecast.chances(seed: seed).best)
  }
}

extension PairModel {
  /// What a pair is worth beyond base and grinding, without shrinkage, and its weight. The shrunken effect over its reliability r =
  /// 1 − posterior / prior variance, with the weight r: deregressed, since a regression on shrunken effects would be shrunk twice
  /// (Garrick, Taylor and Fernando 2009). Nil for pairs about which tests say almost nothing.
  public func worth(_ pair: Int, _ conditions: TestConditions) -> (value: Double, weight: Double)? {
    guard let place = places[pair] else { return nil }
    let t = (conditions.air - meanAir) / 15
    let (u, v) = (2 * place.place, 2 * place.place + 1)
    var (means, posterior, prior) = ([Double](), 0.0, 0.0)
    for state in states {
      guard let block = state.solution.blocks[place.block] else { return nil }
      let size = block.factor.size
      means.append(state.unit * (block.effects[u] + t * block.effects[v]))
      var half = [Double](repeating: 0, count: size)
      half[u] = 1
      half[v] = t
      block.factor.solveLower(&half)
      var shared = (0..<state.solution.shared.count).map {
        block.coupling[$0 * size + u] + t * block.coupling[$0 * size + v]
      }
      state.solution.factor.solveLower(&shared)
      posterior += state.unit * state.unit * (half + shared).reduce(0) { $0 + $1 * $1 }
      prior += state.variances.pair + t * t * state.variances.slope
    }
    let count = Double(states.count)
    let mean = means.reduce(0, +) / count
    posterior = (posterior + means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }) / count
    let reliability = 1 - posterior / (prior / count)
    return reliability > 0.1 ? (mean / reliability, reliability) : nil
  }
}
