public import PodiumCore

/// A season of a competition as a league table counts it: teams, counted matches, adjustments, expelled teams.
public struct SeasonTable: Sendable {
  /// Points that a body added or took away.
  public struct Adjustment: Sendable, Equatable {
    public var team: String
    public var points: Int
    public var date: CalendarDate?
    public var reason: String
    public var goalsFor = 0
    public var goalsAgainst = 0

    /// The points and goals that one of them can add.
    public static let range = -99...99

    public init(
      team: String, points: Int, date: CalendarDate?, reason: String, goalsFor: Int = 0, goalsAgainst: Int = 0
    ) {
      (self.team, self.points, self.date, self.reason) = (team, points, date, reason)
      (self.goalsFor, self.goalsAgainst) = (goalsFor, goalsAgainst)
    }
  }

  public struct Expulsion: Sendable, Equatable {
    public enum Policy: String, CaseIterable, Sendable {
      /// All matches of the team are removed.
      case void
      /// Played matches count; the others are lost 0-3.
      case lost = "3-0"
    }

    public var team: String
    public var policy: Policy
    public var date: CalendarDate?

    public init(team: String, policy: Policy, date: CalendarDate?) {
      (self.team, self.policy, self.date) = (team, policy, date)
    }
  }

  public let competition: Competition
  public let season: Season
  public var rules: LeagueRules
  /// All stored matches of the season, by day and number.
  public let matches: [StoredMatch]
  /// Whether its groups are those that its matches show, which the source does not name.
  public let hasUnnamedGroups: Bool
  /// In code-point order; a match names them by their places here.
  public private(set) var teams: [String] = []
  /// The counted matches, by day and number.
  public private(set) var counted: [StoredMatch] = []
  public private(set) var rows: [TableMatch] = []
  public private(set) var adjustments: [Adjustment] = []
  public private(set) var expulsions: [Expulsion] = []
  /// What is left out: matches of clubs from outside the league, and of knock-out rounds.
  public let playOffs: PlayOffs
  /// The parts of the season that make tables, in the order in which they begin; knock-out rounds are in none.
  public let phases: [SeasonPhase]
  /// The phase whose matches are counted; nil for a whole season.
  public private(set) var phase: SeasonPhase?
  /// The parts of the season whose matches are counted together, in code-point order; nil for matches of none.
  public private(set) var parts: [String?] = []
  /// Matches that decide between two teams level on points, and who won them.
  public private(set) var deciders: [StoredMatch] = []
  /// Play-offs that the source does not name, as for a place in Europe: both teams had played all matches of the season.
  public private(set) var lateMatches: [StoredMatch] = []
  private var places: [String: Int] = [:]

  public init(
    _ competition: Competition, _ season: Season, matches: [StoredMatch], adjustments: [Adjustment],
    expulsions: [Expulsion]
  ) {
    let named = UnnamedGroups.named(matches)
    var matches = named ?? matches
    rules = competition.rules(season)
    if rules.hasTwoTournaments {
      for place in matches.indices where matches[place].stage == nil && matches[place].round == nil {
        matches[place].stage = matches[place].date.civil.year == season.start ? "Apertura" : "Clausura"
      }
    }
    (self.competition, self.season, self.matches) = (competition, season, matches)
    (self.adjustments, self.expulsions) = (adjustments, expulsions)
    hasUnnamedGroups = named != nil
    let playOffs = PlayOffs(matches)
    self.playOffs = playOffs
    phases = SeasonPhase.phases(matches.filter(playOffs.isInside))
  }

  /// Whether the source names the groups into which the season splits, as a second phase of the teams of the first one.
  public var namesSplit: Bool {
    rules.split != nil && phases.count == 2 && phases[0].parts.count == 1
      && phases[1].teams.keys.allSatisfy { phases[0].teams[$0] != nil }
  }

  /// Counts the matches up to a day; all of them without one. The teams are those of the counted matches, or of the
  /// whole season. Without a phase the only one counts, or all together.
  public mutating func count(upTo last: CalendarDate?, allTeams: Bool = false, phase chosen: SeasonPhase? = nil) {
    let phase = chosen ?? (phases.count == 1 ? phases[0] : nil)
    self.phase = phase
    adjustments.removeAll { adjustment in last.map { day in adjustment.date.map { $0 > day } ?? false } ?? false }
    expulsions.removeAll { expulsion in last.map { day in expulsion.date.map { $0 > day } ?? false } ?? false }
    let out = Set(expulsions.filter { $0.policy == .void }.map(\.team))
    let inside = matches.filter { match in
      playOffs.isInside(match) && !out.contains(match.home) && !out.contains(match.away)
        && (phase?.counts(match) ?? true)
    }
    counted = inside.filter { match in (last.map { match.date <= $0 } ?? true) && (match.counts || lost(match) != nil) }
    takeDeciders(last)
    parts = Set(counted.map(PlayOffs.part)).inCodePointOrder { $0 ?? "" }
    teams = Set((allTeams ? inside : counted).flatMap { [$0.home, $0.away] }).inCodePointOrder()
    places = Dictionary(uniqueKeysWithValues: teams.enumerated().map { ($1, $0) })
    rows = counted.compactMap(row)
    lateMatches = takeLateMatches()
    if !lateMatches.isEmpty { rows = counted.compactMap(row) }
  }

