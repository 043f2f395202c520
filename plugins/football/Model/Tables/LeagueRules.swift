internal import PodiumCore

/// The rules of a competition in a season: points for a win, tie-breakers, a split. Only verified rules are included.
/// When the tie-breakers run out, or are unknown, level teams share a position: a guessed rule, or alphabetical order,
/// would look like a fact.
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
  /// Whether away goals decide a tie of two legs whose aggregate is level; nil where it is unknown.
  public var awayGoals: Bool?
  /// Whether the order is by points per match, as of a season that was cut short.
  public var isPointsPerMatch = false

  /// Where the rules are from; nil for those of an owner.
  public internal(set) var source: String?

  public init(winPoints: Int = 3, ties: [TieBreak]? = nil, needsAllMeetings: Bool = false, reapplies: Bool = false) {
    (self.winPoints, self.ties) = (winPoints, ties)
    (self.needsAllMeetings, self.reapplies) = (needsAllMeetings, reapplies)
  }

  /// The verified rules of a competition by its code, for a season that starts in a year.
  public init(_ competition: String, season: Season) { self.init(competition, start: season.start) }

  private init(_ competition: String, start: Int) {
    self = Row.all.first { $0.codes.contains(competition) && $0.years.contains(start) }?.rules ?? LeagueRules()
    if let first = LeagueRules.threePoints.first(where: { competition.hasPrefix($0.codes) })?.since, start < first {
      winPoints = 2
    }
  }

  /// The verified rules of a competition by the years in which their seasons start, the earliest first.
  public static func history(of competition: String) -> [(years: ClosedRange<Int>, rules: LeagueRules)] {
    Row.all.filter { $0.codes.contains(competition) }.ordered { $0.years.lowerBound < $1.years.lowerBound }.map {
      ($0.years, LeagueRules(competition, start: $0.years.lowerBound))
    }
  }

  /// The first season with three points for a win, by code prefix; files of other leagues are never older.
  private static let threePoints: [(codes: String, since: Int)] = [
    ("SC", 1994), ("SP", 1995), ("SWE", 1990), ("SWZ", 1995), ("NOR", 1988), ("FIN", 1991), ("IRL", 1993),
    ("EURO", 1996), ("Euro", 1996), ("E", 1981), ("World Cup", 1994), ("WC", 1994), ("UCL", 1995), ("D1", 1995),
    ("D2", 1995), ("I1", 1994), ("I2", 1994), ("F1", 1994), ("F2", 1994), ("N1", 1995), ("B1", 1995), ("P1", 1995),
    ("T1", 1987), ("G1", 1992),
  ]
}
