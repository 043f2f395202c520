public import PodiumCore

/// What the headings of a table mean: those that 'map=' names are renamed first.
public struct FixtureHeadings: Sendable {
  let renamed: @Sendable ([String]) -> [String]
  let meaning: @Sendable (String) -> String?

  public init(renamed: @escaping @Sendable ([String]) -> [String], meaning: @escaping @Sendable (String) -> String?) {
    (self.renamed, self.meaning) = (renamed, meaning)
  }
}

/// Reads fixtures and results from the tables of a page, found by the words of their headings. The pages of the Swedish
/// federation have a standings table, results and fixtures in an order that changes with the season. A table is read
/// when its heading row names a time and a match, or a time and both teams. The widget writes the same table from a
/// script.
public struct FixturePage {
  enum Part: String {
    case time, day, match, home, away, result, versus, status, half, homeGoals, awayGoals, halfHome, halfAway
    case ground, competition, season, round, stage, group, number, winner
    /// What is known, and is not stored.
    case other
  }

  /// A row that names what the columns hold.
  struct Heading {
    let row: Int
    let places: [Part: Int]
    /// The headings as they are written.
    let names: [Part: String]
    /// The columns whose headings are not known, with their places.
    let unread: [(name: String, place: Int)]

    /// Whether it is a list of internationals, whose seasons are the editions of tournaments.
    let isInternational: Bool
    /// Whether its times are in UTC.
    let isUTC: Bool
    /// Whether it says only who won: a list of shoot-outs has no results.
    var isOfWinners: Bool { places[.winner] != nil && places[.result] == nil && places[.homeGoals] == nil }

    /// The cells of day and time of a row.
    func when(_ row: MatchCells.Line) -> String { row[places[.day]] + " " + row[places[.time]] }

    init?(_ rows: [MatchCells.Line], _ headings: FixtureHeadings) {
      for (row, cells) in rows.prefix(5).map(\.cells).enumerated() {
        let titles = headings.renamed(cells)
        // A list of goals has a row for each of them, and so have the tables of the Fjelstul database.
        if titles.contains(where: { ["scorer", "tournament_id"].contains($0.lowercased()) }) { return nil }
        let below = rows.dropFirst(row + 1)
        var places: [Part: Int] = [:]
        var repeated: [Int] = []
        for (place, title) in titles.enumerated() {
          guard let part = headings.meaning(title).flatMap(Part.init) else { continue }
          guard let first = places[part] else {
            places[part] = place
            continue
          }
          if part == .day, !below.contains(where: { $0[first].contains(where: \.isNumber) }) {
            // `Day` is the weekday where `Date` is beside it.
            places[part] = place
          } else if [.home, .away, .result].contains(part) {
            repeated.append(place)
          }
        }
        // `Home Team`, `Away Team`, `Home`, `Away`: the second column of a side has its goals.
        let isScored = [Part.result, .homeGoals, .awayGoals].contains { places[$0] != nil }
        let sides = Set(repeated.map { headings.meaning(titles[$0]) })
        if !isScored, repeated.count == 2, sides.count == 2, repeated.allSatisfy({ Heading.isOfGoals($0, below) }) {
          for place in repeated { places[headings.meaning(titles[place]) == "home" ? .homeGoals : .awayGoals] = place }
        }
        // The score may be between the teams, under `VS`, another heading or none.
        let between = titles.indices.filter { place in
          guard let home = places[.home], let away = places[.away] else { return false }
          return home < place && place < away && headings.meaning(titles[place]) == nil
        }
        places[.result] = places[.result] ?? places[.versus] ?? between.first { Heading.isOfScores($0, below) }
        if places[.result] == nil, places[.homeGoals] == nil, places[.awayGoals] == nil, between.count == 2,
          between.allSatisfy({ Heading.isOfGoals($0, below) })
        {
          (places[.homeGoals], places[.awayGoals]) = (between[0], between[1])
        }
        let hasTeams = places[.match] != nil || places[.home] != nil && places[.away] != nil
        if hasTeams,
          places[.time] != nil || places[.day] != nil
            || rows.contains(where: { FixturePage.only($0).flatMap(FixturePage.dayAlone) != nil })
        {
          self.row = row
          self.places = places
          // A column without a heading is named by its number.
          names = places.mapValues { cells[$0].isEmpty ? String($0 + 1) : cells[$0] }
          unread = titles.enumerated().compactMap { place, title in
            title.isEmpty || places.values.contains(place)
              || headings.meaning(title) != nil && !repeated.contains(place) ? nil : (title, place)
          }
          isUTC = (names[.day] ?? names[.time])?.lowercased().hasSuffix("utc") ?? false
          isInternational = ["tournament", "neutral"].allSatisfy { word in titles.contains { $0.lowercased() == word } }
          return
        }
      }
      return nil
    }

