internal import PodiumCore
internal import PodiumRecords
internal import SurfModel

/// Times as people say them: `8am`, `7:30 pm`, `yesterday 8:00`, `monday 8am`, `aug 16 8:00`,
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

  /// A day in words and the minute of its time; nil for anything else, and for words that need the present where there is
  /// none. A day without a year is the one nearest to the present, or the last one.
  static func dayAndMinute(_ words: [String], today: CalendarDate?, isPast: Bool) -> (CalendarDate, Int)? {
    for count in [1, 2] where words.count > count {
      guard let minute = minute(Array(words.suffix(count))) else { continue }
      if let day = day(words.dropLast(count).map { $0.lowercased().filter { $0 != "," } }, today: today, isPast: isPast)
      {
        return (day, minute)
      }
    }
    return nil
  }

  private static func day(_ words: [String], today: CalendarDate?, isPast: Bool) -> CalendarDate? {
    if case .day(let day) = TextDates([String]()).reading(words.joined(separator: " ")) { return day }
    if words.count == 1 {
      if let today, let day = TypedMoment.near(words[0], today) { return day }
      guard let today, words[0].count >= 3,
        let day = Weekday.allCases.first(where: { $0.name.lowercased().hasPrefix(words[0]) })
      else { return nil }
      // The last such day, or the next one.
      return (0..<7).lazy.map { CalendarDate(days: today.days + (isPast ? -$0 : $0)) }.first { Weekday($0) == day }
    }
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
