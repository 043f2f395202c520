/// A day of the proleptic Gregorian calendar, from year 1 to 9999.
public struct CalendarDate: Sendable, BitwiseCopyable, Hashable, Codable, Comparable, CustomStringConvertible {
  // Kept as it is written: with a month that has names of its own, a day and a day that is missing take four bytes.
  private let year: UInt16
  private let month: Month
  private let day: UInt8

  private enum Month: UInt8 {
    case january = 1
    case february, march, april, may, june, july, august, september, october, november, december
  }

  /// Days since 1970-01-01.
  public var days: Int {
    // Years are counted from March, so that the leap day is a year's last.
    let month = Int(month.rawValue)
    let shiftedYear = month > 2 ? Int(year) : Int(year) - 1
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int(day) - 1
    let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
    return shiftedYear * 365 + leapDays + dayOfYear - 719_468
  }

  /// The day at a distance from 1970-01-01, clamped to the years 1 to 9999.
  public init(days: Int) {
    let shifted = min(max(days, -719_162), 2_932_896) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.year = UInt16(clamping: yearOfEra + era * 400 + (month <= 2 ? 1 : 0))
    self.month = Month(rawValue: UInt8(clamping: month)) ?? .january
    self.day = UInt8(clamping: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// Reads a day as written, clamped to the years 1 to 9999.
  public init(from decoder: any Decoder) throws {
    self.init(days: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .days))
  }

  /// Writes the day as its distance from 1970-01-01.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(days, forKey: .days)
  }

  private enum CodingKeys: String, CodingKey { case days }

  /// The day of a year, month and day number; nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CalendarDate.length(of: month, in: year), let name = Month(rawValue: UInt8(truncatingIfNeeded: month))
    else { return nil }
    self.year = UInt16(truncatingIfNeeded: year)
    self.month = name
    self.day = UInt8(truncatingIfNeeded: day)
  }

  /// The number of days of a month.
  static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The year, month and day.
  public var civil: (year: Int, month: Int, day: Int) { (Int(year), Int(month.rawValue), Int(day)) }

  /// Reads `2018-01-08`; nil for any other form and for days that do not exist.
  public init?(iso text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = Digits.read(bytes, 0, 4), let month = Digits.read(bytes, 5, 2),
      let day = Digits.read(bytes, 8, 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day as `2018-01-08`.
  public var description: String {
    var out: [UInt8] = []
    write(to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  func write(to out: inout [UInt8]) {
    let (year, month, day) = civil
    Digits.write(year, 4, to: &out)
    out.append(UInt8(ascii: "-"))
    Digits.write(month, 2, to: &out)
    out.append(UInt8(ascii: "-"))
    Digits.write(day, 2, to: &out)
  }

  /// Whether one day is before another.
  public static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    (a.year, a.month.rawValue, a.day) < (b.year, b.month.rawValue, b.day)
  }
}

/// Fixed-width decimal fields of dates.
enum Digits {
  /// The number in `count` ASCII digits from a place; nil when there are not so many digits.
  static func read(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start >= 0, start + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[start..<(start + count)] {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }

  /// Writes the last digits of a number, with leading zeros up to a width.
  static func write(_ value: Int, _ width: Int, to out: inout [UInt8]) {
    var unit = 1
    for _ in 1..<width { unit *= 10 }
    while unit > 0 {
      out.append(UInt8(ascii: "0") + UInt8(value / unit % 10))
      unit /= 10
    }
  }
}
