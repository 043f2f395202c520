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
  /// The points before the split, whatever was carried.
  case pointsBefore = "points-before"
  /// This and the next four count only the matches among the level teams; where a split carries no goals, those after it.
  case headToHeadPoints = "h2h-points"
  case headToHeadWins = "h2h-wins"
  case headToHeadGoalDifference = "h2h-goal-difference"
  case headToHeadGoals = "h2h-goals"
  case headToHeadAwayGoals = "h2h-away-goals"

  /// Whether only the matches among the level teams count.
  public var isHeadToHead: Bool {
    switch self {
    case .headToHeadPoints, .headToHeadWins, .headToHeadGoalDifference, .headToHeadGoals, .headToHeadAwayGoals: true
    default: false
    }
  }
}
