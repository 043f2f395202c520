import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import SurfPlugin

/// `surf import` of tables of measurements, several files and folders, and `surf verify` against a buoy. All files are made.
struct ObservationImportTests {
  private static let buoy = """
    time,wvht,dpd,wspd
    UTC,m,s,m s-1
    2026-03-02T00:10:00Z,1.5,11,3
    2026-03-02T01:00:00Z,1.4,11,4
    2026-03-02T02:50:00Z,2.0,NaN,5

    """
  private static let issues = """
    issued,valid,wave_height_m,wind_speed_ms
    2026-03-01T00:00Z,2026-03-02T00:00Z,1.9,3
    2026-03-01T00:00Z,2026-03-02T01:00Z,1.4,5
    2026-03-02T00:00Z,2026-03-02T00:00Z,1.6,3
    2026-03-02T00:00Z,2026-03-02T01:00Z,1.5,4
    2026-03-02T00:00Z,2026-03-02T03:00Z,2.2,5

    """
  private static let tides = """
    Fecha (GMT);Nivel (m)
    2026-03-02 00:00;0.4
    2026-03-02 06:10;3.1
    2026-03-02 12:20;0.5

    """

  private func session() throws -> Interpreter {
    var session = try SurfFixture.session(files: [
      "buoys/a.csv": Self.buoy, "buoys/b.csv": Self.buoy.replacing("2026-03-02", with: "2026-03-03"),
      "issues.csv": Self.issues, "tides.csv": Self.tides, "broken.csv": "what,is\nthis,1\n",
    ])
    session.report(
      "surf spot add Ramp 36.95,-122.02 zone=UTC facing=180 buoy=RAMP tide=PORT",
      "surf import issues.csv spot=ramp model=coast")
    return session
  }

  private func table(_ report: CommandReport?) throws -> Table {
    for output in report?.outputs ?? [] { if case .table(let output) = output { return output.table } }
    throw Diagnostic("no-table", report?.error?.message ?? "no table")
  }

  @Test func `a buoy's table is stored once`() throws {
    var session = try session()
    let line = "surf import buoys/a.csv format=observations station=RAMP"
    #expect(session.report(line)?.error == nil)
    let stored = try table(session.report("surf observations RAMP every=sample"))
    #expect(stored.rowCount == 3 && stored["wave_height_m"]?.numbers == [1.5, 1.4, 2.0])
    let again = session.report(line)
    #expect(again?.error == nil)
    #expect(try table(session.report("surf observations RAMP every=sample")).rowCount == 3)
  }

  @Test func `folders and several files are imported, and a bad one costs no other`() throws {
    var session = try session()
    let report = session.report("surf import buoys broken.csv format=observations station=RAMP")
    #expect(report?.error == nil && report?.remarks.contains { $0.hasPrefix("skipped 'broken.csv'") } == true)
    #expect(try table(session.report("surf observations RAMP every=sample")).rowCount == 6)
    #expect(session.report("surf import broken.csv broken.csv format=observations station=RAMP")?.error != nil)
    #expect(session.report("surf import forecast issues.csv spot=ramp model=coast")?.error == nil)
  }

  @Test func `tides of a table are those of the spot`() throws {
    var session = try session()
    #expect(session.report("surf import tides.csv format=tides station=PORT")?.error?.code == "missing-argument")
    #expect(session.report("surf import tides.csv format=tides station=PORT datum=LAT")?.error == nil)
    let report = session.report("surf tide PORT 2026-03-02")
    #expect(report?.error == nil)
    #expect(session.report("surf import tides.csv format=tides station=PORT datum=MSL")?.error?.code == "bad-value")
  }

  @Test func `forecasts are verified against a buoy by lead and variable`() throws {
    var session = try session()
    session.report("surf import buoys/a.csv format=observations station=RAMP")
    let waves = try table(session.report("surf verify ramp against=buoy"))
    #expect(waves["lead_day"]?[0].fileText == "0" && waves["n"]?[0].fileText == "3")
    let (mae, bias) = (try #require(waves["mae"]?.numbers), try #require(waves["bias"]?.numbers))
    // 1.6 − 1.5, 1.5 − 1.4 and 2.2 − 2.0; a day ahead 1.9 − 1.5 and 1.4 − 1.4.
    #expect((mae[0] - 0.4 / 3).magnitude < 1e-9 && (bias[1] - 0.2).magnitude < 1e-9)
    let all = try table(session.report("surf verify ramp against=RAMP variable=all"))
    #expect(all.rowCount == 4 && all["variable"]?[2].fileText == "wind_speed")
    for (line, code) in [
      ("surf verify ramp against=NONE", "unknown-station"),
      ("surf verify ramp against=buoy variable=tide", "no-forecast"),
    ] { #expect(session.report(line)?.error?.code == code, "\(line)") }
  }
}
