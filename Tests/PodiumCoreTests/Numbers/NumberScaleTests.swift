import PodiumTestKit
import Testing

@testable import PodiumCore

/// Durations and times of day: as they are read, written and kept.
@Suite struct NumberScaleTests {
  @Test(arguments: [
    ("12:01.4", 721.4), ("26:05:00", 93_900), ("-0:30", -30), ("\u{2212}1:00", -60), ("0:45,25", 45.25),
    (" 9:58 ", 598),
    ("100:00", 6000), ("1 day 02:00:00", 93_600), ("0 days 00:12:01.400000", 721.4), ("45.2", 45.2), ("-3", -3),
    ("45,2", 45.2), ("12:01,4", 721.4),
    ("-1 days +23:59:30", -30), ("1 day, 2:00:00", 93_600),
    ("1h 20m", 4800), ("1 h 02 min 3.5 s", 3723.5), ("90 min", 5400), ("1 min 12,4 sec", 72.4), ("-2h", -7200),
    ("2 days 1h", 176_400), ("1.5 hours", 5400), ("0.1s", 0.1),
  ])
  func `durations are read`(_ text: String, _ seconds: Double) { #expect(DurationCell.duration(text) == seconds) }

  @Test(arguments: [
    "", ":", "1:", ":30", "12:60", "1:60:00", "1:2:3:4", "12:1x", "1:00.", "1:.5", "1.5:00", "noon", "2 days 5:00",
    "1 day",
    "9999999999999:00", "1:00.12345678901234567890123456", "--1:00", "1:00am",
  ])
  func `other texts are not durations`(_ text: String) { #expect(DurationCell.seconds(text) == nil) }

  @Test(arguments: [
    "5m 1h", "1h 1h", "1.5h 2m", "h", "1 mile", "5 m x", "1e3 s", "1..2 s", "999999999999999 h", "3 4 s",
  ])
  func `other units are not durations`(_ text: String) { #expect(DurationCell.duration(text) == nil) }

  @Test func `a cell of megabytes is none, at once`() {
    let long = String(repeating: " ", count: 20_000_000) + "8:30"
    #expect(DurationCell.duration(long) == nil && DurationCell.seconds(long) == nil && DurationCell.time(long) == nil)
  }

  @Test(arguments: [
    ("08:30", 30_600), ("8:30", 30_600), ("00:00", 0), ("23:59:59.5", 86_399.5), ("8:30 pm", 73_800), ("12:00 AM", 0),
    ("12:15 p.m.", 44_100), ("8:05:01am", 29_101), ("8am", 28_800), ("12 pm", 43_200), ("12 a.m.", 0),
  ])
  func `times of day are read`(_ text: String, _ seconds: Double) { #expect(DurationCell.time(text) == seconds) }

  @Test(arguments: [
    "24:00", "8", "8:60", "13:00 pm", "0:30 am", "-8:30", "8:30 xm", "13 pm", "0am", "108 am", "am", "8.30", "12:01.4",
    "",
  ])
  func `other texts are not times of day`(_ text: String) { #expect(DurationCell.time(text) == nil) }

  @Test(arguments: [
    (NumberScale.duration, 721.4, "12:01.4"), (.duration, 93_900, "26:05:00"), (.duration, -30, "-0:30"),
    (.duration, 0, "0:00"), (.duration, 3599.25, "59:59.25"), (.time, 30_600, "08:30"), (.time, 30_615, "08:30:15"),
    (.time, 0.5, "00:00:00.5"), (.time, 86_400, "00:00"), (.degrees, 350, "350"),
  ])
  func `a file has the shortest text`(_ scale: NumberScale, _ seconds: Double, _ text: String) {
    #expect(scale.fileText(seconds) == text)
  }

  @Test func `what a file has is read again to the last digit`() {
    var random = SystemlessRandom(seed: 5)
    for _ in 0..<5000 {
      let size = random.pick([1.0, 60, 3600, 1e6, 1e12, 1e17, 1e-9])
      let seconds = (Double(random.below(1 << 53)) * 0x1p-52 - 1) * size
      #expect(DurationCell.duration(NumberScale.duration.fileText(seconds)) == seconds)
      let time = Double(random.below(1 << 53)) * 0x1p-53 * 86_400
      #expect(DurationCell.time(NumberScale.time.fileText(time)) == time)
    }
    for odd in [Double.infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0x1p53, -0.0] {
      _ = (NumberScale.duration.fileText(odd), NumberScale.time.fileText(odd), NumberScale.duration.texts([odd]))
    }
  }

  @Test func `people see thousandths, and as many decimals in each cell as one needs`() {
    #expect(NumberScale.duration.texts([721.4, 800, 45.5]) == ["12:01.4", "13:20.0", "0:45.5"])
    #expect(NumberScale.duration.texts([721.40004, 93_900]) == ["12:01.4", "26:05:00.0"])
    #expect(NumberScale.time.texts([30_600, 60]) == ["08:30", "00:01"])
    #expect(NumberScale.time.texts([30_600, 61]) == ["08:30:00", "00:01:01"])
    #expect(NumberScale.time.texts([86_399.9996]) == ["23:59:59.999"])
  }

  @Test func `a column keeps its scale, and only numbers have one`() throws {
    let column = Column("lap", .number([721.4, .nan]), scale: .duration)
    #expect(column.selecting([0]).scale == .duration && column.with(role: .id).scale == .duration)
    #expect(column.typeName == "duration" && column.type == .number && column.circle == nil)
    #expect(column.fileText(0) == "12:01.4" && column.fileText(1).isEmpty)
    #expect(Column("t", .text(["a"]), scale: .time).scale == nil)
    let plain = Column("lap", .number([721.4, .nan]))
    let hashes = try [column, plain, Column("lap", .number([721.4, .nan]), scale: .time)].map {
      try Table([$0]).contentHash()
    }
    #expect(Set(hashes).count == 3)
  }

  @Test func `a saved table keeps its scales; an older podium refuses it as newer`() throws {
    let table = try Table([
      Column("lap", .number([721.4, .nan]), scale: .duration), Column("at", .integer([30_600, 0]), scale: .time),
      Column("d", .number([350, 10]), scale: .degrees), Column("x", .number([1, 2])),
    ])
    let bytes = TableArchive.bytes(of: table)
    #expect(bytes[8] == 4)
    #expect(try TableArchive.table(bytes) == table)
  }
}
