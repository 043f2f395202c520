import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// Session logs as people keep them.
struct SessionImporterTests {
  private func load(_ text: String, _ keys: String = "") throws -> (dataset: Dataset?, report: CommandReport?) {
    var session = try SurfFixture.session(files: ["log.csv": text])
    let report = session.report("load surf.sessions log.csv " + keys)
    return (session.state.current, report)
  }

  private func texts(_ dataset: Dataset?, _ column: String) -> [String] {
    guard let column = dataset?.table[column] else { return [] }
    return (0..<column.count).map { column[$0].fileText }
  }

  @Test func `parts are found by name, with roles and a labelling`() throws {
    let loaded = try load(
      """
      Spot,Session Date,Start time,Duration (minutes),wave_height_m,wind_deg,crowd,Overall rating,Notes
      Reef,2025-12-05,07:30,95,1.5,200,3,4,clean
      Reef,2025-12-06,7:30,1.5h,0.5,20,9,2,

      """, "map=\"Duration (minutes):duration\"")
    #expect(loaded.report?.error == nil)
    #expect(texts(loaded.dataset, "start") == ["2025-12-05T07:30:00Z", "2025-12-06T07:30:00Z"])
    #expect(texts(loaded.dataset, "minutes") == ["95", "90"])
    #expect(texts(loaded.dataset, "good") == ["good", "other"])
    let table = try #require(loaded.dataset?.table)
    #expect(table.columns(with: .feature).map(\.name) == ["spot", "wave_height_m", "wind_deg"])
    #expect(table["start"]?.role == .time && table["crowd"]?.role == .ignored && table["rating"]?.role == .ignored)
    #expect(loaded.dataset?.labelling == Labelling(column: "good"))
    #expect(loaded.dataset?.evaluators == ["surf.alert"])
  }

  @Test func `conditions in other units are converted, as an import does it`() throws {
    let loaded = try load(
      "spot,date,start,rating,wave_height_ft,wind_speed_kt,crowd\nReef,2026-05-01,07:30,2,3,4,1\nReef,2026-05-02,07:30,4,500,5,2\n"
    )
    let table = try #require(loaded.dataset?.table)
    #expect(table.columns(with: .feature).map(\.name) == ["spot", "wave_height_m", "wind_speed_ms"])
    let heights = table["wave_height_m"]?.numbers ?? []
    #expect(heights.count == 2 && (heights[0] - 0.9144).magnitude < 1e-12 && heights[1].isNaN)
    let remarks = loaded.report?.remarks ?? []
    #expect(remarks.contains("converted wave_height_ft to wave_height_m, wind_speed_kt to wind_speed_ms"))
    #expect(remarks.contains("1 value of wave_height_ft cannot be and became missing"))
    #expect(remarks.contains { $0.hasSuffix("known only afterwards: crowd") })
  }

