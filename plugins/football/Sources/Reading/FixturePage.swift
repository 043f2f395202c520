internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// Reads fixtures and results from the tables of a page, found by the words of their headings.
///
/// The pages of the Swedish federation have a standings table, results and fixtures in an order that changes with the
/// season. A table is read when its heading row names a time and a match, or a time and both teams. The widget writes
/// the same table from a script.
enum FixturePage {
  private enum Part: CaseIterable {
    case time
    case day
    case match
    case home
    case away
    case result
    case ground
    case competition
    case round

    /// The headings, in lower case.
    var words: [String] {
      switch self {
      case .time: ["tid", "time", "kick-off", "kickoff", "avspark"]
      case .day: ["datum", "date", "dag", "day"]
      case .match: ["match", "matcher", "game", "fixture"]
      case .home: ["hemmalag", "hemma", "home", "home team"]
      case .away: ["bortalag", "borta", "away", "away team"]
      case .result: ["resultat", "result", "score", "ft"]
      case .ground: ["arena", "spelplats", "plan", "ground", "venue", "stadium"]
      case .competition: ["tävling", "serie", "competition", "league"]
      case .round: ["omgång", "omg", "round", "matchday"]
      }
    }
  }

  /// A row that names what the columns hold.
  private struct Heading {
    let row: Int
    let places: [Part: Int]

    init?(_ table: WebTable) {
      for (row, cells) in table.rows.enumerated().map({ ($0, $1.cells) }).prefix(5) {
        var places: [Part: Int] = [:]
        for (place, cell) in cells.enumerated() {
          let word = cell.text.lowercased().trimmed
          for part in Part.allCases where part.words.contains(word) && places[part] == nil { places[part] = place }
        }
        let hasTeams = places[.match] != nil || places[.home] != nil && places[.away] != nil
        if hasTeams, places[.time] != nil || places[.day] != nil {
          self.row = row
          self.places = places
          return
        }
      }
      return nil
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

  /// Reads the tables with fixtures; throws `not-football-data` where no table has the headings.
  ///
  /// `date` is the day of rows that have only a time.
  static func read(_ tables: [WebTable], name: String, date: CalendarDate?) throws(Diagnostic) -> SourceFile {
    var file = SourceFile(format: "fixture table")
    var found = false
    for table in tables {
      guard let heading = Heading(table) else { continue }
      found = true
      if file.title == nil, !table.heading.isEmpty { file.title = table.heading }
      for row in table.rows[(heading.row + 1)...] { read(row, heading, date, into: &file) }
    }
    guard found else {
      throw Diagnostic(
        "not-football-data", "no table of '\(name)' has a heading for the time and one for the match",
        help: "save the page with the fixtures: its table needs headings such as Tid and Match"
      ).inFile(name, line: 1)
    }
    return file
  }

  private static func read(_ row: WebTable.Row, _ heading: Heading, _ date: CalendarDate?, into file: inout SourceFile)
  {
    func cell(_ part: Part) -> WebTable.Cell? {
      heading.places[part].flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil }
    }
    func text(_ part: Part) -> String { cell(part)?.text ?? "" }
    func refuse(_ reason: String) { file.refusals.append(.init(row.line, reason)) }
    if row.cells.allSatisfy(\.text.isEmpty) { return }
    let teams: (home: String, away: String)
    if heading.places[.match] != nil {
      let parts = separated(text(.match))
      guard parts.count == 2 else {
        return refuse(
          parts.count < 2
            ? "'\(text(.match).abridged)' does not name two teams, as in Home - Away"
            : "'\(text(.match).abridged)' has more than one ' - ', so the two teams are unclear")
      }
      teams = (parts[0], parts[1])
    } else {
      teams = (text(.home), text(.away))
    }
    guard !teams.home.isEmpty, !teams.away.isEmpty else { return refuse("a team has no name") }
    guard teams.home != teams.away else { return refuse("'\(teams.home.abridged)' is on both sides") }
    let words = (text(.day) + " " + text(.time)).split(separator: " ")
    let day = words.lazy.compactMap { CalendarDate(iso: $0) }.first ?? date
    guard let day else { return refuse("'\(words.joined(separator: " ").abridged)' has no day; give date=") }
    var match = SourceMatch(line: row.line, date: day, home: teams.home, away: teams.away)
    match.time = words.lazy.compactMap { $0.contains(":") ? SourceDates.time($0) : nil }.first
    match.ground = text(.ground).isEmpty ? nil : text(.ground)
    match.competition = text(.competition).isEmpty ? nil : text(.competition)
    match.round = text(.round).isEmpty ? nil : text(.round)
    match.key = row.cells.lazy.compactMap { $0.link.flatMap(number) }.first
    let result = text(.result)
    if isWalkover(result) {
      match.state = .awarded
    } else if !result.isEmpty, result != "-" {
      guard let goals = TextScore.goals(result.filter { $0 != " " }) else {
        return refuse("'\(result.abridged)' is not a score, as in 2 - 1")
      }
      match.fullTime = goals
      match.state = .fullTime
    }
    file.matches.append(match)
  }

  /// The names around ` - `, also with a longer dash; a dash without spaces belongs to a name.
  private static func separated(_ text: String) -> [String] {
    var parts: [String] = [""]
    for word in text.split(separator: " ") {
      if word == "-" || word == "–" || word == "—" {
        parts.append("")
      } else {
        parts[parts.count - 1] += (parts[parts.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return parts
  }

  /// `W.O.` in its spellings: awarded, to a side that is not named yet.
  static func isWalkover(_ text: String) -> Bool {
    ["w.o.", "wo", "w.o", "walkover", "w-o"].contains(text.lowercased())
  }

  /// The number of the match in a link: `?scr=result&fmid=2600000`.
  private static func number(_ link: String) -> String? {
    guard let place = link.firstRange(of: "fmid=") else { return nil }
    let digits = link[place.upperBound...].prefix { $0.isASCII && $0.isNumber }
    return digits.isEmpty || digits.count > 18 ? nil : String(digits)
  }
}
