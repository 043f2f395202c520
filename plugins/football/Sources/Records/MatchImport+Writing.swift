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

  /// Names under which the file has the results of teams of a season that another source calls otherwise.
  private mutating func noteTwins(
    _ place: IncomingTally.Place, _ stored: [StoredMatch], _ incoming: [IncomingMatch], known: Set<String>,
    besides alike: [(String, String)]
  ) {
    func isOf(_ match: StoredMatch) -> Bool { match.competition == place.competition && match.season == place.season }
    let season = stored.filter(isOf) + incoming.lazy.map(\.match).filter(isOf)
    for (first, second, count) in TeamNames.twins(season) where !alike.contains(where: { $0 == (first, second) }) {
      let (new, own) = known.contains(first) ? (second, first) : (first, second)
      outcome.notes.append(
        "'\(new.abridged)' has the \(count.counted("result")) of '\(own.abridged)'; if they are one team: football alias add "
          + "\(CommandText.quoted(new)) \(CommandText.quoted(own))")
    }
  }

  /// Names that may be another spelling: similar ones, and a team with one match in a full season.
  mutating func noteTeams(_ tally: IncomingTally, _ stored: [StoredMatch], _ incoming: [IncomingMatch]) {
    let counts = tally.counts
    let old = StoredMatch.teams(of: stored)
    let new = counts.values.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    let alike = TeamNames.alike(Array(old.union(new)))
    for (first, second) in alike where new.contains(first) || new.contains(second) {
      // What is stored keeps its name.
      let (a, b) = old.contains(first) && !old.contains(second) ? (second, first) : (first, second)
      outcome.notes.append(
        "'\(a)' and '\(b)' are counted as two teams; if they are one: football alias add \(CommandText.quoted(a)) \(CommandText.quoted(b))"
      )
    }
    for (place, teams) in counts.sorted(by: {
      ($0.key.competition, $0.key.season) < ($1.key.competition, $1.key.season)
    }) {
      if !old.isEmpty, teams.keys.contains(where: { !old.contains($0) }) {
        noteTwins(place, stored, incoming, known: old, besides: alike)
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