  /// Takes out what is played after the season, where the rules say how many matches a team has in it.
  private mutating func takeLateMatches() -> [StoredMatch] {
    if let split = rules.split {
      guard !namesSplit, let groups = cut?.groups else { return [] }
      let places = places
      return takeLate { team in places[team].flatMap { split.rounds(of: groups[$0]) } }
    }
    guard let rounds = rules.rounds, phase != nil else { return [] }
    return takeLate { _ in rounds }
  }

  /// Takes out the counted matches of two teams that have played all of theirs.
  private mutating func takeLate(_ all: (String) -> Int?) -> [StoredMatch] {
    var played: [String: Int] = [:]
    let late = counted.filter { match in
      let teams = [match.home, match.away]
      if teams.allSatisfy({ team in all(team).map { played[team, default: 0] >= $0 } ?? false }) { return true }
      for team in teams { played[team, default: 0] += 1 }
      return false
    }
    counted.removeAll { match in late.contains { $0.number == match.number } }
    return late
  }

  /// Takes out the matches that decide between two teams: of those that have played all of theirs, where the rules say so.
  private mutating func takeDeciders(_ last: CalendarDate?) {
    deciders = matches.filter { match in
      playOffs.knockOuts.contains(match.number) && match.counts && (last.map { match.date <= $0 } ?? true)
        && (!rules.playOffs.isEmpty || [match.stage, match.round].contains { $0.map(Stage.isGroupPlayOff) ?? false })
    }
    guard !rules.playOffs.isEmpty else { return }
    let all = 2 * (Set(counted.flatMap { [$0.home, $0.away] }).count - 1)
    let late = takeLate { _ in all }
    deciders += late
  }

  private var decisions: [LeagueTable.Decision] {
    deciders.compactMap { match in
      guard let home = places[match.home], let away = places[match.away], let score = match.penalties ?? match.score,
        score.home != score.away
      else { return nil }
      return score.home > score.away ? .init(winner: home, loser: away) : .init(winner: away, loser: home)
    }
  }

  /// The side that loses a match because it was expelled and the match was not played.
  private func lost(_ match: StoredMatch) -> StoredMatch.Winner? {
    guard !match.counts else { return nil }
    let out = expulsions.filter { $0.policy == .lost }.map(\.team)
    if out.contains(match.home) { return out.contains(match.away) ? StoredMatch.Winner.none : .away }
    return out.contains(match.away) ? .home : nil
  }

  private func row(_ match: StoredMatch) -> TableMatch? {
    guard let home = places[match.home], let away = places[match.away] else { return nil }
    if let winner = lost(match) {
      return TableMatch(
        home: home, away: away, homeGoals: winner == .home ? 3 : 0, awayGoals: winner == .away ? 3 : 0,
        verdict: winner == StoredMatch.Winner.none ? .lostByBoth : .goals)
    }
    if let winner = match.winner, match.score == nil {
      return TableMatch(
        home: home, away: away, homeGoals: 0, awayGoals: 0,
        verdict: winner == StoredMatch.Winner.none ? .lostByBoth : .winner(home: winner == .home))
    }
    guard let score = match.score else { return nil }
    return TableMatch(home: home, away: away, homeGoals: score.home, awayGoals: score.away)
  }

  public var tableAdjustments: [TableAdjustment] {
    adjustments.compactMap { adjustment in
      places[adjustment.team].map {
        TableAdjustment(
          team: $0, points: adjustment.points, goalsFor: adjustment.goalsFor, goalsAgainst: adjustment.goalsAgainst)
      }
    }
  }

  /// The split of the counted matches into groups; nil where the season has none, or is before it.
  public var cut: LeagueSplit.Cut? { phase == nil || phases.count == 1 ? cut(rows) : nil }

