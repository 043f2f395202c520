import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin
@testable import PodiumFormats

/// Results and fixtures in tables of any format that `load` reads; all of them are made.
struct MatchTableImportTests: CommandSuite {
  static let header = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"

  private func imported(_ file: String, _ text: String, _ keys: String = "") throws -> CommandReport {
    var session = try session([file: text])
    return try report("football import \(file) \(keys)", in: &session)
  }

  private func field(_ report: CommandReport, _ name: String) -> String? {
    report.outputs.lazy.compactMap { output -> String? in
      guard case .record(let record) = output else { return nil }
      return record.fields.first { $0.name == name }?.values.first?.fileText
    }.first
  }

  @Test(arguments: [
    ("m.csv", "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,10/08/2018,A,B,1,0\n", ""),
    (
      "m.json",
      "[{\"Div\":\"E0\",\"Date\":\"10/08/2018\",\"HomeTeam\":\"A\",\"AwayTeam\":\"B\",\"FTHG\":1,\"FTAG\":0}]", ""
    ),
    (
      "m.ndjson",
      "{\"Div\":\"E0\",\"Date\":\"10/08/2018\",\"HomeTeam\":\"A\",\"AwayTeam\":\"B\",\"FTHG\":1,\"FTAG\":0}\n", ""
    ),
    (
      "m.html",
      "<html><table><tr><th>Div<th>Date<th>HomeTeam<th>AwayTeam<th>FTHG<th>FTAG</tr>"
        + "<tr><td>E0<td>10/08/2018<td>A<td>B<td>1<td>0</tr></table></html>", ""
    ),
    (
      "m.csv", "Liga;Datum;Heimteam;Gastteam;Tore H;Tore G\nE0;10/08/2018;A;B;1;0\n",
      "map=Liga:Div,Datum:Date,Heimteam:HomeTeam,Gastteam:AwayTeam,\"Tore H:FTHG\",\"Tore G:FTAG\""
    ),
    ("m.csv", "Datum;Zeit;Heimmannschaft;Gast;Ergebnis\n2018-08-10;20:00;A;B;1-0\n", "competition=E0 season=2018-19"),
    ("m.csv", "Fecha,Local,Visitante,Resultado\n2018-08-10,A,B,1-0\n", "competition=E0 season=2018-19"),
    (
      "m.csv", "tournament_id,match_id,day,team_a,team_b,a,b\nWC-2018,M-1,2018-06-14,A,B,5,0\n",
      "competition=WC map=day:Date,team_a:HomeTeam,team_b:AwayTeam,a:FTHG,b:FTAG"
    ),
  ])
  func `a table is known by its headings`(_ file: String, _ text: String, _ keys: String) throws {
    let read = try imported(file, text, keys)
    #expect(read.error == nil, "\(read.error?.message ?? "") \(read.error?.help ?? "")")
    #expect(field(read, "new") == "1" && field(read, "refused") == "0", "\(read.outputs)")
  }

