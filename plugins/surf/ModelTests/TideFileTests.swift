import PodiumCore
import SurfModel
import Testing

/// Tides of CO-OPS, made up in the forms of the service.
struct TideFileTests {
  private func read(_ text: String) throws -> TideFile { try TideFile(Sample.bytes(text), name: "made.json") }

  private static let events = """
    {"predictions":[{"t":"2026-07-01 06:41","v":"-0.710","type":"L"},{"t":"2026-07-01 13:45","v":"3.675","type":"H"}]}
    """

  /// A curve of an hour's steps around the night of 2 November 2025, in the manner of the service.
  private static func curve(_ hours: [String], day: String) -> String {
    let entries = hours.enumerated().map { #"{"t":"\#(day) \#($1)","v":"\#($0).5"}"# }
    return #"{"predictions":["# + entries.joined(separator: ",") + "]}"
  }

  @Test func `high and low waters are read as text and converted`() throws {
    let file = try read(TideFileTests.events)
    #expect(file.rows.map(\.isHigh) == [false, true] && file.station == nil && file.unit == nil)
    let heights = try file.resolved(unit: .foot, datum: "MLLW", zone: .gmt)
    #expect(heights.datum == "MLLW" && heights.points.isEmpty && heights.gaps.isEmpty)
    #expect(heights.events.map(\.at.description) == ["2026-07-01T06:41:00Z", "2026-07-01T13:45:00Z"])
    #expect((heights.events[0].height - -0.216408).magnitude < 1e-9)
  }

  @Test func `unit, zone and rules are demanded where the file does not have them`() throws {
    let file = try read(TideFileTests.events)
    let missing: [(Diagnostic?, String)] = [
      (Sample.failure { _ = try file.resolved(zone: .gmt) }, "units"),
      (Sample.failure { _ = try file.resolved(unit: .foot) }, "zone"),
      (Sample.failure { _ = try file.resolved(unit: .foot, zone: .lstLdt) }, "lst_ldt"),
    ]
    for (error, word) in missing {
      #expect(error?.code == "missing-argument" && error?.message.contains(word) == true, "\(word)")
    }
    #expect(Sample.failure { _ = try file.resolved(unit: .knot, zone: .gmt) }?.code == "bad-value")
  }

  @Test func `local standard time applies all year, and lst_ldt follows the clocks`() throws {
    let file = try read(TideFileTests.events)
    let rules = try Sample.pacific()
    let standard = try file.resolved(unit: .foot, zone: .lst, rules: rules)
    #expect(standard.events.first?.at.description == "2026-07-01T14:41:00Z")
    let wall = try file.resolved(unit: .foot, zone: .lstLdt, rules: rules)
    #expect(wall.events.first?.at.description == "2026-07-01T13:41:00Z")
  }

  @Test func `in spring the clock skips an hour that the curve does not`() throws {
    let text = TideFileTests.curve(["00:00", "01:00", "03:00", "04:00"], day: "2025-03-09")
    let heights = try read(text).resolved(unit: .metre, zone: .lstLdt, rules: Sample.pacific())
    #expect(heights.points.count == 4 && heights.gaps.isEmpty)
    let impossible = TideFileTests.curve(["01:00", "02:30", "03:00"], day: "2025-03-09")
    let report = try read(impossible).resolved(unit: .metre, zone: .lstLdt, rules: Sample.pacific()).report
    #expect(report.refused.map(\.place) == ["entry 2"] && report.kept == 2)
  }

  @Test func `in autumn a repeated hour is standard time, and the missing hour is a gap`() throws {
    let text =
      TideFileTests.curve(["22:00", "23:00"], day: "2025-11-01").dropLast(2) + ","
      + TideFileTests.curve(["00:00", "01:00", "02:00"], day: "2025-11-02").dropFirst(16)
    let heights = try read(String(text)).resolved(unit: .metre, zone: .lstLdt, rules: Sample.pacific())
    #expect(heights.points.map(\.at.description).suffix(3).first == "2025-11-02T07:00:00Z")
    #expect(heights.points.map(\.at.description).suffix(2).first == "2025-11-02T09:00:00Z")
    #expect(heights.gaps.map(\.after.description) == ["2025-11-02T07:00:00Z"])
    #expect(heights.report.remarks.contains { $0.contains("standard time") })
  }

  @Test func `a file with both autumn hours has no gap`() throws {
    let text = TideFileTests.curve(["00:00", "01:00", "01:00", "02:00"], day: "2025-11-02")
    let heights = try read(text).resolved(unit: .metre, zone: .lstLdt, rules: Sample.pacific())
    #expect(heights.points.map(\.height) == [0.5, 1.5, 2.5, 3.5] && heights.gaps.isEmpty)
  }

  @Test func `CSV has spaces after its commas`() throws {
    let file = try read("Date Time, Prediction, Type\r\n2026-07-01 06:41,-0.71,L\r\n2026-07-01 13:45,3.675,H\r\n\r\n")
    #expect(file.rows.map(\.value) == [-0.71, 3.675] && file.rows.map(\.place) == ["line 2", "line 3"])
    let curve = try read("\u{FEFF}Date Time, Prediction\n2026-07-01 06:00,1.0\n2026-07-01 06:06,1.1\n")
    #expect(curve.rows.allSatisfy { $0.isHigh == nil } && curve.rows.count == 2)
  }

  @Test func `text tables name station, unit, datum and zone`() throws {
    let text = """
      NOAA/NOS/CO-OPS
      Disclaimer: made for a test.
      StationName: Made Rock
      Stationid: 1234567
      Units: Feet
      Time Zone: LST/LDT
      Datum: MLLW

      Date \tDay\tTime\tPred\tHigh/Low
      2016/07/13\tWed\t01:18 AM\t1.5\tL
      2016/07/13\tWed\t12:05 PM\t4\tH
      2016/07/13\tWed\t18:30\t-1\tL
      2016/07/14\tThu\t12:20 AM\t5.2\tH
      """
    let file = try read(text)
    #expect(file.station == "1234567" && file.stationName == "Made Rock" && file.datum == "MLLW")
    #expect(file.unit == .foot && file.zone == .lstLdt)
    let heights = try file.resolved(rules: Sample.pacific())
    #expect(
      heights.events.map(\.at.description) == [
        "2016-07-13T08:18:00Z", "2016-07-13T19:05:00Z", "2016-07-14T01:30:00Z", "2016-07-14T07:20:00Z",
      ])
    #expect(Sample.failure { _ = try file.resolved(unit: .metre, rules: Sample.pacific()) }?.code == "bad-value")
    #expect(Sample.failure { _ = try file.resolved(datum: "MSL", rules: Sample.pacific()) }?.code == "bad-value")
  }

