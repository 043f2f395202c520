import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// Answers by a part of the address; everything else is not found.
private struct MadeNetwork: NetworkClient {
  let answers: [String: String]

  func fetch(_ request: FetchRequest, cancellation: Cancellation) throws(Diagnostic) -> FetchedResource {
    guard let text = answers.first(where: { request.url.contains($0.key) })?.value else {
      throw Diagnostic("http-status", "404 Not Found")
    }
    return FetchedResource(bytes: Array(text.utf8), url: request.url, retrievedAt: Moment(microseconds: 0))
  }
}

/// `surf fetch` with made answers.
struct FetchTests {
  private static let marine = """
    {"latitude": 36.9, "longitude": -122.0, "utc_offset_seconds": 0, "timezone": "GMT",
     "hourly_units": {"time": "iso8601", "wave_height": "m", "wave_direction": "°"},
     "hourly": {"time": ["2026-03-02T00:00", "2026-03-02T01:00"], "wave_height": [1.2, 1.3], "wave_direction": [290, 291]}}
    """
  private static let weather = """
    {"latitude": 36.9, "longitude": -122.0, "utc_offset_seconds": 0, "timezone": "GMT",
     "hourly_units": {"time": "iso8601", "wind_speed_10m": "m/s", "wind_direction_10m": "°"},
     "hourly": {"time": ["2026-03-02T00:00", "2026-03-02T01:00"], "wind_speed_10m": [3, 0], "wind_direction_10m": [90, 0]}}
    """
  private static let tide = """
    {"predictions": [{"t": "2026-03-01 22:00", "v": "0.2", "type": "L"}, {"t": "2026-03-02 04:00", "v": "1.4", "type": "H"}]}
    """

  private func session(_ answers: [String: String]) throws -> Interpreter {
    var session = try SurfFixture.session(files: [:])
    session.services.network = MadeNetwork(answers: answers)
    session.services.now = { Moment(microseconds: 1_772_409_600_000_000) }
    session.report(
      "surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles facing=180 tide=9413450 buoy=44013",
      "surf spot add Plain 10,10 zone=UTC")
    return session
  }

  @Test func `all sources of a spot are imported, and a second time adds only a new issue`() throws {
    let buoy = BuoyText.realtime + "2026 03 01 23 50 280 4.0 5.0 1.6 13 7.0 300 1015.0 MM MM MM MM MM MM\n"
    let answers = [
      "44013.txt": buoy, "tidesandcurrents": Self.tide, "marine-api": Self.marine, "//api.open-meteo": Self.weather,
    ]
    var session = try session(answers)
    let first = session.report("surf fetch ramp")
    #expect(first?.error == nil)
    #expect(column(first, "source") == ["NDBC", "CO-OPS", "Open-Meteo marine", "Open-Meteo weather"])
    #expect(column(first, "new") == ["1", "2", "2", "2"] && first?.remarks == [])
    let again = session.report("surf fetch ramp")
    #expect(column(again, "new") == ["0", "0", "0", "0"])
    let forecast = session.report("surf forecast ramp asof=2026-03-02T00:00Z")
    #expect(column(forecast, "wave_height_m") == ["1.2", "1.3"] && column(forecast, "wind_speed_ms") == ["3", "0"])
    // The tide of the file is metric and in UTC, whatever the station's own files are.
    let tide = column(forecast, "tide_m").first.flatMap { Double($0) }
    #expect(((tide ?? .nan) - 0.5).magnitude < 1e-9)
  }

  @Test func `a source that does not answer is reported, and the others are imported`() throws {
    var session = try session([
      "marine-api": Self.marine, "tidesandcurrents": "{\"error\": {\"message\": \"No data\"}}",
    ])
    let report = session.report("surf fetch all")
    #expect(report?.error == nil)
    // The marine forecasts of both spots.
    #expect(column(report, "new").filter { $0 == "2" }.count == 2)
    #expect(report?.remarks.contains { $0.contains("NDBC for Ramp") } == true)
    #expect(report?.remarks.contains { $0.contains("No data") } == true)
    #expect(session.report("surf forecast ramp asof=2026-03-02T00:00Z")?.error == nil)
  }

  @Test func `without a network, a clock or a spot nothing is fetched`() throws {
    var session = try session([:])
    #expect(session.report("surf fetch ramp")?.error?.code == "http-status")
    #expect(session.report("surf fetch nowhere")?.error?.code == "unknown-spot")
    session.services.now = nil
    #expect(session.report("surf fetch ramp")?.error?.code == "no-clock")
    session.services.now = { Moment(microseconds: 0) }
    session.services.network = nil
    #expect(session.report("surf fetch ramp")?.error?.code == "network-closed")
  }

