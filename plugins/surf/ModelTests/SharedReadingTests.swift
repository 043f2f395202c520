import PodiumCore
import SurfModel
import Testing

/// Real files next to the checkout, not part of it; skipped where they are absent.
///
/// Counts and extremes were computed independently of this program.
@Suite(.enabled(if: SharedFile.hasSurf, "the shared surf data are not next to this checkout"))
struct SharedReadingTests {
  @Test func `an Open-Meteo answer in feet`() throws {
    let file = try OpenMeteoFile(SharedFile.surf("openmeteo/marine_monterey_ft.json"), name: "marine.json")
    let run = try #require(file.runs.first)
    #expect(file.runs.count == 1 && run.model == "best_match" && run.times.count == 24)
    #expect(run.times.first?.description == "2026-07-01T07:00:00Z")
    #expect((run[.waveHeight, 0] - 2.0199096).magnitude < 1e-9 && run[.waveDirection, 0] == 298)
    #expect(Compass.name(of: run[.waveDirection, 0]) == "WNW" && run[.waterTemperature, 0] == 14.9)
    #expect(file.report.refused.isEmpty)
  }

  @Test func `an Open-Meteo answer in knots and degrees Fahrenheit`() throws {
    let file = try OpenMeteoFile(SharedFile.surf("openmeteo/weather_monterey.json"), name: "weather.json")
    let run = try #require(file.runs.first)
    #expect((run[.windSpeed, 0] - 6.1 * 1852 / 3600).magnitude < 1e-9)
    #expect((run[.airTemperature, 0] - (54.3 - 32) / 1.8).magnitude < 1e-9 && run[.pressure, 0] == 1013.5)
  }

  @Test(arguments: ["2026-05-12", "2026-05-30", "2026-06-29"])
  func `three wave models of which one has no data`(_ date: String) throws {
    let file = try OpenMeteoFile(
      SharedFile.surf("openmeteo/vintages/pantin/\(date).marine.json"), name: "marine.json")
    #expect(file.runs.map(\.model) == ["ewam", "meteofrance_wave"])
    #expect(file.report.refused.map(\.place) == ["model ncep_gfswave025"])
    #expect(file.runs.allSatisfy { $0.times.first?.description == Moment(iso: date + "T00:00+02:00")?.description })
    let weather = try OpenMeteoFile(
      SharedFile.surf("openmeteo/vintages/pantin/\(date).weather.json"), name: "weather.json")
    #expect(weather.runs.map(\.model) == ["best_match", "ecmwf_ifs025", "gfs_seamless"])
  }

