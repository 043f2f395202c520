internal import Glibc
internal import PodiumCore

/// Elo ratings of teams: the expected result of a match, and how the actual result changes the ratings. E = 1 / (1 +
/// 10^(−(Rh + H − Ra) / 400)); both ratings change by K F (S − E), where S is 1, ½ or 0 and H is the home advantage in
/// points (Elo 1978). F is 1, or the square root of the goal difference of a win (ClubElo).
public struct Elo: Sendable, Equatable {
  /// How the goal difference of a win counts.
  public enum Margin: String, CaseIterable, Sendable {
    case none
    case sqrt
  }

  public static let start = 1500.0

  /// K, the most a rating can change in one match without a margin.
  public var kFactor: Double
  public var homeAdvantage: Double
  public var margin: Margin

  public init(kFactor: Double = 20, homeAdvantage: Double = 100, margin: Margin = .none) {
    (self.kFactor, self.homeAdvantage, self.margin) = (kFactor, homeAdvantage, margin)
  }

  /// The expected score of the home side, from 0 to 1.
  public func expected(home: Double, away: Double) -> Double { 1 / (1 + pow(10, -(home + homeAdvantage - away) / 400)) }

  /// The rating points that the home side gains and the away side loses.
  public func gain(homeGoals: Int, awayGoals: Int, home: Double, away: Double) -> Double {
    let score: Double = homeGoals > awayGoals ? 1 : homeGoals == awayGoals ? 0.5 : 0
    let factor = margin == .none || homeGoals == awayGoals ? 1 : Double(abs(homeGoals - awayGoals)).squareRoot()
    return kFactor * factor * (score - expected(home: home, away: away))
  }

  /// Home win, draw and away win from the expected score E: p(D) = 4 d E (1 − E) and p(H) + p(D) / 2 = E. `draw` is d,
  /// from 0 to ½: the probability of a draw between equal sides. No probability is negative.
  public static func results(expected e: Double, draw: Double) -> [Double] {
    let level = 4 * draw * e * (1 - e)
    return [e - level / 2, level, 1 - e - level / 2]
  }

  /// The most probable d given the expected scores and the results of earlier matches; nil without matches. The
  /// likelihood is concave in d, so its derivative has one root, found by bisection. With no draws d is 0, with nothing
  /// else ½.
  public static func draw(_ matches: [(expected: Double, result: MatchResult)]) -> Double? {
    guard !matches.isEmpty else { return nil }
    func slope(_ d: Double) -> Double {
      matches.reduce(0) { sum, match in
        let e = match.expected
        let term =
          switch match.result {
          case .home: -2 * (1 - e) / (1 - 2 * d * (1 - e))
          case .draw: 1 / d
          case .away: -2 * e / (1 - 2 * d * e)
          }
        return sum + term
      }
    }
    var (low, high) = (0.0, 0.5)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if slope(middle) > 0 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

/// The ratings of teams, match after match.
public struct EloRatings: Sendable {
  public let elo: Elo
  public var values: [Double]
  private var seen: [(expected: Double, result: MatchResult)] = []

  public init(_ elo: Elo, teams: Int) { (self.elo, values) = (elo, [Double](repeating: Elo.start, count: teams)) }

  /// The most probable d for the matches so far, each with the ratings before it.
  public var draw: Double { Elo.draw(seen) ?? 0.25 }

  /// The score that the home side of a match is expected to have.
  public func expected(_ match: ForecastMatch) -> Double {
    elo.expected(home: values[match.home], away: values[match.away])
  }

  /// Learns from matches in the order of their days; those of one day do not see each other.
  public mutating func learn(_ matches: some Sequence<ForecastMatch>) {
    var (day, before) = (Int?.none, values)
    for match in matches {
      if match.day != day { (day, before) = (match.day, values) }
      let (home, away) = (before[match.home], before[match.away])
      seen.append((elo.expected(home: home, away: away), match.result))
      let gain = elo.gain(homeGoals: match.homeGoals, awayGoals: match.awayGoals, home: home, away: away)
      values[match.home] += gain
      values[match.away] -= gain
    }
  }

  /// New teams take the ratings of those that left.
  mutating func start(_ teams: PromotedTeams) {
    guard let mean = teams.departed.map({ values[$0] }).mean else { return }
    for team in teams.promoted { values[team] = mean }
  }
}
