import PodiumCore
import Testing

@testable import SurfModel

/// Times in two columns, compass words, and the headings of Puertos del Estado and of met.no. All tables are made.
struct ObservationFormTests {
  private func rows(_ text: String, by mark: Character) -> [(line: Int, cells: [String])] {
    text.split(separator: "\n").enumerated().map {
      (line: $0 + 1, cells: $1.split(separator: mark, omittingEmptySubsequences: false).map(String.init))
    }
  }

  private func table(
    _ text: String, by mark: Character = ",", map: [String] = [], clock: WallClock? = .utc, isTide: Bool = false,
    unit: SurfUnit? = nil
  ) throws -> ObservationTable {
    try ObservationTable(
      rows(text, by: mark), name: "made", map: map, clock: clock, isTide: isTide, unit: unit)
  }

  @Test(arguments: [
    ("day,time,Hs (ft)\n2026-05-01,06:00,6.6\n2026-05-01,18:30,5\n", ["2026-05-01T06:00Z", "2026-05-01T18:30Z"]),
    (
      "Hs (m),Date,Time (UTC)\n1,2026-05-01,05:12 AM\n2,2026-05-01,5:12pm\n",
      ["2026-05-01T05:12Z", "2026-05-01T17:12Z"]
    ),
    ("Fecha,Hora,Hs (m)\n2026-05-01,6,1\n2026-05-01,18,1\n", ["2026-05-01T06:00Z", "2026-05-01T18:00Z"]),
    ("Date,Time (CET),Hs (m)\n2026-05-01,0630,1\n2026-05-01,07.30,1\n", ["2026-05-01T05:30Z", "2026-05-01T06:30Z"]),
    ("Fecha GMT,Hm0 (m)\n2026 05 01 00,1\n2026 05 01 01,1\n", ["2026-05-01T00:00Z", "2026-05-01T01:00Z"]),
    ("time,Hs (m)\n2026-05-01T06:00Z,1\n", ["2026-05-01T06:00Z"]),
    ("date,time,Hs (m)\n2026-05-01T06:00,x,1\n", ["2026-05-01T06:00Z"]),
  ])
  func `the day and the time of day may be two columns`(_ text: String, _ times: [String]) throws {
    let read = try table(text)
    #expect(read.stations.first?.run.times == times.compactMap { Moment(iso: $0) }, "\(read.report.refused)")
    #expect(read.report.refused.isEmpty && !read.report.remarks.contains { $0.contains("skipped the columns time") })
  }

  @Test func `a row without a readable time of day is named with both`() throws {
    let read = try table("day,time,Hs (m)\n2026-05-01,06:00,1\n2026-05-01,07:00,1\n2026-05-01,noon,1\n")
    #expect(read.report.refused.map(\.reason) == ["day time is '2026-05-01 noon', not a time as in 2026-02-13T06:00"])
  }

  @Test func `a table of forecasts may have them too`() throws {
    let read = try ForecastTable(
      rows("issued,Date,Time,hs_m,wind_dir_deg\n2026-05-01T00:00Z,2026-05-01,06:00,2,NNW\n", by: ","), name: "made",
      clock: .utc)
    #expect(read.runs.first?.times == [Moment(iso: "2026-05-01T06:00Z")].compactMap { $0 })
    #expect(read.runs.first?.values[.windDirection] == [337.5] && read.report.refused.isEmpty)
  }

  @Test func `a direction alone is that of the waves, or of the wind where a table has no waves`() throws {
    func read(_ headings: String, _ cells: String) throws -> [SeaVariable: [Double]]? {
      try ForecastTable(
        rows("issued,valid,\(headings)\n2026-05-01T00:00Z,2026-05-01T06:00Z,\(cells)\n", by: ","), name: "made"
      )
      .runs.first?.values
    }
    #expect(try read("Hs (m),Dir (deg)", "2,280")?[.waveDirection] == [280])
    #expect(try read("Speed (kn),Dir (deg)", "9,45")?[.windDirection] == [45])
    #expect(try read("Dir (deg),hs_m,wave_dir_deg", "1,2,300")?[.waveDirection] == [300])
  }

