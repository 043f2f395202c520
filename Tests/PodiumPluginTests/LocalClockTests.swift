import PodiumCore
import PodiumPlugin
import Testing

/// Which moments a time of day stands for where the clock is put forward and back.
struct LocalClockTests {
  /// Central European Time in 2026: summer time from 29 March to 25 October, each at 01:00 UTC.
  static let stockholm = LocalClock(zone: "Europe/Stockholm") { moment in
    let (start, end) = (Moment(iso: "2026-03-29T01:00Z"), Moment(iso: "2026-10-25T01:00Z"))
    guard let start, let end else { return 0 }
    return moment >= start && moment < end ? 120 : 60
  }

  @Test(arguments: [
    ("2026-01-24T08:30", LocalClock.Reading.once(offset: 60)), ("2026-07-01T08:30", .once(offset: 120)),
    ("2026-03-29T01:59", .once(offset: 60)), ("2026-03-29T02:00", .skipped), ("2026-03-29T02:59", .skipped),
    ("2026-03-29T03:00", .once(offset: 120)), ("2026-10-25T01:59", .once(offset: 120)),
    ("2026-10-25T02:00", .twice(first: 120, second: 60)), ("2026-10-25T02:59", .twice(first: 120, second: 60)),
    ("2026-10-25T03:00", .once(offset: 60)),
  ])
  func `a local time occurs once, twice or not at all`(_ text: String, _ reading: LocalClock.Reading) throws {
    #expect(Self.stockholm.reading(of: try #require(Moment(iso: text + "Z"))) == reading)
  }

  @Test(arguments: [-720, -210, 0, 345, 840])
  func `without summer time every time occurs once, at the ends of time too`(_ minutes: Int) {
    let clock = LocalClock(zone: "X") { _ in minutes }
    for microseconds in [0, 1_700_000_000_000_000, -1_700_000_000_000_000] {
      #expect(clock.reading(of: Moment(microseconds: microseconds)) == .once(offset: minutes))
    }
    _ = clock.reading(of: Moment(microseconds: .max))
    _ = clock.reading(of: Moment(microseconds: .min))
  }

  @Test func `a time without an offset becomes a moment, a skipped one an error, of a repeated one a fold is asked`()
    throws
  {
    func moment(_ text: String, _ fold: LocalClock.Fold? = nil) -> String {
      guard let shown = Moment(iso: text + "Z") else { return "no moment" }
      do throws(Diagnostic) {
        return try Self.stockholm.moment(showing: shown, fold: fold).description
      } catch {
        return error.code
      }
    }
    #expect(moment("2026-07-01T08:30") == "2026-07-01T06:30:00Z")
    #expect(moment("2026-03-29T02:30") == "skipped-time")
    #expect(moment("2026-03-29T02:30", .first) == "skipped-time")
    #expect(moment("2026-10-25T02:30") == "repeated-time")
    #expect(moment("2026-10-25T02:30", .first) == "2026-10-25T00:30:00Z")
    #expect(moment("2026-10-25T02:30", .second) == "2026-10-25T01:30:00Z")
    #expect(moment("2026-01-01T12:00", .second) == "2026-01-01T11:00:00Z")
    let summer = try #require(Moment(iso: "2026-07-01T06:30Z"))
    #expect(Self.stockholm.shown(at: summer).description == "2026-07-01T08:30:00Z")
  }
}
