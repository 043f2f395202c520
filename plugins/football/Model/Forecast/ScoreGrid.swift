internal import Glibc

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
