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

/// A match of a file beside the stored one.
extension MatchImport {
  /// The stored match after a version of a source, and whether the version differs from what is shown.
  mutating func merge(
    _ match: StoredMatch, into known: StoredMatch, line: Int, reported: SourceMatch.Goals?, isHeld: Bool
  ) -> (StoredMatch, differs: Bool) {
    let (merged, differs) = merge(match, into: known, line: line, isHeld: isHeld)
    guard let reported, let score = match.score, score != reported, !known.isSettled else { return (merged, differs) }
    warn(known, line, "\(score) here, \(reported) reported live")
    return (merged, true)
  }

  mutating func merge(
    _ match: StoredMatch, into known: StoredMatch, line: Int, isHeld: Bool
  ) -> (StoredMatch, differs: Bool) {
    var merged = known
    func fill<Value: Equatable>(_ path: WritableKeyPath<StoredMatch, Value?>) {
      if merged[keyPath: path] == nil { merged[keyPath: path] = match[keyPath: path] }
    }
    let isOwn = known.source == source
    let sameScore = match.score == nil || known.score == nil || match.score == known.score
    // The final result of a match that another source has under way.
    let isDone = known.state.isLive && match.state.isFinal
    let differs = !isOwn && (!sameScore && !isDone || match.date != known.date)
    if !isOwn {
      // Another source may only add.
      fill(\.halfTime)
      fill(\.odds)
      fill(\.ground)
      fill(\.round)
      fill(\.stage)
      if match.date == known.date { fill(\.kickoff) }
      if !known.state.hasBegun && match.state.hasBegun || isDone {
        (merged.state, merged.fullTime, merged.halfTime) = (match.state, match.fullTime, match.halfTime)
        (merged.extraTime, merged.penalties, merged.source) = (match.extraTime, match.penalties, source)
        merged.winner = match.winner
      }
      if differs, !known.isSettled { note(known, match, line) }
      return (merged, differs && !known.isSettled)
    }
    // A file that was written during the match says nothing of one that has ended.
    if !isHeld, !(known.state.isFinal && match.state.isLive) {
      if match.state != .scheduled || known.state == .scheduled || known.state == .postponed {
        if match.state.hasBegun || !known.state.hasBegun { merged.state = match.state }
      }
      if match.fullTime != nil { merged.fullTime = match.fullTime }
      if match.halfTime != nil { merged.halfTime = match.halfTime }
      if match.extraTime != nil { merged.extraTime = match.extraTime }
      if match.penalties != nil { merged.penalties = match.penalties }
      if merged.state != .awarded { merged.winner = nil } else if match.winner != nil { merged.winner = match.winner }
      if let kickoff = match.kickoff { merged.kickoff = kickoff }
      if merged.date != match.date {
        merged.date = match.date
        if match.kickoff == nil { merged.kickoff = nil }
      }
    }
    if match.odds != nil { merged.odds = match.odds }
    (merged.season, merged.home, merged.away) = (match.season, match.home, match.away)
    for path in [\StoredMatch.ground, \.round, \.stage, \.league, \.timeUK, \.sourceNumber] {
      if let value = match[keyPath: path] { merged[keyPath: path] = value }
    }
    if merged != known { noteChange(known, merged, line) }
    return (merged, false)
  }

  static func text(_ goals: SourceMatch.Goals?) -> String { goals?.description ?? "no score" }

  mutating func note(_ known: StoredMatch, _ match: StoredMatch, _ line: Int) {
    var parts: [String] = []
    if match.score != known.score, match.score != nil, known.score != nil {
      parts.append(
        "\(MatchImport.text(match.score)) here, \(MatchImport.text(known.score)) from \(known.source ?? "elsewhere")")
    }
    if match.date != known.date {
      parts.append("on \(match.date) here, on \(known.date) from \(known.source ?? "elsewhere")")
    }
    warn(known, line, parts.joined(separator: "; "))
  }

  /// Says something of a match where a line of the file is about it.
  mutating func warn(_ match: StoredMatch, _ line: Int, _ what: String) {
    outcome.warnings.append("\(file):\(line): match \(match.number), \(match.home) against \(match.away): " + what)
  }

  mutating func noteChange(_ known: StoredMatch, _ merged: StoredMatch, _ line: Int) {
    var parts: [String] = []
    if known.score != merged.score {
      parts.append("\(MatchImport.text(known.score)) to \(MatchImport.text(merged.score))")
    }
    if known.state != merged.state { parts.append("\(known.state.rawValue) to \(merged.state.rawValue)") }
    if (known.home, known.away) != (merged.home, merged.away) {
      parts.append("is \(merged.home) against \(merged.away)")
    }
    if known.season != merged.season { parts.append("season \(known.season) to \(merged.season)") }
    if known.date != merged.date { parts.append("from \(known.date) to \(merged.date)") }
    if known.kickoff != merged.kickoff, known.date == merged.date { parts.append("another kick-off") }
    warn(known, line, "changed " + (parts.isEmpty ? "details" : parts.joined(separator: ", ")))
  }
}
