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
      var covariance = halves.flatMap { a in halves.map { b in zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } } }
      for level in 0..<n { covariance[level * n + level] += doubts[level] * state.variances.interaction }
      return PairForecast.State(means: raw.centred, covariance: covariance, day: 0, glide: 0)
    }
    let forecast = PairForecast(pairs: chosen, reasons: [], states: found)
    return LevelForecast(
      estimates: forecast.estimates, errors: forecast.standardErrors, best: forecast.chances(seed: seed).best)
  }
}
