import PodiumCore
import SurfModel
import Testing

/// Tables of forecasts, made for these tests.
struct ForecastTableTests {
  private func read(
    _ text: String, map: [String] = [], clock: WallClock? = nil
  ) throws -> ForecastTable {
    try ForecastTable(Sample.rows(text), name: "made.csv", map: map, clock: clock)
  }

  @Test func `rows are for the place that they name`() throws {
    let file = try read(
      """
      issued,valid,lat,lon,hs_m
      2026-05-01T00:00Z,2026-05-01T06:00Z,21.66,-158.05,2
      2026-05-01T00:00Z,2026-05-01T06:00Z,43.3,-8.6,1
      2026-05-01T00:00Z,2026-05-01T07:00Z,x?!,-8.6,1
      2026-05-01T00:00Z,2026-05-01T08:00Z,,,3
      """)
    #expect(file.runs.map(\.place) == [Coordinate("21.66,-158.05"), Coordinate("43.3,-8.6"), nil])
    #expect(file.report.refused.map(\.place) == ["line 4"] && file.report.remarks.isEmpty)
  }

  @Test func `issues become runs, and units come from the names of columns`() throws {
    let file = try read(
      """
      issued,valid,hs_ft,Wind Speed (mph),wind_kn,wind_dir_deg,swell2_period_s,surf_min_ft,water_temp_f,score_1_10,notes
      2026-05-01T06:00Z,2026-05-01T09:00Z,10,10,99,350,12.5,3,59,5.5,clean
      2026-05-01T06:00Z,2026-05-01T10:00Z,NA,,,360,,,,,
      2026-05-02T06:00Z,2026-05-02T09:00+02:00,5,20,99,10,11,2,60,10,
      """)
    #expect(file.runs.map(\.issued?.description) == ["2026-05-01T06:00:00Z", "2026-05-02T06:00:00Z"])
    let run = file.runs[0]
    #expect(run.times.count == 2 && run.model == "table")
    #expect((run[.waveHeight, 0] - 3.048).magnitude < 1e-12 && run[.waveHeight, 1].isNaN)
    #expect((run[.windSpeed, 0] - 4.4704).magnitude < 1e-12 && run[.windDirection, 1] == 0)
    #expect(run[.secondSwellPeriod, 0] == 12.5 && (run[.waterTemperature, 0] - 15).magnitude < 1e-9)
    #expect((run[.breakingLow, 0] - 0.9144).magnitude < 1e-12)
    #expect(run[.sourceRating, 0] == 5.5 && run[.score, 0] == 0.5 && file.runs[1][.score, 0] == 1)
    #expect(file.runs[1].times.first?.description == "2026-05-02T07:00:00Z")
    #expect(file.report.remarks.contains { $0.contains("notes") })
    #expect(file.report.remarks.contains { $0.contains("'wind_kn'") && $0.contains("same") })
  }

  @Test(arguments: [
    ("wave_height_m", SeaVariable.waveHeight), ("tp_s", .wavePeakPeriod), ("dp_deg", .waveDirection),
    ("mwd_deg", .waveDirection), ("swell_height_ft", .swellHeight), ("swell1_deg", .swellDirection),
    ("primary_swell_period_s", .swellPeriod), ("Swell 3 Direction (deg)", .thirdSwellDirection),
    ("windWaveHeight_m", .windWaveHeight), ("wind_kn", .windSpeed), ("wind_10m_kmh", .windSpeed),
    ("wind_speed_m_s", .windSpeed), ("gust_mph", .windGust), ("wind_direction_deg", .windDirection),
    ("pressure_hpa", .pressure), ("air_temperature_c", .airTemperature), ("temp_f", .airTemperature),
    ("sst_c", .waterTemperature), ("rain_mm", .precipitation), ("cloud_cover_percent", .cloudCover),
    ("tide_ft", .tide), ("sea_level_m", .tide), ("breaking_high_m", .breakingHigh), ("weather_code", .weatherCode),
    ("lost_rating", .lostRating), ("source_rating", .sourceRating), ("wave_peak_period_s", .wavePeakPeriod),
  ])
  func `a column is known by the words of its name`(_ column: String, _ variable: SeaVariable) throws {
    let value = variable == .pressure ? "1000" : "1"
    let file = try read("issued,valid,\(column)\n2026-05-01T00:00Z,2026-05-01T01:00Z,\(value)\n", clock: .utc)
    #expect(Set(file.runs.flatMap(\.values.keys)) == [variable])
  }

  @Test(arguments: SeaVariable.allCases)
  func `the names of stored columns are understood`(_ variable: SeaVariable) throws {
    let value = variable == .pressure ? "1000" : "1"
    let file = try read("issued,valid,\(variable.column)\n2026-05-01T00:00Z,2026-05-01T01:00Z,\(value)\n")
    #expect(file.runs.first?.values.keys.first == variable)
  }

