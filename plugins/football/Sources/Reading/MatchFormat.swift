internal import PodiumCore

/// The two forms of results files, told by their header, with the places of the columns that count.
struct MatchFormat {
  enum Kind: String {
    case main = "main leagues"
    case new = "new leagues"
  }

  let kind: Kind
  /// The place of the header among the lines.
  let header: Int
  let width: Int
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
  /// Names of the header that stand in it twice; the first place counts.
  let repeated: [String]

  private static let needed: [(kind: Kind, names: [[String]])] = [
    (.main, [["Div"], ["Date"], ["HomeTeam", "HT"], ["AwayTeam", "AT"], ["FTHG"], ["FTAG"]]),
    (.new, [["Country"], ["League"], ["Season"], ["Date"], ["Home"], ["Away"], ["HG"], ["AG"]]),
  ]

  /// Tables of others that are mistaken for these, by names that only they have.
  private static let strangers: [(names: [String], what: String)] = [
    (["Team 1", "FT", "Team 2"], "a table of footballcsv"),
    (["leaguename", "matchdate", "hometeam"], "a table of AllStat"),
    (["tournament_id", "match_id"], "a table of the Fjelstul World Cup Database"),
    (["home", "visitor", "hgoal", "vgoal"], "a table of engsoccerdata"),
  ]

  /// Reads a header.
  ///
  /// Throws `empty-file`, `not-football-data` saying what the file is instead, and `missing-column`.
  init(_ lines: [MatchCells.Line], name: String) throws(Diagnostic) {
    guard let first = lines.firstIndex(where: { !$0.isBlank }) else {
      throw Diagnostic("empty-file", "'\(name)' holds nothing", help: "download the file again").inFile(name, line: 1)
    }
    self.header = first
    let header = lines[first]
    func refuse(_ code: String, _ message: String) -> Diagnostic {
      Diagnostic(code, message, help: MatchFormat.help).inFile(name, line: header.number)
    }
    if let what = MatchFormat.stranger(header, lines) { throw refuse("not-football-data", "'\(name)' is \(what)") }
    var places: [String: Int] = [:]
    var repeated: [String] = []
    for (place, cell) in header.cells.enumerated() where !cell.isEmpty {
      if places[cell] == nil { places[cell] = place } else { repeated.append(cell) }
    }
    func place(_ names: [String]) -> Int? { names.lazy.compactMap { places[$0] }.first }
    // The form that has more of its names is meant, so that a single missing column is named as such.
    let found = MatchFormat.needed.map { form in form.names.count { place($0) != nil } }
    let form = MatchFormat.needed[found[1] > found[0] ? 1 : 0]
    let missing = form.names.filter { place($0) == nil }.map { $0[0] }
    if missing.count > 2 {
      let shown = header.cells.prefix(6).joined(separator: ",")
      throw refuse("not-football-data", "the header '\(shown)' of '\(name)' is not that of results")
    }
    if let first = missing.first {
      throw refuse("missing-column", "'\(name)' has no column '\(first)', which files of \(form.kind.rawValue) have")
    }
    let isMain = form.kind == .main
    kind = form.kind
    width = header.cells.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    division = place([isMain ? "Div" : "Country"])
    league = isMain ? nil : place(["League"])
    season = isMain ? nil : place(["Season"])
    date = place(["Date"]) ?? 0
    time = place(["Time"])
    home = place(isMain ? ["HomeTeam", "HT"] : ["Home"]) ?? 0
    away = place(isMain ? ["AwayTeam", "AT"] : ["Away"]) ?? 0
    homeGoals = place([isMain ? "FTHG" : "HG"]) ?? 0
    awayGoals = place([isMain ? "FTAG" : "AG"]) ?? 0
    result = place([isMain ? "FTR" : "Res"])
    halfTimeHome = isMain ? place(["HTHG"]) : nil
    halfTimeAway = isMain ? place(["HTAG"]) : nil
    odds = OddsColumns.all(places, pricesAreClosing: !isMain)
    self.repeated = repeated
  }

  /// The way out for a file of another kind.
  static let help =
    "the importer reads the CSV files of football-data.co.uk: main leagues (Div,Date,HomeTeam,…) "
    + "and new leagues (Country,League,Season,Date,…); for other tables: load csv PATH"

  /// Whether a header is of one of the two forms.
  static func recognises(_ lines: [MatchCells.Line]) -> Bool {
    guard let header = lines.first(where: { !$0.isBlank }) else { return false }
    return needed.contains { form in form.names.allSatisfy { names in names.contains { header.cells.contains($0) } } }
  }

  /// What a file is when it is plainly something else; nil when it may be what we read.
  private static func stranger(_ header: MatchCells.Line, _ lines: [MatchCells.Line]) -> String? {
    let first = header[0]
    if first.hasPrefix("<") { return "an HTML page or another text of tags" }
    if first.hasPrefix("{") || first.hasPrefix("[") { return "JSON" }
    if first.hasPrefix("document.write") || first.hasPrefix("function") { return "a script" }
    if let known = strangers.first(where: { $0.names.allSatisfy(header.cells.contains) }) { return known.what }
    if header.cells.count > 4 {
      if MatchCell.date(header[1]) != nil { return "a table of main leagues without its header row, Div,Date,…" }
      if MatchCell.date(header[3]) != nil { return "a table of new leagues without its header row, Country,League,…" }
    }
    let opening = lines.prefix(20)
    if first.hasPrefix("=") || first.hasPrefix("#") || opening.allSatisfy({ $0.cells.count < 3 }) {
      return "a text without columns"
    }
    return nil
  }
}
