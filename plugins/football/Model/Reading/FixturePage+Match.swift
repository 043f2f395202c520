internal import PodiumCore

/// The match of a row.
extension FixturePage {
  private func refusal(_ row: MatchCells.Line, _ part: Part, _ reason: String) -> SourceFile.Refusal {
    .init(row.number, (heading.names[part].map { "column '\($0.abridged)': " } ?? "") + reason)
  }

  private mutating func ignore(_ row: MatchCells.Line, _ part: Part, _ reason: String) {
    let (name, cell) = (heading.names[part] ?? "", row[heading.places[part]])
    file.notes.append("line \(row.number), column '\(name.abridged)': ignored '\(cell.abridged)', \(reason)")
  }

  mutating func match(_ row: MatchCells.Line) throws(SourceFile.Refusal) -> SourceMatch {
    func text(_ part: Part) -> String { row[heading.places[part]] }
    func filled(_ part: Part) -> String? { FixtureCell.isOpen(text(part)) ? nil : text(part) }
    let (home, away) = try teams(row)
    let (day, time, offset) = try kickoff(row)
    var match = SourceMatch(line: row.number, date: day, home: home, away: away)
    (match.time, match.offset) = (time, offset)
    match.ground = text(.ground).isEmpty ? nil : text(.ground)
    match.competition = text(.competition).isEmpty ? nil : text(.competition)
    match.round = text(.round).isEmpty ? alone.round : text(.round)
    match.stage = Stage.joined(filled(.stage), group: filled(.group).map { Stage.group(named: $0) }) ?? alone.stage
    match.key = row.links.lazy.compactMap(FixtureCell.number).first ?? (text(.number).isEmpty ? nil : text(.number))
    match.season = Season(text(.season))
    if match.season?.isSplit == false { (match.seasonYear, match.season) = (match.season?.start, nil) }
    takeGoals(row, &match)
    var running = takeResult(row, &match)
    try takeWinner(row, &match)
    let status = text(.status)
    if FixtureWord(status) == .running, match.score != nil { running = status }
    if filled(.status) != nil, !FixtureCell.take(status, beside: text(.result), into: &match) {
      statuses.append((status, row.number))
    }
    if let running {
      file.notes.append(
        "line \(row.number): the match is under way, '\(running.abridged)'; kept it without the score, which is not final"
      )
    }
    takeHalf(row, &match, isRunning: running != nil)
    return match
  }

  private func teams(_ row: MatchCells.Line) throws(SourceFile.Refusal) -> (home: String, away: String) {
    var (home, away) = (FixtureCell.name(row[heading.places[.home]]), FixtureCell.name(row[heading.places[.away]]))
    if let place = heading.places[.match] {
      let parts = FixtureCell.separated(row[place])
      guard parts.count == 2 else {
        throw refusal(
          row, .match,
          parts.count < 2
            ? "'\(row[place].abridged)' does not name two teams, as in Home - Away"
            : "'\(row[place].abridged)' has more than one ' - ', so the two teams are unclear")
      }
      (home, away) = (parts[0], parts[1])
    }
    guard let fault = TeamText.fault(home: home, away: away) else { return (home, away) }
    throw refusal(row, heading.places[.match] != nil ? .match : fault.isHome ? .home : .away, fault.reason)
  }

  /// The day, the time and its minutes ahead of UTC, as far as the row has them.
  private mutating func kickoff(
    _ row: MatchCells.Line
  ) throws(SourceFile.Refusal) -> (day: CalendarDate, time: String?, offset: Int?) {
    let when = heading.when(row).trimmed
    var read = times.read(when, near: alone.last)
    // A word in a column of its own is neither a weekday nor part of a day.
    let clock = row[heading.places[.time]]
    if heading.places[.day] != nil, read.rest.isEmpty, !FixtureCell.isOpen(clock), !clock.contains(where: \.isNumber) {
      read.rest = [clock]
    }
    if let unread = alone.unread, read.day == nil {
      throw .init(row.number, "its day, '\(unread.text.abridged)' of line \(unread.line), is not understood")
    }
    // Pages name the day of several matches beside the first one alone.
    let first = row[heading.places[.day] ?? heading.places[.time]].first
    let isBelow =
      read.day == nil && alone.date == nil && read.time != nil && read.rest.isEmpty && first?.isNumber ?? true
    guard let day = read.day ?? alone.date ?? (isBelow ? above : nil) else {
      throw refusal(
        row, heading.places[.day] != nil ? .day : .time,
        "'\(when.abridged)' has no day, or one without a year; give date=")
    }
    if !read.rest.isEmpty {
      let column = heading.names[heading.places[.time] != nil ? .time : .day] ?? ""
      file.notes.append(
        "line \(row.number): '\(read.rest.joined(separator: " ").abridged)' in column '\(column.abridged)' is not understood"
          + (read.time == nil ? "; the time of the match is unknown" : ""))
    }
    if isBelow { belowLines.append(row.number) }
    above = day
    return (day, read.time, read.offset ?? (heading.isUTC ? 0 : nil))
  }

