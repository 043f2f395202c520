internal import Glibc

/// Elo ratings of teams: what two ratings say about a match, and how its result moves them.
///
/// E = 1 / (1 + 10^(−(Rh + H − Ra) / 400)); both ratings move by K (S − E), S being 1, ½ or 0 (Elo 1978; H is the
/// home side's advantage in points).
enum Elo {
  static let start = 1500.0
  static let pace = 20.0
  static let homeAdvantage = 100.0

  /// What a home side is expected to take, from 0 to 1.
  static func expected(home: Double, away: Double) -> Double {
    1 / (1 + pow(10, -(home + homeAdvantage - away) / 400))
  }

  /// What the home side wins and the away side loses by a result.
  static func gain(_ result: MatchResult, home: Double, away: Double) -> Double {
    let score: Double =
      switch result {
      case .home: 1
      case .draw: 0.5
      case .away: 0
      }
    return pace * (score - expected(home: home, away: away))
  }
}
