internal import FootballModel
internal import PodiumCore

/// One played match, as recorded in a file.
struct Match: Sendable, Equatable {
  /// The line in the file, from 1.
  var line = 0
  /// The code of the competition (`E0`, `SWE`).
  var competition: String
  /// The name of the league, where the file has one.
  var league: String?
  var season: Season
  var date: CalendarDate
  /// The kick-off in UK time, as in the file.
  var time: String?
  var home: String
  var away: String
  var homeGoals: Int
  var awayGoals: Int
  var halfTime: HalfTime?
  /// Decimal odds for H, D and A.
  var odds: [Double]?

  struct HalfTime: Sendable, Equatable {
    var home: Int
    var away: Int
  }

  var result: MatchResult {
    MatchResult(homeGoals: homeGoals, awayGoals: awayGoals)
  }
}

extension SourceMatch {
  /// A played match of football-data.co.uk.
  init(_ match: Match) {
    self.init(line: match.line, date: match.date, home: match.home, away: match.away, state: .fullTime)
    (competition, league, season, time) = (match.competition, match.league, match.season, match.time)
    fullTime = Goals(match.homeGoals, match.awayGoals)
    halfTime = match.halfTime.map { Goals($0.home, $0.away) }
    odds = match.odds
  }
}