  @Test func `Open-Meteo forecasts change with their lead as published`() throws {
    let files = try (0..<25).map { number in
      let date = CalendarDate(days: 20_585 + 2 * number)
      return try OpenMeteoFile(
        SharedFile.surf("openmeteo/vintages/pantin/\(date).marine.json"), name: "\(date).json")
    }
    let runs = try files.map { file in try #require(file.runs.first { $0.model == "meteofrance_wave" }) }
    for (steps, change) in [(1, 0.072), (2, 0.130), (3, 0.205)] {
      var differences: [Double] = []
      for (number, later) in runs.enumerated().dropFirst(steps) {
        let earlier = runs[number - steps]
        let known = Dictionary(
          zip(earlier.times, earlier.times.indices.map { earlier[.waveHeight, $0] }), uniquingKeysWith: { a, _ in a })
        for row in later.times.indices.prefix(24) {
          let (now, then) = (later[.waveHeight, row], known[later.times[row]] ?? .nan)
          if !now.isNaN, !then.isNaN { differences.append((now - then).magnitude) }
        }
      }
      let mean = differences.reduce(0, +) / Double(max(1, differences.count))
      #expect((mean - change).magnitude < 6e-4, "\(steps): \(mean)")
    }
  }

  @Test func `a year of tides, with both changes of the clocks`() throws {
    let file = try TideFile(SharedFile.unpacked("coops/9413450_2025_6min.json.gz"), name: "2025.json")
    #expect(file.rows.count == 87_830 && file.report.refused.isEmpty)
    let highest = try #require(file.rows.max { $0.value < $1.value })
    let lowest = try #require(file.rows.min { $0.value < $1.value })
    #expect(highest.value == 7.068 && highest.clock.description == "2025-12-05T09:24:00Z")
    #expect(lowest.value == -1.865 && lowest.clock.description == "2025-05-28T06:30:00Z")
    let heights = try file.resolved(unit: .foot, datum: "MLLW", zone: .lstLdt, rules: Sample.pacific())
    #expect(heights.points.count == 87_830 && heights.report.refused.isEmpty)
    // The hour that spring skips is none in UTC; the first of the two hours in autumn is missing.
    let gap = try #require(heights.gaps.first)
    #expect(heights.gaps.count == 1)
    #expect(gap.after.description == "2025-11-02T07:54:00Z" && gap.before.description == "2025-11-02T09:00:00Z")
    let edges = heights.points.filter { [gap.after, gap.before].contains($0.at) }.map { $0.height / 0.3048 }
    #expect((edges[0] - 1.102).magnitude < 1e-9 && (edges[1] - 0.767).magnitude < 1e-9)
    let top = try #require(heights.points.first { $0.at.description == "2025-12-05T17:24:00Z" })
    #expect((top.height - 7.068 * 0.3048).magnitude < 1e-12)
  }

  @Test(arguments: [
    ("9413450_daily_hilo.txt", "9413450", "Monterey", 8, "2016-07-13T08:18:00Z", 1.44),
    ("9414290_202201_hilo.txt", "9414290", "San Francisco", 119, "2022-01-01T11:04:00Z", 3.01),
  ])
  func `text tables of tides`(
    _ path: String, _ station: String, _ name: String, _ count: Int, _ first: String, _ feet: Double
  ) throws {
    let file = try TideFile(SharedFile.surf("coops/" + path), name: path)
    #expect(file.station == station && file.stationName == name && file.unit == .foot)
    #expect(file.zone == .lstLdt && file.datum == "MLLW" && file.report.refused.isEmpty)
    let heights = try file.resolved(rules: Sample.pacific())
    #expect(heights.events.count == count && heights.points.isEmpty)
    #expect(heights.events.first?.at.description == first)
    #expect(((heights.events.first?.height ?? .nan) - feet * 0.3048).magnitude < 1e-9)
    #expect(!heights.report.remarks.contains { $0.contains("same kind") })
  }

  @Test func `a day of high and low waters`() throws {
    let file = try TideFile(SharedFile.surf("coops/hilo_day.json"), name: "hilo_day.json")
    #expect(file.rows.map(\.isHigh) == [false, true, false, true] && file.rows.map(\.value).max() == 5.521)
  }

  @Test func `77 issues of one spot`() throws {
    let text = String(
      decoding: SharedFile.unpacked("vintages/bolinas_2026-02-13_2026-04-30_daily.csv.gz"), as: UTF8.self)
    let file = try ForecastTable(
      Sample.rows(text), name: "bolinas.csv", clock: .zone(Sample.pacific()), model: "bolinas")
    #expect(file.runs.count == 77 && file.report.read == 12_243 && file.report.kept == 12_237)
    #expect(file.report.refused.count == 6)
    #expect(file.report.refused.allSatisfy { $0.reason.contains("2026-03-08T02:00") })
    let run = try #require(file.runs.first)
    #expect(run.issued?.description == "2026-02-13T14:45:17Z" && run.times.first?.description == "2026-02-13T14:00:00Z")
    #expect(run[.waveHeight, 0] == 0.847 && run[.wavePeakPeriod, 0] == 9.87 && run[.waveDirection, 0] == 235.7)
    #expect((run[.windSpeed, 0] - 4.1 * 0.44704).magnitude < 1e-12 && run[.windDirection, 0] == 354)
    #expect((run[.swellHeight, 1] - 4.43 * 0.3048).magnitude < 1e-12 && run[.secondSwellPeriod, 1] == 16.07)
    #expect((run[.score, 0] - 0.2).magnitude < 1e-12 && run[.sourceRating, 0] == 2.8)
    #expect((run[.breakingHigh, 0] - 0.9144).magnitude < 1e-12 && (run[.tide, 0] - 4.975 * 0.3048).magnitude < 1e-12)
  }

  @Test func `44013, the sea split into swell and wind waves`() throws {
    let file = try SpectralFile(SharedFile.surf("ndbc/44013.spec"), name: "44013.spec")
    #expect(file.run.times.count == 1073 && file.report.refused.isEmpty)
    func missing(_ variable: SeaVariable) -> Int { file.run.times.indices.count { file.run[variable, $0].isNaN } }
    #expect(missing(.swellHeight) == 6 && missing(.swellPeriod) == 10 && missing(.swellDirection) == 10)
    #expect(missing(.waveDirection) == 6)
    #expect(file.report.remarks.contains("6 rows with the mean direction -99, set to missing"))
    #expect(file.report.remarks.contains("4 rows without swell (height 0 without a period)"))
  }

  @Test func `lists of spots`() throws {
    let text = String(decoding: SharedFile.surf("spots/surf_spots_rows_5.csv"), as: UTF8.self)
    let table = try SpotList(Sample.rows(text), name: "spots.csv")
    #expect(table.spots.count == 20 && table.report.refused.isEmpty)
    let point = try #require(table.spots.first { $0.name == "Pleasure Point" })
    #expect(point.facing == 150 && point.buoy == "46236" && point.tide == "9413745" && point.region == "Santa Cruz")
    #expect(point.place == Coordinate(latitude: 36.97, longitude: -121.96) && point.zone == "America/Los_Angeles")
    let beaches = try SpotList(SharedFile.surf("spots/beaches.json"), name: "beaches.json")
    #expect(beaches.report.refused.isEmpty && beaches.report.read == beaches.report.kept)
    #expect(beaches.spots.first?.name == "Barbate River" && beaches.spots.first?.facing == 180)
  }

  @Test(arguments: [
    ("ndbc/44013.txt", SurfFileKind.standardMet), ("ndbc/44013.spec", .spectralSummary),
    ("ndbc/46097h201908qc.txt", .standardMet), ("coops/hilo_day.json", .tidesJSON),
    ("coops/9413450_2025_6min.json.gz", .gzip), ("coops/9413450_daily_hilo.txt", .tideTable),
    ("coops/9414290_202201_hilo.txt", .tideTable), ("openmeteo/marine_monterey_ft.json", .openMeteo),
    ("openmeteo/weather_monterey.json", .openMeteo), ("msw/success_response.json", .magicseaweed),
    ("msw/error_response.json", .magicseaweed), ("surfline/tourmy-waves.json", .surfline),
    ("surfline/tourmy-wind.json", .surfline), ("surfline/tourmy-tides.json", .surfline),
    ("surfline/tourmy-ratings.json", .surfline), ("stormglass/weather-point-first24h.json", .stormglass),
    ("stormglass/tide-extremes-point-msl.json", .stormglass),
    ("stormglass/tide-seaLevel-point-mllw.json", .stormglass), ("stormglass/astronomy-point.json", .stormglass),
    ("sessions/sample_sessions.csv", .sessions), ("sessions/sample_spots.csv", .spots),
    ("spots/surf_spots_rows_5.csv", .spots), ("spots/beaches.json", .spots),
    ("coops/california_stations.json", .stationList),
  ])
  func `each file is known by its content`(_ path: String, _ kind: SurfFileKind) {
    #expect(SurfFileKind.detect(SharedFile.surf(path)) == kind)
  }

  @Test func `a table of forecasts is known by its header`() {
    let bytes = SharedFile.unpacked("vintages/bolinas_2026-02-13_2026-04-30_daily.csv.gz")
    #expect(SurfFileKind.detect(bytes) == .forecasts)
  }
}
