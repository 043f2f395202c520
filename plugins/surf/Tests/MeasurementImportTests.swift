import PodiumCore
import PodiumEngine
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// Tables of buoys are not forecasts, and each station counts its own rows. All files are made.
struct MeasurementImportTests {
  private static let files = [
    "by.csv":
      "time,station,Hs (m),Tp (s),wind_speed_ms\n2026-05-01T00:10Z,B1,1.2,10,5\n2026-05-01T01:10Z,B1,1.3,10,6\n",
    "two.csv": "time,station_id,VHM0,VMDR\nUTC,,m,degree\n2026-05-01T00:00:00Z,A123,1.5,315\n"
      + "2026-05-01T01:00:00Z,A123,1.6,315\n2026-05-01T00:00:00Z,B999,2,300\n",
    "frost.json": #"{"data":[{"sourceId":"SN76920:0","referenceTime":"2026-05-01T00:00:00.000Z","observations":"#
      + #"[{"elementId":"sea_surface_wave_significant_height","value":2.3,"unit":"m"}]}]}"#,
    "metno.csv": "referenceTime;sea_surface_wave_significant_height;wind_speed\n2026-05-01T00:00:00Z;2,3;12,3\n"
      + "2026-05-01T01:00:00Z;2,4;12,1\n",
    "puertos.csv":
      "Fecha (GMT);Altura Signif. del Oleaje(m);Direcc. Media de Proced.(0=N,90=E)\n2026 05 01 00;1,5;315\n"
      + "2026 05 01 01;-9999,9;314\n",
    "plain.csv": "time,Hs,Tp\n2026-05-01T00:00Z,1.5,12\n2026-05-01T01:00Z,1.6,12\n",
    "units.csv": "Time (UTC);Hs (m);Tp (s)\n2026-05-01 00:00;1,5;12\n2026-05-01 01:00;1,6;12\n",
    "days.csv": "Fecha;Hora;Hs (m)\n2026-05-01;00:00;1,5\n2026-05-01;01:00;1,6\n",
    "level.csv": "time,height\n2026-05-01T00:00Z,1.5\n2026-05-01T06:10Z,0.4\n2026-05-01T12:20Z,1.6\n",
    "own.csv":
      "BuoyID,Timestamp (UTC),Hm0 (m),Tpeak (s),MeanDir (deg),WindSpd (kt)\nM2,2026-05-01 00:00,2.1,9,270,20\n",
    "letters.csv":
      "issued,valid,Hs (ft),Dir,Wind (kt),Wind dir\n2026-04-30T18:00Z,2026-05-01T00:00Z,5.1,WNW,8,NE\n"
      + "2026-04-30T18:00Z,2026-05-01T03:00Z,5.4,315,8,NE\n",
    "issued.csv": "issued,valid,wave_height_m\n2026-05-01T00:00Z,2026-05-01T06:00Z,1.5\n",
    "ti.csv": "Datum;Uhrzeit;Höhe (cm);Art\n01.05.2026;05:12;312;HW\n01.05.2026;11:30;45;NW\n",
  ]

  @Test(arguments: [
    "Stasjon;Tid (UTC);Bølgehøyde (m);Bølgeretning;Middelvind;Vindretning",
    "Station;Tid (UTC);Signifikant våghöjd (m);Vågriktning;Medelvind;Vindriktning",
    "Station;Date UTC;Wellenhöhe (m);Wellenrichtung;Windgeschwindigkeit;Windrichtung",
    "Station;Date UTC;Hauteur significative (m);Direction des vagues;Vitesse du vent;Direction du vent",
  ])
  func `headings of other languages are known`(_ head: String) throws {
    var session = try SurfFixture.session(files: ["t.csv": head + "\nEKO;2026-05-01 00:00;1,5;300;10,1;200\n"])
    let report = session.report("surf import t.csv")
    #expect(titles(report) == ["EKO: 1 new of 1 row"], "\(report?.error?.message ?? "")")
    #expect(report?.remarks.contains { $0.contains("skipped the column") } == false, "\(report?.remarks ?? [])")
    let stored = session.report("surf observations EKO every=sample")
    for (name, value) in [
      ("wave_height_m", "1.5"), ("mean_direction_deg", "300"), ("wind_speed_ms", "10.1"), ("wind_direction_deg", "200"),
    ] {
      #expect(column(stored, name) == [value], "\(name)")
    }
  }

