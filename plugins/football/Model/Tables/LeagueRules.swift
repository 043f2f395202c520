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
  /// How many matches each team plays in a season without a split, or in each of its tournaments; nil where it is not known.
  public internal(set) var rounds: Int?
  /// Whether the season has two tournaments with tables of their own, one in each of its years: Apertura and Clausura.
  public internal(set) var hasTwoTournaments = false
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

  /// Whether no one knows how many points a win gave: three are counted, which few gave before 1995.
  public internal(set) var hasGuessedPoints = false

  /// The verified rules of a competition by its code, for a season that starts in a year.
  public init(_ competition: String, season: Season) { self.init(LeagueRules.code(competition), start: season.start) }

  private init(_ code: String, start: Int) {
    let row = Row.all.first { $0.codes.contains(code) && $0.years.contains(start) }
    let first = LeagueRules.threePoints[code]
    self = row?.rules ?? LeagueRules()
    if let first, start < first, row?.saysPoints != true { winPoints = 2 }
    hasGuessedPoints = first == nil && source == nil && start < 1995
  }

  /// The verified rules of a competition by the years in which their seasons start, the earliest first.
  public static func history(of competition: String) -> [(years: ClosedRange<Int>, rules: LeagueRules)] {
    let code = code(competition)
    return Row.all.filter { $0.codes.contains(code) }.ordered { $0.years.lowerBound < $1.years.lowerBound }.map {
      ($0.years, LeagueRules(code, start: $0.years.lowerBound))
    }
  }

  /// The code of a competition that sources call by its name.
  public static func code(_ competition: String) -> String { names[competition] ?? competition }

  private static let names = [
    "World Cup": "WC", "FIFA World Cup": "WC", "Euro": "EURO", "UEFA Euro": "EURO", "European Championship": "EURO",
    "UEFA European Championship": "EURO", "Champions League": "UCL", "UEFA Champions League": "UCL",
    "UEFA Europa League": "UEL", "UEFA Europa Conference League": "UECL", "UEFA Conference League": "UECL",
    "Greek Super League": "G1", "Belgium First Division A": "B1", "Denmark Superligaen": "DNK",
    "Finland Veikkausliiga": "FIN", "Romania Liga 1": "ROU", "Argentina Primera Division": "ARG",
    "Scottish Premiership": "SC0", "Scotland Premiership": "SC0", "Swiss Super League": "SWZ",
    "Switzerland Super League": "SWZ", "Austrian Bundesliga": "AUT", "Austria Bundesliga": "AUT",
  ]

  /// The first season with three points for a win, by code; files of other leagues are hardly older.
  private static let threePoints: [String: Int] = [
    1981: "E0 E1 E2 E3 EC", 1987: "T1", 1988: "NOR", 1990: "SWE", 1991: "FIN", 1992: "G1", 1993: "IRL",
    1994: "SC0 SC1 SC2 SC3 I1 I2 F1 F2 WC", 1995: "SP1 SP2 SWZ D1 D2 N1 B1 P1 UCL UCL-group", 1996: "EURO",
  ].reduce(into: [:]) { years, line in for code in line.value.split(separator: " ") { years[String(code)] = line.key } }
}
