import PodiumCore
import Testing

@testable import SurfModel

/// Tables of buoys and tides of several countries. All are made after the forms of their services.
struct ObservationTableTests {
  private func table(
    _ text: String, by mark: Character = ",", map: [String] = [], clock: WallClock? = nil, isTide: Bool = false,
    unit: SurfUnit? = nil
  ) throws -> ObservationTable {
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      (line: $0 + 1, cells: $1.split(separator: mark, omittingEmptySubsequences: false).map(String.init))
    }.filter { $0.cells != [""] }
    return try ObservationTable(rows, name: "made", map: map, clock: clock, isTide: isTide, unit: unit)
  }

  @Test func `Queensland's table has its zone in the heading and codes for missing values`() throws {
    let read = try table(
      """
      Date/Time (AEST),Hs,Hmax,Tz,Tp,Peak Direction,SST
      2025-01-01T00:30:00,1.21,2.3,6.1,9.8,92,25.35
      2025-01-01T01:00:00,1.18,2.1,-99.90,9.9,-99.90,25.4
      """)
    let run = try #require(read.stations.first?.run)
    #expect(run.times == [Moment(iso: "2024-12-31T14:30Z"), Moment(iso: "2024-12-31T15:00Z")])
    let samples = run.samples
    #expect(samples[0][.waveHeight] == 1.21 && samples[0][.meanPeriod] == 6.1 && samples[0][.peakPeriod] == 9.8)
    #expect(samples[0][.meanDirection] == 92 && samples[0][.waterTemperature] == 25.35)
    #expect(!samples[1].has(.meanPeriod) && !samples[1].has(.meanDirection) && samples[1][.waveHeight] == 1.18)
    #expect(read.report.remarks.contains { $0.hasPrefix("read without a unit: Hs in m, Tz in s") })
    #expect(read.report.remarks.contains { $0.hasPrefix("2 cells with a code") } && read.report.refused.isEmpty)
  }

  @Test func `ERDDAP's units are in a row of their own, and stations in a column`() throws {
    let read = try table(
      """
      station,time,wspd,wvht,dpd,mwd,wtmp
      ,UTC,m s-1,m,s,degrees_true,degree_C
      41009,2025-01-01T00:50:00Z,7.1,1.55,9.1,105,NaN
      41010,2025-01-01T00:50:00Z,8.2,2.05,NaN,98,24.1
      """)
    #expect(read.stations.map(\.code) == ["41009", "41010"])
    let samples = read.stations.flatMap(\.run.samples)
    #expect(samples.map { $0[.waveHeight] } == [1.55, 2.05] && samples.map { $0[.windSpeed] } == [7.1, 8.2])
    #expect(!samples[0].has(.waterTemperature) && samples[1][.waterTemperature] == 24.1)
    #expect(samples[1][.meanDirection] == 98)
    let feet = try table("time,wvht\nUTC,ft\n2025-01-01T00:00:00Z,10\n")
    let height = try #require(feet.stations.first?.run.samples.first?[.waveHeight])
    #expect((height - 3.048).magnitude < 1e-9)
  }

  @Test func `Spanish and Norwegian headings are known`() throws {
    let spanish = try table(
      """
      Fecha (GMT);Altura Signif. del Oleaje(m);Periodo de Pico(s);Direc. Media de Proced.(º);Velocidad del viento(m/s)
      2025-01-01 00:00:00;2.34;13.1;312;-9999.9
      """, by: ";")
    let sample = try #require(spanish.stations.first?.run.samples.first)
    #expect(
      sample.time == Moment(iso: "2025-01-01T00:00Z") && sample[.waveHeight] == 2.34 && sample[.peakPeriod] == 13.1)
    #expect(sample[.meanDirection] == 312 && !sample.has(.windSpeed))
    let norwegian = try table(
      "Navn;Tid(norsk normaltid);Signifikant bølgehøyde (m)\nEkofisk;2025-01-01 01:00;3.1\n", by: ";")
    #expect(norwegian.stations.first?.code == "Ekofisk")
    #expect(norwegian.stations.first?.run.times.first == Moment(iso: "2025-01-01T00:00Z"))
  }

  @Test func `every variable that buoys and forecasts share is read under the name of its export`() throws {
    let names = SeaVariable.allCases.compactMap { Variable($0)?.column }
    for name in names {
      let read = try table("time,\(name)\n2025-01-01T00:00Z,1000\n2025-01-01T01:00Z,9\n")
      let sample = read.stations.first?.run.samples.first
      let found = Variable.allCases.first { $0.column == name }
      #expect(found.map { sample?.has($0) == true || read.report.refused.count == 1 } == true, "\(name)")
    }
  }

  @Test(arguments: [
    ("pressure_hpa", 1015.0), ("Pressure (hPa)", 1015), ("bar_inHg", 1015), ("presion (hPa)", 1015),
    ("water_temp_degC", 12), ("Sea Water Temperature (degF)", 12),
  ])
  func `units with capitals are read`(_ name: String, _ value: Double) throws {
    let unit = try #require(ForecastColumn.unit(name.nameWords)?.0)
    let shown = unit.shown(value)
    let sample = try #require(try table("time,\(name)\n2025-01-01T00:00Z,\(shown)\n").stations.first?.run.samples.first)
    let found = sample.has(.pressure) ? sample[.pressure] : sample[.waterTemperature]
    #expect((found - value).magnitude < 1e-6)
  }

  @Test func `a heading whose unit measures something else costs its column alone`() throws {
    let read = try table("time,hs (m),pressure (m)\n2025-01-01T00:00Z,2,1015\n")
    #expect(read.stations.first?.run.samples.first?[.waveHeight] == 2)
    #expect(read.report.remarks.contains { $0.contains("skipped the columns pressure (m)") })
  }

  @Test func `codes for missing values are those of measurements, and a row without its station is named`() throws {
    let read = try table(
      """
      time,station,hs (m)
      2025-01-01T00:00Z,99999,2
      99999,77001,2
      2025-01-01T01:00Z,,2
      2025-01-01T01:00Z,??,2
      2025-01-01T02:00Z,77001,99999
      2025-01-01T03:00Z,77001,3
      """)
    #expect(read.stations.map(\.code) == ["77001", "99999"])
    #expect(read.report.refused.map(\.place) == ["line 3", "line 4", "line 5"])
    #expect(read.report.refused[0].reason.contains("'99999', not a time"))
    #expect(read.report.refused[2].reason.contains("'??', not the code of a station"))
    #expect(read.report.remarks.contains { $0.hasPrefix("1 cell with a code") })
  }

  @Test func `one bad cell costs only itself and is named by line and column`() throws {
    let read = try table("time,Hs (m),Tp (s)\n2025-01-01T00:00Z,high,9\n2025-01-01T01:00Z,1.5,400\n")
    let samples = try #require(read.stations.first?.run.samples)
    #expect(samples.count == 2 && samples[0][.peakPeriod] == 9 && samples[1][.waveHeight] == 1.5)
    #expect(!samples[0].has(.waveHeight) && !samples[1].has(.peakPeriod))
    #expect(read.report.refused.map(\.place) == ["line 2", "line 3"])
    #expect(read.report.refused[0].reason.contains("Hs (m) is 'high', not a number"))
  }

  @Test func `tides are curves or high and low waters, in the unit that is given`() throws {
    let curve = try table(
      "time,sea_level\n2025-01-01T00:00Z,3\n2025-01-01T00:10Z,3.2\n2025-01-01T00:20Z,3.4\n", isTide: true,
      unit: .foot)
    let run = try #require(curve.stations.first?.run)
    let heights = curve.heights(of: run, station: "A", datum: "LAT")
    #expect(heights.points.count == 3 && heights.events.isEmpty && (heights.points[0].height - 0.9144).magnitude < 1e-9)
    let waters = try table(
      "time,Altura (m)\n2025-01-01T00:00Z,0.4\n2025-01-01T06:10Z,3.1\n2025-01-01T12:20Z,0.5\n", isTide: true)
    let found = waters.heights(of: try #require(waters.stations.first?.run), station: "B", datum: nil)
    #expect(found.points.isEmpty && found.events.map(\.isHigh) == [false, true, false])
    #expect(throws: Diagnostic.self) { try table("time,height\n2025-01-01T00:00Z,1\n", isTide: true) }
  }

  @Test func `what a table does not know is mapped`() throws {
    let read = try table("when;H13\n2025-01-01T00:00Z;1.5\n", by: ";", map: ["when:valid", "H13:wave_height_m"])
    #expect(read.stations.first?.run.samples.first?[.waveHeight] == 1.5)
    #expect(throws: Diagnostic.self) { try table("when,what\n2025-01-01T00:00Z,1\n") }
  }
}
