import PodiumCore
import SurfModel
import Testing

/// Times on clocks that are put forward and back.
struct WallClockTests {
  private func wall(_ text: String) throws -> Moment { try #require(Moment(iso: text + "Z")) }

  @Test func `a time on a clock is one moment on most days`() throws {
    let clock = WallClock.zone(try Sample.pacific())
    #expect(try clock.reading(wall("2025-01-10T12:00")) == .once(wall("2025-01-10T20:00")))
    #expect(try clock.reading(wall("2025-07-10T12:00")) == .once(wall("2025-07-10T19:00")))
    #expect(try WallClock.utc.reading(wall("2025-07-10T12:00")) == .once(wall("2025-07-10T12:00")))
  }

  @Test func `a skipped time is none, and a repeated time is two`() throws {
    let clock = WallClock.zone(try Sample.pacific())
    #expect(try clock.reading(wall("2026-03-08T02:00")) == .never)
    #expect(try clock.reading(wall("2026-03-08T02:59")) == .never)
    #expect(try clock.reading(wall("2026-03-08T03:00")) == .once(wall("2026-03-08T10:00")))
    #expect(try clock.reading(wall("2025-11-02T01:30")) == .twice(wall("2025-11-02T08:30"), wall("2025-11-02T09:30")))
    #expect(try clock.reading(wall("2025-11-02T00:54")) == .once(wall("2025-11-02T07:54")))
    #expect(try clock.reading(wall("2025-11-02T02:00")) == .once(wall("2025-11-02T10:00")))
  }

  @Test func `standard time applies all year, on either side of the equator`() throws {
    let north = WallClock.zone(try Sample.pacific())
    #expect(try north.standard(wall("2025-07-10T12:00")) == wall("2025-07-10T20:00"))
    let south = WallClock.zone(try Sample.zone("AEST-10AEDT,M10.1.0,M4.1.0/3", offset: 36_000))
    #expect(try south.standard(wall("2025-01-10T12:00")) == wall("2025-01-10T02:00"))
    #expect(try south.standard(wall("2025-07-10T12:00")) == wall("2025-07-10T02:00"))
  }
}
