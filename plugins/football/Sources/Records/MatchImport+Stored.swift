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
    if reports.isEmpty { return [:] }
    var scores: [Int: SourceMatch.Goals] = [:]
    for match in matches {
      try cancellation.check()
      guard let own = reports[match.number], !match.isDecided else { continue }
      let live = LiveMatch(match, reports: own, rules: workspace.competition(match.competition).clock)
      if live.phases.state.isFinal { scores[match.number] = live.reported.score }
    }
    return scores
  }
}
