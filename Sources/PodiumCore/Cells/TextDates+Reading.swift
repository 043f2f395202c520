extension TextDates {
  /// What a text says as a day.
  public enum Reading: Sendable, Equatable {
    /// A day without a time.
    case day(CalendarDate)
    /// A day with a time. Without an offset the moment is the one at which a clock in UTC shows it; offsets are in minutes.
    case moment(Moment, offset: Int?)
    /// Two days, and no other text shows which.
    case either(CalendarDate, CalendarDate)
    /// No day, or one that does not exist.
    case none

    /// The day as the text shows it; nil where there is not one.
    public var date: CalendarDate? {
      switch self {
      case .day(let day): day
      case .moment(let moment, let offset): moment.shown(offset: offset).date
      case .either, .none: nil
      }
    }
  }

  /// The day of a text, also as people write it: `24/1 2026`, `24/1-26`, `Sat 24 Jan. 2026`, `20260124`.
  ///
  /// Nothing is assumed: a text that could be two days is `either`, unless all other texts show one order.
  public func reading(_ text: String) -> Reading {
    if let read = TextDates.reading(iso: text) { return read }
    guard let (cell, isDayFirst) = TextDates.cell(text) else {
      return TextDates.reading(iso: TextDates.plain(text).text) ?? .none
    }
    func read(_ order: DateForm.Order) -> Reading {
      switch cell.value(order) {
      case .date(let day): .day(day)
      case .datetime(let moment, let hasZone, _): .moment(moment, offset: hasZone ? cell.zoneMinutes : nil)
      case .impossible, .none: .none
      }
    }
    if isDayFirst { return read(.dayMonthYear) }
    if TextDates.hasOpenYear(cell) {
      let other = CalendarDate(year: 2000 + cell.parts.0, month: cell.parts.1, day: cell.parts.2 % 100)
      switch (read(.dayMonthYear), other) {
      case (.none, let other?): return .day(other)
      case (.day(let day), let other?) where day != other && !isGiven: return .either(other, day)
      default: break
      }
    }
    guard TextDates.isOpen(cell) else { return read(cell.form.order) }
    let (dayFirst, monthFirst) = (read(.dayMonthYear), read(.monthDayYear))
    if isGiven { return order == .monthFirst ? monthFirst : dayFirst }
    guard dayFirst != .none else { return monthFirst }
    guard monthFirst != .none, dayFirst != monthFirst else { return dayFirst }
    if let order, !isContradicted { return order == .monthFirst ? monthFirst : dayFirst }
    guard let one = TextDates.day(of: dayFirst), let other = TextDates.day(of: monthFirst) else { return .none }
    return .either(one, other)
  }

  /// Whether the year may be the first number as well: 26-01-24 is the 24th of January 2026 where years come first.
  static func hasOpenYear(_ cell: LocalDateCell) -> Bool {
    cell.hasShortYear && cell.form.mark == 0x2D && cell.form.order == .dayMonthYear
  }

  private static func day(of reading: Reading) -> CalendarDate? {
    switch reading {
    case .day(let day): day
    case .moment(let moment, _): moment.date
    case .either, .none: nil
    }
  }

  /// A day or moment in ISO form; nil for other texts.
  private static func reading(iso text: String) -> Reading? {
    switch ISODateCell.read(text) {
    case .date(let day): return .day(day)
    case .datetime(let moment, let hasZone, _):
      guard hasZone else { return .moment(moment, offset: nil) }
      let bytes = Array(text.utf8)
      let core = NumberCell.core(bytes.span)
      // The clock's own day and time say how far it is from UTC.
      guard
        case .datetime(let shown, _, _) = ISODateCell.read(
          String(decoding: bytes[core.lowerBound..<min(core.lowerBound + 16, core.upperBound)], as: UTF8.self))
      else { return .moment(moment, offset: 0) }
      let minute = 60_000_000
      let ahead = shown.microseconds - moment.microseconds
      return .moment(moment, offset: (ahead + minute - 1).flooredQuotient(by: minute))
    case .impossible: return Reading.none
    case .none: return nil
    }
  }

  /// A text as a cell of a day, and whether its form always begins with the day.
  static func cell(_ text: String) -> (cell: LocalDateCell, isDayFirst: Bool)? {
    if let cell = LocalDateCell(text) { return (cell, false) }
    let plain = plain(text)
    return LocalDateCell(plain.text).map { ($0, plain.isDayFirst) }
  }

  /// A text in a form that cells of days have, and whether that form always begins with the day.
  static func plain(_ text: String) -> (text: String, isDayFirst: Bool) {
    var words = text.split { $0 == " " || $0 == "\u{A0}" }.map(String.init)
    if let first = words.first, words.count > 1, isWeekday(first) { words.removeFirst() }
    // `24. jan. 2026`: the points mark an ordinal and a short name.
    if words.count > 1 {
      words = words.enumerated().map { place, word in
        let stem = word.dropLast()
        let isName = stem.count > 2 && stem.allSatisfy { $0.isLetter }
        let isDay = place == 0 && (1...2).contains(stem.count) && stem.allSatisfy { $0.isNumber }
        return word.hasSuffix(".") && (isName || isDay) ? String(stem) : word
      }
    }
    let joined = words.joined(separator: " ")
    if joined.utf8.count == 8, joined.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      return (joined.prefix(4) + "-" + joined.dropFirst(4).prefix(2) + "-" + joined.suffix(2), false)
    }
    // `24/1 2026` and `24/1-26`: day and month belong together, and the year follows.
    let parts = joined.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let mark = parts[1].firstIndex(where: { $0 == " " || $0 == "-" }) {
      let (month, year) = (parts[1][..<mark], parts[1][parts[1].index(after: mark)...])
      if year.first?.isNumber == true { return (parts[0] + "/" + month + "/" + year, true) }
    }
    return (joined, false)
  }

  private static func isWeekday(_ word: String) -> Bool {
    let name = word.lowercased().filter { $0 != "." && $0 != "," }
    return name.count >= 3 && weekdays.contains { $0 == name || ($0.hasPrefix(name) && name.count <= 4) }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "måndag", "tisdag", "onsdag",
    "torsdag", "fredag", "lördag", "söndag", "mandag", "tirsdag", "lørdag", "søndag",
  ]
}