  @Test func `tides may have them, with heights in centimetres`() throws {
    for text in [
      "Datum;Uhrzeit;Höhe (cm);Art\n2026-05-01;05:12;312;HW\n2026-05-01;11:30;45;NW\n2026-05-01;17:40;300;HW\n"
    ] {
      let read = try table(text, by: ";", isTide: true)
      let run = try #require(read.stations.first?.run)
      let heights = read.heights(of: run, station: "A", datum: "LAT")
      #expect(heights.events.map(\.height) == [3.12, 0.45, 3] && heights.events.map(\.isHigh) == [true, false, true])
    }
  }

  @Test(arguments: [
    "Date,Time,Height,Type\n2026-05-01,05:12 AM,3.12,High\n", "time,Height,Art\n2026-05-01T05:12,3.12,HW\n",
  ])
  func `heights without a unit are asked for by their own column`(_ text: String) {
    let error = Sample.failure { _ = try table(text, isTide: true) }
    #expect(error?.help?.contains("map=Height:tide_m") == true, "\(error?.help ?? "")")
  }

  @Test func `other columns are suggested by their numbers too`() {
    let error = Sample.failure { _ = try table("time,what,remark\n2026-05-01T00:00Z,1.5,calm\n") }
    #expect(error?.help?.contains("map=what:wave_height_m") == true, "\(error?.help ?? "")")
  }

  @Test func `the headings of Puertos del Estado are known`() throws {
    for heading in ["Direcc. Media de Proced.(0=N,90=E)", "Dir. Media (º)", "DirM"] {
      let read = try table(
        "Fecha (GMT);Hm0 (m);\(heading);Vel. Viento (m/s);Dir. Viento;Temperatura del Agua(ºC)\n2026 05 01 00;1.5;315;5.2;WNW;14.1\n",
        by: ";")
      let sample = try #require(read.stations.first?.run.samples.first)
      #expect(sample[.meanDirection] == 315 && sample[.windSpeed] == 5.2 && sample[.windDirection] == 292.5)
      #expect(sample[.waterTemperature] == 14.1 && !read.report.remarks.contains { $0.hasPrefix("skipped") })
    }
  }

  @Test func `the tables and the JSON of met dot no are measurements`() throws {
    let text =
      "referenceTime;sea_surface_wave_significant_height;sea_surface_wave_from_direction;wind_speed\n2026-05-01T00:00:00Z;2.3;270;12.3\n"
    #expect(!ObservationTable.isForecast(rows(text, by: ";")[0].cells))
    for map in [[], ["referenceTime:time"]] {
      let sample = try #require(try table(text, by: ";", map: map, clock: nil).stations.first?.run.samples.first)
      #expect(
        sample.time == Moment(iso: "2026-05-01T00:00Z") && sample[.waveHeight] == 2.3 && sample[.windSpeed] == 12.3)
    }
    let json = """
      {"data":[{"sourceId":"SN76920:0","referenceTime":"2026-05-01T00:00:00.000Z","observations":[
       {"elementId":"sea_surface_wave_significant_height","value":2.3,"unit":"m"},
       {"elementId":"wind_speed","value":12.3,"unit":"m/s"},{"elementId":"wind_from_direction","value":270,"unit":"degrees"}]},
       {"sourceId":"SN76920:0","referenceTime":"2026-05-01T01:00:00.000Z","observations":[
       {"elementId":"air_temperature","value":7,"unit":"degC"},{"elementId":"wind_speed","value":null}]}]}
      """
    let read = try ObservationTable(FrostFile.rows(Sample.bytes(json), name: "x.json"), name: "x.json")
    #expect(read.stations.map(\.code) == ["SN76920"])
    let samples = try #require(read.stations.first?.run.samples)
    #expect(samples.count == 2 && samples[0][.waveHeight] == 2.3 && samples[0][.windDirection] == 270)
    #expect(samples[1][.airTemperature] == 7 && !samples[1].has(.windSpeed))
    for text in ["{\"data\":[{\"sourceId\":1,\"referenceTime\":2,\"observations\":3}]}", "[1]", "{"] {
      let bytes = Sample.bytes(text)
      #expect(Sample.failure { _ = try ObservationTable(FrostFile.rows(bytes, name: "x"), name: "x") } != nil)
    }
  }
}
