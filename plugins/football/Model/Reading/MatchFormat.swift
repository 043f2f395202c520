internal import PodiumCore

/// The two forms of results files, detected from the header, with the indices of the columns used.
public struct MatchFormat: Sendable {
  public enum Kind: String, Sendable {
    case main = "main leagues"
    case new = "new leagues"
  }

  let kind: Kind
  /// The index of the header among the lines.
  let header: Int
  let width: Int
  private let names: [String]
  /// The column of the competition; nil where the command names it.
  let division: Int?
  let league: Int?
  let season: Int?
  let date: Int
  let time: Int?
  let home: Int
  let away: Int
  let homeGoals: Int
  let awayGoals: Int
  let result: Int?
  let halfTimeHome: Int?
  let halfTimeAway: Int?
  let odds: [OddsColumns]
  /// Names that occur twice in the header; the first one counts.
  let repeated: [String]

  private static let needed: [(kind: Kind, names: [[String]])] = [
    (.main, [["Div"], ["Date"], ["HomeTeam", "HT"], ["AwayTeam", "AT"], ["FTHG"], ["FTAG"]]),
    (.new, [["Country"], ["League"], ["Season"], ["Date"], ["Home"], ["Away"], ["HG"], ["AG"]]),
  ]

  /// The names that a column may have in either form or in footballcsv, as `map=` gives them.
  public static let names = [
    "Div", "Country", "League", "Season", "Round", "Date", "Time", "HomeTeam", "AwayTeam", "Home", "Away", "Team 1",
    "Team 2", "FTHG", "FTAG", "FTR", "HG", "AG", "Res", "FT", "HT", "HTHG", "HTAG", "Stage", "Group", "Venue", "Winner",
  ]

  /// Tables from other sources that are mistaken for these, by names that only they use.
  private static let strangers: [(names: [String], what: String)] = [
    (["Team 1", "FT", "Team 2"], "a footballcsv table"), (["leaguename", "matchdate", "hometeam"], "an AllStat table"),
    (["tournament_id", "match_id"], "a table from the Fjelstul World Cup Database"),
    (["home", "visitor", "hgoal", "vgoal"], "an engsoccerdata table"),
    (["home_team", "away_team", "scorer"], "a list of goals, and not of matches"),
  ]

  /// Throws `empty-file`, `not-football-data` saying what the file is instead, and `missing-column`.
  init(_ lines: [MatchCells.Line], name: String, competition: String? = nil) throws(Diagnostic) {
    guard let first = lines.firstIndex(where: { !$0.isBlank }) else {
      throw Diagnostic("empty-file", "'\(name)' is empty", help: "download the file again").inFile(name, line: 1)
    }
    self.header = first
    let header = lines[first]
    func refuse(_ code: String, _ message: String) -> Diagnostic {
      Diagnostic(code, message, help: MatchFormat.help).inFile(name, line: header.number)
    }
    // Whoever names all columns of such a table with `map=` knows what it is.
    if !MatchFormat.recognises([header], hasCompetition: competition != nil),
      let what = MatchFormat.stranger(header, lines)
    {
      throw refuse("not-football-data", "'\(name)' is \(what)")
    }
    var places: [String: Int] = [:]
    var repeated: [String] = []
    for (place, cell) in header.cells.enumerated() where !cell.isEmpty {
      if places[cell] == nil { places[cell] = place } else { repeated.append(cell) }
    }
    func place(_ names: [String]) -> Int? { names.lazy.compactMap { places[$0] }.first }
    // The form with more matching names is assumed, so that a single missing column is reported by name.
    let found = MatchFormat.needed.map { form in form.names.count { place($0) != nil } }
    let form = MatchFormat.needed[found[1] > found[0] ? 1 : 0]
    let given = competition == nil ? [] : ["Div", "Country", "League"]
    let missing = form.names.filter { place($0) == nil }.map { $0[0] }.filter { !given.contains($0) }
    if missing.count > 2 {
      let shown = header.cells.prefix(6).joined(separator: ",")
      throw refuse("not-football-data", "the header '\(shown)' of '\(name)' is not that of football results")
    }
    if missing == ["Div"] {
      var error = refuse("missing-column", "'\(name)' has no column 'Div', which names the competition")
      error.help = "give it, as in competition=E0"
      throw error
    }
    if let first = missing.first {
      throw refuse("missing-column", "'\(name)' has no column '\(first)', which is required for \(form.kind.rawValue)")
    }
    let isMain = form.kind == .main
    kind = form.kind
    names = header.cells
    width = header.cells.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    (division, date, time) = (place([isMain ? "Div" : "Country"]), place(["Date"]) ?? 0, place(["Time"]))
    (league, season) = isMain ? (nil, nil) : (place(["League"]), place(["Season"]))
    home = place(isMain ? ["HomeTeam", "HT"] : ["Home"]) ?? 0
    away = place(isMain ? ["AwayTeam", "AT"] : ["Away"]) ?? 0
    (homeGoals, awayGoals) = (place([isMain ? "FTHG" : "HG"]) ?? 0, place([isMain ? "FTAG" : "AG"]) ?? 0)
    result = place([isMain ? "FTR" : "Res"])
    (halfTimeHome, halfTimeAway) = isMain ? (place(["HTHG"]), place(["HTAG"])) : (nil, nil)
    odds = OddsColumns.all(places, pricesAreClosing: !isMain)
    self.repeated = repeated
  }

