/// A played match as forecasts use it.
public struct ForecastMatch: Sendable, Equatable {
  /// Days since 1970-01-01.
  public var day: Int
  /// The numbers of the teams.
  public var home: Int
  public var away: Int
  public var homeGoals: Int
  public var awayGoals: Int
  /// Decimal odds for H, D and A.
  public var odds: [Double]?

  public init(day: Int, home: Int, away: Int, homeGoals: Int, awayGoals: Int, odds: [Double]? = nil) {
    (self.day, self.home, self.away) = (day, home, away)
    (self.homeGoals, self.awayGoals, self.odds) = (homeGoals, awayGoals, odds)
  }

  public var result: MatchResult { MatchResult(homeGoals: homeGoals, awayGoals: awayGoals) }
}

/// A way to forecast a match from earlier days.
public enum ForecastModel: Sendable, Hashable, CustomStringConvertible {
  case dixonColes
  case poisson
  case elo
  case climatology
  case uniform
  case odds(OddsMargin)

  public static let all: [ForecastModel] =
    [.dixonColes, .poisson, .elo, .climatology, .uniform] + [.odds(.shin), .odds(.power), .odds(.basic)]

  public var description: String {
    switch self {
    case .dixonColes: "dixon-coles"
    case .poisson: "poisson"
    case .elo: "elo"
    case .climatology: "climatology"
    case .uniform: "uniform"
    case .odds(let margin): "odds-" + margin.rawValue
    }
  }
}
