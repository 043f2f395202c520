internal import Glibc

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