  private func cut(_ rows: [TableMatch]) -> LeagueSplit.Cut? {
    guard let split = rules.split, groups == nil else { return nil }
    guard namesSplit else { return split.cut(rows, teams: teams.count, rules: rules, adjustments: tableAdjustments) }
    let first = phases[0].numbers
    let before = self.rows.indices.filter { first.contains(counted[$0].number) }.map { self.rows[$0] }
    guard rows.count > before.count else { return nil }
    let all = LeagueTable.rows(before, teams: teams.count, rules: rules, adjustments: tableAdjustments)
    // The groups in the order of their best teams; teams that play no more are in the last one.
    var order: [Int] = []
    let table = LeagueTable(all, before, rules: rules)
    for place in table.places {
      if let part = phases[1].teams[teams[place.team]], !order.contains(part) { order.append(part) }
    }
    let groups = teams.map { team in phases[1].teams[team].flatMap { order.firstIndex(of: $0) } ?? order.count }
    return LeagueSplit.Cut(groups: groups, before: all, later: Array(rows.dropFirst(before.count)), table: table)
  }

  /// Each team's group in a phase of several; nil where the counted matches are of one league.
  public var groups: [Int]? {
    guard let phase, phase.parts.count > 1 else { return nil }
    return teams.map { phase.teams[$0] ?? 0 }
  }

  /// The name of a team's group.
  public func group(of team: Int) -> String? {
    guard let phase, let place = phase.teams[teams[team]] else { return nil }
    return phase.parts[place]
  }

  public func table(side: LeagueTable.Side = .both) -> LeagueTable { table(rows, side) }

  /// The table of some of the counted matches; adjustments count from the first one on.
  public func table(of chosen: [Int], side: LeagueTable.Side = .both) -> LeagueTable {
    table(chosen.map { rows[$0] }, side)
  }

  private func table(_ rows: [TableMatch], _ side: LeagueTable.Side) -> LeagueTable {
    let groups = groups
    var table = LeagueTable(
      rows, teams: teams.count, rules: rules, adjustments: tableAdjustments,
      cut: phase == nil || phases.count == 1 ? cut(rows) : nil, groups: groups, side: side, decided: decisions)
    if let groups, let shown = phase?.shown { table.keep { shown.contains(groups[$0]) } }
    return table
  }

  /// The number of a team; nil for another name.
  public func place(of team: String) -> Int? { places[team] }

  /// The results of a team's last matches, oldest first: W, D and L.
  public func form(_ team: Int, last count: Int, side: LeagueTable.Side = .both) -> String {
    var letters: [String] = []
    for match in rows.reversed() where letters.count < count {
      let isHome = match.home == team
      guard isHome && side != .away || match.away == team && side != .home else { continue }
      switch match.verdict {
      case .lostByBoth: letters.append("L")
      case .winner(let home): letters.append(home == isHome ? "W" : "L")
      case .goals:
        let difference = isHome ? match.homeGoals - match.awayGoals : match.awayGoals - match.homeGoals
        letters.append(difference > 0 ? "W" : difference == 0 ? "D" : "L")
      }
    }
    return letters.reversed().joined()
  }

  /// How often the pairs of teams have met: the least and the most often.
  public var meetings: ClosedRange<Int>? {
    guard teams.count > 1 else { return nil }
    var counts: [Int: Int] = [:]
    for match in rows {
      counts[min(match.home, match.away) * teams.count + max(match.home, match.away), default: 0] += 1
    }
    let pairs = teams.count * (teams.count - 1) / 2
    let least = counts.count < pairs ? 0 : counts.values.min() ?? 0
    return least...(counts.values.max() ?? least)
  }

  /// Matches of a pair at one ground, where few pairs have one more than usual and the season has gone on since: the
  /// later may correct the earlier. Where a round of the season begins again, or its groups do, all pairs follow.
  public var repeated: [[StoredMatch]] {
    guard rules.split == nil else { return [] }
    let pairs = Dictionary(grouping: rows.indices) { rows[$0].home * teams.count + rows[$0].away }
    let counts = pairs.values.map(\.count).sorted()
    guard !counts.isEmpty else { return [] }
    let usual = counts[counts.count / 2]
    let double = pairs.values.filter { $0.count > usual }
    guard double.count * 10 <= pairs.count else { return [] }
    let known = Set(double.joined())
    return double.filter { places in
      let last = places.map { counted[$0].date }.max() ?? CalendarDate(days: 0)
      return rows.indices.count { !known.contains($0) && counted[$0].date > last } * 2 >= teams.count
    }.map { places in places.map { counted[$0] } }.ordered { $0[0].number < $1[0].number }
  }
}
