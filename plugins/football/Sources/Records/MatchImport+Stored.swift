internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The stored matches that a file may be about.
extension MatchImport {
  /// The days on which the file has each pair, where a stored fixture may have moved.
  func days(of incoming: [IncomingMatch], besides stored: [StoredMatch]) -> [Pair: Set<CalendarDate>] {
    var days: [Pair: Set<CalendarDate>] = [:]
    for match in stored where match.source == source && !match.state.hasBegun { days[pair(match)] = [] }
    if days.isEmpty { return [:] }
    for entry in incoming where days[pair(entry.match)] != nil { days[pair(entry.match)]?.insert(entry.match.date) }
    return days
  }

  func stored(near tally: IncomingTally) throws(Diagnostic) -> [StoredMatch] {
    let codes = tally.competitions.inCodePointOrder()
    let seasons = tally.seasons.sorted().map { Value.text($0.description) }
    if codes.isEmpty { return [] }
    return try workspace.stored(
      [.isOneOf("competition", codes.map(Value.text))] + (hasEditions ? [] : [.isOneOf("season", seasons)]))
  }

  /// What this source said of the matches before they were changed by hand or by another source.
  func recorded() throws(Diagnostic) -> [Int: SourceVersion] {
    let versions = try SourceVersion.read([.equals("source", .text(source))], in: workspace.store)
    return Dictionary(versions.map { ($0.match, $0) }, uniquingKeysWith: { $1 })
  }

  /// The scores of the matches whose end was reported live: an import does not change what they show.
  func reported(_ matches: [StoredMatch]) throws(Diagnostic) -> [Int: SourceMatch.Goals] {
    let reports = try StoredReport.byMatch(matches.map(\.number), in: workspace.store)
    var scores: [Int: SourceMatch.Goals] = [:]
    for match in matches {
      try cancellation.check()
      guard let own = reports[match.number], !match.isDecided else { continue }
      let live = LiveMatch(match, reports: own, rules: workspace.competition(match.competition).clock)
      if live.phases.state.isFinal { scores[match.number] = live.reported.score }
    }
    return scores
  }

  func nearest(_ match: StoredMatch, _ candidates: [Int], _ stored: [StoredMatch], _ taken: Set<Int>) -> Int? {
    candidates.filter { !taken.contains($0) && distance(stored[$0], match) <= MatchImport.nearDays }.min {
      (distance(stored[$0], match), $0) < (distance(stored[$1], match), $1)
    }
  }

  func distance(_ a: StoredMatch, _ b: StoredMatch) -> Int { abs(a.date.days - b.date.days) }

  /// The fixtures of this source between places of a draw, which the file no longer has.
  func draws(_ incoming: [IncomingMatch], besides stored: [StoredMatch]) -> [Int] {
    let open = stored.indices.filter { place in
      let match = stored[place]
      return match.source == source && !match.state.hasBegun
        && [match.home, match.away].contains(where: TeamText.isPlace)
    }
    if open.isEmpty { return [] }
    let pairs = Set(incoming.map { pair($0.match) })
    return open.filter { !pairs.contains(pair(stored[$0])) }
  }

  /// The fixture of a draw whose teams are known now: of the same round, time and ground.
  func drawn(_ match: StoredMatch, _ draws: [Int], _ stored: [StoredMatch], _ taken: Set<Int>) -> Int? {
    draws.first { place in
      let open = stored[place]
      return !taken.contains(place) && (open.competition, open.season) == (match.competition, match.season)
        && (open.round, open.date, open.kickoff, open.ground) == (match.round, match.date, match.kickoff, match.ground)
        && (TeamText.isPlace(open.home) || open.home == match.home)
        && (TeamText.isPlace(open.away) || open.away == match.away)
    }
  }

  /// A fixture of the same source that has another day now: the only one of its pair that the file no longer has.
  func moved(
    _ match: StoredMatch, _ candidates: [Int], _ stored: [StoredMatch], _ taken: Set<Int>, days: Set<CalendarDate>
  ) -> Int? {
    let left = candidates.filter { place in
      !taken.contains(place) && stored[place].source == source && !stored[place].state.hasBegun
        && !days.contains(stored[place].date)
    }
    return left.count == 1 ? left[0] : nil
  }
}
