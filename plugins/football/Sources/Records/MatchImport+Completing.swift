internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Lists of goals and of shoot-outs: they complete matches that other files have, and add none.
extension MatchImport {
  private struct Meeting: Hashable {
    let day: Int
    let home: String
    let away: String
  }

  /// Gives stored matches what the file says of them; a row that fits no match is refused.
  mutating func complete(_ read: SourceFile) throws(Diagnostic) {
    let aliases = try workspace.aliases()
    let stored = try candidates(read)
    let places = Dictionary(grouping: stored.indices) { place in
      Meeting(day: stored[place].date.days, home: stored[place].home, away: stored[place].away)
    }
    var (written, given): ([StoredMatch], [Int: [StoredGoal]]) = ([], [:])
    var found: [Int: Int] = [:]
    var partial: [SourceMatch] = []
    for entry in read.matches {
      try cancellation.check()
      let (home, away) = (aliases[entry.home] ?? entry.home, aliases[entry.away] ?? entry.away)
      // Another source may have the day of another time zone.
      let near = [0, -1, 1].lazy.compactMap { places[Meeting(day: entry.date.days + $0, home: home, away: away)] }.first
      guard let near, near.count == 1 else {
        refuse(
          entry,
          near == nil
            ? "is not stored; import its result first"
            : "is stored in several competitions; choose one with competition=")
        continue
      }
      let known = stored[near[0]]
      guard let score = known.score, known.state.isFinal, found[known.number] == nil else {
        refuse(
          entry,
          found[known.number].map { "is that of line \($0), with another day" }
            ?? "is match \(known.number), which has no result yet")
        continue
      }
      if let winner = entry.winner {
        guard score.home == score.away else {
          refuse(entry, "ended \(score), so no shoot-out decided match \(known.number) alone")
          continue
        }
        if let merged = won(known, winner, entry.line) { written.append(merged) }
      }
      if !entry.scorers.isEmpty {
        let goals = SourceMatch.Goals(entry.scorers.count(where: \.isHome), entry.scorers.count { !$0.isHome })
        guard goals.isWithin(score) else {
          refuse(entry, "ended \(score), and the list has the goals of \(goals)")
          continue
        }
        if goals != score { partial.append(entry) }
        given[known.number] = self.goals(entry.scorers, of: known.number)
      }
      found[known.number] = entry.line
    }
    let other = try StoredGoal.replace(given, of: source, in: workspace.store, cancellation: cancellation)
    try write(written, [])
    outcome.changed = other.union(written.map(\.number)).count
    outcome.same = found.count - outcome.changed - outcome.conflicts
    if let first = partial.first {
      outcome.notes.append(
        "line \(first.line): the list has fewer goals of \(first.home) against \(first.away) than its score"
          + (partial.count > 1
            ? ", and so of \((partial.count - 1).counted("other match", plural: "other matches"))" : ""))
    }
    let matches = stored.filter { found[$0.number] != nil }
    noteLists(Set(matches.map(\.competition)), Set(matches.map(\.season)))
  }

  /// The stored matches of the days of a file.
  private func candidates(_ read: SourceFile) throws(Diagnostic) -> [StoredMatch] {
    let days = read.matches.map(\.date.days)
    guard let first = days.min(), let last = days.max() else { return [] }
    var conditions: [RecordQuery.Condition] = [
      .isAtLeast("date", .date(CalendarDate(days: first - 1))), .isAtMost("date", .date(CalendarDate(days: last + 1))),
    ]
    if let code = options.competition { conditions.append(.equals("competition", .text(code))) }
    if let season = options.season { conditions.append(.equals("season", .text(season.description))) }
    return try workspace.stored(conditions)
  }

  /// The match with the winner of its shoot-out; nil where nothing changes, or another source says something else.
  private mutating func won(_ known: StoredMatch, _ winner: StoredMatch.Winner, _ line: Int) -> StoredMatch? {
    let shots = known.penalties.map { $0.home > $0.away ? StoredMatch.Winner.home : .away }
    if let earlier = shots ?? known.winner, earlier != winner, shots != nil || known.source != source {
      outcome.conflicts += 1
      let names = [winner, earlier].map { $0 == .home ? known.home : known.away }
      warn(known, line, "\(names[0]) won the shoot-out here, \(names[1]) by \(known.source ?? "another source")")
      return nil
    }
    if shots != nil || known.winner == winner { return nil }
    var merged = known
    merged.winner = winner
    warn(known, line, MatchMerge.changes(known, merged))
    return merged
  }

  private mutating func refuse(_ entry: SourceMatch, _ what: String) {
    let goals = entry.scorers.count > 1 ? "; \(entry.scorers.count) goals of it are left out" : ""
    refusals.append(
      .init(entry.line, "\(entry.home) against \(entry.away) on \(entry.date) \(what)" + goals, sheet: entry.sheet))
  }
}
