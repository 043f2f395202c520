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

  @Test func `format= says what a file must be, and map= what a column is`() throws {
    let text = Self.header + "\nE0,10/08/2018,A,B,1,0\n"
    #expect(try imported("m.csv", text, "format=football-data").error == nil)
    #expect(try imported("m.csv", text, "format=footballcsv").error?.code == "other-format")
    #expect(try imported("m.csv", text, "map=colour:Div").error?.code == "unknown-column")
    #expect(try imported("m.csv", text, "map=Date:colour").error?.code == "unknown-column")
    #expect(try imported("m.csv", text, "map=a:b").error?.code == "bad-value")
    #expect(try imported("m.csv", text, "format=nothing").error?.code == "bad-value")
  }
}
