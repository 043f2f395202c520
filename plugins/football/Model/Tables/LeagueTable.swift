/// A league table: each team's figures and the order of the teams.
public struct LeagueTable: Sendable {
  /// Which of a team's matches count.
  public enum Side: String, CaseIterable, Sendable {
    case both
    case home
    case away
  }

  /// A team's place; teams that no rule separates share a position.
  public struct Place: Sendable, Equatable {
    public let position: Int
    /// The number of the team.
    public let team: Int
    public let row: TableRow
  }

  /// From the top; level teams are in the order of their numbers.
  public private(set) var places: [Place]

  /// Counts the matches of `teams` teams. `cut` gives each team's group where a season is split, 0 for the upper one:
  /// groups stay apart, whatever the points. `groups` are those of a stage, each with positions from 1.
  public init(
    _ matches: [TableMatch], teams: Int, rules: LeagueRules, adjustments: [TableAdjustment] = [],
    cut: LeagueSplit.Cut? = nil, groups: [Int]? = nil, side: Side = .both, decided: [Decision] = []
  ) {
    let rows = LeagueTable.rows(matches, teams: teams, rules: rules, adjustments: adjustments, side: side)
    self.init(rows, matches, rules: rules, cut: cut, groups: groups, side: side, decided: decided)
  }

  /// Orders rows that were counted already; `matches` are those of the head-to-head rules.
  init(
    _ counted: [TableRow], _ matches: [TableMatch], rules: LeagueRules, cut: LeagueSplit.Cut? = nil,
    groups own: [Int]? = nil, side: Side = .both, decided: [Decision] = []
  ) {
    var (rows, meetings) = (counted, matches)
    if let cut, let split = rules.split, side == .both {
      // A group that has not begun is as it was before the split.
      let begun = Set(rows.indices.filter { rows[$0].played > cut.before[$0].played }.map { cut.groups[$0] })
      for team in rows.indices where begun.contains(cut.groups[team]) {
        split.apply(to: &rows[team], before: cut.before[team], group: cut.groups[team])
      }
      if !split.keepsGoals { meetings = cut.later + matches.filter { !begun.contains(cut.groups[$0.home]) } }
    }
    let groups = cut?.groups ?? own
    let order = TableOrder(rows: rows, matches: meetings, rules: rules)
    let all = Array(rows.indices)
    let parts = groups.map { groups in Set(groups).sorted().map { group in all.filter { groups[$0] == group } } }
    var places: [Place] = []
    places.reserveCapacity(rows.count)
    var first = 0
    for part in parts ?? [all] {
      if own != nil { first = places.count }
      for level in order.ranked(part).flatMap({ own == nil ? [$0] : LeagueTable.parted($0, decided) }) {
        let position = places.count - first + 1
        for team in level { places.append(Place(position: position, team: team, row: rows[team])) }
      }
    }
    self.places = places
    if !rules.playOffs.isEmpty, own == nil { settle(rules.playOffs, decided) }
  }

  /// Two level teams of a group one after the other, where a match between them decided.
  private static func parted(_ level: [Int], _ decided: [Decision]) -> [[Int]] {
    guard level.count == 2, let found = decided.first(where: { level.contains($0.winner) && level.contains($0.loser) })
    else { return [level] }
    return [[found.winner], [found.loser]]
  }

  /// Leaves out teams, as those of other groups.
  public mutating func keep(_ isKept: (Int) -> Bool) { places.removeAll { !isKept($0.team) } }

  /// The winner of a match between two teams that were level.
  public struct Decision: Sendable, Equatable {
    public let winner: Int
    public let loser: Int

    public init(winner: Int, loser: Int) { (self.winner, self.loser) = (winner, loser) }
  }

  /// Whether a match decides between two teams that share a place for want of its result.
  public private(set) var awaitsPlayOff = false

  /// Gives two teams that a match decides between one position until it is played. Before the season is over no one plays
  /// it.
  private mutating func settle(_ boundaries: [Int], _ decided: [Decision]) {
    guard places.allSatisfy({ $0.row.played == 2 * (places.count - 1) }) else { return }
    for upper in boundaries where upper > 0 && upper < places.count {
      let (a, b) = (places[upper - 1], places[upper])
      guard a.row.points == b.row.points, a.position == upper else { continue }
      let teams = [a.team, b.team]
      if let decision = decided.first(where: { teams.contains($0.winner) && teams.contains($0.loser) }) {
        let (first, second) = decision.winner == a.team ? (a, b) : (b, a)
        places[upper - 1] = Place(position: upper, team: first.team, row: first.row)
        places[upper] = Place(position: upper + 1, team: second.team, row: second.row)
      } else {
        places[upper] = Place(position: upper, team: b.team, row: b.row)
        awaitsPlayOff = true
      }
    }
  }

