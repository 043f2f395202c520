/// One match as a league table counts it: two teams by number, and what each of them gets.
public struct TableMatch: Sendable, Equatable {
  /// What decides the match.
  public enum Verdict: Sendable, Equatable {
    case goals
    /// Awarded to a side without a score: points, no goals.
    case winner(home: Bool)
    /// Lost by both sides, as after a double walkover.
    case lostByBoth
  }

  public var home: Int
  public var away: Int
  /// 0 where the verdict is not by goals.
  public var homeGoals: Int
  public var awayGoals: Int
  public var verdict: Verdict

  public init(home: Int, away: Int, homeGoals: Int, awayGoals: Int, verdict: Verdict = .goals) {
    (self.home, self.away, self.homeGoals, self.awayGoals) = (home, away, homeGoals, awayGoals)
    self.verdict = verdict
  }
}

/// Points and goals that a body adds to a team or takes from it.
public struct TableAdjustment: Sendable, Equatable {
  public var team: Int
  /// Negative for a deduction.
  public var points: Int
  /// Goals for and against, where they are adjusted too.
  public var goalsFor: Int
  public var goalsAgainst: Int

  public init(team: Int, points: Int, goalsFor: Int = 0, goalsAgainst: Int = 0) {
    (self.team, self.points, self.goalsFor, self.goalsAgainst) = (team, points, goalsFor, goalsAgainst)
  }
}

/// The figures of one team in a league table.
public struct TableRow: Sendable, Equatable {
  public var played = 0
  public var won = 0
  public var drawn = 0
  public var lost = 0
  public var goalsFor = 0
  public var goalsAgainst = 0
  /// Goals scored, and matches won, away from home.
  public var awayGoals = 0
  public var awayWins = 0
  /// With the adjustment.
  public var points = 0
  public var adjustment = 0
  /// Half-points that the halving of the points added, or took away where it is negative.
  public var rounding = 0
  /// The position and the points before a split; 0 where there is none.
  public var placeBefore = 0
  public var pointsBefore = 0

  public init() {}

  /// Takes out matches and goals, and leaves the points.
  mutating func subtract(_ other: TableRow) {
    played -= other.played
    won -= other.won
    drawn -= other.drawn
    lost -= other.lost
    goalsFor -= other.goalsFor
    goalsAgainst -= other.goalsAgainst
    awayGoals -= other.awayGoals
    awayWins -= other.awayWins
  }

  public var goalDifference: Int { goalsFor - goalsAgainst }

  mutating func count(_ match: TableMatch, isHome: Bool, _ rules: LeagueRules) {
    let (scored, conceded) = isHome ? (match.homeGoals, match.awayGoals) : (match.awayGoals, match.homeGoals)
    played += 1
    goalsFor += scored
    goalsAgainst += conceded
    if !isHome { awayGoals += scored }
    let isWon: Bool? =
      switch match.verdict {
      case .goals: scored == conceded ? nil : scored > conceded
      case .winner(let home): home == isHome
      case .lostByBoth: false
      }
    switch isWon {
    case true?:
      won += 1
      points += rules.winPoints
      if !isHome { awayWins += 1 }
    case false?: lost += 1
    case nil:
      drawn += 1
      points += 1
    }
  }
}
