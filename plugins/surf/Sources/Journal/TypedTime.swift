internal import PodiumCore
internal import PodiumRecords
internal import SurfModel

/// Times as people say them: `8am`, `7:30 pm`, `yesterday 8:00`, `i lördags kl 8`, `this morning 7:30`, `aug 16 8:00`,
/// `16 August 2026 7:30`, `16/8 2026 7:30`.
enum TypedTime {
  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// The minute of a time of day in one or two words (`7:30`, `7.30`, `7h30`, `8am`, `8 pm`); nil for anything else, and for a
  /// bare number.
  static func minute(_ words: [String]) -> Int? {
    guard (1...2).contains(words.count) else { return nil }
    var text = words.joined().lowercased()
    // One point or h between the hour and two digits.
    for mark in [".", "h"] {
      guard let (hour, rest) = text.halves(of: mark), !hour.isEmpty, rest.prefix(while: \.isNumber).count == 2 else {
        continue
      }
      text = "\(hour):\(rest)"
    }
    for (ending, isAfternoon) in [("am", false), ("pm", true)] where text.hasSuffix(ending) {
      guard let minute = DayTimes.minute(text.dropLast(2)), (60..<780).contains(minute) else { return nil }
      return minute % 720 + (isAfternoon ? 720 : 0)
    }
    guard words.count == 1, text.contains(":"), let minute = DayTimes.minute(text), minute < 1440 else { return nil }
    return minute
  }

  /// A day in words and the minute of its time, in either order; nil for anything else, and for words that need the present where
  /// there is none. A day without a year is the one nearest to the present, or the last one. Throws `ambiguous-date`.
  static func dayAndMinute(
    _ words: [String], today: CalendarDate?, isPast: Bool, at span: SourceSpan? = nil
  ) throws(Diagnostic) -> (CalendarDate, Int)? {
    switch reading(words, today: today, isPast: isPast) {
    case (.day(let day, _), let minute): return (day, minute)
    case (.either(let one, let other), _):
      throw Diagnostic(
        "ambiguous-date", "\(Abridged.quoted(words.joined(separator: " "))) could be \(one) or \(other)", span: span,
        help: "write the day, or the weekday alone for \(other)")
    case (.none, _): return nil
    }
  }

  /// Whether some words are a day with a time, whatever the present is.
  static func isDayAndMinute(_ words: [String]) -> Bool {
    if case .none = reading(words, today: CalendarDate(days: 0), isPast: true).0 { false } else { true }
  }

  private static func reading(_ words: [String], today: CalendarDate?, isPast: Bool) -> (DayWords.Reading, Int) {
    let words = DayWords.plain(words)
    for count in [1, 2] where words.count > count {
      for (time, day) in [(words.suffix(count), words.dropLast(count)), (words.prefix(count), words.dropFirst(count))] {
        guard let minute = minute(Array(time)) else { continue }
        let day = Array(day)
        if let date = date(day, today: today, isPast: isPast) { return (.day(date, nil), minute) }
        guard let today else { continue }
        switch DayWords.reading(day, today: today, isPast: isPast) {
        case .day(let date, let part):
          if let minute = part.map({ $0.minute(minute) }) ?? minute { return (.day(date, nil), minute) }
        case let either:
          if case .either = either { return (either, minute) }
        }
      }
    }
    return (.none, 0)
  }

  /// A date in digits or with the name of its month.
  private static func date(_ words: [String], today: CalendarDate?, isPast: Bool) -> CalendarDate? {
    if case .day(let day) = TextDates([String]()).reading(words.joined(separator: " ")) { return day }
    guard (2...3).contains(words.count), let place = words.prefix(2).firstIndex(where: { month($0) != nil }),
      let month = month(words[place]), let day = Int(words[1 - place]), (1...31).contains(day)
    else { return nil }
    if words.count == 3 {
      guard let year = Int(words[2]), (1900...9998).contains(year) else { return nil }
      return CalendarDate(year: year, month: month, day: day)
    }
    guard let today else { return nil }
    let year = today.civil.year
    return (year - 1...year + 1).compactMap { CalendarDate(year: $0, month: month, day: day) }
      .filter { !isPast || $0.days <= today.days }
      .min { abs($0.days - today.days) < abs($1.days - today.days) }
  }

  /// A month by its first three letters or more.
  private static func month(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    return months.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }
}