  @Test func `a workbook is read, and one of its sheets can be named`() throws {
    var session = try session(["m.csv": Self.header + "\nE0,10/08/2018,A,B,1,0\n"])
    for line in ["load m.csv types=Date:text", "save m.xlsx"] { #expect(try report(line, in: &session).error == nil) }
    #expect(field(try report("football import m.xlsx", in: &session), "new") == "1")
    #expect(field(try report("football import m.xlsx sheet=1", in: &session), "same") == "1")
    #expect(try report("football import m.xlsx sheet=none", in: &session).error?.code == "unknown-sheet")
  }

  /// A workbook whose cells are texts, of sheets as lines of cells.
  private func workbook(_ sheets: [(name: String, text: String)]) throws -> [UInt8] {
    let links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let package = "http://schemas.openxmlformats.org/package/2006/relationships"
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    func list(_ item: (Int, String) -> String) -> String {
      sheets.enumerated().map { item($0 + 1, $1.name) }.joined()
    }
    var zip = ZipWriter()
    func add(_ name: String, _ text: String) throws { try zip.add(name, Array(text.utf8)) }
    try add(
      "_rels/.rels",
      "<Relationships xmlns=\"\(package)\"><Relationship Id=\"rId1\" Type=\"\(links)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    )
    try add(
      "xl/workbook.xml",
      "<workbook xmlns=\"\(main)\" xmlns:r=\"\(links)\"><sheets>"
        + list { "<sheet name=\"\($1)\" sheetId=\"\($0)\" r:id=\"rId\($0)\"/>" } + "</sheets></workbook>")
    try add(
      "xl/_rels/workbook.xml.rels",
      "<Relationships xmlns=\"\(package)\">"
        + list { place, _ in
          "<Relationship Id=\"rId\(place)\" Type=\"\(links)/worksheet\" Target=\"worksheets/sheet\(place).xml\"/>"
        } + "</Relationships>")
    for (place, sheet) in sheets.enumerated() {
      let rows = sheet.text.split(separator: "\n").map { row in
        "<row>"
          + row.split(separator: ",", omittingEmptySubsequences: false).map {
            "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>"
          }.joined() + "</row>"
      }
      try add(
        "xl/worksheets/sheet\(place + 1).xml",
        "<worksheet xmlns=\"\(main)\"><sheetData>\(rows.joined())</sheetData></worksheet>")
    }
    return zip.finished()
  }

  @Test func `all sheets of a workbook are read, and what is left out is named with its sheet`() throws {
    let files = MemoryFiles()
    let sheets = [
      ("E0", Self.header + "\nE0,10/08/2018,A,B,1,0\nE0,soon,C,D,1,0"),
      ("E1", Self.header + "\nE1,10/08/2018,E,F,1,0\nE1,11/08/2018,G,G,1,0"), ("None", Self.header),
      ("Contacts", "Name,Phone\nAnn,1"),
    ]
    try files.write(workbook(sheets), to: "/here/m.xlsx", shown: "m.xlsx", mode: .new)
    let plans = [("Plan", "Datum,Match\n2018-08-10,C - D\nsoon,A - B"), ("Contacts", "Name,Phone\nAnn,1")]
    try files.write(workbook(plans), to: "/here/p.xlsx", shown: "p.xlsx", mode: .new)
    var session = try session(files: files)
    let all = try report("football import m.xlsx", in: &session)
    #expect(field(all, "new") == "2" && field(all, "refused") == "2", "\(all.outputs)")
    #expect(try table(all).map { String($0.prefix(4)) } == ["E0|3", "E1|3"])
    #expect(said(all).contains("the sheet 'Contacts' was not read: it has no table of results"), "\(said(all))")
    #expect(said(all).contains { $0.hasPrefix("the sheet 'None' was not read: ") }, "\(said(all))")
    #expect(field(try report("football import m.xlsx sheet=E1", in: &session), "same") == "1")
    let plan = try report("football import p.xlsx competition=E2 season=2018-19", in: &session)
    #expect(field(plan, "new") == "1", "\(plan.outputs)")
    #expect(said(plan).contains("the sheet 'Contacts' was not read: it has no table of matches"), "\(said(plan))")
    #expect(try table(plan).map { String($0.prefix(6)) } == ["Plan|3"])
  }

  @Test(arguments: [("soon", 1), ("tba", 0), ("TBD", 0), ("25:99", 1), ("", 0), ("-", 0)])
  func `a word in place of a time is named`(_ word: String, _ count: Int) throws {
    let read = try imported("m.csv", "Datum,Tid,Match\n2018-08-10,\(word),A - B\n", "competition=E0")
    #expect(field(read, "new") == "1")
    #expect(said(read).count { $0.contains("'\(word)' in column 'Tid' is not understood") } == count, "\(said(read))")
  }

  @Test func `one day outside of the season is named, also of two`() throws {
    let text = "= England 2018/19\n\n10.08.2018\n  A 2-1 B\n2008-08-11\n  C 2-0 D\n"
    let read = try imported("m.txt", text, "competition=E0")
    #expect(said(read).contains { $0.contains("2008-08-11 is outside of the season 2018-19") }, "\(said(read))")
  }

  @Test func `goals of sides under headings of another service are read with competition=`() throws {
    let text = "Round Number,Date,HomeTeam,AwayTeam,HomeTeamScore,AwayTeamScore\n1,16/08/2024 20:00,A,B,1,0\n"
    #expect(field(try imported("m.csv", text, "competition=X"), "new") == "1")
    // What lacks a column of goals is not a list of fixtures.
    let cut = try imported("m.csv", "Div,Date,HomeTeam,AwayTeam,FTAG\nE0,16/08/2024,A,B,0\n", "competition=X")
    #expect(cut.error?.code == "missing-column")
  }

  @Test func `format= says what a file must be, and map= what a column is`() throws {
    let text = Self.header + "\nE0,10/08/2018,A,B,1,0\n"
    #expect(try imported("m.csv", text, "format=football-data").error == nil)
    #expect(try imported("m.csv", text, "format=footballcsv").error?.code == "other-format")
    #expect(try imported("m.csv", text, "map=colour:Div").error?.code == "unknown-column")
    #expect(try imported("m.csv", text, "map=Date:colour").error?.code == "unknown-column")
    #expect(try imported("m.csv", text, "map=a:b").error?.code == "bad-value")
    #expect(try imported("m.csv", text, "format=nothing").error?.code == "bad-value")
  }

  @Test func `goals that map= names are read, and columns that are not are named`() throws {
    let text = "Tag;Heimmannschaft;Gäste;Kasse H;Kasse G\n12.08.2023;SV A;FC B;2;1\n"
    var session = try session(["m.csv": text])
    let plain = try report("football import m.csv competition=LB", in: &session)
    #expect(
      said(plain).contains("did not read columns 'Kasse H', 'Kasse G'; map= says what a column holds"), "\(said(plain))"
    )
    for (home, away) in [("FTHG", "FTAG"), ("HG", "AG")] {
      let read = try report(
        "football import m.csv competition=\(home) map=\"Kasse H\":\(home),\"Kasse G\":\(away)", in: &session)
      #expect(!said(read).contains { $0.hasPrefix("did not read") }, "\(said(read))")
      let found = try output(report("football matches \(home)", in: &session)).table
      #expect(rows(found, "home_goals", "away_goals", "state") == ["2|1|full time"])
    }
  }

  @Test func `each name of map= has a meaning in a table of fixtures`() throws {
    let text = "Tag;Heimmannschaft;Gäste;a;b;c;d;e;f\n12.08.2023;SV A;FC B;2;1;1;0;LB;2023-24\n"
    var session = try session(["m.csv": text])
    _ = try report("football import m.csv map=a:FTHG,b:FTAG,c:HTHG,d:HTAG,e:Div,f:Season", in: &session)
    let found = record(try report("football show 1", in: &session))
    #expect(
      ["competition", "season", "home_goals", "half_time"].map { found[$0] ?? "" } == ["LB", "2023-24", "2", "1-0"],
      "\(found)")
  }

