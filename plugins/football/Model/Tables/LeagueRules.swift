/// The rules of a competition in a season: points for a win, tie-breakers, a split.
///
/// Only verified rules are included. When the tie-breakers run out, or are unknown, level teams share a position: a
/// guessed rule, or alphabetical order, would look like a fact.
public struct LeagueRules: Sendable, Equatable {
  /// Points for a win; a draw gives 1.
  public var winPoints = 3
  /// The tie-breakers in order; nil when they are unknown.
  public var ties: [TieBreak]?
  /// Whether head-to-head results count only once the level teams have played all their matches.
  public var needsAllMeetings = false
  /// Whether the head-to-head rules start again among the teams that are still level.
  public var reapplies = false
  public var split: LeagueSplit?
  /// Whether the order is by points per match, as of a season that was cut short.
  public var isPointsPerMatch = false

  public init(winPoints: Int = 3, ties: [TieBreak]? = nil, needsAllMeetings: Bool = false, reapplies: Bool = false) {
    (self.winPoints, self.ties) = (winPoints, ties)
    (self.needsAllMeetings, self.reapplies) = (needsAllMeetings, reapplies)
  }

  /// The verified rules of a competition by its code, for a season that starts in a year.
  public init(_ competition: String, season: Season) {
    self.init()
    let start = season.start
    if let first = LeagueRules.threePoints.first(where: { competition.hasPrefix($0.codes) })?.since, start < first {
      winPoints = 2
    }
    switch competition {
    case "E0" where start >= 2019:
      ties = [.goalDifference, .goals, .headToHeadPoints, .headToHeadAwayGoals]
    case "E0" where start >= 1976: ties = [.goalDifference, .goals]
    case "E0", "E1", "E2", "E3": ties = start < 1976 ? [.goalAverage] : start >= 1999 ? [.goalDifference, .goals] : nil
    case "SWE":
      ties = [.goalDifference, .goals, .headToHeadPoints, .headToHeadGoalDifference, .headToHeadAwayGoals]
    case "NOR", "D1": ties = [.goalDifference, .goals, .headToHeadPoints, .headToHeadGoalDifference]
    case "SP1",
      "I1" where start >= 2005:
      ties = [.headToHeadPoints, .headToHeadGoalDifference, .goalDifference, .goals]
      needsAllMeetings = true
    // The Premier League of twelve clubs from 2000-01: three rounds, then two groups of six.
    case "SC0" where start >= 2000:
      ties = [.goalDifference, .goals]
      split = LeagueSplit(after: 33, groups: [6, 6])
    case "UCL-group":
      ties =
        [.headToHeadPoints, .headToHeadGoalDifference, .headToHeadGoals]
        + (start < 2021 ? [.headToHeadAwayGoals] : []) + [.goalDifference, .goals]
      reapplies = true
    case "UCL" where start >= 2024: ties = [.goalDifference, .goals, .awayGoals, .wins, .awayWins]
    case "M1": ties = [.goalDifference, .goals]
    default: ties = nil
    }
    // League One and League Two of 2019-20 were ended by the clubs' vote: unrounded points per match.
    isPointsPerMatch = (competition == "E2" || competition == "E3") && start == 2019
  }

  /// The first season with three points for a win, by code prefix; files of other leagues are never older.
  private static let threePoints: [(codes: String, since: Int)] = [
    ("SC", 1994), ("SP", 1995), ("SWE", 1990), ("SWZ", 1995), ("NOR", 1988), ("FIN", 1991), ("IRL", 1993), ("E", 1981),
    ("D1", 1995), ("D2", 1995), ("I1", 1994), ("I2", 1994), ("F1", 1994), ("F2", 1994), ("N1", 1995), ("B1", 1995),
    ("P1", 1995), ("T1", 1987), ("G1", 1992),
  ]
}
