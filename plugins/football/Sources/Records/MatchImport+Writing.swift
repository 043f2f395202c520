internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Writing what is new, and notes on what looks odd.
extension MatchImport {
  func write(_ matches: [StoredMatch], _ versions: [SourceVersion]) throws(Diagnostic) {
    if !matches.isEmpty {
      _ = try workspace.store.merge(
        StoredMatch.table(matches), into: FootballKinds.match, rule: .update, cancellation: cancellation)
    }
    try SourceVersion.write(versions, in: workspace.store, cancellation: cancellation)
  }

  /// Stores the goals of the matches whose file names scorers; goals alone may change a match that is otherwise the same.
  mutating func writeGoals(_ incoming: IncomingMatches) throws(Diagnostic) {
    var given: [Int: [StoredGoal]] = [:]
    var places: [Int: Int] = [:]
    for place in incoming.scored {
      places[numbers[place]] = place
      given[numbers[place]] = goals(incoming.all[place].scorers, of: numbers[place])
    }
    let other = try StoredGoal.replace(given, of: source, in: workspace.store, cancellation: cancellation)
    for number in other.sorted() where sameWithGoals.contains(number) {
      guard let place = places[number] else { continue }
      outcome.same -= 1
      outcome.changed += 1
      let (match, line) = (incoming.all[place].match, incoming.all[place].line)
      outcome.warnings.append("\(file):\(line): match \(number), \(match.home) against \(match.away): changed goals")
    }
  }

  /// The goals of a match as they are stored, by minute.
  func goals(_ scorers: [SourceMatch.Scorer], of number: Int) -> [StoredGoal] {
    StoredGoal.inOrder(scorers).enumerated().map {
      StoredGoal($0.element, match: number, source: source, number: $0.offset + 1)
    }
  }

  /// Stores the calendar and the zone of a competition that is not known yet.
  mutating func noteCompetitions(_ tally: IncomingTally) throws(Diagnostic) {
    for (code, season) in tally.firstSeasons.inCodePointOrder(by: \.key) {
      var known = workspace.competition(code)
      let isStored = workspace.competitions[code] != nil
      guard known.seasons == nil || known.zone == nil && options.zone != nil else { continue }
      if known.seasons == nil { known.seasons = season.isSplit ? .winter : .calendar }
      if known.zone == nil { known.zone = options.zone }
      try workspace.store(known, cancellation: cancellation)
      if !isStored {
        outcome.notes.append(
          "'\(code)' is a new competition: its seasons run "
            + (known.seasons == .winter ? "from July to June" : "within a calendar year")
            + (known.zone.map { ", its kick-offs are in \($0)" } ?? ", and its time zone is unknown; set it with zone=")
        )
      }
    }
  }

  mutating func noteTimes(_ skipped: [Int]) {
    guard !skipped.isEmpty else { return }
    let lines = skipped.prefix(3).map { "\(file):\($0)" }.joined(separator: ", ")
    outcome.notes.append(
      "the clock changes at \(skipped.count.counted("kick-off")) (\(lines)): a skipped time is unknown, of a repeated "
        + "one the first counts")
  }

  private typealias Twin = (name: String, team: String, results: Int)

  /// From so many teams on, one command joins all of them.
  private static let manyTwins = 3

  /// Names under which the file has the results of teams of a season that another source calls otherwise.
  private func twins(
    _ place: IncomingTally.Place, _ stored: [StoredMatch], _ incoming: [IncomingMatch], known: Set<String>
  ) -> [Twin] {
    func isOf(_ match: StoredMatch) -> Bool { match.competition == place.competition && match.season == place.season }
    let season = stored.filter(isOf) + incoming.lazy.map(\.match).filter(isOf)
    return TeamNames.twins(season).map { first, second, count in
      known.contains(first) ? (second, first, count) : (first, second, count)
    }
  }

  /// Names that may be another spelling: similar ones, those with the same results, and a team with one match in a full season.
  mutating func noteTeams(_ tally: IncomingTally, _ stored: [StoredMatch], _ incoming: [IncomingMatch]) {
    let old = StoredMatch.teams(of: stored)
    let new = tally.counts.values.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    let seasons = tally.counts.sorted { ($0.key.competition, $0.key.season) < ($1.key.competition, $1.key.season) }
      .map { place, teams in
        let hasNew = !old.isEmpty && teams.keys.contains { !old.contains($0) }
        return (place: place, teams: teams, twins: hasNew ? twins(place, stored, incoming, known: old) : [])
      }
    var said = Set(
      seasons.map(\.twins).filter { $0.count >= MatchImport.manyTwins }.joined().map { Set([$0.name, $0.team]) })
    for (first, second) in TeamNames.alike(Array(old.union(new))) where new.contains(first) || new.contains(second) {
      guard said.insert([first, second]).inserted else { continue }
      // What is stored keeps its name.
      let (a, b) = old.contains(first) && !old.contains(second) ? (second, first) : (first, second)
      outcome.notes.append(
        "'\(a)' and '\(b)' are counted as two teams; if they are one: football alias add \(CommandText.quoted(a)) \(CommandText.quoted(b))"
      )
    }
    for (place, teams, twins) in seasons {
      let code = CommandText.word(place.competition)
      if let first = twins.first, twins.count >= MatchImport.manyTwins {
        outcome.notes.append(
          "\(twins.count.counted("team")) of \(place.competition) \(place.season) have the results of others, as '\(first.name.abridged)' "
            + "has those of '\(first.team.abridged)'; if they are the same teams under two names: football alias join \(code) \(place.season)"
        )
      } else {
        for (name, team, count) in twins where said.insert([name, team]).inserted {
          outcome.notes.append(
            "'\(name.abridged)' has the \(count.counted("result")) of '\(team.abridged)'; if they are one team: football alias add "
              + "\(CommandText.quoted(name)) \(CommandText.quoted(team))")
        }
      }
      let usual = teams.values.sorted()[teams.count / 2]
      guard usual >= 10 else { continue }
      for (team, count) in teams.sorted(by: { $0.key < $1.key }) where count == 1 {
        outcome.notes.append(
          "'\(team)' has one match in \(place.competition) \(place.season); if it is another name of a team: "
            + "football alias add \(CommandText.quoted(team)) TEAM")
      }
    }
  }
}
