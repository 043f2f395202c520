import PodiumCore
import SurfModel
import SurfPlugin
import Testing

/// The JSON of Spitcast, Surfline and Stormglass, in made samples.
struct ServiceFileTests {
  @Test func `Spitcast has sizes in feet and hours without leading zeros`() throws {
    let file = try SpitcastFile(
      Sample.bytes(
        """
        [{"hour":"12AM","gmt":"2018-4-28 7","size":2,"size_ft":2.5,"shape":"pf","shape_full":"Poor-Fair",
          "spot_name":"Made Point","latitude":36.9,"longitude":-122}]
        """), name: "spot.json")
    let run = try #require(file.run)
    #expect(run.model == "spitcast" && run.placeName == "Made Point" && run.issued == nil)
    #expect(run.times.map(\.description) == ["2018-04-28T07:00:00Z"])
    #expect((run[.breakingLow, 0] - (2.5 - 1 / 6) * 0.3048).magnitude < 1e-9)
    #expect((run[.breakingHigh, 0] - (2.5 + 1 / 6) * 0.3048).magnitude < 1e-9)
    #expect(run[.sourceRating, 0] == 0.5 && run[.score, 0] == 0.25)
  }

  @Test func `Spitcast has swell, wind and tide of a county in files of their own`() throws {
    let swell = try SpitcastFile(
      Sample.bytes(
        """
        [{"gmt":"2018-4-28 7","hst":5,"0":{"hs":0,"tp":0,"dir":0},"1":{"hs":3,"tp":9,"dir":200},
          "2":{"hs":4,"tp":15,"dir":290}}]
        """), name: "swell.json")
    let run = try #require(swell.run)
    #expect((run[.waveHeight, 0] - 1.524).magnitude < 1e-9 && (run[.swellHeight, 0] - 1.2192).magnitude < 1e-9)
    #expect(run[.swellPeriod, 0] == 15 && run[.swellDirection, 0] == 290 && run[.secondSwellPeriod, 0] == 9)
    let wind = try SpitcastFile(
      Sample.bytes(#"[{"gmt":"2018-4-28 7","speed_kts":9,"speed_mph":11,"direction_degrees":270}]"#), name: "w.json")
    #expect(((wind.run?[.windSpeed, 0] ?? .nan) - 4.63).magnitude < 1e-9 && wind.run?[.windDirection, 0] == 270)
    let tide = try SpitcastFile(
      Sample.bytes(#"[{"gmt":"2018-4-28 7","tide":3,"tide_meters":0.9144}]"#), name: "tide.json")
    #expect(tide.run == nil && tide.tides?.points.map(\.height) == [0.9144])
  }

  @Test func `Surfline has the highest swell first, and leaves out fillers`() throws {
    let file = try SurflineFile(Sample.bytes(ServiceFileTests.surfline), name: "waves.json")
    let run = try #require(file.run)
    #expect(run.issued?.description == "2023-11-14T22:13:20Z" && run.times.count == 1)
    #expect((run[.waveHeight, 0] - 1.524).magnitude < 1e-9 && (run[.swellHeight, 0] - 1.2192).magnitude < 1e-9)
    #expect(run[.swellPeriod, 0] == 14 && run[.swellDirection, 0] == 290 && run[.secondSwellPeriod, 0] == 10)
    #expect(run[.thirdSwellHeight, 0].isNaN && (run[.breakingHigh, 0] - 3.2 * 0.3048).magnitude < 1e-9)
  }

  private static let surfline = """
    {"associated":{"units":{"waveHeight":"FT","swellHeight":"FT"},"utcOffset":-8,
      "runInitializationTimestamp":1700000000},
     "data":{"wave":[{"timestamp":1700006400,"surf":{"min":2,"max":3,"raw":{"min":2.1,"max":3.2}},
      "swells":[{"height":0,"period":0,"direction":0},{"height":3,"period":10,"direction":200},
       {"height":4,"period":14,"direction":290}]}]}}
    """

  @Test func `Stormglass has a run for each source`() throws {
    let file = try StormglassFile(
      Sample.bytes(
        """
        {"hours":[{"time":"2021-08-13T02:00:00+02:00","waveHeight":{"sg":1.7,"noaa":1.5},"windSpeed":{"noaa":4}}],
         "meta":{"lat":0.5,"lng":1}}
        """), name: "point.json")
    #expect(file.runs.map(\.model) == ["stormglass-noaa", "stormglass-sg"] && file.tides == nil)
    #expect(file.runs.map { $0[.waveHeight, 0] } == [1.5, 1.7] && file.runs[0][.windSpeed, 0] == 4)
    #expect(file.runs[1].times.first?.description == "2021-08-13T00:00:00Z" && file.runs[1].issued == nil)
  }

  @Test func `Stormglass has tides with their datum and the distance of the station`() throws {
    let extremes = try StormglassFile(
      Sample.bytes(
        """
        {"data":[{"height":-0.6,"time":"2021-08-13T00:36:00+00:00","type":"low"},
         {"height":0.7,"time":"2021-08-13T06:40:00+00:00","type":"high"}],
         "meta":{"station":{"distance":576,"lat":4.9,"lng":-1.7,"name":"far"}}}
        """), name: "extremes.json")
    #expect(extremes.tides?.events.map(\.isHigh) == [false, true] && extremes.tides?.datum == "MSL")
    #expect(extremes.tideDistance == 576 && extremes.tidePlace.name == "far")
    let levels = try StormglassFile(
      Sample.bytes(#"{"data":[{"sg":0.07,"time":"2021-08-13T00:00:00+00:00"}],"meta":{"datum":"MLLW"}}"#),
      name: "level.json")
    #expect(levels.tides?.points.map(\.height) == [0.07] && levels.tides?.datum == "MLLW")
  }

  @Test func `the sun and the moon of Stormglass are not a tide`() {
    let bytes = Sample.bytes(
      #"{"data":[{"time":"2021-08-13T00:00:00+00:00","moonFraction":0.26,"moonPhase":{"current":{"value":0.1}}}],"#
        + #""meta":{"requestCount":3}}"#)
    let error = Sample.failure { _ = try StormglassFile(bytes, name: "moon.json") }
    #expect(error?.code == "no-values" && error?.message.contains("the sun and the moon") == true)
  }

  @Test(arguments: [
    ("", "no-rows"), ("[]", "no-rows"), ("{}", "other-format"), (#"[{"gmt":5,"shape_full":[]}]"#, "no-rows"),
    (#"[{"gmt":"2018-4-28 7","shape_full":null}]"#, "no-rows"),
    (#"[{"gmt":"2018-4-28 7","size_ft":1e300,"shape_full":"x"}]"#, "no-rows"),
    (#"[{"timestamp":99999999999999999,"shape_full":"Fair"}]"#, "no-rows"), ("[{", "malformed-json"),
  ])
  func `bad files of Spitcast are errors`(_ text: String, _ code: String) {
    #expect(Sample.failure { _ = try SpitcastFile(Sample.bytes(text), name: "x.json") }?.code == code)
  }

  @Test(arguments: [
    ("", "no-rows"), ("[]", "other-format"), (#"{"associated":{},"data":[]}"#, "other-format"),
    (#"{"associated":{},"data":{"wave":[{"timestamp":1700006400}]}}"#, "no-values"),
    (#"{"associated":{},"data":{"wave":[{"timestamp":1e300}]}}"#, "no-rows"),
    (#"{"associated":{},"data":{"wave":[{"timestamp":1700006400,"surf":{"min":1,"max":2}}]}}"#, "unknown-unit"),
    (#"{"associated":{},"data":{"other":[1]}}"#, "no-values"),
  ])
  func `bad files of Surfline are errors`(_ text: String, _ code: String) {
    #expect(Sample.failure { _ = try SurflineFile(Sample.bytes(text), name: "x.json") }?.code == code)
  }

  @Test(arguments: [
    ("", "no-rows"), ("{}", "other-format"), (#"{"errors":{"key":"API key is invalid"}}"#, "other-format"),
    (#"{"hours":[{"time":"2021-08-13T00:00:00+00:00","waveHeight":{"sg":null}}]}"#, "no-values"),
    (#"{"hours":[{"time":"2021-08-13T00:00:00+00:00","waveHeight":{"sg":1e300}}]}"#, "no-rows"),
    (#"{"hours":[{"time":7,"waveHeight":{"sg":1}}]}"#, "no-rows"),
    (#"{"data":[{"t":"2021-08-13 00:00","v":"1"}],"metadata":{}}"#, "other-format"),
  ])
  func `bad files of Stormglass are errors`(_ text: String, _ code: String) {
    #expect(Sample.failure { _ = try StormglassFile(Sample.bytes(text), name: "x.json") }?.code == code)
  }
}

/// Real files next to the checkout; counts were computed independently of this program.
@Suite(.enabled(if: SharedFile.hasSurf, "the shared surf data are not next to this checkout"))
struct SharedServiceFileTests {
  @Test func `waves of Surfline`() throws {
    let file = try SurflineFile(SharedFile.surf("surfline/tourmy-waves.json"), name: "waves.json")
    let run = try #require(file.run)
    #expect(run.times.count == 24 && run.times.first?.description == "2023-02-13T08:00:00Z")
    #expect(zip(run.times, run.times.dropFirst()).allSatisfy { $1.microseconds - $0.microseconds == 10_800_000_000 })
    #expect((run[.swellHeight, 0] - 2.48858 * 0.3048).magnitude < 1e-9 && run[.swellPeriod, 0] == 12)
    #expect(run.issued?.description == "2023-02-13T18:00:00Z" && file.report.refused.isEmpty)
  }

  @Test func `tides of Surfline`() throws {
    let file = try SurflineFile(SharedFile.surf("surfline/tourmy-tides.json"), name: "tides.json")
    #expect(file.run == nil && file.tides?.points.count == 85 && file.tides?.events.count == 12)
    #expect(file.tides?.events.count(where: \.isHigh) == 6 && file.report.refused.isEmpty)
  }

  @Test func `a day of Stormglass by five sources`() throws {
    let file = try StormglassFile(SharedFile.surf("stormglass/weather-point-first24h.json"), name: "point.json")
    #expect(file.runs.map(\.model) == ["icon", "meteo", "meto", "noaa", "sg"].map { "stormglass-" + $0 })
    let heights = Dictionary(uniqueKeysWithValues: file.runs.map { ($0.model, $0[.swellHeight, 0]) })
    #expect(heights["stormglass-sg"] == 1.71 && heights["stormglass-noaa"] == 0.05)
    #expect(file.runs.last?.times.count == 24)
  }

  @Test func `tides of Stormglass above two datums, from a station 576 km away`() throws {
    let extremes = try StormglassFile(SharedFile.surf("stormglass/tide-extremes-point-msl.json"), name: "e.json")
    #expect(extremes.tides?.events.count == 39 && extremes.tides?.datum == "MSL" && extremes.tideDistance == 576)
    let levels = try StormglassFile(SharedFile.surf("stormglass/tide-seaLevel-point-mllw.json"), name: "l.json")
    #expect(levels.tides?.points.count == 241 && levels.tides?.datum == "MLLW")
  }

  @Test func `the astronomy of Stormglass is refused`() {
    let bytes = SharedFile.surf("stormglass/astronomy-point.json")
    #expect(Sample.failure { _ = try StormglassFile(bytes, name: "a.json") }?.code == "no-values")
  }
}
