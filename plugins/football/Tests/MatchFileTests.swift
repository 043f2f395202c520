import PodiumCore
import PodiumPlugin
import Testing

@testable import FootballModel
@testable import FootballPlugin

/// Results files with the defects of real ones.
struct MatchFileTests {
  private func texts(_ table: Table, _ column: String) -> [String] {
    guard let column = table[column] else { return ["no column \(column)"] }
    return (0..<table.rowCount).map { column[$0].fileText }
  }

  private func failure(_ text: String) -> Diagnostic? { MadeFile(text).failure() }

  @Test func `a row of main leagues becomes a match with roles`() throws {
    let loaded = try MadeFile(
      """
      Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,Referee,PSH,PSD,PSA,PSCH,PSCD,PSCA
      E0,09/08/2019,20:00,Liverpool,Norwich,4,1,H,4,0,H,M Oliver,1.15,9.0,18,1.14,9.5,19.0

      """
    ).load()
    let table = loaded.table
    let expected = [
      "competition": "E0", "season": "2019-20", "date": "2019-08-09", "time_uk": "20:00", "home": "Liverpool",
      "away": "Norwich", "home_goals": "4", "away_goals": "1", "half_time_home": "4", "half_time_away": "0",
      "result": "H", "odds_home": "1.14", "odds_draw": "9.5", "odds_away": "19",
    ]
    for (name, text) in expected { #expect(texts(table, name) == [text], "\(name)") }
    #expect(table["date"]?.role == .time)
    #expect(table["season"]?.role == .group)
    #expect(loaded.labelling == Labelling(column: "result"))
    #expect(loaded.evaluators == ["football.rps"])
    // Neither odds nor anything known only after the match may be a feature.
    let features = table.columns(with: .feature).map(\.name)
    #expect(features.prefix(2) == ["home", "away"])
    for name in features {
      #expect(!name.contains("odds") && !name.hasSuffix("goals") && name != "result" && !name.contains("half"))
    }
    #expect(loaded.notes == ["took closing odds from the 'PSC' columns"])
  }

  @Test func `files that were put one after the other are read by their own headers`() throws {
    let first = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A\n"
    let file = try MadeFile(
      first + "E0,10/08/2018,A,B,2,1,2,3.5,4\n" + first + "E0,11/08/2018,C,D,1,1,2,3.5,4\n"
        + "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HS,PSH,PSD,PSA\nE0,09/08/2019,20:00,A,D,4,1,9,1.5,4,7\n"
    ).file()
    #expect(
      file.all.map { "\($0.season?.description ?? "") \($0.home) \($0.time ?? "")" } == [
        "2018-19 A ", "2018-19 C ", "2019-20 A 20:00",
      ])
    #expect(file.all.map(\.odds) == [[2, 3.5, 4], [2, 3.5, 4], [1.5, 4, 7]])
    #expect(file.sourceFile.refusals.isEmpty)
    #expect(file.notices.sentences == ["below line 5: took pre-match odds from the 'PS' columns"])
  }

  @Test func `a cell may have the day and the time`() throws {
    let file = try MadeFile.main(
      "2018-08-10 20:00,A,B,2,1", "2018-08-11T19:00:00Z,C,D,2,1", "2018-08-12 00:00,E,F,2,1", "2018-08-13,G,H,2,1"
    ).file()
    #expect(file.all.map(\.time) == ["20:00", "19:00", nil, nil])
    #expect(file.all.map(\.offset) == [nil, 0, nil, nil])
  }

  @Test(arguments: ["Bye", "TBC", "spielfrei"])
  func `a name that stands for no opponent is not a team`(_ name: String) throws {
    let file = try MadeFile.main("10/08/2018,A,B,2,1", "11/08/2018,\(name),C,,").file().sourceFile
    #expect(file.matches.map(\.home) == ["A"] && file.refusals.map(\.line) == [3])
  }