  @Test func `a yearly table has feet and centimetres`() throws {
    let text = """
      NOAA/NOS/CO-OPS
      Stationid: 1234567
      Datum: MLLW
      Time Zone: GMT
      Date \t\tDay\tTime\tPred(Ft)\tPred(cm)\tHigh/Low
      2022/01/01\tSat\t03:04 AM\t3.0\t91\tL
      """
    let heights = try read(text).resolved()
    #expect(heights.events.count == 1 && (heights.events[0].height - 0.9144).magnitude < 1e-12)
  }

  @Test func `measured levels have metadata, and empty ones are refused`() throws {
    let text = """
      {"metadata":{"id":"1234567","name":"Made Rock","lat":"36.6","lon":"-121.9"},
       "data":[{"t":"2026-01-01 00:00","v":"1.234","s":"0.003","f":"0,0,0,0","q":"p"},
               {"t":"2026-01-01 00:06","v":"","s":"","f":"1,1,1,1","q":"p"}]}
      """
    let file = try read(text)
    #expect(file.isMeasured && file.station == "1234567" && file.rows.count == 1)
    #expect(file.place == Coordinate(latitude: 36.6, longitude: -121.9))
    #expect(file.report.refused.map(\.place) == ["entry 2"])
    #expect(file.report.remarks.contains { $0.contains("preliminary") })
  }

  @Test func `errors that arrive as success are errors`() {
    let json = Sample.failure { _ = try read(#"{"error":{"message":" No data was found. "}}"#) }
    #expect(json?.code == "other-format" && json?.message.contains("'No data was found.'") == true)
    let csv = Sample.failure { _ = try read("Date Time, Prediction, Type\nNo data was found, sorry.\n") }
    #expect(csv?.code == "other-format" && csv?.message.contains("No data was found, sorry.") == true)
    #expect(Sample.failure { _ = try read(#"{"predictions":[]}"#) }?.code == "no-rows")
  }

  @Test func `impossible, repeated and unalternating heights are reported`() throws {
    let text = """
      {"predictions":[{"t":"2026-07-01 00:00","v":"1","type":"L"},{"t":"2026-07-01 06:00","v":"2","type":"L"},
       {"t":"2026-07-01 06:00","v":"2","type":"L"},{"t":"2026-07-01 06:00","v":"3","type":"L"},
       {"t":"2026-07-01 12:00","v":"17.1","type":"H"},{"t":"2026-07-01 18:00","v":"x","type":"H"},
       {"t":"2026-07-01 19:00","v":"1","type":"Q"},{"t":"2026-02-30 19:00","v":"1"},{"v":1},7]}
      """
    let heights = try read(text).resolved(unit: .metre, zone: .gmt)
    #expect(heights.events.count == 2 && heights.report.kept == 2 && heights.report.read == 10)
    #expect(heights.report.refused.count == 7)
    #expect(heights.report.remarks.contains { $0.contains("same kind") })
    #expect(heights.report.remarks.contains { $0.contains("repeat") })
  }
}
