import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// `surf import` and `surf observations` with a workspace.
struct WorkspaceTests {
  private static let lines = [
    "2022 06 05 11 20 280 4.0 5.0 1.6 MM MM 300 1015.0 MM MM MM MM MM MM",
    "2022 06 05 11 10 280 4.0 5.0 1.6 13 MM MM 1015.0 MM MM MM MM MM MM",
    "2022 06 05 10 20 270 3.0 4.0 1.5 MM MM  15 1015.2 MM MM MM MM MM MM",
    "2022 06 05 10 10 270 3.0 4.0 1.5 12 MM MM 1015.2 MM MM MM MM MM MM",
  ]

  private func session(_ others: [String: String] = [:]) throws -> Interpreter {
    let text = BuoyText.realtime + WorkspaceTests.lines.joined(separator: "\n") + "\n"
    return try SurfFixture.session(files: ["44013.txt": text].merging(others) { first, _ in first })
  }

  @Test func `the same file twice adds nothing`() throws {
    var session = try session()
    let first = session.report("surf import ndbc 44013.txt")
    #expect(first?.error == nil)
    #expect(fieldValue(first, "station") == .text("44013") && fieldValue(first, "format") == .text("ndbc realtime"))
    #expect(fieldValue(first, "read") == .integer(4) && fieldValue(first, "new") == .integer(4))
    #expect(fieldValue(first, "to")?.fileText == "2022-06-05T11:20:00Z")
    let second = session.report("surf import ndbc 44013.txt")
    #expect(fieldValue(second, "new") == .integer(0) && fieldValue(second, "same") == .integer(4))
    #expect(try Series.observed.samples(of: "44013", from: nil, through: nil, in: session.store()).count == 4)
    #expect(try session.store().count(RecordQuery(ObservationKinds.station)) == 1)
  }

  @Test func `waves spread over several lines become one row per hour`() throws {
    var session = try session()
    let report = session.report("surf import ndbc 44013.txt", "surf observations 44013")
    let rows = try #require(table(report))
    #expect(
      rows.names == [
        "time", "wave_height_m", "peak_period_s", "mean_direction_deg", "wind_speed_ms", "wind_direction_deg",
        "water_temperature_c", "pressure_hpa", "swell_height_m", "swell_period_s", "swell_direction_deg",
      ])
    #expect(rows.rowCount == 2)
    #expect(rows["peak_period_s"]?.numbers == [12, 13])
    #expect(rows["mean_direction_deg"]?.numbers == [15, 300])
    #expect(rows["wind_speed_ms"]?.numbers == [3, 4])
  }

  @Test func `a conflicting value is skipped, a missing one is filled`() throws {
    let other = "2022 06 05 10 10 270 3.0 4.0 1.9 12 7.5 MM 1015.2 MM MM MM MM MM MM\n"
    var session = try session(["44013b.txt": BuoyText.realtime + other])
    let report = session.report("surf import ndbc 44013.txt", "surf import ndbc 44013b.txt station=44013")
    #expect(fieldValue(report, "conflicts") == .integer(1) && fieldValue(report, "new") == .integer(0))
    #expect(report?.remarks.first?.contains("wave_height_m") == true)
    let kept = try Series.observed.samples(of: "44013", from: nil, through: nil, in: session.store())
    #expect(kept.first?[.waveHeight] == 1.5 && kept.first?[.meanPeriod] == 7.5)
  }

  @Test func `an import can be undone`() throws {
    var session = try session()
    #expect(session.report("surf import ndbc 44013.txt", "undo")?.error == nil)
    #expect(try session.store().count(RecordQuery(ObservationKinds.chunk)) == 0)
    #expect(session.report("surf observations 44013")?.error?.code == "unknown-station")
  }

  @Test func `days, times, arcs and names select and keep rows`() throws {
    var session = try session()
    session.report("surf import ndbc 44013.txt")
    func count(_ keys: String) -> Int? { table(session.report("surf observations 44013 " + keys))?.rowCount }
    #expect(count("every=sample") == 4)
    #expect(count("every=day") == 1)
    #expect(count("direction=290..20") == 2)
    #expect(count("direction=N..NE") == 1)
    #expect(count("from=2022-06-05T11:00Z") == 1)
    #expect(count("to=2022-06-05") == 2)
    #expect(count("as mine") == 2)
    #expect(session.state.currentName == "mine")
    #expect(session.state.current?.table.columns(with: .time).map(\.name) == ["time"])
    #expect(session.report("surf direction")?.error == nil)
  }

  @Test(arguments: [
    ("surf observations 44014", "unknown-station"), ("surf observations 44013 from=2023-01-01", "no-rows"),
    ("surf observations 44013 from=soon", "bad-value"), ("surf observations 44013 to=2022-02-30", "bad-value"),
    ("surf observations 44013 direction=290", "bad-value"), ("surf observations 44013 every=week", "bad-value"),
    ("surf import ndbc no.txt", "unknown-file"), ("surf import coops 44013.txt", "other-format"),
    ("surf import ndbc buoy.txt", "no-station"), ("surf import ndbc 44013.txt station=4", "bad-value"),
    ("surf import ndbc page.txt station=44013", "other-format"),
  ])
  func `mistakes are reported at their position and change nothing`(_ line: String, _ code: String) throws {
    let text = BuoyText.realtime + WorkspaceTests.lines[0] + "\n"
    var session = try session(["buoy.txt": text, "page.txt": "<html></html>"])
    session.report("surf import ndbc 44013.txt")
    let before = session.state
    let error = session.report(line)?.error
    #expect(error?.code == code)
    #expect(error?.span != nil)
    #expect(session.state == before)
    #expect(try Series.observed.samples(of: "44013", from: nil, through: nil, in: session.store()).count == 4)
  }
}
