import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// One bad cell in each column of each form, one at a time: the others are kept, and the bad one is named.
struct BadCellTests: CommandSuite {
  struct Form: Sendable, CustomStringConvertible {
    let name: String
    let columns: [String]
    let rows: [[String]]
    /// Columns that a match needs: a bad cell in one costs the row, in any other the cell alone.
    let needed: Set<String>
    var options = ""
    var description: String { name }
  }

  /// What is written into a column in place of its cell; nil for columns that take every text.
  private static func bad(_ column: String) -> String? {
    switch column {
    case "Div", "Country", "Team 1", "Team 2", "HomeTeam", "AwayTeam", "HT_", "Home", "Away", "Hemma", "Borta",
      "home_team",
      "away_team", "tournament":
      ""
    case "Date", "Datum", "date": "31/02/2019"
    case "Season": "soon"
    case "Time", "Tid": "25:99"
    case "time": "soon"
    case "FTR", "Res": "X"
    case "League", "Round", "Arena", "neutral": nil
    default: "x!"
    }
  }

  static let forms: [Form] = [
    Form(
      name: "main.csv",
      columns: [
        "Div", "Date", "Time", "HomeTeam", "AwayTeam", "FTHG", "FTAG", "FTR", "HTHG", "HTAG", "PSH", "PSD", "PSA",
      ],
      rows: (0..<4).map {
        ["E0", "1\($0)/08/2019", "15:00", "H\($0)", "A\($0)", "2", "1", "H", "1", "0", "2", "3.5", "4"]
      },
      needed: ["Div", "Date", "HomeTeam", "AwayTeam"]),
    Form(
      name: "new.csv",
      columns: ["Country", "League", "Season", "Date", "Time", "Home", "Away", "HG", "AG", "Res", "PH", "PD", "PA"],
      rows: (0..<4).map {
        [
          "Sweden", "Allsvenskan", "2019", "1\($0)/08/2019", "15:00", "H\($0)", "A\($0)", "2", "1", "H", "2", "3.5",
          "4",
        ]
      }, needed: ["Country", "Season", "Date", "Home", "Away"]),
    Form(
      name: "csv.csv", columns: ["Round", "Date", "Time", "Team 1", "FT", "HT", "Team 2"],
      rows: (0..<4).map { ["1", "Sat Aug 1\($0) 2019", "15:00", "H\($0)", "2-1", "1-0", "A\($0)"] },
      needed: ["Date", "Team 1", "Team 2"], options: "competition=E0"),
    Form(
      name: "page.html", columns: ["Datum", "Tid", "Hemma", "Borta", "Resultat", "Arena"],
      rows: (0..<4).map { ["2019-08-1\($0)", "15:00", "H\($0)", "A\($0)", "2 - 1", "X"] },
      needed: ["Datum", "Hemma", "Borta"], options: "competition=E0 season=2019-20"),
    Form(
      name: "goals.csv", columns: ["date", "time", "home_team", "away_team", "home_score", "away_score"],
      rows: (0..<4).map { ["2019-08-1\($0)", "15:00", "H\($0)", "A\($0)", "2", "1"] },
      needed: ["date", "home_team", "away_team"], options: "competition=E0"),
    Form(
      name: "results.csv",
      columns: ["date", "tournament", "home_team", "away_team", "home_score", "away_score", "neutral"],
      rows: (0..<4).map { ["2019-08-1\($0)", "Cup", "H\($0)", "A\($0)", "2", "1", "TRUE"] },
      needed: ["date", "tournament", "home_team", "away_team"]),
  ]