  /// `, column 'FTHG'`: the name of a column as the file writes it; empty without one.
  func column(_ place: Int?) -> String {
    guard let place, names.indices.contains(place) else { return "" }
    return ", column '\(names[place].abridged)'"
  }

  public static let help =
    "use a CSV file from football-data.co.uk, with main leagues (Div,Date,HomeTeam,AwayTeam,FTHG,FTAG) "
    + "or new leagues (Country,League,Season,Date,Home,Away,HG,AG); football import also reads Date,Team 1,FT,Team 2; "
    + "map= names other headings, as in map=Guest:AwayTeam; for other tables: load csv PATH"

  /// Whether the header is one of the two forms.
  public static func recognises(_ lines: [MatchCells.Line], hasCompetition: Bool = false) -> Bool {
    guard let header = lines.first(where: { !$0.isBlank }) else { return false }
    let given = hasCompetition ? ["Div", "Country", "League"] : []
    return needed.contains { form in
      form.names.allSatisfy { names in names.contains { header.cells.contains($0) || given.contains($0) } }
    }
  }

  /// The rows below each header, with it; a header that is repeated as it is begins no part.
  static func parts(of text: MatchCells) -> [MatchCells] {
    guard let first = text.lines.firstIndex(where: { !$0.isBlank }) else { return [text] }
    let (header, rest) = (text.lines[first], text.lines[(first + 1)...])
    guard !header[0].isEmpty, rest.contains(where: { $0[0] == header[0] }) else { return [text] }
    var parts = [[header]]
    for line in rest where !line.isBlank {
      let last = parts.count - 1
      if line[0] != header[0] || !recognises([line], hasCompetition: true) {
        parts[last].append(line)
      } else if line.cells != parts[last][0].cells {
        parts.append([line])
      }
    }
    let filled = parts.filter { $0.count > 1 }
    return (filled.isEmpty ? [parts[0]] : filled).map { MatchCells($0) }
  }

  /// What a file clearly is instead; nil when it may be a results file.
  private static func stranger(_ header: MatchCells.Line, _ lines: [MatchCells.Line]) -> String? {
    let first = header[0]
    if first.hasPrefix("<") { return "an HTML or XML page" }
    if first.hasPrefix("{") || first.hasPrefix("[") { return "JSON" }
    if first.hasPrefix("document.write") || first.hasPrefix("function") { return "a script" }
    if let known = strangers.first(where: { $0.names.allSatisfy(header.cells.contains) }) { return known.what }
    if header.cells.count > 4 {
      let dates = TextDates(order: .dayFirst)
      if dates.day(header[1]) != nil { return "a main leagues file without its header row, Div,Date,…" }
      if dates.day(header[3]) != nil { return "a new leagues file without its header row, Country,League,…" }
    }
    let opening = lines.prefix(20)
    if first.hasPrefix("=") || first.hasPrefix("#") || opening.allSatisfy({ $0.cells.count < 3 }) {
      return "text without columns"
    }
    return nil
  }
}
