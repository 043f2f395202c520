internal import Glibc

/// A model of the goals of both sides: Poisson rates from the teams' attack and defence, with a correction of low scores.
///
/// log λ = intercept + home + attack(home) + defence(away) and log μ = intercept + attack(away) + defence(home), where a
/// higher defence concedes more, and the attacks and the defences each sum to 0. Dixon and Coles (1997) multiply the
/// probabilities of 0-0, 0-1, 1-0 and 1-1 by τ, which depends on `rho`; with `rho` 0 the goals are independent.
public struct GoalModel: Sendable, Equatable {
  public var intercept: Double
  public var home: Double
  public var rho: Double
  public var attack: [Double]
  public var defence: [Double]

  public init(intercept: Double, home: Double, rho: Double, attack: [Double], defence: [Double]) {
    (self.intercept, self.home, self.rho, self.attack, self.defence) = (intercept, home, rho, attack, defence)
  }

  /// The expected goals of the home and the away side, before the correction of low scores.
  public func rates(home: Int, away: Int) -> (home: Double, away: Double) {
    (exp(intercept + self.home + attack[home] + defence[away]), exp(intercept + attack[away] + defence[home]))
  }

  /// The probability of each score of a match.
  public func grid(home: Int, away: Int) -> ScoreGrid {
    let rates = rates(home: home, away: away)
    return ScoreGrid(home: rates.home, away: rates.away, rho: rho)
  }

  /// The values of `rho` with which no score of any two teams is impossible: max(−1/λ, −1/μ) < rho < min(1/(λμ), 1).
  var correlations: ClosedRange<Double> {
    // The highest rate of a side, and the highest product of both, over all pairs of two teams.
    let rate = exp(intercept + max(home, 0) + GoalModel.highest(attack, defence))
    let both = zip(attack, defence).map { $0 + $1 }
    let product = exp(2 * intercept + home + GoalModel.highest(both, both))
    let inside = 0.99
    return (-inside / max(rate, 1e-300))...(inside * min(1 / max(product, 1e-300), 1))
  }

  /// The largest sum of a value of one team and another of a second team.
  private static func highest(_ a: [Double], _ b: [Double]) -> Double {
    let order = b.indices.sorted { b[$0] > b[$1] }
    return a.indices.compactMap { i in order.first { $0 != i }.map { a[i] + b[$0] } }.max() ?? 0
  }

  /// The same with attacks and defences of at most a size, as a start for another fit.
  func within(_ size: Double) -> GoalModel {
    var model = self
    model.attack = attack.map { min(max($0, -size), size) }
    model.defence = defence.map { min(max($0, -size), size) }
    return model
  }

  /// The factor τ of a score: 1 above one goal a side.
  static func correction(_ homeGoals: Int, _ awayGoals: Int, _ lambda: Double, _ mu: Double, _ rho: Double) -> Double {
    switch (homeGoals, awayGoals) {
    case (0, 0): 1 - lambda * mu * rho
    case (0, 1): 1 + lambda * rho
    case (1, 0): 1 + mu * rho
    case (1, 1): 1 - rho
    default: 1
    }
  }
}
