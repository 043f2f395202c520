internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Reads fixtures and results from the tables of a page, found by the words of their headings. The pages of the Swedish
/// federation have a standings table, results and fixtures in an order that changes with the season. A table is read
/// when its heading row names a time and a match, or a time and both teams. The widget writes the same table from a
/// script.
enum FixturePage {
  private enum Part: String {
    case time, day, match, home, away, result, versus, status, half, homeGoals, awayGoals, halfHome, halfAway
    case ground, competition, season, round, stage, group, number, winner
    /// What is known, and is not stored.
    case other
  }

  private static let words = ColumnWords(meanings: ColumnWords.meanings(FixtureLanguages.words("heading")))

  /// A row that names what the columns hold.
  private struct Heading {
    let row: Int
    let places: [Part: Int]
    /// The headings as they are written.
    let names: [Part: String]
    /// The columns whose headings are not known, with their places.
    let unread: [(name: String, place: Int)]

    /// Whether it is a list of internationals, whose seasons are the editions of tournaments.
    let isInternational: Bool
    /// Whether it says only who won: a list of shoot-outs has no results.
    var isOfWinners: Bool { places[.winner] != nil && places[.result] == nil && places[.homeGoals] == nil }

    /// The cells of day and time of a row.
    func when(_ row: WebTable.Row) -> String {
      [Part.day, .time].map { part in
        places[part].flatMap { row.cells.indices.contains($0) ? row.cells[$0].text : nil } ?? ""
      }.joined(separator: " ")
    }

    init?(_ table: WebTable, _ given: ColumnWords) {
      for (row, cells) in table.rows.enumerated().map({ ($0, $1.cells) }).prefix(5) {
        let titles = given.renamed(cells.map(\.text))
        // A list of goals has a row for each of them, and so have the tables of the Fjelstul database.
        if titles.contains(where: { ["scorer", "tournament_id"].contains($0.lowercased()) }) { return nil }
        var places: [Part: Int] = [:]
        for (place, title) in titles.enumerated() {
          guard let part = words.meaning(title).flatMap(Part.init), places[part] == nil else { continue }
          places[part] = place
        }
        // The score may be between the teams, under `VS` or no heading.
        places[.result] =
          places[.result] ?? places[.versus] ?? Heading.score(titles, places, table.rows.dropFirst(row + 1))
        let hasTeams = places[.match] != nil || places[.home] != nil && places[.away] != nil
        if hasTeams,
          places[.time] != nil || places[.day] != nil || table.rows.contains(where: { FixturePage.dayAlone($0) != nil })
        {
          self.row = row
          self.places = places
          names = places.mapValues { cells[$0].text }
          unread = titles.enumerated().compactMap { place, title in
            title.isEmpty || words.meaning(title) != nil ? nil : (title, place)
          }
          isInternational = ["tournament", "neutral"].allSatisfy { word in titles.contains { $0.lowercased() == word } }
          return
        }
      }
      return nil
    }

    /// The column without a heading between the teams, where it has scores such as `2 - 1`.
    private static func score(_ titles: [String], _ places: [Part: Int], _ rows: ArraySlice<WebTable.Row>) -> Int? {
      guard let home = places[.home], let away = places[.away] else { return nil }
      return titles.indices.first { place in
        (home < place && place < away) && titles[place].isEmpty
          && rows.contains { row in
            let text = row.cells.indices.contains(place) ? row.cells[place].text : ""
            return text.contains { "-–".contains($0) } && TextScore.goals(text.filter { $0 != " " }) != nil
          }
      }
    }
  }