  @Test func `the day of a tide is that of the zone that its station was given`() throws {
    var session = try SurfFixture.session(files: [
      "t.csv": "time,tide_m\n2026-05-01 00:10,1.0\n2026-05-01 00:20,1.2\n2026-05-01 00:30,1.3\n"
    ])
    session.report("surf import t.csv format=tides station=CUX datum=LAT zone=Europe/Berlin")
    #expect(session.report("surf tide CUX 2026-05-01")?.error == nil)
    #expect(session.report("surf tide CUX 2026-04-30")?.error?.code == "no-tide")
  }

  private func session() throws -> Interpreter {
    var session = try SurfFixture.session(files: Self.files)
    session.report("surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid facing=330")
    return session
  }

  private func titles(_ report: CommandReport?) -> [String] {
    report?.outputs.compactMap { if case .record(let record) = $0 { record.title } else { nil } } ?? []
  }

  @Test func `a table with a station and no issue is observations`() throws {
    var session = try session()
    let refused = session.report("surf import by.csv spot=ramp retrieved=2026-05-01T00:00Z")?.error
    #expect(refused?.code == "unexpected-key" && refused?.help?.contains("station=") == true)
    #expect(session.report("surf forecast ramp asof=2026-05-01T00:00Z")?.error?.code == "no-forecast")
    let report = session.report("surf import by.csv")
    #expect(report?.error == nil && titles(report) == ["B1: 2 new of 2 rows"], "\(titles(report))")
    #expect(session.report("surf observations B1")?.error == nil)
    // Who says that it is a forecast is believed.
    #expect(session.report("surf import by.csv format=forecast spot=ramp retrieved=2026-05-01T00:00Z")?.error == nil)
  }

  @Test func `each station counts its own rows`() throws {
    var session = try session()
    for line in ["surf import two.csv", "surf import two.csv format=observations"] {
      let found = titles(session.report(line))
      let new = line.hasSuffix("observations") ? [0, 0] : [2, 1]
      #expect(found == ["A123: \(new[0]) new of 2 rows", "B999: \(new[1]) new of 1 row"], "\(found)")
    }
  }

  @Test(arguments: [
    ("surf import frost.json", "SN76920: 1 new of 1 row"),
    ("surf import metno.csv station=HEIDRUN", "HEIDRUN: 2 new of 2 rows"),
    ("surf import metno.csv format=observations station=HEIDRUN map=referenceTime:time", "HEIDRUN: 2 new of 2 rows"),
    ("surf import puertos.csv format=observations station=P1", "P1: 2 new of 2 rows"),
    ("surf import ti.csv format=tides station=T1 datum=LAT zone=Europe/Madrid", "T1: 2 new of 2 heights"),
    ("surf import ti.csv station=T1 datum=LAT zone=Europe/Madrid", "T1: 2 new of 2 heights"),
    ("surf import level.csv station=T1 datum=LAT units=m", "T1: 3 new of 3 heights"),
    ("surf import plain.csv station=AB1", "AB1: 2 new of 2 rows"),
    ("surf import units.csv station=AB1", "AB1: 2 new of 2 rows"),
    ("surf import days.csv station=AB1 zone=UTC", "AB1: 2 new of 2 rows"),
    ("surf import own.csv", "M2: 1 new of 1 row"),
  ])
  func `tables of services are read`(_ line: String, _ title: String) throws {
    var session = try session()
    let report = session.report(line)
    #expect(report?.error == nil && titles(report) == [title], "\(report?.error?.message ?? "") \(titles(report))")
  }

  @Test(arguments: [
    ("surf import plain.csv", "no-station", "station="),
    ("surf import issued.csv station=AB1", "unexpected-key", ""),
  ])
  func `a table of measurements needs its station, and one with issues is a forecast`(
    _ line: String, _ code: String, _ help: String
  ) throws {
    var session = try session()
    let error = session.report(line)?.error
    #expect(error?.code == code && (help.isEmpty || error?.help?.contains(help) == true), "\(error?.message ?? "")")
  }

  @Test func `directions need no unit`() throws {
    var session = try session()
    let read = session.report("surf import letters.csv spot=ramp model=a")
    #expect(read?.error == nil && read?.remarks.contains { $0.contains("skipped the column") } == false)
    let report = session.report("surf forecast ramp asof=2026-05-01T00:00Z")
    #expect(
      column(report, "wave_direction_deg").prefix(2) == ["292.5", "315"], "\(column(report, "wave_direction_deg"))")
    #expect(column(report, "wind_direction_deg").first == "45")
  }

  @Test func `the models that are stored are offered`() throws {
    #expect(
      ForecastCommand.model.any.description.completion
        == .records([RecordNames(StoredIssue.kindName, "model")], words: ["consensus"]))
  }
}
