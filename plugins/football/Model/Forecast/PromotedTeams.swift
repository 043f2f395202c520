/// What is assumed of teams without a match in the seasons that a model is trained on. They take the places of teams
/// that left, and are assumed to be like them: each starts with the matches of all teams that left, with the weight of
/// ten matches together, as much as the ridge of a season's strengths is worth.
public struct PromotedTeams: Sendable, Equatable {
  /// How many matches the assumption counts as.
  public static let worth = 10.0

  public let promoted: [Int]
  public let departed: [Int]

  public init(promoted: [Int] = [], departed: [Int] = []) { (self.promoted, self.departed) = (promoted, departed) }

  /// The matches of the teams that left as matches of those that came; `rows` are those of the earlier seasons.
  public func rows(_ rows: some Collection<GoalRow>) -> [GoalRow] {
    let (left, came) = (Set(departed), Set(promoted))
    guard !left.isEmpty, !came.isEmpty else { return [] }
    var own: [GoalRow] = []
    var total = 0.0
    for row in rows where !came.contains(row.home) && !came.contains(row.away) {
      for isHome in [true, false] where left.contains(isHome ? row.home : row.away) {
        var copy = row
        if isHome { copy.home = -1 } else { copy.away = -1 }
        own.append(copy)
        total += row.weight
      }
    }
    guard total > 0 else { return [] }
    let share = min(1, PromotedTeams.worth / total)
    return promoted.flatMap { team in
      own.map { row in
        var row = row
        if row.home < 0 { row.home = team } else { row.away = team }
        row.weight *= share
        return row
      }
    }
  }
}