  /// The goals of two columns.
  private mutating func takeGoals(_ row: MatchCells.Line, _ match: inout SourceMatch) {
    let sides = [Part.homeGoals, .awayGoals].map { part in (part, text: row[heading.places[part]]) }
    let filled = sides.filter { !FixtureCell.isOpen($0.text) }
    for (part, text) in filled where MatchCell.goals(text) == nil {
      ignore(row, part, "which is not a number of goals; kept the match without a score")
    }
    if filled.count == 1, MatchCell.goals(filled[0].text) != nil {
      ignore(row, filled[0].0, "the goals of one side alone; kept the match without a score")
    }
    if let home = MatchCell.goals(sides[0].text), let away = MatchCell.goals(sides[1].text) {
      (match.fullTime, match.state) = (.init(home, away), .fullTime)
    }
  }

  /// The score or the word of the column of results; the word of a match that is under way.
  private mutating func takeResult(_ row: MatchCells.Line, _ match: inout SourceMatch) -> String? {
    let result = row[heading.places[.result]]
    if let word = FixtureWord(result) {
      word.apply(to: &match)
      return nil
    }
    if FixtureCell.isOpen(result) { return nil }
    if FixtureCell.isClock(result) {
      match.time = match.time ?? SourceDates.time(result)
      return nil
    }
    let parts = FixtureCell.split(result)
    let score = FixtureCell.scored(parts?.score ?? result, match)
    guard let whole = score, let read = whole else {
      ignore(
        row, .result,
        (score != nil
          ? "which contradicts itself"
          : FixtureCell.isDay(result)
            ? "which is a day, as spreadsheets make of 2-1: give its column the format of text"
            : "which is not a score, as in 2 - 1") + "; kept the match without a score")
      return nil
    }
    match = read
    if match.score == nil {
      file.notes.append(
        "line \(row.number), column '\((heading.names[.result] ?? "").abridged)': '\(result.abridged)' has the shoot-out alone; "
          + "the score before it is missing")
    }
    parts?.word.apply(to: &match)
    return parts?.word == .running ? parts?.text : nil
  }

  /// Who won a level match, or one of a list of winners alone.
  private func takeWinner(_ row: MatchCells.Line, _ match: inout SourceMatch) throws(SourceFile.Refusal) {
    guard match.score.map({ $0.home == $0.away }) ?? heading.isOfWinners, match.winner == nil else { return }
    let winner = row[heading.places[.winner]]
    match.winner = winner == match.home ? .home : winner == match.away ? .away : nil
    if heading.isOfWinners, match.winner == nil, !FixtureCell.isOpen(winner) {
      throw refusal(row, .winner, "'\(winner.abridged)' is not one of the teams")
    }
  }

  private mutating func takeHalf(_ row: MatchCells.Line, _ match: inout SourceMatch, isRunning: Bool) {
    let half = row[heading.places[.half]]
    let written = TextScore.goals(half)
    let columns = [Part.halfHome, .halfAway].compactMap { MatchCell.goals(row[heading.places[$0]]) }
    let found: [SourceMatch.Goals?] = [columns.count == 2 ? .init(columns[0], columns[1]) : nil, written]
    let fitting = found.compactMap { $0 }.filter { half in match.score.map(half.isWithin) ?? false }
    match.halfTime = fitting.last ?? match.halfTime
    if !isRunning, !FixtureCell.isOpen(half), written.map({ !fitting.contains($0) }) ?? true {
      ignore(
        row, .half,
        written == nil ? "which is not a score at half-time" : "a score at half-time that the result does not contain")
    }
  }
}
