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

/// One match as a goal model sees it: two teams by number, their goals, and how much the match counts.
public struct GoalRow: Sendable, Equatable {
  public var home: Int
  public var away: Int
  public var homeGoals: Int
  public var awayGoals: Int
  /// At least 0; 1 for a match that counts in full.
  public var weight: Double

  public init(home: Int, away: Int, homeGoals: Int, awayGoals: Int, weight: Double = 1) {
    (self.home, self.away, self.weight) = (home, away, weight)
    (self.homeGoals, self.awayGoals) = (homeGoals, awayGoals)
  }

  public init(_ match: ForecastMatch, weight: Double = 1) {
    self.init(
      home: match.home, away: match.away, homeGoals: match.homeGoals, awayGoals: match.awayGoals, weight: weight)
  }

  /// The weight exp(−ξ days) of a match so many days ago (Dixon and Coles 1997).
  public static func weight(daysAgo days: Int, decay xi: Double) -> Double { exp(-xi * Double(days)) }
}

/// The probabilities of all scores from 0-0 to 14-14, and the markets that follow from them.
public struct ScoreGrid: Sendable, Equatable {
  /// One more than the highest number of goals of a side.
  public static let size = 15

  private static let highestRate = 60.0

  /// Row-major by home goals; they sum to 1.
  public let probabilities: [Double]

  /// The grid of two Poisson rates with the correction of low scores, renormalised. A negative product, which a `rho`
  /// outside the range of its fit can give, counts as 0.
  public init(home: Double, away: Double, rho: Double) {
    let (x, y) = (ScoreGrid.poisson(home), ScoreGrid.poisson(away))
    var cells = [Double](repeating: 0, count: ScoreGrid.size * ScoreGrid.size)
    var sum = 0.0
    for i in 0..<ScoreGrid.size {
      for j in 0..<ScoreGrid.size {
        let cell = max(0, x[i] * y[j] * GoalModel.correction(i, j, home, away, rho))
        cells[i * ScoreGrid.size + j] = cell
        sum += cell
      }
    }
    probabilities = cells.map { $0 / sum }
  }

  /// The probabilities of 0 to 14 goals at a rate.
  private static func poisson(_ rate: Double) -> [Double] {
    // Where a fit has no maximum a rate may be beyond every number of goals.
    let rate = min(rate, ScoreGrid.highestRate)
    var values = [exp(-rate)]
    for goals in 1..<size { values.append(values[goals - 1] * rate / Double(goals)) }
    return values
  }

  /// The probability of one score; 0 above 14 goals.
  public subscript(home: Int, away: Int) -> Double {
    guard (0..<ScoreGrid.size).contains(home), (0..<ScoreGrid.size).contains(away) else { return 0 }
    return probabilities[home * ScoreGrid.size + away]
  }

  /// The sum over the scores that fulfil a condition.
  public func probability(where holds: (_ home: Int, _ away: Int) -> Bool) -> Double {
    var sum = 0.0
    for home in 0..<ScoreGrid.size {
      for away in 0..<ScoreGrid.size where holds(home, away) { sum += probabilities[home * ScoreGrid.size + away] }
    }
    return sum
  }

  /// Home win, draw and away win.
  public var results: [Double] { [probability { $0 > $1 }, probability { $0 == $1 }, probability { $0 < $1 }] }

  /// More goals in total than a line (2.5); a total equal to the line does not count.
  public func over(_ line: Double) -> Double { probability { Double($0 + $1) > line } }

  public var bothScore: Double { probability { $0 > 0 && $1 > 0 } }

  /// The home side wins with a handicap added to its goals (−1.5); a draw with it does not count.
  public func home(handicap: Double) -> Double { probability { Double($0) + handicap > Double($1) } }

  /// The home side, or the away side, wins without conceding a goal.
  public var winToNil: (home: Double, away: Double) {
    (probability { $0 > 0 && $1 == 0 }, probability { $0 == 0 && $1 > 0 })
  }

  /// The most probable scores, the lower score first among equals.
  public func likeliest(_ count: Int) -> [(home: Int, away: Int, probability: Double)] {
    probabilities.indices.sorted { (probabilities[$1], $0) < (probabilities[$0], $1) }.prefix(count).map {
      ($0 / ScoreGrid.size, $0 % ScoreGrid.size, probabilities[$0])
    }
  }
}
