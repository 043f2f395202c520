public import PodiumCore

/// Days as football texts write them, with or without a year and a weekday.
public enum SourceDates {
  /// A day whose year may be missing.
  public struct Written: Sendable, Equatable {
    public var year: Int?
    public var month: Int
    public var day: Int
    /// 0 for Monday; nil where no weekday is written.
    public var weekday: Int?
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Reads `Sat Mar 30 2024`, `Sat Aug/14`, `Sun 10 July`, `2026-07-10`, `30.03.2024`, `14/8/2010`; nil for other texts.
  public static func written(_ text: some StringProtocol) -> Written? {
    var words = text.split { " ,/".contains($0) }.map { $0.lowercased() }
    if words.count == 1, let only = words.first {
      if let date = CalendarDate(iso: only) {
        let (year, month, day) = date.civil
        return Written(year: year, month: month, day: day)
      }
      words = only.split(separator: ".").map(String.init)
      guard words.count == 2 || words.count == 3 else { return nil }
    }
    var weekday: Int?
    if let first = words.first, let found = weekdays.firstIndex(where: { first.hasPrefix($0) }), isWord(first) {
      weekday = found
      words.removeFirst()
    }
    guard words.count == 2 || words.count == 3 else { return nil }
    let (a, b) = (words[0], words[1])
    var year: Int?
    if words.count == 3 {
      guard let number = number(words[2]), (1850...2200).contains(number) else { return nil }
      year = number
    }
    let pair: (month: Int, day: Int)? =
      if let month = month(a), let day = number(b) {
        (month, day)
      } else if let day = number(a), let month = month(b) ?? number(b) {
        (month, day)
      } else {
        nil
      }
    guard let pair, (1...12).contains(pair.month), (1...31).contains(pair.day) else { return nil }
    if let year, CalendarDate(year: year, month: pair.month, day: pair.day) == nil { return nil }
    return Written(year: year, month: pair.month, day: pair.day, weekday: weekday)
  }

  /// The day with its year: the written one; or the year nearest to an earlier day, of those with the written weekday.
  ///
  /// Nil without a year and an earlier day, and for a day that does not exist.
  public static func day(_ written: Written, near earlier: CalendarDate?) -> CalendarDate? {
    if let year = written.year { return CalendarDate(year: year, month: written.month, day: written.day) }
    guard let earlier else { return nil }
    let year = earlier.civil.year
    let days = (-1...1).compactMap { CalendarDate(year: year + $0, month: written.month, day: written.day) }
    let fitting = days.filter { day in written.weekday.map { $0 == weekday(of: day) } ?? true }
    return (fitting.isEmpty ? days : fitting).min { abs($0.days - earlier.days) < abs($1.days - earlier.days) }
  }

  /// The middle of a season, as a first guess for days without a year.
  public static func middle(of season: Season) -> CalendarDate? {
    season.isSplit
      ? CalendarDate(year: season.start + 1, month: 1, day: 1) : CalendarDate(year: season.start, month: 7, day: 1)
  }

  /// 0 for Monday.
  static func weekday(of day: CalendarDate) -> Int { ((day.days + 3) % 7 + 7) % 7 }

  private static func isWord(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A } }

  private static func month(_ text: String) -> Int? {
    guard isWord(text), text.utf8.count >= 3 else { return nil }
    return months.firstIndex { text.hasPrefix($0) }.map { $0 + 1 }
  }

  private static func number(_ text: String) -> Int? {
    (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(text) : nil
  }

  /// A time as `15:00` from `15:00`, `15.00`, `15h00` or `1500`; nil for an impossible one.
  public static func time(_ text: some StringProtocol) -> String? {
    let parts = text.split(omittingEmptySubsequences: false) { ":.h".contains($0) }
    guard parts.count == 2 || parts.count == 3, let hour = number(String(parts[0])), hour < 24,
      parts[1].utf8.count == 2, let minute = number(String(parts[1])), minute < 60
    else { return nil }
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}
