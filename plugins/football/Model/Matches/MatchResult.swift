/// Who won, in the order of the classes.
public enum MatchResult: Int, CaseIterable, Sendable {
  case home
  case draw
  case away

  public init(homeGoals: Int, awayGoals: Int) {
    self = homeGoals > awayGoals ? .home : homeGoals == awayGoals ? .draw : .away
  }

  public var letter: String {
    switch self {
    case .home: "H"
    case .draw: "D"
    case .away: "A"
    }
  }

  public static let letters = allCases.map(\.letter)

  /// The columns of their odds.
  public static let oddsColumns = ["odds_home", "odds_draw", "odds_away"]
}
