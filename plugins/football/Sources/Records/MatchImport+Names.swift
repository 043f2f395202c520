internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Competitions, seasons, teams and kick-offs of the matches of a file.
extension MatchImport {
  /// The matches with competition, season, teams by their aliases, and kick-off.
  mutating func named(_ read: SourceFile) throws(Diagnostic) -> [IncomingMatch] {
    let aliases = try workspace.aliases()
    let fallback =
      options.competition ?? KnownCompetitions.code(inFile: file)
      ?? read.title.flatMap { KnownCompetitions.code(inTitle: $0) }
    // The seasons of an unknown competition run over New Year when the file's own days do.
    let runsOverNewYear = read.spansYears
    let overNewYear = Set(
      read.matches.filter { match in match.seasonYear.map { match.date.civil.year > $0 } ?? false }.map(\.competition))
    var competitions: [String: Competition] = [:]
    // Matches of one competition follow each other, and so do their lookups.
    var last: (code: String, competition: Competition)?
    var outside: [SourceFile.Refusal] = []
    var found: [IncomingMatch] = []
    found.reserveCapacity(read.matches.count)
    for given in read.matches {
      guard
        let code = options.competition ?? given.competition ?? fallback ?? read.title.map(MatchImport.withoutSeason),
        !code.isEmpty
      else {
        throw Diagnostic(
          "no-competition", "the file does not name its competition", help: "name it, as in competition=E0")
      }
      let competition: Competition
      if let last, last.code == code {
        competition = last.competition
      } else {
        competition = competitions[code] ?? workspace.competition(code)
        competitions[code] = competition
        last = (code, competition)
      }
      let year = given.date.civil.year
      guard year >= MatchImport.firstYear else {
        refuse(given.line, given.sheet, "\(given.date) is before \(MatchImport.firstYear)")
        continue
      }
      if let now = options.now, given.state.hasBegun, given.date.days > now.date.days + 1 {
        refuse(given.line, given.sheet, "a result on \(given.date), which is in the future")
        continue
      }
      let season =
        options.season ?? given.season ?? given.seasonYear.map { year in
          Season(
            start: year, isSplit: competition.seasons.map { $0 == .winter } ?? overNewYear.contains(given.competition))
        } ?? competition.season(of: given.date)
        ?? (runsOverNewYear
          ? Season(winter: given.date, competition: code) : Season(start: given.date.civil.year, isSplit: false))
      let (home, away) =
        aliases.isEmpty
        ? (given.home, given.away) : (aliases[given.home] ?? given.home, aliases[given.away] ?? given.away)
      guard home != away else {
        refuse(given.line, given.sheet, "'\(home.abridged)' is on both sides")
        continue
      }
      if !hasEditions, !season.allows(given.date) {
        outside.append(.init(given.line, "\(given.date) is outside of the season \(season)", sheet: given.sheet))
      }
      found.append(
        IncomingMatch(
          given, competition: code, season: season, home: home, away: away, kickoff: try kickoff(given, competition),
          source: source))
    }
    if let first = outside.first, source != MatchFile.source {
      outcome.notes.append(
        first.place + ": " + first.reason
          + (outside.count > 1 ? ", and \((outside.count - 1).counted("day")) more" : ""))
    }
    return found
  }

  mutating func refuse(_ line: Int, _ sheet: String?, _ reason: String) {
    refusals.append(.init(line, reason, sheet: sheet))
  }

  static func withoutSeason(_ title: String) -> String {
    title.split(separator: " ").filter { Season(String($0)) == nil }.joined(separator: " ")
  }

  /// The moment of the kick-off: by the source's offset, or in the zone of the file or the competition.
  mutating func kickoff(_ match: SourceMatch, _ competition: Competition) throws(Diagnostic) -> Moment? {
    guard let shown = match.shownKickoff else { return nil }
    if let offset = match.offset { return Moment(microseconds: shown.microseconds - offset * 60_000_000) }
    let zone = options.zone ?? (source == MatchFile.source ? "Europe/London" : competition.zone)
    guard let zone else { return nil }
    guard let clock = try known(zone) else { return nil }
    switch clock.reading(of: shown) {
    case .once(let offset): return Moment(microseconds: shown.microseconds - offset * 60_000_000)
    case .twice(let first, _):
      skippedTimes.append(match.line)
      return Moment(microseconds: shown.microseconds - first * 60_000_000)
    case .skipped:
      skippedTimes.append(match.line)
      return nil
    }
  }

  /// The clock of a zone; nil, with a note, on a machine without time zones.
  mutating func known(_ zone: String) throws(Diagnostic) -> LocalClock? {
    if let known = clocks[zone] { return known }
    if isWithoutZones { return nil }
    do throws(Diagnostic) {
      let made = try clock(zone)
      clocks[zone] = made
      return made
    } catch {
      guard error.code == "no-zones" else { throw error }
      isWithoutZones = true
      outcome.notes.append("kick-off times were not stored: \(error.message)")
      return nil
    }
  }

  /// Keeps one row per match of the file, the first.
  mutating func dropRepeated(
    _ matches: [IncomingMatch]
  ) -> [IncomingMatch] {
    struct Meeting: Hashable { let pair: Pair; let date: CalendarDate }
    var seen: [Meeting: IncomingMatch] = [:]
    seen.reserveCapacity(matches.count)
    return matches.filter { entry in
      let meeting = Meeting(pair: pair(entry.match), date: entry.match.date)
      if let first = seen[meeting] {
        let place = SourceFile.Refusal(first.line, "", sheet: first.sheet == entry.sheet ? nil : first.sheet).place
        refuse(
          entry.line, entry.sheet,
          "repeats the match of " + place + (first.match.score == entry.match.score ? "" : " with another score"))
        return false
      }
      seen[meeting] = entry
      return true
    }
  }
}
