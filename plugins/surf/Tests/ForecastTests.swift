import PodiumCore
import PodiumEngine
import PodiumFigure
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// Forecasts, tides and their errors, from made files.
struct ForecastTests {
  private static let issues = """
    issued,valid,wave_height_m,wave_direction_deg,wind_speed_kn
    2026-03-01T00:00Z,2026-03-01T00:00Z,1.0,350,10
    2026-03-01T00:00Z,2026-03-02T00:00Z,2.0,350,10
    2026-03-01T00:00Z,2026-03-03T00:00Z,3.0,20,10
    2026-03-02T00:00Z,2026-03-02T00:00Z,1.5,10,10
    2026-03-02T00:00Z,2026-03-03T00:00Z,2.5,10,10
    2026-03-03T00:00Z,2026-03-03T00:00Z,2.0,10,10

    """

  private func session(_ files: [String: String] = [:]) throws -> Interpreter {
    var session = try SurfFixture.session(
      files: ["issues.csv": Self.issues].merging(files) { first, _ in first })
    let report = session.report("surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles facing=180 tide=TIDE1")
    #expect(report?.error == nil)
    return session
  }

  @Test func `the same file twice adds nothing, and a change of an issue is a conflict`() throws {
    let changed = Self.issues.replacing("T00:00Z,1.5,10", with: "T00:00Z,1.6,10")
    var session = try session(["changed.csv": changed])
    let first = session.report("surf import forecast issues.csv spot=ramp")
    #expect(first?.error == nil)
    #expect(fieldValue(first, "read") == .integer(6) && fieldValue(first, "new") == .integer(6))
    #expect(fieldValue(session.report("surf import forecast issues.csv spot=ramp"), "same") == .integer(6))
    let third = session.report("surf import forecast changed.csv spot=ramp")
    #expect(fieldValue(third, "conflicts") == .integer(1) && fieldValue(third, "new") == .integer(0))
    #expect(third?.remarks.contains { $0.contains("1.6") && $0.contains("kept") } == true)
    #expect(try session.store().count(RecordQuery(StoredIssue.kindName)) == 3)
  }