  /// The page that a script writes with `document.write("…")`; nil for other texts.
  static func written(by bytes: [UInt8]) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let call = text.firstRange(of: "document.write("), let quote = text[call.upperBound...].first,
      quote == "\"" || quote == "'"
    else { return nil }
    var page = ""
    var isEscaped = false
    for character in text[text.index(after: call.upperBound)...] {
      if isEscaped {
        page.append(character == "n" || character == "t" || character == "r" ? " " : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == quote {
        return Array(page.utf8)
      } else {
        page.append(character)
      }
    }
    return nil
  }

  /// Reads a table of fixtures; nil where it has not the headings. `date` is the day of rows that have only a time.
  static func read(
    _ table: WebTable, words: ColumnWords = ColumnWords(meanings: [:]), date: CalendarDate?, season: Season? = nil,
    format: String = "fixture table"
  ) -> SourceFile? {
    guard let heading = Heading(table, words) else { return nil }
    var file = SourceFile(format: format)
    if !table.heading.isEmpty { file.title = table.heading }
    let rows = table.rows[(heading.row + 1)...]
    let times = FixtureTimes(rows.map { dayAlone($0) ?? heading.when($0) }, date: date, season: season)
    // A row that holds a day or a round alone is that of the rows after it.
    var day = Day(date: date)
    var statuses: [(text: String, line: Int)] = []
    for (place, row) in table.rows.enumerated() where place != heading.row {
      guard only(row) != nil else {
        if place > heading.row { read(row, heading, times, day, &statuses, into: &file) }
        continue
      }
      let alone = dayAlone(row)
      if let alone, let read = times.read(alone, near: day.last).day {
        // A title above the headings may hold a day of another kind.
        let isDay = place > heading.row || FixtureTimes.isWeekday(alone.prefix { $0 != " " })
        if isDay { day = Day(date: read, last: read, round: day.round) }
      } else if let round = roundAlone(row) {
        day.round = round
      } else if place < heading.row {
        continue
      } else if let text = alone ?? strangeDay(row) {
        day = Day(last: day.last, unread: (text, row.line), round: day.round)
        file.refusals.append(.init(row.line, "'\(text.abridged)' is not understood as a day" + dayHelp))
      } else {
        read(row, heading, times, day, &statuses, into: &file)
      }
    }
    if heading.isInternational { file.nameEditions() }
    if heading.isOfWinners, file.matches.contains(where: { $0.winner != nil }) {
      file.isOfKnownMatches = true
      file.refusals += file.matches.filter { $0.winner == nil }.map { .init($0.line, "the row names no winner") }
      file.matches.removeAll { $0.winner == nil }
    }
    if let first = statuses.first, let name = heading.names[.status] {
      file.notes.append(
        "line \(first.line), column '\(name.abridged)': '\(first.text.abridged)' is not understood"
          + (statuses.count > 1 ? ", and \((statuses.count - 1).counted("other cell")) of the column" : ""))
    }
    let unread = heading.unread.filter { column in
      rows.contains { $0.cells.indices.contains(column.place) && !isOpen($0.cells[column.place].text) }
    }.map { "'\($0.name.abridged)'" }
    if !unread.isEmpty, !file.matches.isEmpty {
      file.notes.append(
        "did not read \(unread.count == 1 ? "column" : "columns") \(unread.joined(separator: ", ")); map= says what a column holds"
      )
    }
    return file
  }

  private static let dayHelp = "; give a year with it or with season=, as in 19 April 2015"

  /// The day of rows that have none of their own.
  private struct Day {
    var date: CalendarDate?
    /// The day of an earlier heading, which the years of later ones go by.
    var last: CalendarDate?
    /// The heading that was not understood.
    var unread: (text: String, line: Int)?
    /// The round that a row alone names.
    var round: String?
  }

  /// That no table of a file has the headings.
  static func unknown(_ name: String) -> Diagnostic {
    Diagnostic(
      "not-football-data", "no table of '\(name)' has a heading for the time and one for the match",
      help: "save the page with the fixtures: its table needs headings such as Tid and Match"
    ).inFile(name, line: 1)
  }

  /// The one text of a row of a few words; nil for others.
  private static func only(_ row: WebTable.Row) -> [Substring]? {
    let texts = Set(row.cells.map(\.text).filter { !$0.isEmpty })
    guard texts.count == 1, let words = texts.first?.split(separator: " "), words.count <= 6 else { return nil }
    return words
  }

  /// The text of a row whose one cell has a day, as `Samstag, 12.08.2023`; nil for others.
  private static func dayAlone(_ row: WebTable.Row) -> String? {
    guard let only = only(row) else { return nil }
    let words = FixtureTimes.words(only.joined(separator: " "))
    return words.indices.contains(where: { SourceDates.opening(words[$0...]) != nil })
      ? only.joined(separator: " ") : nil
  }

  /// The round that a row of one text names: `2. Spieltag`, `Omgång 3`; nil for others.
  private static func roundAlone(_ row: WebTable.Row) -> String? {
    guard let only = only(row), only.count == 2,
      only.contains(where: { words.meaning(String($0)) == Part.round.rawValue }),
      only.contains(where: { $0.first?.isNumber ?? false })
    else { return nil }
    return only.joined(separator: " ")
  }

  /// The text of a row whose one cell looks like a day without being one: `Lauantai 19. elokuuta 2023`, `Samstag 12`.
  private static func strangeDay(_ row: WebTable.Row) -> String? {
    guard let words = only(row) else { return nil }
    let hasNumber = words.contains { $0.first?.isNumber ?? false }
    let isDated = words.indices.dropFirst(2).contains { place in
      (1850...2200).contains(Int(words[place]) ?? 0) && Int(words[place - 2].prefix { $0.isNumber }) != nil
    }
    return hasNumber && (words.contains { FixtureTimes.isWeekday($0) } || isDated) ? words.joined(separator: " ") : nil
  }

  private static func read(
    _ row: WebTable.Row, _ heading: Heading, _ times: FixtureTimes, _ alone: Day,
    _ statuses: inout [(text: String, line: Int)], into file: inout SourceFile
  ) {
    func cell(_ part: Part) -> WebTable.Cell? {
      heading.places[part].flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil }
    }
    func text(_ part: Part) -> String { cell(part)?.text ?? "" }
    func refuse(_ part: Part, _ reason: String) {
      let column = heading.names[part].map { "column '\($0.abridged)': " } ?? ""
      file.refusals.append(.init(row.line, column + reason))
    }
    if row.cells.allSatisfy(\.text.isEmpty) { return }
    let teams: (home: String, away: String)
    if heading.places[.match] != nil {
      let parts = separated(text(.match))
      guard parts.count == 2 else {
        return refuse(
          .match,
          parts.count < 2
            ? "'\(text(.match).abridged)' does not name two teams, as in Home - Away"
            : "'\(text(.match).abridged)' has more than one ' - ', so the two teams are unclear")
      }
      teams = (parts[0], parts[1])
    } else {
      teams = (name(text(.home)), name(text(.away)))
    }
    if let fault = TeamText.fault(home: teams.home, away: teams.away) {
      return refuse(heading.places[.match] != nil ? .match : fault.isHome ? .home : .away, fault.reason)
    }
    let when = heading.when(row).trimmed
    var read = times.read(when, near: alone.last)
    // A word in a column of its own is neither a weekday nor part of a day.
    let clock = text(.time)
    if heading.places[.day] != nil, read.rest.isEmpty, !isOpen(clock), !clock.contains(where: \.isNumber) {
      read.rest = [clock]
    }
    if let unread = alone.unread, read.day == nil {
      file.refusals.append(
        .init(row.line, "its day, '\(unread.text.abridged)' of line \(unread.line), is not understood"))
      return
    }
    guard let day = read.day ?? alone.date else {
      return refuse(
        heading.places[.day] != nil ? .day : .time, "'\(when.abridged)' has no day, or one without a year; give date=")
    }
    var match = SourceMatch(line: row.line, date: day, home: teams.home, away: teams.away)
    let isUTC = (heading.names[.day] ?? heading.names[.time])?.lowercased().hasSuffix("utc") ?? false
    (match.time, match.offset) = (read.time, read.offset ?? (isUTC ? 0 : nil))
    if !read.rest.isEmpty {
      let column = heading.names[heading.places[.time] != nil ? .time : .day] ?? ""
      file.notes.append(
        "line \(row.line): '\(read.rest.joined(separator: " ").abridged)' in column '\(column.abridged)' is not understood"
          + (read.time == nil ? "; the time of the match is unknown" : ""))
    }
    match.ground = text(.ground).isEmpty ? nil : text(.ground)
    match.competition = text(.competition).isEmpty ? nil : text(.competition)
    match.round = text(.round).isEmpty ? alone.round : text(.round)
    func filled(_ part: Part) -> String? { isOpen(text(part)) ? nil : text(part) }
    match.stage = Stage.joined(filled(.stage), group: filled(.group).map { Stage.group(named: $0) })
    match.key =
      row.cells.lazy.compactMap { $0.link.flatMap(number) }.first ?? (text(.number).isEmpty ? nil : text(.number))
    match.season = Season(text(.season))
    if match.season?.isSplit == false { (match.seasonYear, match.season) = (match.season?.start, nil) }
    func ignore(_ part: Part, _ reason: String) {
      file.notes.append(
        "line \(row.line), column '\((heading.names[part] ?? "").abridged)': ignored '\(text(part).abridged)', \(reason)"
      )
    }
    let sides = [Part.homeGoals, .awayGoals].filter { !isOpen(text($0)) }
    for part in sides where MatchCell.goals(text(part)) == nil {
      ignore(part, "which is not a number of goals; kept the match without a score")
    }
    if sides.count == 1, MatchCell.goals(text(sides[0])) != nil {
      ignore(sides[0], "the goals of one side alone; kept the match without a score")
    }
    if let home = MatchCell.goals(text(.homeGoals)), let away = MatchCell.goals(text(.awayGoals)) {
      (match.fullTime, match.state) = (.init(home, away), .fullTime)
    }
    let result = text(.result)
    let status = text(.status)
    var running: String?
    if let word = FixtureWord(result) {
      word.apply(to: &match)
    } else if !isOpen(result) {
      let parts = split(result)
      let score = scored(parts?.score ?? result, match)
      if let whole = score, let read = whole {
        match = read
        if match.score == nil {
          file.notes.append(
            "line \(row.line), column '\((heading.names[.result] ?? "").abridged)': '\(result.abridged)' has the shoot-out alone; "
              + "the score before it is missing")
        }
        parts?.word.apply(to: &match)
        if parts?.word == .running { running = parts?.text }
      } else {
        ignore(
          .result,
          (score != nil
            ? "which contradicts itself"
            : isDay(result)
              ? "which is a day, as spreadsheets make of 2-1: give its column the format of text"
              : "which is not a score, as in 2 - 1") + "; kept the match without a score")
      }
    }
    // Who won a level match.
    if match.score.map({ $0.home == $0.away }) ?? heading.isOfWinners, match.winner == nil {
      let winner = text(.winner)
      match.winner = winner == teams.home ? .home : winner == teams.away ? .away : nil
      if heading.isOfWinners, match.winner == nil, !isOpen(winner) {
        return refuse(.winner, "'\(winner.abridged)' is not one of the teams")
      }
    }
    if FixtureWord(status) == .running, match.score != nil { running = status }
    if !isOpen(status), !take(status, beside: result, into: &match) { statuses.append((status, row.line)) }
    if let running {
      file.notes.append(
        "line \(row.line): the match is under way, '\(running.abridged)'; kept it without the score, which is not final"
      )
    }
    if let home = MatchCell.goals(text(.halfHome)), let away = MatchCell.goals(text(.halfAway)), let full = match.score,
      SourceMatch.Goals(home, away).isWithin(full)
    {
      match.halfTime = .init(home, away)
    }
    let half = text(.half)
    if let goals = TextScore.goals(half), let full = match.score, goals.isWithin(full) {
      match.halfTime = goals
    } else if !isOpen(half), running == nil {
      ignore(
        .half,
        TextScore.goals(half) == nil
          ? "which is not a score at half-time" : "a score at half-time that the result does not contain")
    }
    file.matches.append(match)
  }
}
