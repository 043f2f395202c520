public import PodiumCore

/// The clocks of a place: UTC, or the rules of a time zone.
public enum WallClock: Sendable, Equatable {
  case utc
  /// Always so many minutes ahead of UTC.
  case offset(minutes: Int)
  case zone(ZoneRules)

  /// What a time on the clock means.
  public enum Reading: Sendable, Equatable {
    case once(Moment)
    /// The clock was put back: the time in summer time and then in standard time.
    case twice(Moment, Moment)
    /// The clock was put forward and never showed the time.
    case never
  }

  /// The moments at which the clock shows a time, which is given as if it were UTC.
  public func reading(_ wall: Moment) -> Reading {
    if case .offset(let minutes) = self { return .once(wall.later(seconds: -60 * minutes)) }
    guard case .zone(let rules) = self else { return .once(wall) }
    let day = 86_400
    let offsets = Set([-day, 0, day].map { rules.offset(at: wall.later(seconds: $0)) })
    let found = offsets.map { wall.later(seconds: -$0) }.filter { moment in
      wall == moment.later(seconds: rules.offset(at: moment))
    }.sorted()
    guard let first = found.first, let last = found.last else { return .never }
    return first == last ? .once(first) : .twice(first, last)
  }

  /// Standard time of the zone in the year of a time on its clock, whether or not summer time applies.
  public func standard(_ wall: Moment) -> Moment {
    if case .offset(let minutes) = self { return wall.later(seconds: -60 * minutes) }
    guard case .zone(let rules) = self else { return wall }
    let year = wall.date.civil.year
    // Of January and July one is standard time, on either side of the equator; summer time is ahead of it.
    let offsets = [1, 7].compactMap { CalendarDate(year: year, month: $0, day: 15) }.map { date in
      rules.offset(at: Moment(startOf: date))
    }
    return wall.later(seconds: -(offsets.min() ?? 0))
  }

  /// A time on a clock as if it were UTC: `2026-07-01 06:41` or `2026-07-01T06:41:00`, without an offset.
  static func wall(_ text: String) -> Moment? {
    let count = text.utf8.count
    return count == 16 || count == 19 ? Moment(iso: text) : nil
  }

  /// Whether a text of ISO 8601 has an offset; it can only follow the hour.
  public static func hasOffset(_ text: String) -> Bool {
    text.drop { $0 != ":" }.contains { $0 == "Z" || $0 == "z" || $0 == "+" || $0 == "-" }
  }
}

extension Moment {
  /// The moment some seconds later, within the years 1 to 9999.
  func later(seconds: Int) -> Moment {
    let (change, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflow) = microseconds.addingReportingOverflow(change)
    return isTooFar || overflow ? self : Moment(microseconds: sum)
  }

  /// The moment some microseconds later, as far as moments go.
  public func later(_ microseconds: Int) -> Moment {
    let (sum, overflow) = self.microseconds.addingReportingOverflow(microseconds)
    return Moment(microseconds: overflow ? (microseconds < 0 ? .min / 2 : .max / 2) : sum)
  }
}
