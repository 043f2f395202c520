import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

/// What an import keeps, counts and asks for.
struct ImportRuleTests {
  private static let spot = "surf spot add Ramp 0,0 zone=UTC"

  @Test func `a row with one refused value is kept and is not counted as refused`() throws {
    var session = try SurfFixture.session(files: [
      "f.csv": "issued,valid,wave_height_m,wind_speed_ms\n2026-03-01T00:00Z,2026-03-01T06:00Z,99,5\n"
        + "2026-03-01T00:00Z,2026-03-01T09:00Z,1,5\n"
    ])
    let report = session.report(ImportRuleTests.spot, "surf import forecast f.csv spot=ramp")
    #expect(fieldValue(report, "read") == .integer(2) && fieldValue(report, "kept") == .integer(2))
    #expect(fieldValue(report, "refused") == .integer(0))
    #expect(report?.remarks.contains { $0.hasPrefix("left out a value of line 2: wave height is 99") } == true)
  }

  @Test func `an hour long after its issue is kept with a remark`() throws {
    var session = try SurfFixture.session(files: [
      "f.csv": "issued,valid,wave_height_m\n2026-03-01T00:00Z,2026-03-25T06:00Z,1\n"
    ])
    let report = session.report(ImportRuleTests.spot, "surf import forecast f.csv spot=ramp")
    #expect(fieldValue(report, "kept") == .integer(1) && fieldValue(report, "refused") == .integer(0))
    #expect(report?.remarks.contains { $0.contains("more than 17 days after the issue") } == true)
  }

  @Test func `tides above two datums are two stations, and a far station is not the spot's`() throws {
    let meta = #""station":{"distance":576,"lat":0,"lng":0,"name":"far"}"#
    var session = try SurfFixture.session(files: [
      "high.json": #"{"data":[{"height":-0.6,"time":"2021-08-13T00:36:00+00:00","type":"low"},"#
        + #"{"height":0.7,"time":"2021-08-13T06:40:00+00:00","type":"high"}],"meta":{\#(meta)}}"#,
      "level.json": #"{"data":[{"sg":0.07,"time":"2021-08-13T00:00:00+00:00"}],"meta":{"datum":"MLLW",\#(meta)}}"#,
    ])
    let first = session.report(ImportRuleTests.spot, "surf import stormglass high.json spot=ramp")
    #expect(first?.remarks.contains { $0.contains("576 km") } == true)
    #expect(session.report("surf tide ramp 2021-08-13")?.error?.code == "no-tide")
    #expect(session.report("surf import stormglass level.json spot=ramp")?.error == nil)
    #expect(table(session.report("surf tide STORMGLASS-1-MSL 2021-08-13")) != nil)
    #expect(table(session.report("surf tide STORMGLASS-1-MLLW 2021-08-13"))?.rowCount == 1)
  }

  @Test func `hours far from the retrieval are noted, and an hour with a text is kept in part`() throws {
    let text = """
      {"latitude": 0, "longitude": 0.1, "utc_offset_seconds": 0, "hourly_units": {"wave_height": "m", "wave_period": "s"},
       "hourly": {"time": ["2026-03-02T00:00", "2026-03-02T01:00"], "wave_height": ["high", 1.3], "wave_period": [9, 9]}}
      """
    var session = try SurfFixture.session(files: ["m.json": text])
    let line = "surf import openmeteo m.json spot=ramp retrieved="
    let now = session.report(ImportRuleTests.spot, line + "2026-03-02T00:00Z")
    #expect(fieldValue(now, "kept") == .integer(2) && fieldValue(now, "refused") == .integer(0))
    #expect(now?.remarks.contains { $0.hasPrefix("left out a value of best_match, hour 2026-03-02T00:00:00Z") } == true)
    #expect(now?.remarks.contains { $0.contains("issue") } == false)
    let late = session.report(line + "2026-03-03T00:30Z")
    #expect(late?.remarks.contains { $0.hasPrefix("1 hour more than 24 hours before the issue") } == true)
    let early = session.report(line + "2026-02-01T00:00Z")
    #expect(early?.remarks.contains { $0.hasPrefix("2 hours more than 17 days after the issue") } == true)
  }

