import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import FootballPlugin

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
