public import PodiumCore

/// One played match, as recorded in a file.
public struct Match: Sendable, Equatable {
  /// The line in the file, from 1.
  public var line = 0
  /// The code of the competition (`E0`, `SWE`).
  public var competition: String
  /// The name of the league, where the file has one.
  public var league: String?
  public var season: Season
  public var date: CalendarDate
  /// The kick-off in UK time, as in the file.
  public var time: String?
  public var home: String
  public var away: String
  public var homeGoals: Int
  public var awayGoals: Int
  public var halfTime: SourceMatch.Goals?
  /// Decimal odds for H, D and A.
  public var odds: [Double]?

  public var result: MatchResult { MatchResult(homeGoals: homeGoals, awayGoals: awayGoals) }
}

extension SourceMatch {
  /// A played match of football-data.co.uk.
  public init(_ match: Match) {
    self.init(line: match.line, date: match.date, home: match.home, away: match.away, state: .fullTime)
    (competition, league, season, time) = (match.competition, match.league, match.season, match.time)
    fullTime = Goals(match.homeGoals, match.awayGoals)
    (halfTime, odds) = (match.halfTime, match.odds)
  }
}