  @Test func `messy logs are repaired and reported`() throws {
    let loaded = try load(
      """
      id,spot,start,rating,wave_height_m,wind_deg,tide
      1,Pleasure Point,2025-12-06 07:30,3,99.0,999,low
      2,pleasure point ,2025-12-05 07:30,4,1.5,99, 
      3,Pleasure  Point,2025-12-07 07:30,5,2.0,0,high
      3,Pleasure  Point,2025-12-07 07:30,5,2.0,0,high

      """)
    #expect(texts(loaded.dataset, "spot") == ["Pleasure Point", "Pleasure Point", "Pleasure Point"])
    #expect(texts(loaded.dataset, "wave_height_m") == ["1.5", "", "2"])
    // 99 is a valid direction but not a height.
    #expect(texts(loaded.dataset, "wind_deg") == ["99", "", "0"])
    #expect(texts(loaded.dataset, "tide") == ["", "low", "high"])
    let remarks = (loaded.report?.remarks ?? []).joined(separator: "\n")
    for said in [
      "dropped 1 duplicate row", "merged different spellings", "sorted the rows by time",
      "as missing in: wave_height_m, wind_deg", "known only afterwards: id", "as UTC",
    ] { #expect(remarks.contains(said), "\(said)") }
  }

  @Test(arguments: [
    ("Reef,yesterday,,3", "start 'yesterday' is not a time"), (",2025-12-05 07:30,,3", "no spot"),
    ("Reef,2025-12-05 07:30,,great", "rating 'great'"), ("Reef,2025-12-05 07:30,,3.5", "rating '3.5'"),
    ("Reef,2025-12-05 07:30,,", "no rating"),
  ])
  func `an invalid session is skipped and reported with its row`(_ row: String, _ reason: String) throws {
    let loaded = try load("spot,start,end,rating\nReef,2025-12-04 23:30,00:30,3\n\(row)\n")
    #expect(loaded.dataset?.table.rowCount == 1)
    #expect(texts(loaded.dataset, "minutes") == ["60"])
    #expect(loaded.report?.remarks.contains { $0.hasPrefix("skipped row 2") && $0.contains(reason) } == true)
  }

  @Test(arguments: [
    ("2025-12-05 07:00", "duration is -30 minutes"), ("2025-12-05 20:30", "duration is 780 minutes"),
    ("soon", "end 'soon' is not a time"),
  ])
  func `a session with an invalid end is kept without a length`(_ end: String, _ reason: String) throws {
    let loaded = try load("spot,start,end,rating\nReef,2025-12-04 23:30,00:30,3\nReef,2025-12-05 07:30,\(end),3\n")
    #expect(texts(loaded.dataset, "minutes") == ["60", ""])
    #expect(loaded.report?.remarks.contains { $0.contains("row 2 (line 3)") && $0.contains(reason) } == true)
  }

  @Test func `days are read by the whole column, as surf import reads them`() throws {
    let loaded = try load("spot,start,end,rating\nReef,24/1/2026 07:30,08:30,4\nReef,5/2/2026 8:00,9:00,3\n")
    #expect(texts(loaded.dataset, "start") == ["2026-01-24T07:30:00Z", "2026-02-05T08:00:00Z"])
    #expect(texts(loaded.dataset, "minutes") == ["60", "60"])
  }

  @Test func `a day without a time counts as noon, with a note`() throws {
    let loaded = try load("spot,date,rating\nReef,2026-05-02,4\n", "zone=Europe/Madrid")
    #expect(texts(loaded.dataset, "start") == ["2026-05-02T10:00:00Z"])
    #expect(loaded.report?.remarks.contains { $0.contains("without a time of day counts as noon") } == true)
  }

  @Test func `a column says why it is left out`() throws {
    let loaded = try load(
      "spot,start,rating,wave_height_ft,wave_height_m,wind_speed,hs_yd,crowd,size_m\n"
        + "Reef,2025-12-05 07:30,3,3,1,5,1,2,1.5\nReef,2025-12-06 07:30,4,3,1,5,1,2,1.5\n")
    let remarks = (loaded.report?.remarks ?? []).joined(separator: "\n")
    for said in [
      "without a unit that is known: wind_speed, hs_yd", "known only afterwards: crowd, size_m",
      "wave_height_ft (there is wave_height_m)",
    ] { #expect(remarks.contains(said), "\(said)") }
    #expect(loaded.dataset?.table["size_m"]?.role == .ignored)
  }

  @Test func `zone= is subtracted, and an offset in the time takes precedence`() throws {
    let text =
      "spot,start,rating\nReef,2025-12-05 07:30,3\nReef,2025-12-06T07:30:00Z,3\nReef,2025-12-07T07:30-08:00,3\n"
    #expect(
      texts(try load(text, "zone=-05:00").dataset, "start")
        == ["2025-12-05T12:30:00Z", "2025-12-06T07:30:00Z", "2025-12-07T15:30:00Z"])
    #expect(texts(try load(text, "zone=UTC").dataset, "start").first == "2025-12-05T07:30:00Z")
  }

  @Test func `names of zones, unknown columns and missing parts are refused`() throws {
    let text = "spot,start,rating\nReef,2025-12-05 07:30,3\n"
    #expect(
      texts(try load(text, "zone=America/Los_Angeles").dataset, "start").first == "2025-12-05T15:30:00Z")
    #expect(try load(text, "zone=Mars/Base").report?.error?.code == "unknown-zone")
    #expect(try load(text, "zone=Z5").report?.error?.code == "unknown-zone")
    #expect(try load(text, "zone=.5").report?.error?.code == "unknown-zone")
    #expect(try load(text, "map=beach:spot").report?.error?.code == "unknown-column")
    #expect(try load(text, "map=spot:place").report?.error?.code == "bad-value")
    #expect(try load("a,b,rating\n1,2,3\n", "map=a:spot").report?.error?.code == "missing-column")
    #expect(try load("spot,start,rating\nReef,soon,3\n").report?.error?.code == "no-rows")
    #expect(try load(BuoyText.realtime).report?.error?.code == "other-format")
  }

  @Test func `good= sets the minimum rating, and classes are ordered best first`() throws {
    let text = "spot,date,rating\nReef,2025-12-05,3\nReef,2025-12-06,5\nReef,2025-12-07,1\n"
    let loaded = try load(text, "good=5")
    #expect(texts(loaded.dataset, "good") == ["other", "good", "other"])
    #expect(loaded.dataset?.table["rating"]?.categorical?.levels == ["5", "3", "1"])
    // A session without a time counts as noon.
    #expect(texts(loaded.dataset, "start").first == "2025-12-05T12:00:00Z")
  }
}
