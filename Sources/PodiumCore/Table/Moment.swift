/// A moment in UTC with microseconds, from year 1 to 9999.
public struct Moment: Sendable, BitwiseCopyable, Hashable, Codable, Comparable, CustomStringConvertible {
  /// Microseconds since 1970-01-01T00:00:00Z.
  public let microseconds: Int

  /// The moment at a distance from 1970-01-01T00:00:00Z, clamped to the years 1 to 9999.
  public init(microseconds: Int) {
    self.microseconds = min(max(microseconds, Moment.range.lowerBound), Moment.range.upperBound)
  }

  /// Reads a moment as written, clamped to the years 1 to 9999.
  public init(from decoder: any Decoder) throws {
    self.init(
      microseconds: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .microseconds))
  }

  private enum CodingKeys: String, CodingKey { case microseconds }

  /// From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999999Z.
  static let range = -62_135_596_800_000_000...253_402_300_799_999_999

  /// Reads ISO 8601: a date, `T` or a space, `hh:mm[:ss[.ffffff]]`, and `Z`, an offset, or nothing (taken as UTC).
  ///
  /// Returns nil for any other form, for days that do not exist, for hours beyond 23:59:59, and where the offset
  /// leads out of the years 1 to 9999.
  public init?(iso text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 16, bytes.count <= 40, bytes[10] == 0x54 || bytes[10] == 0x20, bytes[13] == 0x3A,
      let date = CalendarDate(iso: String(decoding: bytes[0..<10], as: UTF8.self)),
      let hour = Digits.read(bytes, 11, 2), hour < 24, let minute = Digits.read(bytes, 14, 2), minute < 60
    else { return nil }
    var place = 16
    var seconds = 0
    var fraction = 0
    if place < bytes.count, bytes[place] == 0x3A {
      guard let read = Digits.read(bytes, place + 1, 2), read < 60 else { return nil }
      seconds = read
      place += 3
      if place < bytes.count, bytes[place] == 0x2E {
        place += 1
        var digits = 0
        while place < bytes.count, let digit = Digits.read(bytes, place, 1) {
          // What is finer than a microsecond is cut off.
          if digits < 6 { fraction = fraction * 10 + digit }
          digits += 1
          place += 1
        }
        guard digits > 0 else { return nil }
        for _ in min(digits, 6)..<6 { fraction *= 10 }
      }
    }
    guard let offset = Moment.offsetMinutes(bytes[place...]) else { return nil }
    let minutes = hour * 60 + minute - offset
    let moment = ((date.days * 1440 + minutes) * 60 + seconds) * 1_000_000 + fraction
    guard Moment.range.contains(moment) else { return nil }
    microseconds = moment
  }

  private static func offsetMinutes(_ bytes: ArraySlice<UInt8>) -> Int? {
    let zone = Array(bytes)
    if zone.isEmpty || zone == [0x5A] { return 0 }
    guard zone[0] == 0x2B || zone[0] == 0x2D else { return nil }
    let sign = zone[0] == 0x2D ? -1 : 1
    guard let hours = Digits.read(zone, 1, 2), hours <= 14 else { return nil }
    if zone.count == 3 { return sign * hours * 60 }
    let minutesAt = zone.count == 6 && zone[3] == 0x3A ? 4 : 3
    guard zone.count == minutesAt + 2, let minutes = Digits.read(zone, minutesAt, 2), minutes < 60 else {
      return nil
    }
    return sign * (hours * 60 + minutes)
  }

  /// The moment at which a clock in UTC shows the beginning of a day, or some minutes later.
  public init(startOf day: CalendarDate, minute: Int = 0) {
    self.init(microseconds: day.days * 86_400_000_000 + minute * 60_000_000)
  }

  /// What a clock shows at the moment that is some minutes ahead of UTC, as if it were UTC; the moment itself where that is beyond
  /// all moments.
  public func shown(offset minutes: Int?) -> Moment {
    let (shift, isFar) = (minutes ?? 0).multipliedReportingOverflow(by: 60_000_000)
    let (shown, overflow) = microseconds.addingReportingOverflow(isFar ? 0 : shift)
    return overflow ? self : Moment(microseconds: shown)
  }

  /// The day of the moment in UTC.
  public var date: CalendarDate { CalendarDate(days: floorDivide(microseconds, 86_400_000_000)) }

  /// The minute of its day by a clock in UTC.
  public var minuteOfDay: Int { (microseconds - date.days * 86_400_000_000) / 60_000_000 }

  /// The moment as `2018-01-08T09:00:00Z`, with a fraction of a second only where there is one.
  public var description: String {
    let day = date
    let rest = microseconds - day.days * 86_400_000_000
    let second = rest / 1_000_000
    var (fraction, digits) = (rest % 1_000_000, 6)
    while digits > 0, fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
    var out: [UInt8] = []
    out.reserveCapacity(27)
    day.write(to: &out)
    out.append(UInt8(ascii: "T"))
    Digits.write(second / 3600, 2, to: &out)
    out.append(UInt8(ascii: ":"))
    Digits.write(second / 60 % 60, 2, to: &out)
    out.append(UInt8(ascii: ":"))
    Digits.write(second % 60, 2, to: &out)
    if digits > 0 {
      out.append(UInt8(ascii: "."))
      Digits.write(fraction, digits, to: &out)
    }
    out.append(UInt8(ascii: "Z"))
    return String(decoding: out, as: UTF8.self)
  }

  /// Whether one moment is before another.
  public static func < (a: Moment, b: Moment) -> Bool { a.microseconds < b.microseconds }
}

private func floorDivide(_ a: Int, _ b: Int) -> Int {
  let quotient = a / b
  return a % b < 0 ? quotient - 1 : quotient
}
