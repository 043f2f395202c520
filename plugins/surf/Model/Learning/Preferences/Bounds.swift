public import PodiumCore

/// A range of numbers, each end included; a missing end is not a limit.
public struct Bounds: Sendable, Equatable {
  public let low: Double?
  public let high: Double?

  /// Nil where neither end is given, an end is not finite, or the low end is above the high one.
  public init?(low: Double? = nil, high: Double? = nil) {
    guard low != nil || high != nil, low?.isFinite != false, high?.isFinite != false else { return nil }
    if let low, let high, low > high { return nil }
    (self.low, self.high) = (low, high)
  }

  /// How far a value is outside: negative below the range, positive above it, 0 inside.
  public func excess(_ value: Double) -> Double {
    if let low, value < low { return value - low }
    if let high, value > high { return value - high }
    return 0
  }

  public func contains(_ value: Double) -> Bool { excess(value) == 0 && !value.isNaN }

  /// Both ends: without a lower one it begins at 0, without an upper one it is as wide as if it ended at twice the lower one.
  var ends: (low: Double, high: Double) {
    let low = low ?? 0
    return (low, high ?? max(low * 2, low + 1))
  }
}

/// The times of a day between two clock times; they may cross midnight.
public struct DayTimes: Sendable, Equatable {
  /// The first minute after local midnight, from 0 to 1439.
  public let from: Int
  /// The minute after the last one; when it equals the first, the times are the whole day.
  public let to: Int

  private static let day = 1440

  /// Accepts 24:00 (1440) for midnight; nil for minutes outside of a day.
  public init?(from: Int, to: Int) {
    guard (0...DayTimes.day).contains(from), (0...DayTimes.day).contains(to) else { return nil }
    (self.from, self.to) = (from % DayTimes.day, to % DayTimes.day)
  }

  public var crossesMidnight: Bool { to != 0 && to < from }

  /// Whether a minute of the local day is inside.
  public func contains(_ minute: Int) -> Bool { minutesUntil(minute) == 0 }

  /// Whether a minute belongs to times that began on the day before.
  public func beganYesterday(_ minute: Int) -> Bool { crossesMidnight && minute < to }

  /// The minutes from a minute outside to the nearer end; 0 inside, at least 1 outside.
  public func minutesUntil(_ minute: Int) -> Int {
    let day = DayTimes.day
    func forward(_ start: Int, _ end: Int) -> Int { ((end - start) % day + day) % day }
    let length = from == to ? day : forward(from, to)
    let place = forward(from, min(max(minute, 0), day - 1))
    return place < length ? 0 : max(1, min(day - place, place - length))
  }

  /// As `06:00..10:00`.
  public var text: String { DayTimes.clock(from) + ".." + DayTimes.clock(to) }

  static func clock(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    return two(minute / 60) + ":" + two(minute % 60)
  }
}

/// A day of the week, as ISO 8601 numbers them: 1 is Monday.
public enum Weekday: Int, Sendable, CaseIterable, Comparable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday of a date.
  public init(_ date: CalendarDate) {
    // 1970-01-01, day 0, was a Thursday.
    let place = ((date.days + 3) % 7 + 7) % 7
    self = Weekday(rawValue: place + 1) ?? .monday
  }

  public var before: Weekday { Weekday(rawValue: rawValue == 1 ? 7 : rawValue - 1) ?? .monday }

  /// The English name, capitalised.
  public var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }

  public static func < (a: Weekday, b: Weekday) -> Bool { a.rawValue < b.rawValue }
}
