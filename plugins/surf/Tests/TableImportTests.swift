import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

/// Tables of sessions, spots and forecasts in whatever `load` reads; all of them are made.
struct SurfTableTests {
  static let spot = "surf spot add Ramp 36.95,-122.02 zone=UTC"

  private func imported(_ file: String, _ text: String, _ keys: String = "") throws -> CommandReport? {
    var session = try SurfFixture.session(files: [file: text])
    return session.report(Self.spot, "surf import \(file) \(keys)")
  }

  @Test(arguments: [
    ("log.csv", "spot,start,rating,size_m\nRamp,2025-12-05 07:30,4,1.5\nRamp,2025-12-06 07:30,3,1.2\n"),
    ("log.csv", "My log of 2025\n\nSpot;Start;Rating;size_m\nRamp;5.12.2025 7:30;4;1,5\nRamp;13.12.2025 07:30;3;1,2\n"),
    (
      "log.json",
      "[{\"spot\":\"Ramp\",\"start\":\"2025-12-05 07:30\",\"rating\":4,\"size_m\":1.5},"
        + "{\"spot\":\"Ramp\",\"start\":\"2025-12-06 07:30\",\"rating\":3}]"
    ),
    (
      "log.ndjson",
      "{\"spot\":\"Ramp\",\"start\":\"2025-12-05 07:30\",\"rating\":4}\n"
        + "{\"spot\":\"Ramp\",\"start\":\"2025-12-06 07:30\",\"rating\":3}\n"
    ),
    (
      "log.html",
      "<html><body><table><tr><th>Playa<th>Fecha<th>Nota</tr><tr><td>Ramp<td>2025-12-05<td>4</tr>"
        + "<tr><td>Ramp<td>2025-12-06<td>3</tr></table>"
    ),
  ])
  func `a journal is known by its headings and read by column`(_ file: String, _ text: String) throws {
    let report = try imported(file, text)
    #expect(report?.error == nil, "\(report?.error?.message ?? "")")
    #expect(field(report, "format") == "sessions" && field(report, "new") == "2", "\(report?.remarks ?? [])")
    if file.hasSuffix("csv") { #expect(field(report, "refused") == "0", "\(report?.remarks ?? [])") }
  }

  @Test func `a list of spots and a table of forecasts too, with headings of another language by map=`() throws {
    let spots = "Ort;Nord;Ost\nReef;36,96;-122,1\n"
    #expect(try imported("s.csv", spots).map { $0.error?.code } == "unknown-format")
    let read = try imported("s.csv", spots, "map=Ort:name,Nord:latitude,Ost:longitude")
    #expect(read?.error == nil && field(read, "new") == "1", "\(read?.error?.message ?? "")")
    #expect(try imported("s.csv", "Nombre,Latitud,Longitud\nReef,36.96,-122.1\n").map { field($0, "new") } == "1")
    #expect(try imported("s.csv", spots, "format=spots map=Orte:name").map { $0.error?.code } == "unknown-column")
    let runs = "issued;valid;hs_m\n01.03.2026 00:00;01.03.2026 06:00;1,5\n01.03.2026 00:00;13.03.2026 07:00;1,7\n"
    let forecast = try imported("f.csv", runs, "spot=ramp model=coast")
    #expect(
      field(forecast, "format") == "forecast" && field(forecast, "new") == "2", "\(forecast?.error?.message ?? "")")
  }

  @Test func `rows are named by their lines, and one with a cell too many is not read`() throws {
    let log =
      "title\n\nspot,start,rating\nRamp,2025-12-05 07:30,4\n\nRamp,2025-12-06 07:30,much\nRamp,2025-12-07,07:30,3\n"
    let remarks = try imported("log.csv", log)?.remarks ?? []
    #expect(remarks.contains("skipped row 2 (line 6): rating 'much' is not a whole number from 0 to 100"), "\(remarks)")
    #expect(remarks.contains("skipped row 3 (line 7): it has 1 cell beyond the headings"), "\(remarks)")
  }

  @Test func `the format may come first or by key, and not both`() throws {
    let log = "spot,start,rating\nRamp,2025-12-05 07:30,4\n"
    var session = try SurfFixture.session(files: ["log.csv": log])
    for (line, code) in [
      ("surf import sessions log.csv", nil), ("surf import log.csv format=sessions", nil), ("surf import log.csv", nil),
      ("surf import sessions log.csv format=sessions", "repeated-key"), ("surf import windy log.csv", "bad-value"),
      ("surf import log.csv format=ndbc", "other-format"), ("surf import log.csv sheet=2", "unknown-sheet"),
      ("surf import log.csv far=yes", "unexpected-key"),
    ] {
      #expect(session.report(Self.spot, line)?.error?.code == code, "\(line)")
    }
  }
}