  private func days(_ headings: [String], _ keys: String = "") throws -> ([String], [String]) {
    let body = headings.enumerated().map {
      "<tr><td colspan=3>\($1)</tr><tr><td>15:00<td>A\($0) - B\($0)<td>1 - 0</tr>"
    }
    let page = "<table><tr><th>Tid<th>Match<th>Resultat</tr>" + body.joined() + "</table>"
    var session = try session(["p.html": page])
    let read = try report("football import p.html competition=X \(keys)", in: &session)
    let refused = read.outputs.compactMap { output -> [String]? in
      if case .table(let table) = output { rows(table.table, "reason") } else { nil }
    }.flatMap { $0 }
    guard read.error == nil else { return ([], [read.error?.help ?? ""]) }
    return (try rows(output(report("football matches X", in: &session)).table, "kickoff"), refused)
  }

  @Test(arguments: [
    (["Lördag 18 april 2015", "Söndag 19 april"], "", ["2015-04-18", "2015-04-19"]),
    (["Lördag 18 april", "Söndag 19 april 2015"], "", ["2015-04-18", "2015-04-19"]),
    (["Lördag 18 april", "Söndag 3 maj"], "season=2015", ["2015-04-18", "2015-05-03"]),
    (["Saturday 19th August 2023", "Sunday 20th August"], "", ["2023-08-19", "2023-08-20"]),
    (["Samstag, 30. Dezember 2023", "Dienstag, 2. Januar"], "", ["2023-12-30", "2024-01-02"]),
  ])
  func `the day of a heading is that of the rows below`(_ headings: [String], _ keys: String, _ expected: [String])
    throws
  {
    let (dates, refused) = try days(headings, keys)
    #expect(dates == expected && refused.isEmpty, "\(refused)")
  }

  @Test func `rows below a day that is not understood are refused`() throws {
    let (dates, refused) = try days(["Lördag 18 april 2015", "Sobota 19. dubna 2015", "Måndag 20 april"])
    #expect(dates == ["2015-04-18", "2015-04-20"])
    #expect(refused.count == 2 && refused.allSatisfy { $0.contains("'Sobota 19. dubna 2015'") }, "\(refused)")
  }
}