  @Test(arguments: [
    ["8/17/2012", "8/18/2012", "9/1/2012"], ["2012-08-17", "2012-08-18", "2012-09-01"],
    ["17.08.2012", "18.08.12", "01.09.2012"], ["17 Aug 2012", "18 Aug 2012", "1 Sep 2012"],
    ["17/08/12", "18/08/2012", "01/09/2012"],
  ])
  func `the dates of a file decide their order together`(_ dates: [String]) throws {
    let rows = zip(dates, ["A,B", "C,D", "B,C"]).map { "E4,\($0),\($1),2.0,0,H\n" }.joined()
    let loaded = try MadeFile("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\n" + rows).load()
    #expect(texts(loaded.table, "date") == ["2012-08-17", "2012-08-18", "2012-09-01"])
    #expect(texts(loaded.table, "home_goals") == ["2", "2", "2"])
    #expect(
      loaded.notes.contains { $0.contains("read dates with the month first") } == dates[0].hasPrefix("8"))
  }

  @Test func `a row of new leagues names its season and gets its country's code`() throws {
    let loaded = try MadeFile(
      """
      \u{FEFF}Country,League,Season,Date,Time,Home,Away,HG,AG,Res,PH,PD,PA\r
      Sweden,Allsvenskan ,2012,31/03/12,15:00,Elfsborg,Djurgarden,2,1,H,1.71,3.98,5.44\r
      Poland,Ekstraklasa,2012/2013,17/08/2012,,Lech , Ruch,4,0,H,,,\r

      """
    ).load()
    #expect(texts(loaded.table, "competition") == ["SWE", "POL"])
    #expect(texts(loaded.table, "season") == ["2012", "2012-13"])
    #expect(texts(loaded.table, "date") == ["2012-03-31", "2012-08-17"])
    #expect(texts(loaded.table, "home") == ["Elfsborg", "Lech"])
    #expect(texts(loaded.table, "away") == ["Djurgarden", "Ruch"])
    #expect(texts(loaded.table, "time_uk") == ["15:00", ""])
    #expect(loaded.notes == ["took closing odds from the 'P' columns; 1 match has none"])
  }

  /// Long files are cut and read in parts, side by side.
  @Test func `a long file is read in its order, with the lines of its bad rows`() throws {
    var text = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\n"
    var bad: [Int] = []
    for row in 0..<14_000 {
      let line = row + 2
      let (home, away) = ("Club \(row % 118)", "Club \(118 + row / 118)")
      if row % 1999 == 1998 {
        bad.append(line)
        text += "E0,soon,\(home),\(away),1,1,H\n"
      } else {
        text += "E0,10/08/2018,\(home),\(away),\(row % 9),0,\(row % 9 > 0 ? "H" : "D")\r\n"
      }
    }
    let file = try MatchFile(Array(text.utf8), name: "long.csv", cancellation: Cancellation())
    #expect(file.rowCount == 14_000 && file.matches.count == 14_000 - bad.count)
    #expect(file.refusals.map(\.line) == bad)
    #expect(file.matches.map(\.line) == (2..<14_002).filter { !bad.contains($0) })
    #expect(
      file.matches.allSatisfy { $0.fullTime?.home == ($0.line - 2) % 9 && $0.home == "Club \(($0.line - 2) % 118)" })
    let sentence = file.notices.sentences.first { $0.hasPrefix("skipped 7 rows without a valid date") }
    #expect(sentence?.contains("long.csv:2000, long.csv:3999, long.csv:5998, …") == true)
    #expect(file.sourceFile.isWithoutRepeats)
    let cancelled = Cancellation()
    cancelled.cancel()
    #expect(throws: Diagnostic.self) { try MatchFile(Array(text.utf8), name: "long.csv", cancellation: cancelled) }
  }

  @Test func `blank rows, ragged rows and nameless columns are accepted`() throws {
    let loaded = try MadeFile(
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,,,\n,,,,,,,,,\nE0,14/08/93,Arsenal,Coventry,0,3,A\n"
        + "E0,14/08/93,Leeds,Everton,1,1,D,,,,,,,,\n\nE0\n,,,,,,,,,\n"
    ).load()
    #expect(texts(loaded.table, "date") == ["1993-08-14", "1993-08-14"])
    #expect(texts(loaded.table, "season") == ["1993-94", "1993-94"])
    #expect(loaded.table["odds_home"] == nil)
    #expect(loaded.notes == ["skipped 1 row without a valid date: made.csv:6 ('')"])
  }

  @Test func `a quoted comma belongs to its cell, and an unclosed quote ends with its line`() throws {
    let header = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,Referee,B365H,B365D,B365A\n"
    let loaded = try MadeFile(
      header + "E0,18/08/01,Charlton,Everton,1,2,\"Wiley, A. G.\",2,3.4,4\n"
        + "E0,18/08/01,Derby,Blackburn,2,1,\"Open,2,3.4,4\nE0,18/08/01,Leeds,\"Sout\"\"ton\",2,0,X,2,3.4,4\n"
    ).load()
    #expect(texts(loaded.table, "odds_draw") == ["3.4", "", "3.4"])
    #expect(texts(loaded.table, "away") == ["Everton", "Blackburn", "Sout\"ton"])
  }

  @Test func `a row longer than the header keeps its match but not its odds`() throws {
    let loaded = try MadeFile(
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,Referee,B365H,B365D,B365A\n"
        + "E0,18/08/01,Charlton,Everton,1,2,Wiley, A. G.,2,3.4,4\nE0,19/08/01,Leeds,Derby,1,2,A,2,3.4,4,,\n"
    ).load()
    #expect(texts(loaded.table, "odds_home") == ["", "2"])
    #expect(loaded.notes.first == "ignored the odds of 1 row with more cells than the header: made.csv:2")
  }

  @Test(arguments: [
    (["31/02/19", "A", "B", "1", "0"], "without a valid date"),
    (["2019-13-10", "A", "B", "1", "0"], "without a valid date"),
    (["10/08/19", "A", "A", "1", "0"], "with the same team on both sides"),
    (["10/08/19", "A", "", "1", "0"], "without a team name"),
    (["10/08/19", "A", "B", "-1", "0"], "without a score"), (["10/08/19", "A", "B", "2.5", "0"], "without a score"),
    (["10/08/19", "A", "B", "99999999999999999999", "0"], "without a score"),
    (["10/08/19", "A", "B", "W.O.", ""], "decided by a walkover"),
    (["10/08/19", "A", "B", "", ""], "without a score"),
  ])
  func `a row that is not a match is skipped with its line`(_ cells: [String], _ reason: String) throws {
    let file = MadeFile.main("01/08/19,C,D,1,1", cells.joined(separator: ","))
    let read = try file.file()
    #expect(read.matches.count == 1)
    #expect(read.refusals.count + read.all.count - read.matches.count == 1)
    #expect(read.rowCount == 2)
    #expect(
      read.notices.sentences.contains { $0.hasPrefix("skipped 1 row \(reason): made.csv:3") },
      "\(read.notices.sentences)")
  }

  @Test(arguments: [
    ("3.53.75", "3", "4", "without three prices above 1"), ("c", "3", "4", "without three prices"),
    ("1.00", "3", "4", "without three prices"),
    ("nan", "3", "4", "without three prices"), ("inf", "3", "4", "without three prices"),
    ("1.1", "1.5", "1.5", "with a margin outside 0 to 0.2"),
    ("9", "9", "9", "with a margin outside 0 to 0.2"),
  ])
  func `invalid odds are ignored with their line, and the match stays`(
    _ home: String, _ draw: String, _ away: String, _ reason: String
  ) throws {
    let loaded = try MadeFile(
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A\nT1,14/08/10,A,B,0,1,2,3.5,4\n"
        + "T1,14/08/10,C,D,0,1,\(home),\(draw),\(away)\n"
    ).load()
    #expect(loaded.table.rowCount == 2)
    #expect(texts(loaded.table, "odds_home") == ["2", ""])
    let note = loaded.notes.first ?? ""
    #expect(note.hasPrefix("ignored the odds of 1 row \(reason)"), "\(loaded.notes)")
    #expect(note.contains("made.csv:3"))
  }

  @Test func `closing prices come before others, and incomplete sources last`() throws {
    let header = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,PSH,PSD,PSA,B365CH,B365CD,B365CA,PSCH,PSCD,PSCA\n"
    let row = "E0,14/08/20,A,B,0,1,2,3.5,4,2.1,3.5,4,"
    #expect(try MadeFile(header + row + "2.2,3.5,4\n").file().oddsSource?.name == "PSC")
    #expect(try MadeFile(header + row + ",,\n").file().oddsSource?.name == "B365C")
    #expect(try MadeFile(header + "E0,14/08/20,A,B,0,1,2,3.5,4,,,,,,\n").file().oddsSource?.name == "PS")
    #expect(try MadeFile(header + "E0,14/08/20,A,B,0,1\n").file().oddsSource == nil)
  }

  @Test func `a result or half-time score that contradicts the goals is reported, and the goals count`() throws {
    let loaded = try MadeFile(
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG\nEC,29/04/06,A,B,4,0,D,1,0\nEC,29/04/06,C,D,1,0,H,2,0\n"
    ).load()
    #expect(texts(loaded.table, "result") == ["H", "H"])
    #expect(texts(loaded.table, "half_time_home") == ["1", ""])
    #expect(
      loaded.notes == [
        "kept the goals of 1 row with a contradicting result: made.csv:2 (4 : 0 is H, not 'D')",
        "ignored the half-time score of 1 row, which contradicts the goals: made.csv:3 (2 : 0 of 1 : 0)",
      ])
  }

  @Test(arguments: [
    ("2020", "18/08/2020", []), ("2021", "19/08/2020", ["2020-08-19 in 2021"]),
    ("2021", "15/09/2020", ["2020-09-15 in 2021"]), ("2019/2020", "19/08/2020", ["2020-08-19 in 2019-20"]),
    ("2020", "19/08/2012", ["2012-08-19 in 2020"]),
    ("1919", "19/08/2020", ["2020-08-19 in 1919"]), ("2021", "19/04/2021", []),
  ])
  func `a season that is another one than that of the days around is named`(
    _ season: String, _ day: String, _ said: [String]
  ) throws {
    let read = try MadeFile(
      "Country,League,Season,Date,Home,Away,HG,AG\nSweden,A,2020,17/08/2020,A,B,1,0\nSweden,A,\(season),\(day),C,D,1,0\n"
        + "Sweden,A,2020,20/08/2020,E,F,1,0\n"
    ).file()
    #expect(read.matches.count == 3)
    #expect(
      read.notices.sentences == said.map { "kept 1 row whose day is not in its season: made.csv:3 (\($0))" })
  }

  @Test(arguments: [
    ("x?!", "0", "column 'FTHG': made.csv:3 ('x?!')"), ("1", "x", "column 'FTAG': made.csv:3 ('x')"),
    ("2", "", "column 'FTHG': made.csv:3 ('2')"),
  ])
  func `a bad goal leaves a fixture and is named`(_ home: String, _ away: String, _ said: String) throws {
    let read = try MadeFile.main("01/08/19,C,D,1,1", "10/08/19,A,B,\(home),\(away)").file()
    #expect(read.all.filter { $0.fullTime == nil }.map(\.state) == [.scheduled])
    #expect(read.sourceFile.notes == ["ignored the cell of 1 row, " + said])
  }

  @Test func `a repeated match counts once, and a second score is refused`() throws {
    let read = try MadeFile.main("10/08/19,A,B,1,0", "10/08/19,A,B,1,0", "10/08/19,A,B,2,0", "11/08/19,A,B,2,0").file()
    #expect(read.matches.map(\.line) == [2, 5])
    #expect(read.refusals.map(\.line) == [3, 4])
    #expect(
      read.notices.sentences == [
        "skipped 1 row repeating an earlier match: made.csv:3 (line 2)",
        "skipped 1 row repeating an earlier match with another score: made.csv:4 (line 2)",
      ])
  }

  @Test func `similar names stay two teams and are reported`() throws {
    let read = try MadeFile.main("10/08/19,St Pauli,B,1,0", "11/08/19,B,St. Pauli,1,0", "12/08/19,Köln,Koln,1,0").file()
    #expect(read.alikeTeams == ["'St Pauli' and 'St. Pauli' are counted as two teams"])
    #expect(Set(read.matches.flatMap { [$0.home, $0.away] }).count == 5)
  }

  @Test func `a team in two divisions of a season is reported`() throws {
    let read = try MadeFile(
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,10/08/19,A,B,1,0\nE1,10/08/19,C,A,1,0\n"
    ).file()
    #expect(
      read.notices.sentences
        == ["1 row with a team from another competition that season: made.csv:3 (A in E0)"])
    let both = try MadeFile(
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,10/08/19,A,B,1,0\nE1,11/08/19,A,B,1,0\n"
    ).file()
    #expect(
      both.notices.sentences
        == ["1 row with a team from another competition that season: made.csv:3 (A in E0, B in E0)"])
  }

  @Test func `bytes that are not UTF-8 are read as Windows-1252`() throws {
    var bytes = Array("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nD1,10/08/19,".utf8)
    bytes += [0xA0] + Array("K".utf8) + [0xF6] + Array("ln,O".utf8) + [0x92] + Array("B ".utf8) + [0xA0, 0x81]
    bytes += Array(",1,0\n".utf8)
    let table = try MadeFile(bytes: bytes).load().table
    #expect(texts(table, "home") == ["Köln"])
    #expect(texts(table, "away") == ["O\u{2019}B \u{A0}\u{81}"])
  }

  @Test func `a file that ends in the middle of a row is reported`() throws {
    let read = try MadeFile("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nE0,10/08/19,A,B,1,0,H\nE0,10/08/19,C,D,1").file()
    #expect(read.matches.count == 1)
    #expect(read.notices.sentences.last == "the file ends in the middle of row made.csv:3, after 5 of 7 cells")
  }

  @Test(arguments: [
    ("", "empty-file", "'made.csv' is empty"), ("\n \n,,\n", "empty-file", "'made.csv' is empty"),
    ("<!DOCTYPE html>\n<html></html>\n", "not-football-data", "'made.csv' is an HTML or XML page"),
    ("{\"matches\":[]}", "not-football-data", "'made.csv' is JSON"), ("[1]", "not-football-data", "'made.csv' is JSON"),
    (
      "E0,10/08/18,A,B,1,0,H\n", "not-football-data",
      "'made.csv' is a main leagues file without its header row, Div,Date,…"
    ),
    (
      "Sweden,Allsvenskan,2012,31/03/12,15:00,A,B,2,1,H\n", "not-football-data",
      "'made.csv' is a new leagues file without its header row, Country,League,…"
    ),
    ("Date,Team 1,FT,HT,Team 2\n", "not-football-data", "'made.csv' is a footballcsv table"),
    (
      "Div,Date,HomeTeam,AwayTeam,FTAG,FTR\n", "missing-column",
      "'made.csv' has no column 'FTHG', which is required for main leagues"
    ),
    (
      "Country,League,Season,Date,Home,Away,HG\n", "missing-column",
      "'made.csv' has no column 'AG', which is required for new leagues"
    ),
    ("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n", "no-matches", "'made.csv' has a header but no matches"),
    ("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,x,A,B,1,0\n", "no-matches", "'made.csv' has 1 row but no valid match"),
    (
      "Div,Date\u{0},HomeTeam,AwayTeam,FTHG,FTAG\n", "not-text",
      "byte 8 of 'made.csv' is NUL, which is not allowed in text"
    ),
    ("= Season\n\nA v B 1-0\n", "not-football-data", "'made.csv' is text without columns"),
  ])
  func `another kind of file is refused with its kind`(_ text: String, _ code: String, _ message: String) throws {
    let error = try #require(failure(text))
    #expect(error.code == code)
    #expect(error.message == message)
    #expect(error.place?.file == "made.csv")
    #expect(error.help != nil)
  }

  @Test func `a cut file or a flipped byte never crashes the reader`() throws {
    let whole = Array(
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,PSCH,PSCD,PSCA\r\nE0,09/08/2019,\"Liv\"\"pool\",Norwich,4,1,H,1.14,9,19\r\n"
        .utf8)
    for length in 0..<whole.count { _ = MadeFile(bytes: Array(whole[..<length])).failure() }
    for place in whole.indices {
      for byte in [0, 0x0A, 0x22, 0x2C, 0x2F, 0x80, 0xC3, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[place] = byte
        if let error = MadeFile(bytes: bytes).failure() { #expect(!error.code.isEmpty && !error.message.isEmpty) }
      }
    }
  }
}
