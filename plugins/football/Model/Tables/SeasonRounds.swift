public import PodiumCore

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
  /// The position of each team after each round.
  public func positions(
    in table: SeasonTable, side: LeagueTable.Side = .both, _ cancellation: Cancellation
  ) throws(Diagnostic) -> [(round: Int, positions: [Int: Int])] {
    var found: [(round: Int, positions: [Int: Int])] = []
    for round in Set(numbers).sorted() {
      try cancellation.check()
      let places = table.table(of: table.rows.indices.filter { numbers[$0] <= round }, side: side).places
      found.append((round, Dictionary(places.map { ($0.team, $0.position) }, uniquingKeysWith: { first, _ in first })))
    }
    return found
  }
}
