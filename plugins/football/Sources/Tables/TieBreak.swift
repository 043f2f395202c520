/// A tie-breaker between teams level on points.
enum TieBreak: String, CaseIterable, Sendable {
  case goalDifference = "goal-difference"
  case goals
  /// Goals for divided by goals against, used in England until 1976.
  case goalAverage = "goal-average"
  case wins
  /// This and the next two count only the matches among the level teams.
  case headToHeadPoints = "h2h-points"
  case headToHeadGoalDifference = "h2h-goal-difference"
  case headToHeadAwayGoals = "h2h-away-goals"

  /// Whether only the matches among the level teams count.
  var isHeadToHead: Bool {
    switch self {
    case .headToHeadPoints, .headToHeadGoalDifference, .headToHeadAwayGoals: true
    case .goalDifference, .goals, .goalAverage, .wins: false
    }
  }
}
