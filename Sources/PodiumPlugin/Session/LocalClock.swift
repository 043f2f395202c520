public import PodiumCore

/// The zone whose time the machine's clock shows.
public struct LocalClock: Sendable {
  /// The zone's name (`Europe/Stockholm`).
  public let zone: String
  /// The minutes that local time is ahead of UTC at a moment.
  public let offset: @Sendable (Moment) -> Int

  /// What a time of day without an offset may be.
  public enum Reading: Sendable, Equatable {
    /// One moment, so many minutes ahead of UTC.
    case once(offset: Int)
    /// Two moments, since the clock was put back: the earlier one and the later one.
    case twice(first: Int, second: Int)
    /// None: the clock was put forward over it.
    case skipped
  }

  /// Names a zone and says how far it is ahead of UTC.
  public init(zone: String, offset: @escaping @Sendable (Moment) -> Int) {
    self.zone = zone
    self.offset = offset
  }

  /// The moments that a time of the clock means; `shown` is that time as if it were UTC.
  public func reading(of shown: Moment) -> Reading {
    func moved(_ minutes: Int) -> Moment? {
      let (sum, overflow) = shown.microseconds.addingReportingOverflow(minutes * 60_000_000)
      return overflow ? nil : Moment(microseconds: sum)
    }
    // The offsets in use a day before and after are the only ones that a change in between leads from and to.
    var found: [Int] = []
    for minutes in [-1440, 1440] {
      guard let near = moved(minutes) else { continue }
      let offset = offset(near)
      guard !found.contains(offset), let moment = moved(-offset), self.offset(moment) == offset else { continue }
      found.append(offset)
    }
    // The larger offset is the earlier moment.
    found.sort(by: >)
    guard let first = found.first else { return .skipped }
    return found.count > 1 ? .twice(first: first, second: found[1]) : .once(offset: first)
  }
}
