internal import Glibc

/// Elo ratings of teams: the expected result of a match, and how the actual result changes the ratings.
///
/// E = 1 / (1 + 10^(−(Rh + H − Ra) / 400)); both ratings change by K (S − E), where S is 1, ½ or 0 (Elo 1978; H is
/// the home advantage in points).
enum Elo {
  static let start = 1500.0
  /// K, the most a rating can change in one match.
  static let kFactor = 20.0
  static let homeAdvantage = 100.0

  /// The expected score of the home side, from 0 to 1.
  static func expected(home: Double, away: Double) -> Double {
    1 / (1 + pow(10, -(home + homeAdvantage - away) / 400))
  }

  /// The rating points that the home side gains and the away side loses.
  static func gain(_ result: MatchResult, home: Double, away: Double) -> Double {
    let score: Double =
      switch result {
      case .home: 1
      case .draw: 0.5
      case .away: 0
      }
    return kFactor * (score - expected(home: home, away: away))
  }
}
