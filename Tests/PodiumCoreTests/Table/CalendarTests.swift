import Foundation
import PodiumCore
import Testing

/// Days and moments beside Python's datetime, which the tables were computed with.
@Suite struct CalendarTests {
  static let days = [
    ("0001-01-01", -719162), ("0001-12-31", -718798), ("0004-02-29", -718008), ("0100-02-28", -682945),
    ("0400-02-29", -573372), ("1582-10-15", -141427), ("1600-02-29", -135081), ("1900-02-28", -25509),
    ("1900-03-01", -25508), ("1969-12-31", -1), ("1970-01-01", 0), ("2000-02-29", 11016),
    ("2018-01-08", 17539),
    ("2024-02-29", 19782), ("2026-02-17", 20501), ("2100-03-01", 47541), ("9999-12-31", 2_932_896),
  ]

  @Test(arguments: days)
  func `a day is as far from 1970 as Python says`(_ text: String, _ days: Int) {
    #expect(CalendarDate(iso: text)?.days == days)
    #expect(CalendarDate(days: days).description == text)
  }

  @Test func `every day from year 1 to 9999 is written as Python writes it`() {
    // In steps of a day a debug build would take too long; 97 days meet every month and every kind of year.
    for days in stride(from: -719_162, through: 2_932_896, by: 97) {
      let day = CalendarDate(days: days)
      let (year, month, number) = day.civil
      guard day.days == days, CalendarDate(year: year, month: month, day: number) == day,
        CalendarDate(iso: day.description) == day
      else {
        Issue.record("day \(days) does not come back: \(day)")
        return
      }
    }
  }

  @Test func `a column of days takes four bytes per row, missing ones too`() {
    #expect(MemoryLayout<CalendarDate?>.stride == 4)
  }

  @Test func `days are kept in archives by their distance from 1970`() throws {
    let day = CalendarDate(days: 17_539)
    let kept = try JSONEncoder().encode(day)
    #expect(String(decoding: kept, as: UTF8.self) == #"{"days":17539}"#)
    #expect(try JSONDecoder().decode(CalendarDate.self, from: kept) == day)
  }

  static let noDays = [
    "2023-02-29", "1900-02-29", "2100-02-29", "2018-13-01", "2018-00-10", "2018-04-31", "2018-01-32",
    "2018-01-00", "0000-01-01",
    "10000-01-01", "2018-1-8", "2018-01-8", "2018/01/08", "18-01-08", "2018-01-08 ", "", "2018-01-0８",
    "+018-01-08", "2018-01-081",
    "éé-01-08",
  ]

  @Test(arguments: noDays)
  func `what is not a day is refused`(_ text: String) {
    #expect(CalendarDate(iso: text) == nil)
  }

  static let moments = [
    ("0001-01-01T00:00:00Z", -62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
    ("1582-10-15T12:30Z", -12_219_247_800_000_000, "1582-10-15T12:30:00Z"),
    ("1969-12-31T23:59:59.999999Z", -1, "1969-12-31T23:59:59.999999Z"),
    ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
    ("2018-01-08T09:00:00+01:00", 1_515_398_400_000_000, "2018-01-08T08:00:00Z"),
    ("2018-01-08 09:00", 1_515_402_000_000_000, "2018-01-08T09:00:00Z"),
    ("2024-02-29T23:59:59.5-02:30", 1_709_260_199_500_000, "2024-03-01T02:29:59.5Z"),
    ("2018-03-25T02:30:00+0200", 1_521_937_800_000_000, "2018-03-25T00:30:00Z"),
    ("2018-01-08T00:00+14:00", 1_515_319_200_000_000, "2018-01-07T10:00:00Z"),
    ("2018-12-31T23:59:59.123456-12", 1_546_343_999_123_456, "2019-01-01T11:59:59.123456Z"),
    ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    // What is finer than a microsecond is cut off.
    ("1970-01-01T00:00:00.0000019Z", 1, "1970-01-01T00:00:00.000001Z"),
  ]

  @Test(arguments: moments)
  func `a moment is as far from 1970 as Python says`(_ text: String, _ microseconds: Int, _ printed: String) {
    let moment = Moment(iso: text)
    #expect(moment?.microseconds == microseconds)
    #expect(moment?.description == printed)
    #expect(Moment(iso: printed) == moment)
  }

  static let noMoments = [
    "2018-01-08T24:00", "2018-01-08T23:60", "2018-01-08T23:59:60", "2018-02-30T10:00", "2018-01-08",
    "2018-01-08T9:00",
    "2018-01-08T09:00:00.", "2018-01-08T09:00:00,5", "2018-01-08T09:00+15:00", "2018-01-08T09:00+1",
    "2018-01-08T09:00+01:",
    "2018-01-08T09:00+01:60", "2018-01-08T09:00ZZ", "2018-01-08T09:00 Z", "2018-01-08t09:00",
    "2018-01-08T09:00:00.1234567890123456789012Z",
    // An offset must not lead out of the calendar.
    "0001-01-01T00:00+00:01", "9999-12-31T23:59:59-00:01",
  ]

  @Test(arguments: noMoments)
  func `what is not a moment is refused`(_ text: String) {
    #expect(Moment(iso: text) == nil)
  }

  @Test(arguments: [Int.min, -1 << 60, 1 << 60, Int.max])
  func `distances out of the calendar end at its edge`(_ distance: Int) {
    let edge = distance < 0 ? "0001-01-01" : "9999-12-31"
    #expect(CalendarDate(days: distance).description == edge)
    #expect(Moment(microseconds: distance).date.description == edge)
  }
}
