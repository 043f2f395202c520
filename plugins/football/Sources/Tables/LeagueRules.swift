/// The rules of a competition in a season: points for a win, and tie-breakers.
///
/// Only verified rules are included. When the tie-breakers run out, or are unknown, level teams share a position: a
/// guessed rule, or alphabetical order, would look like a fact.
struct LeagueRules: Sendable, Equatable {
  /// Points for a win; a draw gives 1.
  var winPoints = 3
  /// The tie-breakers in order; nil when they are unknown.
  var ties: [TieBreak]?
  /// Whether head-to-head results count only once the level teams have played all their matches.
  var needsAllMeetings = false

  init(winPoints: Int = 3, ties: [TieBreak]? = nil, needsAllMeetings: Bool = false) {
    self.winPoints = winPoints
    self.ties = ties
    self.needsAllMeetings = needsAllMeetings
  }

  init(_ competition: String, _ season: Season) {
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
      ties = [
        .goalDifference, .goals, .headToHeadPoints, .headToHeadGoalDifference, .headToHeadAwayGoals,
      ]
    case "NOR", "D1": ties = [.goalDifference, .goals, .headToHeadPoints, .headToHeadGoalDifference]
    case "SP1",
      "I1" where start >= 2005:
      ties = [.headToHeadPoints, .headToHeadGoalDifference, .goalDifference, .goals]
      needsAllMeetings = true
    case "M1": ties = [.goalDifference, .goals]
    default: ties = nil
    }
  }

  /// The first season with three points for a win, by code prefix; files of other leagues are never older.
  private static let threePoints: [(codes: String, since: Int)] = [
    ("SC", 1994), ("SP", 1995), ("SWE", 1990), ("SWZ", 1995), ("NOR", 1988), ("FIN", 1991), ("IRL", 1993), ("E", 1981),
    ("D1", 1995), ("D2", 1995), ("I1", 1994), ("I2", 1994), ("F1", 1994), ("F2", 1994), ("N1", 1995), ("B1", 1995),
    ("P1", 1995), ("T1", 1987), ("G1", 1992),
  ]
}