    /// Whether a column has scores such as `2 - 1`, rather than times.
    private static func isOfScores(_ place: Int, _ rows: ArraySlice<MatchCells.Line>) -> Bool {
      rows.contains { row in
        row[place].contains { "-–:".contains($0) } && FixtureCell.score(row[place]) != nil
          && !FixtureCell.isClock(row[place])
      }
    }

    /// Whether a column has numbers of goals, and nothing else.
    private static func isOfGoals(_ place: Int, _ rows: ArraySlice<MatchCells.Line>) -> Bool {
      let filled = rows.map { $0[place] }.filter { !FixtureCell.isOpen($0) }
      return !filled.isEmpty && filled.allSatisfy { MatchCell.goals($0) != nil }
    }
  }

  /// The page that a script writes with `document.write("…")`; nil for other texts.
  public static func written(by bytes: [UInt8]) -> [UInt8]? {
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

  let heading: Heading
  private let headings: FixtureHeadings
  let times: FixtureTimes
  var file: SourceFile
  /// The day and the round of rows that have none of their own.
  var alone: Day
  /// The day of the match above, and the lines of those that took it for want of their own.
  var above: CalendarDate?
  var belowLines: [Int] = []
  /// What the column of states has and is not understood.
  var statuses: [(text: String, line: Int)] = []

  /// Reads a table of fixtures; nil where it has not the headings. `date` is the day of rows that have only a time.
  public static func read(
    _ rows: [MatchCells.Line], title: String = "", headings: FixtureHeadings, date: CalendarDate?,
    season: Season? = nil, format: String = "fixture table"
  ) -> SourceFile? {
    guard let heading = Heading(rows, headings) else { return nil }
    let only = rows.map(only)
    let texts = (heading.row + 1..<rows.count).map { only[$0].flatMap(dayAlone) ?? heading.when(rows[$0]) }
    var page = FixturePage(
      heading: heading, headings: headings, times: FixtureTimes(texts, date: date, season: season),
      file: SourceFile(format: format), alone: Day(date: date))
    if !title.isEmpty { page.file.title = title }
    page.file.competitionColumn = heading.names[.competition]
    for (place, row) in rows.enumerated() where place != heading.row {
      if Cancellation.stopsWork(at: place << 6) { return nil }
      if let words = only[place] {
        page.take(words, row, isBelow: place > heading.row)
      } else if place > heading.row, row.cells != rows[heading.row].cells {
        page.takeMatch(row)
      }
    }
    page.finish(rows[(heading.row + 1)...])
    return page.file
  }

  /// A row that holds a day or a round alone is that of the rows after it.
  private mutating func take(_ words: [Substring], _ row: MatchCells.Line, isBelow: Bool) {
    let day = FixturePage.dayAlone(words)
    if let day, let read = times.read(day, near: alone.last).day {
      // A title above the headings may hold a day of another kind.
      let isDay = isBelow || FixtureTimes.isWeekday(day.prefix { $0 != " " })
      if isDay { alone = Day(date: read, last: read, round: alone.round, stage: alone.stage) }
    } else if let round = roundAlone(words) {
      alone.round = round
    } else if isBelow, let stage = FixturePage.stageAlone(words) {
      (alone.stage, alone.round) = Stage.isKnockOut(stage) ? (nil, stage) : (stage, nil)
    } else if isBelow {
      guard let text = day ?? FixturePage.strangeDay(words) else { return takeMatch(row) }
      alone = Day(last: alone.last, unread: (text, row.number), round: alone.round, stage: alone.stage)
      file.refusals.append(
        .init(
          row.number,
          "'\(text.abridged)' is not understood as a day; give a year with it or with season=, as in 19 April 2015"))
    }
  }

  private mutating func takeMatch(_ row: MatchCells.Line) {
    if row.isBlank { return }
    do throws(SourceFile.Refusal) { file.matches.append(try match(row)) } catch { file.refusals.append(error) }
  }

  /// What all rows together say.
  private mutating func finish(_ rows: ArraySlice<MatchCells.Line>) {
    if heading.isInternational { file.nameEditions() }
    if heading.isOfWinners, file.matches.contains(where: { $0.winner != nil }) {
      file.isOfKnownMatches = true
      file.refusals += file.matches.filter { $0.winner == nil }.map { .init($0.line, "the row names no winner") }
      file.matches.removeAll { $0.winner == nil }
    }
    if let first = belowLines.first {
      file.notes.append(
        "line \(first): the row has no day of its own, and took that of the row above"
          + (belowLines.count > 1 ? ", and so did \((belowLines.count - 1).counted("other row"))" : ""))
    }
    if let first = statuses.first, let name = heading.names[.status] {
      file.notes.append(
        "line \(first.line), column '\(name.abridged)': '\(first.text.abridged)' is not understood"
          + (statuses.count > 1 ? ", and \((statuses.count - 1).counted("other cell")) of the column" : ""))
    }
    let unread = heading.unread.filter { column in
      rows.contains { $0.cells.indices.contains(column.place) && !FixtureCell.isOpen($0[column.place]) }
    }.map { "'\($0.name.abridged)'" }
    if !unread.isEmpty, !file.matches.isEmpty {
      file.notes.append(
        "did not read \(unread.count == 1 ? "column" : "columns") \(unread.joined(separator: ", ")); map= says what a column holds"
      )
    }
  }

  struct Day {
    var date: CalendarDate?
    /// The day of an earlier heading, which the years of later ones go by.
    var last: CalendarDate?
    /// The heading that was not understood.
    var unread: (text: String, line: Int)?
    /// The round and the stage that rows alone name.
    var round: String?
    var stage: String?
  }

  /// The words of the one text of a row, where they are few; nil for others.
  private static func only(_ row: MatchCells.Line) -> [Substring]? {
    guard let text = row.cells.first(where: { !$0.isEmpty }), row.cells.allSatisfy({ $0.isEmpty || $0 == text }) else {
      return nil
    }
    let words = text.split(separator: " ")
    return words.count <= 6 ? words : nil
  }

  /// The text of a row whose one cell has a day, as `Samstag, 12.08.2023`; nil for others.
  private static func dayAlone(_ only: [Substring]) -> String? {
    let text = only.joined(separator: " ")
    let words = FixtureTimes.words(text)
    return words.indices.contains(where: { SourceDates.opening(words[$0...]) != nil }) ? text : nil
  }

  /// The round that a row of one text names: `2. Spieltag`, `Omgång 3`; nil for others.
  private func roundAlone(_ only: [Substring]) -> String? {
    guard only.count == 2, only.contains(where: { headings.meaning(String($0)) == Part.round.rawValue }),
      only.contains(where: { $0.first?.isNumber ?? false })
    else { return nil }
    return only.joined(separator: " ")
  }

  /// The part of a season, the group or the knock-out round that a row of one text names: `Meistergruppe`, `Halbfinale`.
  private static func stageAlone(_ only: [Substring]) -> String? {
    let text = only.joined(separator: " ")
    return only.count <= 3 && (Stage.isPart(text) || Stage.isGroup(text) || Stage.isKnockOut(text)) ? text : nil
  }

  /// The text of a row whose one cell looks like a day without being one: `Lauantai 19. elokuuta 2023`, `Samstag 12`.
  private static func strangeDay(_ words: [Substring]) -> String? {
    let hasNumber = words.contains { $0.first?.isNumber ?? false }
    let isDated = words.indices.dropFirst(2).contains { place in
      (1850...2200).contains(Int(words[place]) ?? 0) && Int(words[place - 2].prefix { $0.isNumber }) != nil
    }
    return hasNumber && (words.contains { FixtureTimes.isWeekday($0) } || isDated) ? words.joined(separator: " ") : nil
  }
}
