internal import PodiumCore

/// A league table: each team's figures and the order of the teams.
struct LeagueTable {
  struct Row: Equatable {
    let team: String
    var played = 0
    var won = 0
    var drawn = 0
    var lost = 0
    var goalsFor = 0
    var goalsAgainst = 0
    /// Goals scored away from home.
    var awayGoals = 0
    var points = 0

    var goalDifference: Int { goalsFor - goalsAgainst }

    init(_ team: String) { self.team = team }

    mutating func count(scored: Int, conceded: Int, isAway: Bool, _ rules: LeagueRules) {
      played += 1
      goalsFor += scored
      goalsAgainst += conceded
      if isAway { awayGoals += scored }
      if scored > conceded {
        won += 1
        points += rules.winPoints
      } else if scored == conceded {
        drawn += 1
        points += 1
      } else {
        lost += 1
      }
    }
  }

  /// The teams from the top; those that no rule separates share a position and are in code-point order.
  let places: [(position: Int, row: Row)]

  /// Counts the matches of one competition and season.
  init(_ matches: [Match], rules: LeagueRules) {
    let rows = LeagueTable.rows(matches, rules)
    let order = LeagueTable.Order(matches: matches, rules: rules, rows: rows)
    var places: [(position: Int, row: Row)] = []
    for group in order.byPoints(rows.keys.sorted(by: CodePointOrder.precedes)) {
      let position = places.count + 1
      for team in group { places.append((position, rows[team] ?? Row(team))) }
    }
    self.places = places
  }

  fileprivate static func rows(_ matches: [Match], _ rules: LeagueRules) -> [String: Row] {
    var rows: [String: Row] = [:]
    for match in matches {
      rows[match.home, default: Row(match.home)]
        .count(scored: match.homeGoals, conceded: match.awayGoals, isAway: false, rules)
      rows[match.away, default: Row(match.away)]
        .count(scored: match.awayGoals, conceded: match.homeGoals, isAway: true, rules)
    }
    return rows
  }
}

extension LeagueTable {
  /// The order of the teams: by points, then by each tie-breaker in turn.
  private struct Order {
    let matches: [Match]
    let rules: LeagueRules
    let rows: [String: Row]

    func byPoints(_ teams: [String]) -> [[String]] {
      parted(teams) { Double(rows[$0]?.points ?? 0) }.flatMap { decided($0, by: (rules.ties ?? [])[...], among: nil) }
    }

    /// Separates level teams by the remaining tie-breakers.
    ///
    /// `meetings` is the table of the level teams' own matches. It is made at the first head-to-head rule and kept for
    /// those that follow directly: they concern the teams that were level at that point.
    private func decided(_ level: [String], by ties: ArraySlice<TieBreak>, among meetings: [String: Row]?) -> [[String]]
    {
      guard level.count > 1, let tie = ties.first else { return [level] }
      var meetings = tie.isHeadToHead ? meetings : nil
      if tie.isHeadToHead, meetings == nil {
        let teams = Set(level)
        let own = matches.filter { teams.contains($0.home) && teams.contains($0.away) }
        if rules.needsAllMeetings, !LeagueTable.haveAllMet(level.count, own) {
          return decided(level, by: ties.drop(while: \.isHeadToHead), among: nil)
        }
        meetings = LeagueTable.rows(own, rules)
      }
      let counted = meetings ?? rows
      return parted(level) { counted[$0].map { LeagueTable.worth($0, tie) } ?? 0 }
        .flatMap { decided($0, by: ties.dropFirst(), among: meetings) }
    }

    /// Teams grouped by worth, highest first; the order within a group stays.
    private func parted(_ teams: [String], by worth: (String) -> Double) -> [[String]] {
      var groups: [Double: [String]] = [:]
      for team in teams { groups[worth(team), default: []].append(team) }
      return groups.sorted { $0.key > $1.key }.map(\.value)
    }
  }

  private static func worth(_ row: Row, _ tie: TieBreak) -> Double {
    switch tie {
    case .goalDifference, .headToHeadGoalDifference: Double(row.goalDifference)
    case .goals: Double(row.goalsFor)
    // Equal fractions give the same double. No goals against ranks highest; no goals for is 0.
    case .goalAverage: row.goalsFor == 0 ? 0 : Double(row.goalsFor) / Double(row.goalsAgainst)
    case .wins: Double(row.won)
    case .headToHeadPoints: Double(row.points)
    case .headToHeadAwayGoals: Double(row.awayGoals)
    }
  }

  /// Whether each team has hosted every other in these matches.
  private static func haveAllMet(_ teams: Int, _ matches: [Match]) -> Bool {
    Set(matches.map { [$0.home, $0.away] }).count == teams * (teams - 1)
  }
}
