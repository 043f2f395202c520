internal import PodiumCore

/// The knock-out rounds of a season: ties of one match or two legs, and how each was decided.
public struct Bracket: Sendable {
  /// What decided a tie.
  public enum Decision: String, Sendable {
    case goals
    case aggregate
    case awayGoals = "away goals"
    case extraTime = "extra time"
    case penalties
    case replay
    case award
    /// The scores do not say who won, and one team alone plays in a later round.
    case playsOn = "plays on"
  }

  public struct Tie: Sendable {
    /// The round without the number of its leg.
    public let round: String
    public let matches: [StoredMatch]
    /// The home team of the first match, and its opponent.
    public var home: String { matches[0].home }
    public var away: String { matches[0].away }
    public fileprivate(set) var winner: String?
    public fileprivate(set) var decision: Decision?
    /// The goals of both legs together.
    public fileprivate(set) var aggregate: SourceMatch.Goals?
    /// Whether other ties of the round have a second leg, and this one has not.
    public fileprivate(set) var misses = false
    public fileprivate(set) var isOpen = false

    public var loser: String? { winner.map { $0 == home ? away : home } }
  }

  public private(set) var ties: [Tie] = []

  /// The knock-out rounds among the matches of a season, in the order in which they are played. `awayGoals` says
  /// whether away goals decide a level aggregate; nil where that is not known.
  public init(_ season: [StoredMatch], awayGoals: Bool?) {
    var rounds: [(name: String, pairs: [(Set<String>, [StoredMatch])])] = []
    for match in season where ![.cancelled, .postponed].contains(match.state) {
      let name = Bracket.round(match)
      let pair: Set = [match.home, match.away]
      // `Quarter-finals replays` are of the ties of the quarter-finals.
      let replayed = Bracket.isReplay(match) ? rounds.lastIndex { $0.pairs.contains { $0.0 == pair } } : nil
      let place = replayed ?? rounds.firstIndex { $0.name == name } ?? rounds.count
      if place == rounds.count { rounds.append((name, [])) }
      if let own = rounds[place].pairs.firstIndex(where: { $0.0 == pair }) {
        rounds[place].pairs[own].1.append(match)
      } else {
        rounds[place].pairs.append((pair, [match]))
      }
    }
    for place in rounds.indices {
      for pair in rounds[place].pairs.indices {
        Bracket.dropAbandoned(&rounds[place].pairs[pair].1)
        Bracket.order(&rounds[place].pairs[pair].1)
      }
      let round = rounds[place]
      let isTwoLegged = Bracket.isTwoLegged(round.pairs.map(\.1))
      let later = Set(rounds[(place + 1)...].filter { !Bracket.isForLosers($0.name) }.flatMap { $0.pairs.flatMap(\.0) })
      for (_, matches) in round.pairs {
        var tie = Tie(round: round.name, matches: matches)
        tie.misses = isTwoLegged && matches.count == 1
        tie.decide(awayGoals: awayGoals)
        let left = [tie.home, tie.away].filter(later.contains)
        if tie.winner == nil, left.count == 1, matches.contains(where: { $0.counts || $0.state == .awarded }) {
          (tie.winner, tie.decision) = (left[0], .playsOn)
        }
        ties.append(tie)
      }
    }
  }

  /// Teams that play in a later round although they lost an earlier one, each with both rounds.
  public var contradictions: [(team: String, lost: String, plays: String)] {
    var found: [(team: String, lost: String, plays: String)] = []
    for (place, tie) in ties.enumerated() {
      // A match between two losers of the round is one for the third place, whatever its round is called.
      let losers = Set(ties.filter { $0.round == tie.round }.compactMap(\.loser))
      guard let loser = tie.loser, tie.decision != .playsOn,
        let next = ties[(place + 1)...].first(where: { other in
          other.round != tie.round && !Bracket.isForLosers(other.round) && [other.home, other.away].contains(loser)
            && !(losers.contains(other.home) && losers.contains(other.away))
        })
      else { continue }
      found.append((loser, tie.round, next.round))
    }
    return found
  }

  /// Leaves out an abandoned match that was played again.
  private static func dropAbandoned(_ legs: inout [StoredMatch]) {
    let all = legs
    legs.removeAll { match in
      match.state == .abandoned
        && all.contains { $0.number != match.number && $0.home == match.home && $0.date >= match.date }
    }
  }

  /// Puts two legs into the order of their names, where the first was played last.
  private static func order(_ legs: inout [StoredMatch]) {
    func isFirst(_ match: StoredMatch) -> Bool {
      let words = words(match.round ?? "")
      return words.contains(where: firstLegs.contains)
        || words.contains(where: self.legs.contains) && words.contains { ["1", "1st", "first"].contains($0) }
    }
    if legs.count == 2, isFirst(legs[1]), !isFirst(legs[0]) { legs.swapAt(0, 1) }
  }

