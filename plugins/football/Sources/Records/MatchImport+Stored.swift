internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The stored matches that a file may be about.
extension MatchImport {
  func stored(near tally: IncomingTally, anySeason: Bool) throws(Diagnostic) -> [StoredMatch] {
    let codes = tally.competitions.inCodePointOrder()
    let seasons = tally.seasons.sorted().map { Value.text($0.description) }
    if codes.isEmpty { return [] }
    return try workspace.stored(
      [.isOneOf("competition", codes.map(Value.text))] + (anySeason ? [] : [.isOneOf("season", seasons)]))
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

  /// The stored match of a pair that is nearest in time, or that this source put on the same day before.
  func nearest(
    _ match: StoredMatch, _ candidates: [Int], _ stored: [StoredMatch], _ taken: Set<Int>,
    _ recorded: [Int: SourceVersion]
  ) -> Int? {
    let free = candidates.filter { !taken.contains($0) }
    return free.filter { isNear(stored[$0], match) }.min {
      (distance(stored[$0], match), $0) < (distance(stored[$1], match), $1)
    } ?? free.first { recorded[stored[$0].number]?.date == match.date }
  }

  private func distance(_ a: StoredMatch, _ b: StoredMatch) -> Int { abs(a.date.days - b.date.days) }

  func isNear(_ a: StoredMatch, _ b: StoredMatch) -> Bool { distance(a, b) <= IncomingMatches.nearDays }

  /// The fixtures of this source between places of a draw, which the file no longer has.
  func draws(_ incoming: IncomingMatches, besides stored: [StoredMatch]) -> [Int] {
    let open = stored.indices.filter { place in
      let match = stored[place]
      return match.source == source && !match.state.hasBegun
        && [match.home, match.away].contains(where: TeamText.isPlace)
    }
    if open.isEmpty { return [] }
    let pairs = Set(incoming.all.map { incoming.pair($0.match) })
    return open.filter { !pairs.contains(incoming.pair(stored[$0])) }
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

  /// The only match of a pair that the file has on another day now.
  func moved(
    _ match: StoredMatch, _ candidates: [Int], _ stored: [StoredMatch], _ taken: Set<Int>, _ days: IncomingDays
  ) -> Int? {
    let left = candidates.filter { !taken.contains($0) && days.mayHaveMoved(stored[$0], to: match) }
    return left.count == 1 ? left[0] : nil
  }
}
