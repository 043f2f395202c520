internal import PodiumCore

/// The matches of a season that are not those of a league or of its groups. The rules hang on the season as it is
/// stored, whatever file it came from. New league files include the play-offs between a club of the league and one from
/// the division below, unmarked: a club with fewer than half the usual number of matches does not belong to the league.
public struct PlayOffs: Sendable {
  /// The rule of the usual number applies from this number: early in a season every club has few.
  static let minimumUsual = 10

  /// The clubs from outside the league, in code-point order.
  public private(set) var guests: [String] = []
  /// The places in a draw that stand for teams: they have played no match but of knock-out rounds.
  public private(set) var draws: Set<String> = []
  /// The numbers of the matches of knock-out rounds; empty if all matches are.
  public private(set) var knockOuts: Set<Int> = []
  /// The matches of knock-out rounds, also where all are.
  public private(set) var rounds: [StoredMatch] = []

  public init(_ season: [StoredMatch]) {
    // Most leagues name neither rounds nor stages.
    let named = season.indices.filter { season[$0].stage != nil || season[$0].round != nil }
    let groups = Set(named.compactMap { PlayOffs.group(season[$0]) })
    let hasGroups = groups.count > 1
    let later = hasGroups ? PlayOffs.afterGroups(season) : []
    let out = (hasGroups ? Array(season.indices) : named).filter {
      PlayOffs.isKnockOut(season[$0], hasGroups: hasGroups) || later.contains(season[$0].number)
    }
    rounds = out.map { season[$0] }
    if !out.isEmpty, groups.isEmpty, out.count < season.count, PlayOffs.isCup(season) { rounds = season }
    if rounds.count < season.count { knockOuts = Set(rounds.map(\.number)) }
    draws = PlayOffs.draws(season, besides: Set(rounds.map(\.number)))
    var counts: [String: Int] = [:]
    // By index: a copy of each match would take longer than the count.
    for place in season.indices where season[place].counts || season[place].state == .scheduled {
      if !knockOuts.isEmpty, knockOuts.contains(season[place].number) { continue }
      counts[season[place].home, default: 0] += 1
      counts[season[place].away, default: 0] += 1
    }
    let sorted = counts.values.sorted()
    guard !sorted.isEmpty else { return }
    let usual = sorted[sorted.count / 2]
    guard usual >= PlayOffs.minimumUsual else { return }
    guests = counts.filter { $0.value * 2 < usual }.keys.inCodePointOrder()
  }

  private static func draws(_ season: [StoredMatch], besides rounds: Set<Int>) -> Set<String> {
    var names = Set(season.indices.lazy.flatMap { [season[$0].home, season[$0].away] }).filter(TeamText.isPlace)
    if names.isEmpty { return [] }
    for match in season where match.state.hasBegun && !rounds.contains(match.number) {
      names.subtract([match.home, match.away])
    }
    return names
  }

  /// The numbers of matches after those of the groups that have only the number of their round, where fewer and fewer teams
  /// play on.
  private static func afterGroups(_ season: [StoredMatch]) -> Set<Int> {
    func number(_ match: StoredMatch) -> Int? { match.round.flatMap { Int($0) } }
    let grouped = season.filter { group($0) != nil }
    guard let last = grouped.compactMap(number).max() else { return [] }
    let members = Set(grouped.flatMap { [$0.home, $0.away] })
    let found = season.filter { match in
      group(match) == nil && match.stage == nil && (number(match).map { $0 > last } ?? false)
    }
    let rounds = Dictionary(grouping: found) { number($0) ?? 0 }.ordered { $0.key < $1.key }.map { round in
      (matches: round.value, teams: Set(round.value.flatMap { [$0.home, $0.away] }))
    }
    guard let first = rounds.first, first.teams.count < members.count, first.teams.isSubset(of: members) else {
      return []
    }
    for (place, round) in rounds.enumerated() {
      let pairs = Set(round.matches.map { Set([$0.home, $0.away]) })
      guard pairs.count * 2 == round.teams.count else { return [] }
      // The losers of the semi-finals may play for the third place.
      let isLast = place == rounds.count - 1
      if place > 0,
        isLast
          ? !round.teams.isSubset(of: rounds[place - 1].teams)
          : !round.teams.isStrictSubset(of: rounds[place - 1].teams)
      {
        return []
      }
    }
    return Set(found.map(\.number))
  }