  static func rows(
    _ matches: [TableMatch], teams: Int, rules: LeagueRules, adjustments: [TableAdjustment] = [], side: Side = .both
  ) -> [TableRow] {
    var rows = [TableRow](repeating: TableRow(), count: teams)
    for match in matches {
      if side != .away { rows[match.home].count(match, isHome: true, rules) }
      if side != .home { rows[match.away].count(match, isHome: false, rules) }
    }
    for change in adjustments where rows.indices.contains(change.team) {
      rows[change.team].points += change.points
      rows[change.team].adjustment += change.points
      rows[change.team].goalsFor += change.goalsFor
      rows[change.team].goalsAgainst += change.goalsAgainst
    }
    return rows
  }
}

/// The order of teams: by points, then by each tie-breaker in turn.
struct TableOrder {
  let rows: [TableRow]
  let matches: [TableMatch]
  let rules: LeagueRules

  /// The teams from the top, level ones together.
  func ranked(_ teams: [Int]) -> [[Int]] {
    let byPoints =
      rules.isPointsPerMatch
      ? parted(teams) { rows[$0].played == 0 ? 0 : Double(rows[$0].points) / Double(rows[$0].played) }
      : parted(teams) { Double(rows[$0].points) }
    guard let ties = rules.ties else { return byPoints }
    return byPoints.flatMap { $0.count == 1 ? [$0] : decided($0, by: ties[...], among: nil) }
  }

  /// The matches among some level teams: their table, and how many teams it has.
  private struct Meetings {
    let rows: [TableRow]
    let teams: Int
  }

  /// Separates level teams by the remaining tie-breakers. The meetings are counted at the first head-to-head rule and
  /// kept for those that follow directly: they concern the teams that were level at that point. Where the rules start
  /// again among fewer teams, the meetings are counted again.
  private func decided(_ level: [Int], by ties: ArraySlice<TieBreak>, among meetings: Meetings?) -> [[Int]] {
    guard level.count > 1 else { return [level] }
    if rules.reapplies, let meetings, level.count < meetings.teams, ties.first?.isHeadToHead != true {
      return decided(level, by: (rules.ties ?? []).drop { !$0.isHeadToHead }, among: nil)
    }
    guard let tie = ties.first else { return [level] }
    var meetings = tie.isHeadToHead ? meetings : nil
    if tie.isHeadToHead, meetings == nil {
      let own = matches.filter { level.contains($0.home) && level.contains($0.away) }
      if rules.needsAllMeetings, !haveAllMet(level, own) {
        return decided(level, by: ties.drop(while: \.isHeadToHead), among: nil)
      }
      meetings = Meetings(rows: LeagueTable.rows(own, teams: rows.count, rules: rules), teams: level.count)
    }
    let counted = meetings?.rows ?? rows
    return parted(level) { TableOrder.worth(counted[$0], tie) }
      .flatMap { decided($0, by: ties.dropFirst(), among: meetings) }
  }

  /// Teams grouped by worth, highest first; the order within a group stays.
  private func parted(_ teams: [Int], by worth: (Int) -> Double) -> [[Int]] {
    var ordered: [(team: Int, place: Int, worth: Double)] = []
    for (place, team) in teams.enumerated() { ordered.append((team, place, worth(team))) }
    ordered.sort { (a, b) in a.worth != b.worth ? a.worth > b.worth : a.place < b.place }
    var groups: [[Int]] = []
    var last: Double?
    for (team, _, worth) in ordered {
      if worth == last { groups[groups.count - 1].append(team) } else { groups.append([team]) }
      last = worth
    }
    return groups
  }

  private static func worth(_ row: TableRow, _ tie: TieBreak) -> Double {
    switch tie {
    case .goalDifference, .headToHeadGoalDifference: Double(row.goalDifference)
    case .goals, .headToHeadGoals: Double(row.goalsFor)
    // Equal fractions give the same double. No goals against ranks highest; no goals for is 0.
    case .goalAverage: row.goalsFor == 0 ? 0 : Double(row.goalsFor) / Double(row.goalsAgainst)
    case .wins, .headToHeadWins: Double(row.won)
    case .awayWins: Double(row.awayWins)
    case .rounding: Double(-row.rounding)
    case .placeBefore: Double(-row.placeBefore)
    case .pointsBefore: Double(row.pointsBefore)
    case .headToHeadPoints: Double(row.points)
    case .awayGoals, .headToHeadAwayGoals: Double(row.awayGoals)
    }
  }

  /// Whether each team has hosted every other in these matches.
  private func haveAllMet(_ level: [Int], _ matches: [TableMatch]) -> Bool {
    Set(matches.map { [$0.home, $0.away] }).count == level.count * (level.count - 1)
  }
}
