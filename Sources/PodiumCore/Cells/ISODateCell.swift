/// A cell read as a day or a moment in ISO 8601.
package enum ISODateCell: Equatable {
  /// `2018-01-08`.
  case date(CalendarDate)
  /// A day with `T` or a space, `hh:mm`, and optionally seconds, their fraction and a zone.
  case datetime(Moment, hasZone: Bool, isCut: Bool)
  /// A well-formed day or moment that does not exist: `2023-02-29`, `2024-01-01 24:00`.
  case impossible
  /// Anything else.
  case none

  /// Reads a cell's core. A moment without a zone is read as UTC, and truncated to microseconds.
  package static func read(_ text: Span<UInt8>, _ core: Range<Int>) -> ISODateCell {
    let start = core.lowerBound
    guard core.count >= 10, core.count <= 40, text[start + 4] == 0x2D, text[start + 7] == 0x2D,
      let year = digits(text, start, 4), let month = digits(text, start + 5, 2),
      let day = digits(text, start + 8, 2)
    else { return .none }
    let date = CalendarDate(year: year, month: month, day: day)
    if core.count == 10 { return date.map(ISODateCell.date) ?? .impossible }

    guard core.count >= 16, text[start + 10] == 0x54 || text[start + 10] == 0x20, text[start + 13] == 0x3A,
      let hour = digits(text, start + 11, 2), let minute = digits(text, start + 14, 2)
    else { return .none }
    var i = start + 16
    var second = 0
    var micros = 0
    var isCut = false
    if i < core.upperBound, text[i] == 0x3A {
      guard i + 3 <= core.upperBound, let read = digits(text, i + 1, 2) else { return .none }
      second = read
      i += 3
      if i < core.upperBound, text[i] == 0x2E {
        i += 1
        var places = 0
        while i < core.upperBound, text[i] &- 0x30 < 10 {
          let digit = Int(text[i] &- 0x30)
          if places < 6 { micros = micros * 10 + digit } else if digit != 0 { isCut = true }
          places += 1
          i += 1
        }
        guard places > 0 else { return .none }
        for _ in min(places, 6)..<6 { micros *= 10 }
      }
    }
    guard let zone = zoneMinutes(text, i..<core.upperBound) else { return .none }
    guard let date, hour < 24, minute < 60, second < 60, zone.magnitude <= 14 * 60 + 59 else {
      return .impossible
    }
    let minutes = date.days * 1440 + hour * 60 + minute - zone
    let microseconds = (minutes * 60 + second) * 1_000_000 + micros
    let moment = Moment(microseconds: microseconds)
    // An offset can move the first and last day out of the calendar, which a moment must not leave.
    guard moment.microseconds == microseconds else { return .impossible }
    return .datetime(moment, hasZone: i < core.upperBound, isCut: isCut)
  }

  /// The offset of a zone: nothing, `Z`, `+hh`, `+hhmm` or `+hh:mm`; nil for any other form.
  private static func zoneMinutes(_ text: Span<UInt8>, _ zone: Range<Int>) -> Int? {
    if zone.isEmpty { return 0 }
    let start = zone.lowerBound
    if text[start] == 0x5A { return zone.count == 1 ? 0 : nil }
    guard text[start] == 0x2B || text[start] == 0x2D, zone.count >= 3, let hours = digits(text, start + 1, 2)
    else { return nil }
    let sign = text[start] == 0x2D ? -1 : 1
    if zone.count == 3 { return sign * hours * 60 }
    let minutesAt = zone.count == 6 && text[start + 3] == 0x3A ? 4 : 3
    guard zone.count == minutesAt + 2, let minutes = digits(text, start + minutesAt, 2), minutes < 60 else {
      return nil
    }
    return sign * (hours * 60 + minutes)
  }

  /// The number in ASCII digits at a position; the caller has checked that the bytes exist.
  private static func digits(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    for i in start..<(start + count) {
      guard text[i] &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(text[i] &- 0x30)
    }
    return value
  }
}

extension ISODateCell {
  /// Whether a moment, in whatever form, has an offset from UTC other than 0: `+02:00`.
  package static func isShifted(_ text: Span<UInt8>, _ core: Range<Int>) -> Bool {
    var i = core.lowerBound
    while i < core.upperBound, text[i] != 0x3A { i += 1 }
    while i < core.upperBound, text[i] != 0x2B, text[i] != 0x2D { i += 1 }
    while i < core.upperBound {
      if text[i] &- 0x31 < 9 { return true }
      i += 1
    }
    return false
  }

  package static func isShifted(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return isShifted(bytes.span, 0..<bytes.count)
  }

  /// A text read as a day or a moment.
  package static func read(_ text: String) -> ISODateCell {
    let bytes = Array(text.utf8)
    return read(bytes.span, NumberCell.core(bytes.span))
  }
}
