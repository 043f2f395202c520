/// A rule of POSIX for a zone's offsets: standard time, and summer time between two days of each year.
///
/// The form is that of the variable TZ (IEEE Std 1003.1, 8.3) with the hours of RFC 9636, −167 to 167.
struct ZoneRule: Sendable, Equatable {
  /// A day of each year, and the local time of the change in seconds.
  struct Change: Sendable, Equatable {
    enum Day: Sendable, Equatable {
      /// `Mm.w.d`: the w-th weekday d of month m; the fifth is the last.
      case weekday(month: Int, week: Int, day: Int)
      /// `Jn`: day n of the year from 1, February 29 never counted.
      case withoutLeapDay(Int)
      /// `n`: day n of the year from 0.
      case plain(Int)
    }

    var day: Day
    var seconds: Int

    /// Seconds since 1970 of the change in a year, as if local time were UTC.
    func moment(in year: Int) -> Int? {
      guard let start = CalendarDate(year: year, month: 1, day: 1)?.days else { return nil }
      switch day {
      case .plain(let number): return (start + number) * 86_400 + seconds
      case .withoutLeapDay(let number):
        let isLeap = CalendarDate.length(of: 2, in: year) == 29
        return (start + number - 1 + (isLeap && number >= 60 ? 1 : 0)) * 86_400 + seconds
      case .weekday(let month, let week, let day):
        guard let first = CalendarDate(year: year, month: month, day: 1)?.days else { return nil }
        // 1970-01-01 was a Thursday, day 4.
        let weekday = ((first + 4) % 7 + 7) % 7
        var place = (day - weekday + 7) % 7 + (week - 1) * 7
        while place >= CalendarDate.length(of: month, in: year) { place -= 7 }
        return (first + place) * 86_400 + seconds
      }
    }
  }

  /// Seconds ahead of UTC in standard and in summer time.
  let standard: Int
  let summer: Int
  /// When summer time begins and ends; nil for a zone without it.
  private let changes: (start: Change, end: Change)?

  static func == (a: ZoneRule, b: ZoneRule) -> Bool {
    a.standard == b.standard && a.summer == b.summer && a.changes?.start == b.changes?.start
      && a.changes?.end == b.changes?.end
  }

  /// Reads a rule; nil for anything else.
  init?(_ text: String) {
    var reader = RuleReader(text)
    guard reader.name(), let west = reader.time(hours: 24) else { return nil }
    standard = -west
    guard !reader.isAtEnd else {
      summer = standard
      changes = nil
      return
    }
    guard reader.name() else { return nil }
    if reader.isAt(",") {
      summer = standard + 3600
    } else {
      guard let west = reader.time(hours: 24) else { return nil }
      summer = -west
    }
    guard reader.take(","), let start = reader.change(), reader.take(","), let end = reader.change(), reader.isAtEnd
    else { return nil }
    changes = (start, end)
  }

  /// The seconds that local time is ahead of UTC.
  func offset(at seconds: Int) -> Int {
    guard let changes else { return standard }
    let year = CalendarDate(days: (seconds + standard).flooredQuotient(by: 86_400)).civil.year
    guard let start = changes.start.moment(in: year), let end = changes.end.moment(in: year) else { return standard }
    let (begins, ends) = (start - standard, end - summer)
    // South of the equator summer time goes over the turn of the year.
    let isSummer = begins < ends ? seconds >= begins && seconds < ends : seconds >= begins || seconds < ends
    return isSummer ? summer : standard
  }
}

/// Reads the parts of a rule.
private struct RuleReader {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  func isAt(_ sign: Character) -> Bool { rest.first == sign }

  mutating func take(_ sign: Character) -> Bool {
    guard rest.first == sign else { return false }
    rest.removeFirst()
    return true
  }

  /// `CET` or `<+0330>`.
  mutating func name() -> Bool {
    if take("<") {
      guard let end = rest.firstIndex(of: ">") else { return false }
      let name = rest[..<end]
      rest = rest[rest.index(after: end)...]
      return !name.isEmpty
    }
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 4, let value = Int(digits), range.contains(value) else { return nil }
    rest = rest.dropFirst(digits.count)
    return value
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  mutating func time(hours: Int) -> Int? {
    let sign = take("-") ? -1 : 1
    if sign == 1 { _ = take("+") }
    guard let hour = number(0...hours) else { return nil }
    var seconds = hour * 3600
    for unit in [60, 1] where isAt(":") {
      _ = take(":")
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  mutating func change() -> ZoneRule.Change? {
    let day: ZoneRule.Change.Day
    if take("M") {
      guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6)
      else { return nil }
      day = .weekday(month: month, week: week, day: weekday)
    } else if take("J") {
      guard let number = number(1...365) else { return nil }
      day = .withoutLeapDay(number)
    } else {
      guard let number = number(0...365) else { return nil }
      day = .plain(number)
    }
    // At 02:00 by default.
    guard take("/") else { return ZoneRule.Change(day: day, seconds: 7200) }
    return time(hours: 167).map { ZoneRule.Change(day: day, seconds: $0) }
  }
}
