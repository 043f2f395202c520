/// How the days of a column are written, if not in ISO 8601.
package struct DateForm: Sendable, Equatable {
  /// The order of the parts.
  package enum Order: Sendable, Equatable {
    /// `31/12/2024`
    case dayMonthYear
    /// `12/31/2024`
    case monthDayYear
    /// `2024/12/31` and `2024-1-5`
    case yearMonthDay
    /// `31 Dec 2024`
    case dayNameYear
    /// `Dec 31, 2024`
    case nameDayYear
  }

  package var order: Order
  /// The byte between the parts.
  package var mark: UInt8

  /// The form as it is named in a report.
  package var shown: String {
    let mark = String(UnicodeScalar(mark))
    return switch order {
    case .dayMonthYear: "dd\(mark)mm\(mark)yyyy"
    case .monthDayYear: "mm\(mark)dd\(mark)yyyy"
    case .yearMonthDay: "yyyy\(mark)mm\(mark)dd"
    case .dayNameYear: "d\(mark)mon\(mark)yyyy"
    case .nameDayYear: "mon d, yyyy"
    }
  }
}

/// A day in digits or with the name of a month, and optionally a time, before the order of its parts is known.
package struct LocalDateCell {
  /// The parts as written; in the orders with a name the month is already a number.
  package var parts: (Int, Int, Int)
  package var form: DateForm
  /// Whether the year has two digits: 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068.
  package var hasShortYear = false
  /// Microseconds since midnight; nil if there is no time, −1 for a nonexistent one.
  package var time: Int?
  var zoneMinutes = 0
  var hasZone = false
  var isCut = false

  /// Reads a cell's core; nil for anything else. Digits with `/`, `-` or `.` are read with the day first.
  package init?(_ text: Span<UInt8>, _ core: Range<Int>) {
    guard core.count >= 6, core.count <= 48 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(core.count)
    for place in core { bytes.append(text[place]) }
    var reader = Reader(bytes)
    if let month = reader.monthName() {
      guard reader.skip(0x20), let day = reader.number(1...2), reader.skip(0x2C), reader.skip(0x20),
        let year = reader.year()
      else { return nil }
      (parts, hasShortYear) = ((day, month, year.value), year.isShort)
      form = DateForm(order: .nameDayYear, mark: 0x20)
    } else {
      let start = reader.i
      guard let first = reader.number(1...4) else { return nil }
      let length = reader.i - start
      guard length != 3, let mark = reader.mark() else { return nil }
      if length <= 2, let month = reader.monthName() {
        guard mark == 0x20 || mark == 0x2D, reader.skip(mark), let year = reader.year() else { return nil }
        (parts, hasShortYear) = ((first, month, year.value), year.isShort)
        form = DateForm(order: .dayNameYear, mark: mark)
      } else {
        guard mark != 0x20, let second = reader.number(1...2), reader.skip(mark) else { return nil }
        if length == 4 {
          guard let day = reader.number(1...2) else { return nil }
          parts = (first, second, day)
        } else {
          guard let year = reader.year() else { return nil }
          (parts, hasShortYear) = ((first, second, year.value), year.isShort)
        }
        form = DateForm(order: length == 4 ? .yearMonthDay : .dayMonthYear, mark: mark)
      }
    }
    guard !reader.isAtEnd else { return }
    guard let read = reader.time() else { return nil }
    time = read.micros
    isCut = read.isCut
    guard let zone = reader.zone() else { return nil }
    zoneMinutes = zone.minutes
    hasZone = zone.isGiven
  }

  /// The day or moment for an order of the parts.
  package func value(_ order: DateForm.Order) -> ISODateCell {
    let date: CalendarDate? =
      switch order {
      case .dayMonthYear, .dayNameYear, .nameDayYear:
        CalendarDate(year: parts.2, month: parts.1, day: parts.0)
      case .monthDayYear: CalendarDate(year: parts.2, month: parts.0, day: parts.1)
      case .yearMonthDay: CalendarDate(year: parts.0, month: parts.1, day: parts.2)
      }
    guard let date else { return .impossible }
    guard let time else { return .date(date) }
    guard time >= 0, zoneMinutes.magnitude <= 14 * 60 + 59 else { return .impossible }
    let microseconds = (date.days * 1440 - zoneMinutes) * 60_000_000 + time
    let moment = Moment(microseconds: microseconds)
    guard moment.microseconds == microseconds else { return .impossible }
    return .datetime(moment, hasZone: hasZone, isCut: isCut)
  }

  /// Whether it is a day or moment in no order of the parts.
  package var isImpossible: Bool {
    value(form.order) == .impossible && (form.order != .dayMonthYear || value(.monthDayYear) == .impossible)
  }

  /// Reads the parts of a cell in sequence.
  private struct Reader {
    let text: [UInt8]
    var i = 0
    let end: Int

    init(_ text: [UInt8]) {
      self.text = text
      end = text.count
    }

    var isAtEnd: Bool { i == end }

    mutating func skip(_ byte: UInt8) -> Bool {
      guard i < end, text[i] == byte else { return false }
      i += 1
      return true
    }

    mutating func number(_ lengths: ClosedRange<Int>) -> Int? {
      var value = 0
      let start = i
      while i < end, text[i] &- 0x30 < 10, i - start < lengths.upperBound {
        value = value * 10 + Int(text[i] &- 0x30)
        i += 1
      }
      return lengths.contains(i - start) ? value : nil
    }

    /// A year of four digits, or of two.
    mutating func year() -> (value: Int, isShort: Bool)? {
      let start = i
      guard let value = number(2...4) else { return nil }
      switch i - start {
      case 4: return (value, false)
      case 2: return (value < 69 ? 2000 + value : 1900 + value, true)
      default: return nil
      }
    }

    mutating func mark() -> UInt8? {
      guard i < end, text[i] == 0x2F || text[i] == 0x2E || text[i] == 0x2D || text[i] == 0x20 else { return nil }
      i += 1
      return text[i - 1]
    }

    /// The month of an English or Nordic name, in full or its first three letters.
    mutating func monthName() -> Int? {
      var stop = i
      while stop < end, (text[stop] | 0x20) &- 0x61 < 26 { stop += 1 }
      let length = stop - i
      guard length >= 3, length <= 9 else { return nil }
      for (place, name) in LocalDateCell.months where length == 3 || length == name.utf8.count {
        var isEqual = true
        for (offset, letter) in name.utf8.prefix(length).enumerated() where text[i + offset] | 0x20 != letter {
          isEqual = false
          break
        }
        if isEqual {
          i = stop
          return place
        }
      }
      return nil
    }

    /// `T`, a space or a comma and a space, then `h:mm`, seconds, a fraction, AM or PM.
    mutating func time() -> (micros: Int, isCut: Bool)? {
      if skip(0x2C) {
        guard skip(0x20) else { return nil }
      } else if !skip(0x20) {
        guard skip(0x54) else { return nil }
      }
      guard var hour = number(1...2), skip(0x3A), let minute = number(2...2) else { return nil }
      var second = 0
      var micros = 0
      var isCut = false
      if skip(0x3A) {
        guard let read = number(2...2) else { return nil }
        second = read
        if skip(0x2E) {
          var places = 0
          while i < end, text[i] &- 0x30 < 10 {
            let digit = Int(text[i] &- 0x30)
            if places < 6 { micros = micros * 10 + digit } else if digit != 0 { isCut = true }
            places += 1
            i += 1
          }
          guard places > 0 else { return nil }
          for _ in min(places, 6)..<6 { micros *= 10 }
        }
      }
      let before = i
      _ = skip(0x20)
      if i + 1 < end, text[i + 1] | 0x20 == 0x6D, text[i] | 0x20 == 0x61 || text[i] | 0x20 == 0x70 {
        guard (1...12).contains(hour) else { return (-1, false) }
        hour = hour % 12 + (text[i] | 0x20 == 0x70 ? 12 : 0)
        i += 2
      } else {
        i = before
      }
      guard hour < 24, minute < 60, second < 60 else { return (-1, isCut) }
      return (((hour * 60 + minute) * 60 + second) * 1_000_000 + micros, isCut)
    }

    /// Nothing, `Z`, `UTC`, `GMT`, `+hh`, `+hhmm` or `+hh:mm`, optionally after a space.
    mutating func zone() -> (minutes: Int, isGiven: Bool)? {
      if isAtEnd { return (0, false) }
      _ = skip(0x20)
      if skip(0x5A) { return isAtEnd ? (0, true) : nil }
      if end - i == 3, text[i] == 0x55 && text[i + 1] == 0x54 && text[i + 2] == 0x43 { return (0, true) }
      if end - i == 3, text[i] == 0x47 && text[i + 1] == 0x4D && text[i + 2] == 0x54 { return (0, true) }
      let sign = skip(0x2D) ? -1 : 1
      if sign == 1 { guard skip(0x2B) else { return nil } }
      guard let hours = number(2...2) else { return nil }
      if isAtEnd { return (sign * hours * 60, true) }
      _ = skip(0x3A)
      guard let minutes = number(2...2), minutes < 60, isAtEnd else { return nil }
      return (sign * (hours * 60 + minutes), true)
    }
  }

  /// The names of months with their numbers: English, then what Swedish, Norwegian and Danish write differently.
  private static let months: [(Int, String)] = [
    (1, "january"), (2, "february"), (3, "march"), (4, "april"), (5, "may"), (6, "june"), (7, "july"), (8, "august"),
    (9, "september"), (10, "october"), (11, "november"), (12, "december"), (1, "januari"), (2, "februari"), (2, "febr"),
    (3, "mars"), (3, "marts"), (5, "maj"), (5, "mai"), (6, "juni"), (7, "juli"), (8, "augusti"), (9, "sept"),
    (10, "oktober"), (12, "desember"), (1, "januar"), (2, "februar"),
  ]
}
