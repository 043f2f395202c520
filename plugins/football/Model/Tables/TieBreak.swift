/// A tie-breaker between teams level on points.
public enum TieBreak: String, CaseIterable, Sendable {
  case goalDifference = "goal-difference"
  case goals
  /// Goals for divided by goals against, used in England until 1976.
  case goalAverage = "goal-average"
  case wins
  case awayGoals = "away-goals"
  case awayWins = "away-wins"
  /// A team whose halved points were rounded down is before one whose points were not, and that before one rounded up.
  case rounding
  /// The place in the table before the split.
  case placeBefore = "place-before"
  /// This and the next three count only the matches among the level teams.
  case headToHeadPoints = "h2h-points"
  case headToHeadGoalDifference = "h2h-goal-difference"
  case headToHeadGoals = "h2h-goals"
  case headToHeadAwayGoals = "h2h-away-goals"

  /// Whether only the matches among the level teams count.
  public var isHeadToHead: Bool {
    switch self {
    case .headToHeadPoints, .headToHeadGoalDifference, .headToHeadGoals, .headToHeadAwayGoals: true
    default: false
    }
  }
}