  private static func text(_ form: Form, _ rows: [[String]]) -> String {
    if form.name.hasSuffix("html") {
      func line(_ cells: [String], _ tag: String) -> String {
        "<tr>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>\n"
      }
      return "<html><body><table>" + line(form.columns, "th") + rows.map { line($0, "td") }.joined()
        + "</table></body></html>"
    }
    return ([form.columns] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
  }

  @Test(arguments: forms)
  func `a bad cell costs itself or its row, and is named by line and column`(_ form: Form) throws {
    for (place, column) in form.columns.enumerated() {
      guard let bad = Self.bad(column) else { continue }
      var rows = form.rows
      rows[1][place] = bad
      var session = try session([form.name: Self.text(form, rows)])
      let found = try report("football import \(form.name) \(form.options)", in: &session)
      let isNeeded = form.needed.contains(column) && !(column == "Div" && form.options.contains("competition"))
      #expect(record(found)["new"] == (isNeeded ? "3" : "4"), "\(column): \(record(found))")
      let refused = isNeeded ? try table(found) : []
      let words = (refused + said(found)).joined(separator: "\n")
      #expect(words.contains("3"), "\(column): \(words)")
      // Prices are named by their source, and a result by the goals that it contradicts.
      if !["PSH", "PSD", "PSA", "PH", "PD", "PA", "FTR", "Res"].contains(column) {
        #expect(words.contains("'\(column)'"), "\(column): \(words)")
      }
    }
  }

  @Test(arguments: forms)
  func `what is a number, a day or a score is not the name of a team`(_ form: Form) throws {
    let places = form.columns.indices.filter { form.needed.contains(form.columns[$0]) }.suffix(2)
    for (place, name) in places.flatMap({ place in ["-1", "2.5", "=1+1", "31/02/2019", "2-1"].map { (place, $0) } }) {
      var rows = form.rows
      rows[1][place] = name
      var session = try session([form.name: Self.text(form, rows)])
      let found = try report("football import \(form.name) \(form.options)", in: &session)
      #expect(record(found)["new"] == "3", "\(name) in \(form.columns[place]): \(record(found))")
      let refused = try table(found)
      #expect(refused.contains { $0.contains("'\(form.columns[place])'") }, "\(refused)")
    }
  }

  private static let match = [
    ("date", "\"2015-08-09\""), ("time", "\"15:00\""), ("team1", "\"C\""), ("team2", "\"D\""), ("ft", "[2, 1]"),
    ("ht", "[1, 0]"),
    ("status", "\"\""),
  ]

  @Test(arguments: [
    ("date", "\"2015-02-31\"", true), ("time", "\"25:99\"", false), ("team1", "\"\"", true), ("team2", "\"C\"", true),
    ("ft", "[2]", false), ("ft", "[2.5, 1]", false), ("ft", "[2.0, 1]", false), ("ht", "[1]", false),
    ("ht", "[9, 0]", false),
    ("status", "\"odd\"", false), ("status", "7", false), ("time", "[]", false), ("team1", "\"-1\"", true),
    ("team2", "\"31/02/2019\"", true),
  ])
  func `a bad value of football.json costs itself or its match`(_ key: String, _ value: String, _ isNeeded: Bool) throws
  {
    let fields = Dictionary(uniqueKeysWithValues: Self.match.map { ($0.0, $0.0 == key ? value : $0.1) })
    func field(_ name: String) -> String { fields[name] ?? "" }
    let text = """
      {"name": "English Premier League 2015/16", "matches": [
      {"date": "2015-08-08", "team1": "A", "team2": "B", "score": {"ft": [1, 0]}},
      {"date": \(field("date")), "time": \(field("time")), "team1": \(field("team1")), "team2": \(field("team2")), "status": \(field("status")), "score": {"ft": \(field("ft")), "ht": \(field("ht"))}}]}
      """
    var session = try session(["a.json": text])
    let found = try report("football import a.json", in: &session)
    #expect(record(found)["new"] == (isNeeded ? "1" : "2"), "\(record(found))")
    let words = ((isNeeded ? try table(found) : []) + said(found)).joined(separator: "\n")
    if value != "[2.0, 1]" { #expect(words.contains(isNeeded ? "3|" : "line 3: ignored '\(key)'"), "\(words)") }
  }

  @Test func `what is refused of JSON is named by its own line`() throws {
    let text = """
      {"name": "League 2015/16",
      "matches": [
      7,
      {"date": "2015-08-08",
       "team1": "A", "team2": "B",
       "score": {
         "ft": [2, 1],
         "ht": [9, 0]},
       "goals1": [
         {"name": "X", "minute": 5},
         8,
         {"name": "Y", "minute": "soon"}]},
      {"date": "2015-08-09",
       "team2": "D"},
      {"team1": "E", "team2": "F",
       "date": "soon"}],
      "rounds": [
      "no",
      {"name": "Matchday 2",
       "matches": [
       null,
       {"date": "2015-08-15", "team1": {"name": "B"}, "team2": {"name": "A"}, "score1": 1, "score2": 0}]},
      {"name": "Matchday 3",
       "matches": {}}]}
      """
    var session = try session(["a.json": text])
    let found = try report("football import a.json competition=X", in: &session)
    #expect(record(found)["new"] == "2", "\(record(found))")
    #expect(
      try rows(output(found).table, "line", "reason") == [
        "3|the match is a number, not an object", "13|a team has no name", "16|the date 'soon' is not a day",
        "18|the matches of a round are text, not a list", "21|the match is null, not an object",
        "24|the matches of a round are an object, not a list",
      ])
    for line in [
      "line 8: ignored 'ht'", "line 11: ignored 'goals1', 1 goal, without a name",
      "line 12: ignored 'minute', of 1 goal",
    ] { #expect(said(found).contains { $0.hasPrefix(line) }, "\(said(found))") }
  }

  @Test(arguments: [
    ("a.html", "<table><tr><th>Datum</th><th>Match</th></tr><tr><td>soon</td><td>A - B</td></tr></table>"),
    ("a.csv", "Date,Team 1,FT,Team 2\nsoon,A,1-0,B\n"),
    ("b.csv", "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,soon,A,B,1,0\n"),
    ("a.txt", "= Cup 2020\nSat Jun 6 2020\n  20:00  A  B\n"), ("b.txt", "= Cup 2020\n"),
    ("a.json", "{\"name\": \"X\", \"matches\": [{\"date\": \"soon\", \"team1\": \"A\", \"team2\": \"B\"}]}"),
  ])
  func `an import that keeps nothing is an error`(_ name: String, _ text: String) throws {
    var session = try session([name: text])
    #expect(try report("football import \(name) competition=X", in: &session).error?.code == "no-matches")
  }

  @Test func `days and times of a page are read in their forms`() throws {
    let cells = [
      ("2015-04-18 kl. 16.00", "2015-04-18 16:00"), ("2015-04-22T15:00", "2015-04-22 15:00"),
      ("18/4 15:00", "2015-04-18 15:00"),
      ("25/04/2015 kl 13", "2015-04-25 13:00"), ("lör 2 maj 2015", ""), ("Sat 2 May 15:00", "2015-05-02 15:00"),
      ("2015-04-26 00:00", "2015-04-26"), ("2015-04-27 25:00", "2015-04-27"),
      ("2015-04-22T13:00:00Z", "2015-04-22 15:00"), ("Sun 3 May 2015 4:30 PM", "2015-05-03 16:30"),
      ("2015-05-04 3pm", "2015-05-04 15:00"), ("5.5.2015 klo 19", "2015-05-05 19:00"),
      ("2015-05-06 12.15 a.m.", "2015-05-06 00:15"),
    ]
    let rows = cells.enumerated().map { "<tr><td>\($1.0)</td><td>H\($0) - A\($0)</td><td>2 - 1 (1 - 0)</td></tr>" }
    let page = "<table><tr><th>Datum</th><th>Match</th><th>Resultat</th></tr>" + rows.joined() + "</table>"
    var session = try session(["p.html": page])
    let found = try report("football import p.html competition=X zone=Europe/Stockholm", in: &session)
    #expect(said(found).contains { $0.contains("'25:00'") }, "\(said(found))")
    let shown = try output(try report("football matches X", in: &session)).table
    var kickoffs: [String: String] = [:]
    for row in 0..<shown.rowCount { kickoffs[shown["home"]?[row].fileText ?? ""] = shown["kickoff"]?[row].fileText }
    for (place, cell) in cells.enumerated() where !cell.1.isEmpty {
      #expect(kickoffs["H\(place)"] == cell.1, "\(cell.0)")
    }
    #expect(rows.count - 1...rows.count ~= shown.rowCount)
  }

  @Test func `a column of days is read in one order, with the month first where some days need it`() throws {
    for name in ["a.csv", "b.csv", "c.json"] {
      let days = ["8/17/2012", "9/1/2012", "8/18/2012"]
      let files = [
        "a.csv": "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n"
          + days.enumerated().map { "E0,\($1),H\($0),A,2.0,1.0\n" }.joined(),
        "b.csv": "Date,Team 1,FT,Team 2\n" + days.enumerated().map { "\($1),H\($0),2-1,A\n" }.joined(),
        "c.json": "{\"name\":\"X\",\"matches\":["
          + days.enumerated().map {
            "{\"date\":\"\($1)\",\"team1\":\"H\($0)\",\"team2\":\"A\",\"score\":{\"ft\":[2,1]}}"
          }.joined(separator: ",") + "]}",
      ]
      var session = try session(files)
      _ = try report("football import \(name) competition=E0", in: &session)
      let shown = try output(try report("football matches", in: &session)).table
      #expect(rows(shown, "kickoff") == ["2012-08-17", "2012-08-18", "2012-09-01"], "\(name)")
    }
  }
}