  @Test func `a workspace may keep other addresses`() throws {
    let server = try LoopbackServer { request in
      switch request.target {
      case "/buoy/44013.txt":
        LoopbackServer.reply(
          BuoyText.realtime + "2026 03 01 23 50 280 4.0 5.0 1.6 13 7.0 300 1015.0 MM MM MM MM MM MM\n",
          type: "text/plain")
      case "/tide?s=9413450&d=MLLW&b=20260301&e=20260401": LoopbackServer.reply(Self.tide, type: "application/json")
      case "/marine?36.9500,-122.0200", "/marine?10.0000,10.0000":
        LoopbackServer.reply(Self.marine, type: "application/json")
      default: LoopbackServer.reply("500 Internal Server Error")
      }
    }
    var session = try session([:])
    session.services.network = Assembly.network(
      cacheFolder: nil, version: "test", clock: { Moment(microseconds: 0) })
    let set = session.report(
      "surf addresses ndbc \"\(server.url("/buoy/{buoy}.txt"))\"",
      "surf addresses spec \"\(server.url("/buoy/{buoy}.spec"))\"",
      "surf addresses coops \"\(server.url("/tide?s={tide}&d={datum}&b={begin}&e={end}"))\"",
      "surf addresses weather \"\(server.url("/weather"))\"",
      "surf addresses marine \"\(server.url("/marine?{latitude},{longitude}"))\"")
    #expect(set?.error == nil && column(set, "own") == ["true"])
    let report = session.report("surf fetch all")
    #expect(report?.error == nil)
    #expect(
      column(report, "source") == [
        "NDBC", "CO-OPS", "Open-Meteo marine", "Open-Meteo weather", "Open-Meteo marine", "Open-Meteo weather",
      ])
    #expect(column(report, "new") == ["1", "2", "2", "", "2", ""])
    #expect(report?.remarks.filter { $0.contains("Open-Meteo weather") && $0.contains("500") }.count == 2)
    #expect(column(session.report("surf addresses"), "own") == ["true", "true", "true", "true", "true"])
    #expect(column(session.report("surf addresses marine default"), "own") == ["false"])
    #expect(column(session.report("surf addresses"), "own") == ["true", "true", "true", "false", "true"])
  }

  @Test(arguments: [
    ("https://example.org/{bouy}.txt", "bad-value"), ("https://me:secret@example.org/{buoy}", "bad-value"),
    ("file:///etc/passwd", "unknown-scheme"), ("ftp://example.org/{buoy}", "unknown-scheme"), ("https:///x", "bad-url"),
  ])
  func `what cannot be fetched is not kept as an address`(_ address: String, _ code: String) throws {
    var session = try session([:])
    #expect(session.report("surf addresses ndbc \"\(address)\"")?.error?.code == code)
    #expect(column(session.report("surf addresses ndbc"), "own") == ["false"])
    #expect(session.report("surf addresses tides")?.error?.code == "bad-value")
  }

  @Test func `spots at one place each get their forecast`() throws {
    var session = try session(["marine-api": Self.marine])
    session.report("surf spot add Other 10,10 zone=UTC")
    let report = session.report("surf fetch all")
    let spots = zip(column(report, "spot"), column(report, "new")).filter { $0.1 == "2" }.map(\.0)
    #expect(spots == ["Ramp", "Plain", "Other"])
  }

  @Test func `a damaged optional file is reported, and a missing one is not`() throws {
    var session = try session(["marine-api": Self.marine, "44013.spec": "<html>busy</html>"])
    #expect(session.report("surf fetch ramp")?.remarks.contains { $0.contains("NDBC spectrum") } == true)
    var other = try self.session(["marine-api": Self.marine])
    #expect(other.report("surf fetch ramp")?.remarks.contains { $0.contains("NDBC spectrum") } == false)
  }

  @Test func `addresses have no room for other words`() {
    let day = CalendarDate(days: 20_000)
    var spot = Spot(number: 1, name: "A", place: SurfFixture.place, zone: "UTC")
    spot.buoy = "44013&x=/"
    #expect(SurfSources.all[0].address(for: spot, datum: "MLLW", today: day) == nil)
    spot.buoy = "44013"
    #expect(
      SurfSources.all[0].address(for: spot, datum: "MLLW", today: day)
        == "https://www.ndbc.noaa.gov/data/realtime2/44013.txt")
    #expect(
      SurfSources.all.contains { $0.address(for: spot, datum: "MLLW", today: day)?.contains("{") == true } == false)
  }
}
