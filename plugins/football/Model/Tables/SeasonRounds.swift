/// The rounds of matches of a season in the order of their days.
public struct SeasonRounds: Sendable {
  /// The round of each match.
  public let numbers: [Int]
  /// Whether the source numbers them; otherwise a team's first match is in round 1, its second in round 2.
  public let isNumbered: Bool

  public init(_ matches: [StoredMatch]) {
    let labels = matches.compactMap { match in
      match.round.flatMap { label in label.split { !$0.isNumber }.first.flatMap { Int($0) } }
    }
    if labels.count == matches.count, Set(labels).count > 1 {
      (numbers, isNumbered) = (labels, true)
      return
    }
    var played: [String: Int] = [:]
    numbers = matches.map { match in
      let round = max(played[match.home, default: 0], played[match.away, default: 0]) + 1
      played[match.home, default: 0] += 1
      played[match.away, default: 0] += 1
      return round
    }
    isNumbered = false
  }
}