  @Test func `tides of a service may be kept under a station of yours`() throws {
    func tides(_ datum: String) -> String {
      """
      {"data": [{"height": 0.2, "time": "2026-03-02T01:00:00+00:00", "type": "low"},
                {"height": 1.4, "time": "2026-03-02T07:00:00+00:00", "type": "high"}],
       "meta": {"datum": "\(datum)", "lat": 0, "lng": 0, "station": {"distance": 576, "lat": 4.88, "lng": -1.75}}}
      """
    }
    var session = try SurfFixture.session(files: ["msl.json": tides("MSL"), "mllw.json": tides("MLLW")])
    #expect(session.report("surf import stormglass msl.json")?.error?.code == "missing-argument")
    let report = session.report("surf import stormglass msl.json station=far1")
    #expect(
      report?.error == nil && fieldValue(report, "station") == .text("FAR1") && fieldValue(report, "new") == .integer(2)
    )
    #expect(report?.remarks.contains { $0.contains("576 km") } == true)
    #expect(session.report("surf import stormglass msl.json station=FAR1")?.remarks.count == 2)
    #expect(session.report("surf tide FAR1 2026-03-02")?.error == nil)
    #expect(session.report("surf import stormglass mllw.json station=FAR1")?.error?.code == "bad-value")
    #expect(session.report("surf import stormglass mllw.json station=a-b")?.error?.code == "bad-value")
    let named = session.report(ImportRuleTests.spot, "surf import stormglass msl.json spot=ramp station=FAR1")
    #expect(fieldValue(named, "spot") == .text("Ramp") && fieldValue(named, "same") == .integer(2))
  }

  @Test(arguments: [("0.1", true), ("1.0", false)])
  func `a tide station of Surfline is the spot's only within 25 km`(_ east: String, _ isNear: Bool) throws {
    var session = try SurfFixture.session(files: [
      "tides.json": #"{"associated":{"units":{"tideHeight":"M"},"utcOffset":0,"#
        + #""tideLocation":{"name":"Made Pier","lat":0.1,"lon":\#(east)}},"data":{"tides":["#
        + #"{"timestamp":1772409600,"type":"LOW","height":0.2},{"timestamp":1772431200,"type":"HIGH","height":1.6}]}}"#
    ])
    let report = session.report(ImportRuleTests.spot, "surf import surfline tides.json spot=ramp")
    #expect(report?.error == nil && fieldValue(report, "new") == .integer(2))
    #expect(report?.remarks.contains { $0.contains("km from Ramp, so its tides may be others") } == !isNear)
    #expect((fieldValue(session.report("surf spot ramp"), "tide") != nil) == isNear)
    #expect((session.report("surf tide ramp 2026-03-02")?.error == nil) == isNear)
    // The station itself can be asked for, whether or not the spot takes it.
    #expect(table(session.report("surf tide SURFLINE-1 2026-03-02")) != nil)
    // Without a spot, only one near the station takes the tides.
    #expect((session.report("surf import surfline tides.json")?.error == nil) == isNear)
  }

  @Test func `a source of Stormglass is chosen with or without the name of the service`() throws {
    let text = #"{"hours":[{"time":"2021-08-13T00:00:00+00:00","waveHeight":{"sg":1.7,"noaa":1.5}}],"meta":{}}"#
    for name in ["sg", "stormglass-sg"] {
      var session = try SurfFixture.session(files: ["p.json": text])
      let report = session.report(
        ImportRuleTests.spot, "surf import stormglass p.json spot=ramp model=\(name) retrieved=2021-08-13")
      #expect(fieldValue(report, "model") == .text("stormglass-sg"), "\(report?.error?.message ?? "")")
    }
  }

  @Test func `measured water levels are shown where no prediction is stored, else beside it`() throws {
    func levels(_ value: String) -> String {
      #"{"metadata":{"id":"9413450","name":"M"},"data":[{"t":"2026-03-02 06:00","v":"\#(value)"},"#
        + #"{"t":"2026-03-02 06:06","v":"0.6"}]}"#
    }
    let said = "units=m datum=MLLW zone=gmt"
    var session = try SurfFixture.session(files: [
      "level.json": levels("0.5"),
      "tide.json": #"{"predictions":[{"t":"2026-03-02 06:00","v":"0.4"},{"t":"2026-03-02 06:06","v":"0.5"}]}"#,
    ])
    session.report("surf import coops level.json \(said)")
    let alone = try #require(table(session.report("surf tide 9413450 2026-03-02")))
    #expect(alone["height_m"]?[0] == .number(0.5) && alone["measured_m"]?[0] == .number(0.5))
    session.report("surf import coops tide.json station=9413450")
    let both = try #require(table(session.report("surf tide 9413450 2026-03-02")))
    #expect(both["height_m"]?[0] == .number(0.4) && both["measured_m"]?[0] == .number(0.5))
  }

  @Test func `all that tides of a new station need is asked for at once`() throws {
    var session = try SurfFixture.session(files: [
      "tide.json": #"{"predictions":[{"t":"2026-03-02 06:00","v":"0.4"}]}"#, "log.csv": "a,b,c\n1,2,3\n",
    ])
    let help = session.report("surf import coops tide.json station=TIDE1")?.error?.help ?? ""
    for key in ["units=", "datum=", "zone="] { #expect(help.contains(key)) }
    let log = session.report("surf import sessions log.csv")?.error
    #expect(log?.help?.contains("map=COLUMN:spot,COLUMN:rating,COLUMN:start") == true, "\(log?.help ?? "")")
  }

  @Test func `only sessions of one person overlap`() throws {
    var session = try SurfFixture.session(files: [
      "log.csv": "person,spot,start,minutes,rating\nA,Ramp,2025-12-05 07:30,90,4\nB,Ramp,2025-12-05 08:00,90,3\n"
    ])
    let report = session.report(ImportRuleTests.spot, "surf import sessions log.csv")
    #expect(fieldValue(report, "new") == .integer(2))
    #expect(report?.remarks.contains { $0.contains("before the previous one ended") } == false)
  }
}