  /// Whether each tie of a round has two legs, rather than some a replay after a level match.
  private static func isTwoLegged(_ ties: [[StoredMatch]]) -> Bool {
    let doubles = ties.filter { $0.count > 1 && !isReplayed($0) }
    let isNamed = ties.joined().contains { words($0.round ?? "").contains(where: legs.contains) }
    let areReplays =
      !isNamed && doubles.allSatisfy { isLevel($0[0]) }
      && ties.allSatisfy { $0.count > 1 || Tie.winner(of: $0[0]) != nil }
    return ties.count > 1 && doubles.count * 2 >= ties.count && !areReplays
  }

  private static func isReplay(_ match: StoredMatch) -> Bool {
    [match.round, match.stage].contains { $0?.lowercased().contains("replay") ?? false }
  }

  fileprivate static func isLevel(_ match: StoredMatch) -> Bool { match.score.map { $0.home == $0.away } ?? false }

  /// Whether a level match was played again, in place of a second leg.
  fileprivate static func isReplayed(_ matches: [StoredMatch]) -> Bool {
    guard matches.count > 1, let first = matches.first, let last = matches.last else { return false }
    return matches.count > 2 || matches.contains(where: isReplay) || first.extraTime != nil
      || isLevel(first) && first.home == last.home
  }

  static func isForLosers(_ round: String) -> Bool {
    let lower = round.lowercased()
    return lower.contains("third") || lower.contains("3rd") || lower.contains("replay")
  }

  private static let firstLegs: Set<Substring> = ["hinspiel", "ida", "aller", "andata"]
  private static let legs = firstLegs.union(["leg", "legs", "rückspiel", "vuelta", "retour", "ritorno"])
  private static let legNumbers: Set<Substring> = ["1", "2", "1st", "2nd", "first", "second"]

  private static func words(_ name: String) -> [Substring] { name.lowercased().split { " ,.".contains($0) } }

  /// Whether a name is that of a leg alone: `First Legs`.
  static func isLeg(_ name: String) -> Bool { withoutLeg(name).isEmpty }

  /// A name without the words of a leg: `Semi-final` of `Semi-final 2nd leg` and of `Semi-final - Leg 1`.
  private static func withoutLeg(_ name: String) -> String {
    let words = name.split(separator: " ")
    let lower = words.map { $0.lowercased().prefix { $0 != "." } }
    guard let leg = lower.firstIndex(where: legs.contains) else { return name }
    var (first, last) = (leg, leg)
    if last + 1 < lower.count, legNumbers.contains(lower[last + 1]) {
      last += 1
    } else if first > 0, legNumbers.contains(lower[first - 1]) {
      first -= 1
    }
    if first > 0, ["-", "–"].contains(lower[first - 1]) { first -= 1 }
    let rest = words[(last + 1)...].joined(separator: " ")
    // `2nd Leg (agg 3-2)` is about the leg alone.
    return first > 0 ? words[..<first].joined(separator: " ") : Stage.isKnockOut(rest) ? rest : ""
  }

  /// The name of a match's round without its leg: `Semi-finals` of `Semi-finals, 2nd Leg`.
  static func round(_ match: StoredMatch) -> String {
    let names = [match.round.flatMap { Stage.isKnockOut($0) ? nil : match.stage }, match.round ?? match.stage]
    let parts = names.compactMap { $0 }.flatMap { $0.split { ",|".contains($0) } }.map { $0.trimmed }
    let kept = parts.map(withoutLeg).filter { !$0.isEmpty }
    let name = (kept.isEmpty ? parts : kept).joined(separator: ", ")
    return name.isEmpty ? "no round" : name
  }
}

extension Bracket.Tie {
  /// Finds the winner; none where a match is to come or the scores do not say it.
  fileprivate mutating func decide(awayGoals: Bool?) {
    guard let last = matches.last else { return }
    guard matches.allSatisfy({ $0.counts || $0.state.isFinal && $0.penalties != nil }) else {
      isOpen = true
      return
    }
    if misses { return }
    let names = (home, away)
    if matches.count == 1 || Bracket.isReplayed(matches) {
      if let side = Bracket.Tie.winner(of: last) {
        winner = side ? last.home : last.away
        // Who won a level match without the score of its shoot-out, a list of them may say.
        let isShootOut = last.penalties != nil || last.state == .fullTime && Bracket.isLevel(last)
        decision =
          matches.count > 1
          ? .replay
          : isShootOut ? .penalties : last.extraTime != nil ? .extraTime : last.state == .awarded ? .award : .goals
      }
      return
    }
    var (goals, outside) = (SourceMatch.Goals(0, 0), SourceMatch.Goals(0, 0))
    for match in matches {
      guard let score = match.score else {
        if let side = Bracket.Tie.winner(of: match) {
          (winner, decision) = (side ? match.home : match.away, match.penalties == nil ? .award : .penalties)
        }
        return
      }
      let isFirst = match.home == names.0
      goals.home += isFirst ? score.home : score.away
      goals.away += isFirst ? score.away : score.home
      if isFirst { outside.away += score.away } else { outside.home += score.away }
    }
    aggregate = goals
    if let shots = last.penalties, shots.home != shots.away {
      (winner, decision) = (shots.home > shots.away ? last.home : last.away, .penalties)
    } else if goals.home != goals.away {
      winner = goals.home > goals.away ? names.0 : names.1
      decision = last.extraTime != nil ? .extraTime : .aggregate
    } else if outside.home != outside.away, awayGoals == true {
      (winner, decision) = (outside.home > outside.away ? names.0 : names.1, .awayGoals)
    } else if last.state == .fullTime, let side = last.winner.flatMap({ _ in Bracket.Tie.winner(of: last) }) {
      (winner, decision) = (side ? last.home : last.away, .penalties)
    }
  }

