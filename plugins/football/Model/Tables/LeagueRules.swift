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
  /// The positions after which a match decides between two teams level on points, as 17 between 17th and 18th.
  public var playOffs: [Int] = []
  /// Whether the order is by points per match, as of a season that was cut short.
  public var isPointsPerMatch = false

  public init(winPoints: Int = 3, ties: [TieBreak]? = nil, needsAllMeetings: Bool = false, reapplies: Bool = false) {
    (self.winPoints, self.ties) = (winPoints, ties)
    (self.needsAllMeetings, self.reapplies) = (needsAllMeetings, reapplies)
  }

  /// The verified rules of a competition by its code, for a season that starts in a year.
  public init(_ competition: String, season: Season) {
    self.init(competition, start: season.start)
  }

  private init(_ competition: String, start: Int) {
    self.init()
    if let row = LeagueRules.rows.first(where: { $0.codes.contains(competition) && $0.years.contains(start) }) {
      (ties, needsAllMeetings, reapplies) = (row.ties, row.needsAllMeetings, row.reapplies)
      (split, playOffs, isPointsPerMatch) = (row.split, row.playOffs, row.isPointsPerMatch)
    }
    if let first = LeagueRules.threePoints.first(where: { competition.hasPrefix($0.codes) })?.since, start < first {
      winPoints = 2
    }
  }

  /// The verified rules of a competition by the years in which their seasons start, the earliest first.
  public static func history(of competition: String) -> [(years: ClosedRange<Int>, rules: LeagueRules)] {
    rows.filter { $0.codes.contains(competition) }.sorted { $0.years.lowerBound < $1.years.lowerBound }.map {
      ($0.years, LeagueRules(competition, start: $0.years.lowerBound))
    }
  }

  /// The rules of competitions whose seasons start in some years.
  private struct Row {
    var codes: [String]
    var years: ClosedRange<Int>
    var ties: [TieBreak]
    var needsAllMeetings = false
    var reapplies = false
    var split: LeagueSplit?
    var playOffs: [Int] = []
    var isPointsPerMatch = false
  }

  private static let always = 1800...9999
  private static let difference: [TieBreak] = [.goalDifference, .goals]
  private static let meetingsFirst: [TieBreak] = [
    .headToHeadPoints, .headToHeadGoalDifference, .goalDifference, .goals,
  ]
  private static let groupMeetings: [TieBreak] = [.headToHeadPoints, .headToHeadGoalDifference, .headToHeadGoals]

  private static let rows: [Row] = [
    Row(codes: ["E0", "E1", "E2", "E3"], years: 1800...1975, ties: [.goalAverage]),
    Row(codes: ["E0"], years: 1976...2018, ties: difference),
    Row(codes: ["E0"], years: 2019...9999, ties: difference + [.headToHeadPoints, .headToHeadAwayGoals]),
    // League One and League Two of 2019-20 were ended by the clubs' vote: unrounded points per match.
    Row(codes: ["E2", "E3"], years: 2019...2019, ties: difference, isPointsPerMatch: true),
    Row(codes: ["E1", "E2", "E3"], years: 1999...9999, ties: difference),
    Row(
      codes: ["SWE"], years: always,
      ties: difference + [.headToHeadPoints, .headToHeadGoalDifference, .headToHeadAwayGoals]),
    Row(codes: ["NOR", "D1"], years: always, ties: difference + [.headToHeadPoints, .headToHeadGoalDifference]),
    Row(codes: ["SP1"], years: always, ties: meetingsFirst, needsAllMeetings: true),
    Row(codes: ["I1"], years: 2005...2021, ties: meetingsFirst, needsAllMeetings: true),
    // Since then a match decides who is champion, and who is relegated (the last three of twenty).
    Row(codes: ["I1"], years: 2022...9999, ties: meetingsFirst, needsAllMeetings: true, playOffs: [1, 17]),
    // The Premier League of twelve clubs: three rounds, then two groups of six.
    Row(codes: ["SC0"], years: 2000...9999, ties: difference, split: LeagueSplit(after: 33, groups: [6, 6])),
    Row(
      codes: ["UCL-group"], years: 1800...2020, ties: groupMeetings + [.headToHeadAwayGoals] + difference,
      reapplies: true),
    Row(codes: ["UCL-group"], years: 2021...9999, ties: groupMeetings + difference, reapplies: true),
    Row(codes: ["UCL"], years: 2024...9999, ties: difference + [.awayGoals, .wins, .awayWins]),
    Row(codes: ["M1"], years: always, ties: difference),
  ]

  /// The first season with three points for a win, by code prefix; files of other leagues are never older.
  private static let threePoints: [(codes: String, since: Int)] = [
    ("SC", 1994), ("SP", 1995), ("SWE", 1990), ("SWZ", 1995), ("NOR", 1988), ("FIN", 1991), ("IRL", 1993), ("E", 1981),
    ("D1", 1995), ("D2", 1995), ("I1", 1994), ("I2", 1994), ("F1", 1994), ("F2", 1994), ("N1", 1995), ("B1", 1995),
    ("P1", 1995), ("T1", 1987), ("G1", 1992),
  ]
}
