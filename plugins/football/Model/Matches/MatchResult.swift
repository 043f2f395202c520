/// Who won, in the order of the classes.
public enum MatchResult: Int, CaseIterable, Sendable {
  case home
  case draw
  case away

  public init(homeGoals: Int, awayGoals: Int) {
    self = homeGoals > awayGoals ? .home : homeGoals == awayGoals ? .draw : .away
  }

  public var letter: String { ["H", "D", "A"][rawValue] }
  public static let letters = allCases.map(\.letter)

  public static let oddsColumns = ["odds_home", "odds_draw", "odds_away"]
}