  /// Whether the home side won a match; nil where no one did.
  fileprivate static func winner(of match: StoredMatch) -> Bool? {
    if let winner = match.winner { return winner == StoredMatch.Winner.none ? nil : winner == .home }
    for goals in [match.penalties, match.score] {
      if let goals, goals.home != goals.away { return goals.home > goals.away }
    }
    return nil
  }
}

/// The places in a draw that the tables of groups fill: `1A`, `2B`, and the thirds of a World Cup since 2026.
public struct GroupDraw: Sendable {
  /// By winner, the groups whose third it may meet. The regulations list 495 cases; each is the choice of the greatest sum of
  /// these numbers.
  private static let slots = [
    "A": "C0 E4 F2 H5 I0", "B": "E1 F0 G8 I0 J6", "D": "B8 E0 F0 I1 J0", "E": "A0 B0 C1 D0 F5", "G": "A8 E0 H5 I2 J2",
    "I": "C0 D0 F7 G0 H0", "K": "D0 E6 I9 J0 L0", "L": "E4 H0 I8 J0 K0",
  ].mapValues { $0.split(separator: " ").map { (group: String($0.prefix(1)), weight: Int($0.dropFirst()) ?? 0) } }

  /// By winner, the group of the third that it meets when the thirds of these eight groups go on; nil for other groups.
  public static func thirds(of groups: Set<String>) -> [String: String]? {
    func best(_ winners: ArraySlice<String>, _ free: Set<String>) -> (sum: Int, thirds: [String: String])? {
      guard let winner = winners.first else { return (0, [:]) }
      return slots[winner]?.filter { free.contains($0.group) }.compactMap { third in
        best(winners.dropFirst(), free.subtracting([third.group])).map {
          ($0.sum + third.weight, $0.thirds.merging([winner: third.group]) { first, _ in first })
        }
      }.max { $0.sum < $1.sum }
    }
    return groups.count == slots.count ? best(slots.keys.sorted()[...], groups)?.thirds : nil
  }

  private var teams: [String: String] = [:]
  private var thirds: [String: String] = [:]
  /// Why places are open.
  public private(set) var fault: String?

  public init(_ season: SeasonTable) {
    var table = season
    guard let phase = table.phases.first(where: { $0.parts.count > 1 }) else { return }
    guard table.matches.allSatisfy({ !phase.numbers.contains($0.number) || $0.counts || $0.state == .cancelled }) else {
      fault = "the groups are not over, so the places of the draw have no teams yet"
      return
    }
    table.count(upTo: nil, phase: phase)
    let places = table.table().places
    func group(_ place: LeagueTable.Place) -> String { String((table.group(of: place.team) ?? "").suffix(1)) }
    func worth(_ place: LeagueTable.Place) -> (Int, Int, Int) {
      (place.row.points, place.row.goalDifference, place.row.goalsFor)
    }
    let found = Dictionary(grouping: places) { "\($0.position)" + group($0) }
    teams = found.filter { $0.value.count == 1 }.mapValues { table.teams[$0[0].team] }
    let third = places.filter { $0.position == 3 }.ordered { worth($0) > worth($1) }
    guard phase.parts.count == 12, third.count == 12 else { return }
    guard worth(third[7]) > worth(third[8]) else {
      let names = [third[7], third[8]].map { table.teams[$0.team] }.joined(separator: " and ")
      fault = "\(names) are level as thirds; the cards or the ranking decide, which are not stored"
      return
    }
    for (winner, other) in GroupDraw.thirds(of: Set(third.prefix(8).map(group))) ?? [:] {
      thirds[winner] = teams["3" + other]
    }
  }

  /// The match with the teams of its places, where they are known.
  public func named(_ match: StoredMatch) -> StoredMatch {
    var named = match
    let winner = String(match.home.dropFirst())
    let thirdOf = GroupDraw.slots[winner].map { "3" + $0.map(\.group).joined(separator: "/") }
    named.home = teams[match.home] ?? match.home
    named.away =
      (match.home == "1" + winner && match.away == thirdOf ? thirds[winner] : teams[match.away]) ?? match.away
    return named
  }
}