  /// Whether each round has one opponent for a team, and a quarter of its teams or more are in none after it.
  private static func isCup(_ season: [StoredMatch]) -> Bool {
    var opponents: [String: [String: String]] = [:]
    var order: [String] = []
    for match in season {
      guard match.round != nil || match.stage != nil else { return false }
      let round = Bracket.round(match)
      if opponents[round] == nil { order.append(round) }
      for (team, other) in [(match.home, match.away), (match.away, match.home)] {
        if let known = opponents[round]?[team], known != other { return false }
        opponents[round, default: [:]][team] = other
      }
    }
    var later: Set<String> = []
    for round in order.reversed() where !Bracket.isForLosers(round) {
      let teams = opponents[round].map { Set($0.keys) } ?? []
      if teams.count * 3 < teams.intersection(later).count * 4 { return false }
      later.formUnion(teams)
    }
    return order.count > 1
  }

  /// Whether a match is one of a league or of its groups.
  public func isInside(_ match: StoredMatch) -> Bool { !knockOuts.contains(match.number) && isOfTeams(match) }

  /// Whether both sides are teams of the season: neither guests nor places in a draw.
  public func isOfTeams(_ match: StoredMatch) -> Bool {
    [match.home, match.away].allSatisfy { !guests.contains($0) && !draws.contains($0) }
  }

  private static func isKnockOut(_ match: StoredMatch, hasGroups: Bool) -> Bool {
    if let round = match.round, Stage.isKnockOut(round) { return true }
    if group(match) != nil { return false }
    // The second stage of a league may be called its play-offs, and has matchdays.
    let isMatchday = match.round.map { $0.contains(where: \.isNumber) } ?? false
    if let stage = match.stage, Stage.isKnockOut(stage) { return !isMatchday }
    return hasGroups && match.stage == nil && !isMatchday && !(match.round.map(Stage.isBetweenGroups) ?? false)
  }

  /// The group of a match, which some sources call its round.
  static func group(_ match: StoredMatch) -> String? {
    guard match.stage != nil || match.round != nil else { return nil }
    if let stage = match.stage, Stage.isGroup(stage) { return stage }
    return match.round.flatMap { Stage.isGroup($0) ? Stage.joined(match.stage, group: $0) : nil }
  }

  /// The part of a season that a match is in; nil where its source names none.
  public static func part(_ match: StoredMatch) -> String? {
    guard match.stage != nil || match.round != nil else { return nil }
    let between = match.round.flatMap { Stage.isBetweenGroups($0) ? Stage.joined(match.stage, group: $0) : nil }
    return group(match) ?? between ?? match.stage
  }

  /// What forecasts say of matches that a table leaves out.
  public func notes(_ season: [StoredMatch]) -> [String] {
    let count = season.count { $0.counts && knockOuts.contains($0.number) }
    let hasGuests = season.contains { guests.contains($0.home) || guests.contains($0.away) }
    return (count == 0 ? [] : ["counted \(count.counted("match", plural: "matches")) of knock-out rounds too"])
      + (hasGuests ? [left(season)] : [])
  }

  /// The sentence on the matches of guests.
  public func left(_ season: [StoredMatch]) -> String {
    let count = season.count { guests.contains($0.home) || guests.contains($0.away) }
    return "\(count.counted("match", plural: "matches")) left out as play-offs: \(guests.joined(separator: ", ")) "
      + "played fewer than half the usual number"
  }
}