  @Test func `an hour is forecast by the newest issue that was known, whatever the order of import`() throws {
    let lines = Self.issues.split(separator: "\n").map(String.init)
    let backwards = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n") + "\n"
    var sessions = [try session(), try session(["backwards.csv": backwards])]
    sessions[0].report("surf import forecast issues.csv spot=ramp")
    sessions[1].report("surf import forecast backwards.csv spot=ramp")
    for var session in sessions {
      let early = output(session.report("surf forecast ramp asof=2026-03-01T12:00Z"))?.table
      #expect(early?["wave_height_m"]?.numbers == [2, 3])
      let late = output(session.report("surf forecast ramp asof=2026-03-02T00:00Z"))?.table
      #expect(late?["wave_height_m"]?.numbers == [1.5, 2.5])
      #expect(late?["lead_h"]?.numbers == [0, 24])
      #expect(late?["wind_speed_ms"]?.numbers?.allSatisfy { abs($0 - 5.144) < 0.001 } == true)
      #expect(
        late?.names.prefix(12) == [
          "valid", "issued", "lead_h", "wave_height_m", "wave_direction_deg", "wave_period_s", "swell_height_m",
          "swell_direction_deg", "swell_period_s", "wind_speed_ms", "wind_direction_deg", "tide_m",
        ])
    }
  }

  @Test func `the picture has the tide between the hours too`() throws {
    let tides = """
      {"predictions":[{"t":"2026-03-01 18:00","v":"1.0","type":"H"},{"t":"2026-03-02 00:06","v":"0.1","type":"L"},
      {"t":"2026-03-02 06:18","v":"1.6","type":"H"},{"t":"2026-03-02 12:24","v":"0.2","type":"L"},
      {"t":"2026-03-02 18:42","v":"1.2","type":"H"},{"t":"2026-03-03 00:50","v":"0.0","type":"L"},
      {"t":"2026-03-03 07:02","v":"1.7","type":"H"}]}
      """
    var session = try session(["tides.json": tides])
    session.report("surf import forecast issues.csv spot=ramp")
    #expect(session.report("surf import coops tides.json station=TIDE1 units=m datum=MLLW zone=gmt")?.error == nil)
    let hours = try #require(output(session.report("surf forecast ramp asof=2026-03-02T00:00Z")))
    let figure = try #require(try hours.picture?.figure(Cancellation()))
    #expect(figure.n == 2)
    let heights = try #require(figure.data["tide_m"]?.numbers)
    #expect(heights.count > 40 && !heights.contains { !$0.isFinite })
    #expect(heights.max() == 1.6)
    let waves = try #require(figure.data["wave_height_m"]?.numbers)
    #expect(waves.filter { $0.isFinite } == [1.5, 2.5])
  }

  @Test func `an issue that was fetched later was not known before`() throws {
    var session = try session()
    session.report("surf import forecast issues.csv spot=ramp retrieved=2026-03-03T12:00Z")
    #expect(session.report("surf forecast ramp asof=2026-03-03T11:00Z days=1")?.error?.code == "no-forecast")
    let later = Self.issues.replacing(
      "2026-03-03T00:00Z,2026-03-03T00:00Z", with: "2026-03-03T00:00Z,2026-03-04T00:00Z")
    var other = try self.session(["later.csv": later])
    other.report("surf import forecast later.csv spot=ramp retrieved=2026-03-03T12:00Z")
    let found = output(other.report("surf forecast ramp asof=2026-03-03T12:00Z days=1"))?.table
    #expect(found?["wave_height_m"]?.numbers == [2])
  }

  @Test func `errors count whole days of lead against the newest issue before the hour`() throws {
    var session = try session()
    session.report("surf import forecast issues.csv spot=ramp")
    let heights = try #require(output(session.report("surf verify ramp variable=wave_height"))?.table)
    #expect(heights["lead_day"]?.numbers == [1, 2] && heights["n"]?.numbers == [2, 1])
    // Day 1: 2.0 against 1.5, and 2.5 against 2.0; day 2: 3.0 against 2.0.
    #expect(heights["mae"]?.numbers == [0.5, 1] && heights["bias"]?.numbers == [0.5, 1])
    let directions = try #require(output(session.report("surf verify ramp variable=wave_direction_deg"))?.table)
    // From 350 to 10 degrees are -20, not 340.
    #expect(directions["bias"]?.numbers == [-10, 10] && directions["mae"]?.numbers == [10, 10])
  }

  @Test func `a damaged issue is an error, not a wrong forecast`() throws {
    var session = try session()
    session.report("surf import forecast issues.csv spot=ramp")
    let store = try session.store()
    store.begin("damage")
    let record = try #require(try store.records(RecordQuery(StoredIssue.kindName)).first)
    _ = try store.update(record.id, of: StoredIssue.kindName, setting: ["packed": .bytes([1, 2, 3])], revision: nil)
    _ = try store.commit()
    #expect(session.report("surf verify ramp")?.error?.code == "workspace-damaged")
  }

  // MARK: Tides

  private static let hilo = """
    {"predictions": [
      {"t": "2026-03-02 01:00", "v": "0.20", "type": "L"}, {"t": "2026-03-02 07:00", "v": "1.60", "type": "H"},
      {"t": "2026-03-02 13:00", "v": "0.40", "type": "L"}, {"t": "2026-03-02 19:00", "v": "1.80", "type": "H"},
      {"t": "2026-03-03 01:00", "v": "0.20", "type": "L"}, {"t": "2026-03-03 20:00", "v": "1.50", "type": "H"}
    ]}
    """

  @Test func `a station is asked for unit, datum and zone once`() throws {
    var session = try session(["tide.json": Self.hilo])
    for (line, help) in [
      ("surf import coops tide.json", "station=9413450"), ("surf import coops tide.json station=TIDE1", "units=ft"),
      ("surf import coops tide.json station=TIDE1 units=m", "datum=MLLW"),
      ("surf import coops tide.json station=TIDE1 units=m datum=MLLW", "zone=gmt"),
    ] {
      let error = session.report(line)?.error
      #expect(error?.help?.contains(help) == true, "\(line)")
    }
    let first = session.report("surf import coops tide.json station=TIDE1 units=m datum=MLLW zone=gmt")
    #expect(first?.error == nil && fieldValue(first, "new") == .integer(6))
    #expect(fieldValue(session.report("surf import coops tide.json station=TIDE1"), "same") == .integer(6))
    let other = session.report("surf import coops tide.json station=TIDE1 datum=MSL")
    #expect(other?.error?.code == "bad-value")
    // The zone of a spot with that station serves for local time.
    let local = session.report("surf import coops tide.json station=TIDE1 zone=lst_ldt")
    #expect(local?.error == nil)
  }

  @Test func `between high and low water the tide follows a cosine, and across a gap it is not known`() throws {
    var session = try session(["tide.json": Self.hilo])
    session.report("surf import coops tide.json station=TIDE1 units=m datum=MLLW zone=gmt")
    let day = try #require(output(session.report("surf tide TIDE1 2026-03-02"))?.table)
    let times = day["time"]
    func height(_ time: String) -> Double? {
      let row = (0..<day.rowCount).first { times?[$0].fileText == "2026-03-02T\(time):00Z" }
      return row.flatMap { day["height_m"]?.numbers?[$0] }
    }
    #expect(abs((height("04:00") ?? 0) - 0.9) < 1e-9 && height("07:00") == 1.6)
    let events = (0..<day.rowCount).compactMap { row in
      if case .text(let text)? = day["event"]?[row] { text } else { nil }
    }
    #expect(events == ["L", "H", "L", "H"])
    #expect(height("00:00") == nil)
    // From 01:00 to 20:00 a high and a low water are missing.
    #expect(session.report("surf tide TIDE1 2026-03-04")?.error?.code == "no-tide")
    let gap = try #require(output(session.report("surf tide TIDE1 2026-03-03"))?.table)
    #expect(gap.rowCount < 15)
  }

  @Test(arguments: [
    ("surf forecast nowhere asof=2026-03-01", "unknown-spot"), ("surf forecast ramp asof=soon", "bad-value"),
    ("surf forecast ramp asof=2026-03-01 model=windy", "unknown-model"), ("surf forecast ramp", "no-clock"),
    ("surf forecast ramp asof=2026-03-01 days=99", "bad-value"), ("surf tide nowhere 2026-03-01", "unknown-station"),
    ("surf tide ramp 2026-02-30", "bad-value"), ("surf verify ramp variable=colour", "unknown-variable"),
    ("surf verify ramp variable=tide", "no-forecast"), ("surf import forecast issues.csv", "missing-argument"),
    ("surf import openmeteo issues.csv spot=ramp", "other-format"),
    ("surf import coops issues.csv station=TIDE1", "other-format"),
    ("surf import ndbc issues.csv station=44013", "other-format"),
    ("surf import spots issues.csv", "other-format"),
    ("surf import forecast issues.csv spot=ramp zone=Mars/Phobos", "unknown-time-zone"),
    ("surf import forecast issues.csv spot=ramp map=hs:wave_height_m", "unknown-column"),
  ])
  func `mistakes are reported at their position and change nothing`(_ line: String, _ code: String) throws {
    var session = try session()
    session.report("surf import forecast issues.csv spot=ramp")
    let before = try session.store().count(RecordQuery(StoredIssue.kindName))
    let error = session.report(line)?.error
    #expect(error?.code == code, "\(line)")
    #expect(error?.span != nil)
    #expect(try session.store().count(RecordQuery(StoredIssue.kindName)) == before)
  }
}
