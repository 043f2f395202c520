public import PodiumCore

/// The model's estimates for the levels of one kind.
public struct LevelForecast {
  /// Relative to the mean of the kind.
  public let estimates: [Double]
  /// The standard errors of the estimates.
  public let errors: [Double]
  /// For each, the chance of being the best.
  public let best: [Double]
}

extension PairModel {
  /// Effects of levels in some conditions, with errors and the chance of each of being the best.
  public func levelForecast(_ chosen: [Int], under conditions: TestConditions, seed: Seed) -> LevelForecast {
    let basis = conditions.basis
    let halves = chosen.map { level -> [Double] in
      var g = [Double](repeating: 0, count: solution.shared.count)
      for x in basis.indices { g[level * basis.count + x] = basis[x] }
      solution.factor.solveLower(&g)
      return g
    }
    let n = chosen.count
    let raw = chosen.map { level in
      basis.indices.reduce(0.0) { $0 + basis[$1] * solution.shared[level * basis.count + $1] }
    }
    let mean = raw.reduce(0, +) / Double(max(1, n))
    var covariance = [Double](repeating: 0, count: n * n)
    for i in 0..<n {
      for j in 0..<n { covariance[i * n + j] = zip(halves[i], halves[j]).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    let forecast = PairForecast(
      pairs: chosen, estimates: raw.map { $0 - mean }, reasons: [], covariance: covariance, dayVariance: 0)
    return LevelForecast(
      estimates: forecast.estimates, errors: forecast.standardErrors, best: forecast.chances(seed: seed).best)
  }
}