  @Test func `pairs name columns, with a unit of their own or that of the column`() throws {
    let text = "made,when,h,k_ft\n2026-05-01T00:00Z,2026-05-01T01:00Z,10,20\n"
    let file = try read(text, map: ["made:issued", "when:valid", "h:wave_height_ft", "k_ft:swell_height"])
    #expect((file.runs[0][.waveHeight, 0] - 3.048).magnitude < 1e-12)
    #expect((file.runs[0][.swellHeight, 0] - 6.096).magnitude < 1e-12)
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [], "missing-column"), ("issued,valid,x\n1,2,3\n", [], "missing-column"),
    ("valid,x\n1,2\n", ["y:wave_height_m"], "unknown-column"), ("valid,x\n1,2\n", ["x:height"], "bad-value"),
    ("valid,x\n1,2\n", ["x"], "bad-value"), ("valid,hs_m\n", [], "no-rows"), ("", [], "missing-column"),
    ("valid,hs_m\n2026-05-01 00:00,1\n", [], "missing-argument"), ("valid,hs_m\nnoon,1\n", [], "no-rows"),
  ])
  func `a table that cannot be read says what to write`(_ text: String, _ map: [String], _ code: String) {
    let error = Sample.failure { _ = try read(text, map: map) }
    #expect(error?.code == code && error?.help != nil)
  }

  @Test func `the error for unknown columns lists them and shows map=`() {
    let error = Sample.failure { _ = try read("issued,valid,golfhoogte\n1,2,3\n") }
    #expect(error?.help?.contains("map=golfhoogte:wave_height_m") == true)
  }

  @Test func `local times follow the clock, and times it never showed are refused with their line`() throws {
    let file = try read(
      """
      issued_at_utc,valid_local,hs_m
      2026-03-07T12:00,2026-03-08T01:00,1
      2026-03-07T12:00,2026-03-08T02:00,2
      2026-03-07T12:00,2026-03-08T03:00,3
      """, clock: .zone(Sample.pacific()))
    #expect(file.runs[0].times.map(\.description) == ["2026-03-08T09:00:00Z", "2026-03-08T10:00:00Z"])
    #expect(file.runs[0].issued?.description == "2026-03-07T12:00:00Z")
    #expect(file.report.refused.map(\.place) == ["line 3"])
    #expect(file.report.read == 3 && file.report.kept == 2)
  }

  @Test func `a repeated hour is both hours in order, or standard time where it is alone`() throws {
    let header = "issued_at_utc,valid_local,hs_m\n"
    let both = "2026-10-31T12:00,2026-11-01T01:00,1\n2026-10-31T12:00,2026-11-01T01:00,2\n"
    let alone = "2026-10-30T12:00,2026-11-01T01:00,3\n"
    let file = try read(header + both + alone, clock: .zone(Sample.pacific()))
    #expect(file.runs[1].times.map(\.description) == ["2026-11-01T08:00:00Z", "2026-11-01T09:00:00Z"])
    #expect(file.runs[1].values[.waveHeight] == [1, 2])
    #expect(file.runs[0].times.map(\.description) == ["2026-11-01T09:00:00Z"])
    #expect(file.report.remarks.contains { $0.contains("standard time") })
  }

  @Test func `ragged rows and bad cells are refused with their line, hours far from their issue are reported`() throws {
    let file = try read(
      """
      issued,valid,hs_m,wind_ms
      2026-05-02T00:00Z,2026-05-01T00:00Z,1,1
      2026-05-02T00:00Z,2026-04-30T23:00Z,1,1
      2026-05-02T00:00Z,2026-05-19T00:00Z,1,1
      2026-05-02T00:00Z,2026-05-19T01:00Z,1,1
      2026-05-02T00:00Z,2026-05-03T00:00Z,1
      2026-05-02T00:00Z,2026-05-03T00:00Z,nine,4
      2026-05-02T00:00Z,2026-05-03T01:00Z,30,4
      2026-05-02T00:00Z,2026-05-03T01:00Z,2,4
      2026-05-02T00:00Z,2026-05-03T02:00Z,1e300,1
      """)
    #expect(
      file.report.refused.map(\.place).sorted() == [
        "line 10", "line 6", "line 7", "line 8", "line 9",
      ])
    // Both ends of the allowed span are quiet, an hour beyond either is kept with a remark.
    #expect(file.runs.count == 1 && file.runs[0].times.count == 7)
    #expect(file.report.read == 9 && file.report.kept == 7 && file.report.refusedRows == 2)
    for words in ["more than 24 hours before the issue", "more than 17 days after the issue"] {
      #expect(file.report.remarks.contains { $0.hasPrefix("1 ") && $0.contains(words) })
    }
  }

  @Test func `a table may have several models, and may lack the issue`() throws {
    let file = try read("time,model,hs_m\n2026-05-01T00:00Z,b,1\n2026-05-01T00:00Z,a,2\n1777593600,a,3\n")
    #expect(file.runs.map(\.model) == ["a", "b"] && file.runs.allSatisfy { $0.issued == nil })
    #expect(file.report.refused.map(\.place) == ["line 4"])
  }
}
