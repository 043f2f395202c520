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

  @Test func `a column of days that could be two is refused as a whole, and dates= decides`() throws {
    let log = "spot,date,rating\nRamp,05/04/2025,4\nRamp,06/04/2025,3\n"
    let error = try imported("log.csv", log)?.error
    #expect(error?.code == "ambiguous-date" && error?.help?.contains("dates=dmy") == true, "\(error?.message ?? "")")
    for (dates, day) in [("dmy", "2025-04-05"), ("mdy", "2025-05-04")] {
      let report = try imported("log.csv", log, "dates=\(dates)")
      #expect(report?.error == nil && field(report, "from")?.hasPrefix(day) == true, "\(field(report, "from") ?? "")")
    }
    var session = try SurfFixture.session(files: [
      "log.csv": log, "tide.csv": "Date,Time,Height (m)\n05/04/2026,01:12,1.5\n05/04/2026,07:40,0.4\n",
    ])
    #expect(session.report("load surf.sessions log.csv")?.error?.code == "ambiguous-date")
    #expect(session.report("load surf.sessions log.csv dates=dmy")?.error == nil)
    let tide = "surf import tide.csv format=tides station=T1 datum=LAT zone=UTC"
    #expect(session.report(tide)?.error?.code == "ambiguous-date")
    #expect(field(session.report(tide + " dates=dmy"), "from")?.hasPrefix("2026-04-05") == true)
  }

  @Test func `ratings and times are read as people write them`() throws {
    let log =
      "date,time in,time out,where,stars\n2025-12-05,07:30,09:00,Ramp,4/5\n2025-12-06,7:30,9:00,Ramp,★★★☆☆\n"
      + "2025-12-07,07:30,09:00,Ramp,5 stars\n2025-12-08,07:30,09:00,Ramp,8/10\n"
    let report = try imported("log.csv", log)
    #expect(field(report, "new") == "3" && field(report, "refused") == "1", "\(report?.remarks ?? [])")
    #expect(report?.remarks.contains { $0.contains("8/10") } == true)
    #expect(report?.remarks.contains { $0.contains("without a time of day") } == false)
  }

  @Test(arguments: [
    "Praia;Data;Hora;Duração;Nota;Comentários\nRamp;05.12.2025;07:30;1h30;4;boas\nRamp;06.12.2025;7h30;90 min;5;\n",
    "Strand;Datum;Beginn;Dauer;Bewertung\nRamp;05.12.2025;7.30 Uhr;1,5 Std;4\nRamp;06.12.2025;07:30;90 Minuten;5\n",
    "Spot,Date,Start Time,End Time,Rating (1-5),Wave Height (ft),Tide\nRamp,12/5/2025,7:30 AM,9:00 AM,4,3.5,low\n"
      + "Ramp,12/16/2025,7:30 AM,9:00 AM,5,3,high\n",
    "session_start,session_end,break,overall rating\n2025-12-05T07:30Z,2025-12-05T09:00Z,Ramp,4\n"
      + "2025-12-06T07:30Z,2025-12-06T09:00Z,Ramp,5\n",
    "spot,date,time,duration,rating\nRamp,2025-12-05,7:30 am,1:30,4\nRamp,2025-12-06,07h30,1 hour 30 min,5\n",
  ])
  func `times and lengths of journals are read as people write them`(_ text: String) throws {
    var session = try SurfFixture.session(files: ["log.csv": text])
    let report = session.report(Self.spot, "surf import log.csv")
    #expect(
      field(report, "new") == "2" && field(report, "refused") == "0",
      "\(report?.error?.message ?? "") \(report?.remarks ?? [])")
    #expect(field(report, "from") == "2025-12-05T07:30:00Z")
    #expect(column(session.report("surf sessions"), "minutes") == ["90", "90"], "\(report?.remarks ?? [])")
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
