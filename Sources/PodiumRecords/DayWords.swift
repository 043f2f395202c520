public import PodiumCore

/// Days as people say them in English, Swedish and German: `yesterday`, `igår`, `last saturday`, `i lördags`, `heute früh`.
public enum DayWords {
  /// A part of a day, in which a time without am or pm is meant.
  public enum Part: Sendable {
    case morning, afternoon, evening

    /// The minute of the day that a typed one is, as 19:30 of an evening at 7:30; nil for a time of another part.
    public func minute(_ typed: Int) -> Int? {
      let minute = self == .morning || typed >= 720 ? typed : typed + 720
      let range =
        switch self {
        case .morning: 0..<780
        case .afternoon: 720..<1200
        case .evening: 900..<1440
        }
      return range.contains(minute) ? minute : nil
    }
  }

  public enum Reading: Sendable {
    case day(CalendarDate, Part?)
    /// Two days that people mean by it, the earlier one first.
    case either(CalendarDate, CalendarDate)
    case none
  }

  /// Words without accents, commas and what is only between them (`am Samstag um 8 Uhr`); a bare hour after `kl`, `um` or `at` has
  /// its minutes.
  public static func plain(_ words: [String]) -> [String] {
    var plain = words.map { PlainLetters.of($0).filter { $0 != "," } }.filter { !$0.isEmpty }
    let hasClock = plain.contains(where: clocks.contains)
    if ["on", "am", "den", "der"].contains(plain.first) { plain.removeFirst() }
    plain.removeAll(where: clocks.contains)
    if hasClock, let last = plain.last, last.utf8.count < 3, Int(last) != nil { plain[plain.count - 1] += ":00" }
    return plain
  }

  private static let clocks: Set<String> = ["at", "kl", "klockan", "um", "uhr"]

  /// The day that plain words mean; a weekday is the last one or today, or without `isPast` the next one. `last monday` is one of two
  /// days if there was a Monday in this week.
  public static func reading(_ words: [String], today: CalendarDate, isPast: Bool = true) -> Reading {
    if let days = near[words.joined(separator: " ")] { return .day(CalendarDate(days: today.days + days), nil) }
    if words.count > 1, let part = words.last.flatMap({ parts[$0] }) {
      if words.count == 2, let days = onlyWithPart[words[0]] {
        return .day(CalendarDate(days: today.days + days), part)
      }
      let read = reading(words.dropLast(), today: today, isPast: isPast)
      if case .day(let day, nil) = read { return .day(day, part) }
      return read
    }
    if let part = wholes[words.joined(separator: " ")] { return .day(today, part) }
    guard let weekday = words.last.flatMap(weekday), words.count < 3 else { return .none }
    // 1970-01-01, day 0, was a Thursday, 3 days after a Monday.
    let ago = ((today.days + 3 - weekday) % 7 + 7) % 7
    let before = CalendarDate(days: today.days - (ago == 0 ? 7 : ago))
    switch words.count == 1 ? "" : words[0] {
    case "": return .day(CalendarDate(days: today.days + (isPast || ago == 0 ? -ago : 7 - ago)), nil)
    case "i" where words[1].hasSuffix("s"), "past", "senaste": return .day(before, nil)
    case "last", "letzten", "letzter", "forra":
      let isThisWeek = weekday < ((today.days + 3) % 7 + 7) % 7
      return isThisWeek ? .either(CalendarDate(days: before.days - 7), before) : .day(before, nil)
    default: return .none
    }
  }

  /// Days from today.
  static let near = [
    "day before yesterday": -2, "the day before yesterday": -2, "i forrgar": -2, "forrgar": -2, "vorgestern": -2,
    "yesterday": -1, "igar": -1, "i gar": -1, "gestern": -1, "today": 0, "idag": 0, "i dag": 0, "heute": 0,
    "tomorrow": 1, "imorgon": 1, "i morgon": 1, "morgen": 1,
  ]

  /// Words that are a day only before a part of it: `this morning`, `i morse`, `last night`.
  private static let onlyWithPart = ["this": 0, "i": 0, "last": -1]

  private static let wholes: [String: Part] = ["tonight": .evening, "ikvall": .evening, "imorse": .morning]

  private static let parts: [String: Part] = [
    "morning": .morning, "morse": .morning, "morgon": .morning, "formiddag": .morning, "formiddags": .morning,
    "morgen": .morning, "fruh": .morning, "vormittag": .morning, "afternoon": .afternoon, "eftermiddag": .afternoon,
    "eftermiddags": .afternoon, "nachmittag": .afternoon, "evening": .evening, "night": .evening, "kvall": .evening,
    "abend": .evening,
  ]

  /// The place of a weekday from Monday, of its name, three letters of it or more, or a Swedish form (`lördags`, `lördagen`).
  private static func weekday(_ word: String) -> Int? {
    guard word.utf8.count > 2 else { return nil }
    return weekdays.firstIndex { names in
      names.contains { name in
        name.hasPrefix(word) && !(name == "sonnabend" && word != name) || [name + "s", name + "en"].contains(word)
      }
    }
  }

  private static let weekdays = [
    ["monday", "mandag", "montag"], ["tuesday", "tisdag", "dienstag"], ["wednesday", "onsdag", "mittwoch"],
    ["thursday", "torsdag", "donnerstag"], ["friday", "fredag", "freitag"],
    ["saturday", "lordag", "samstag", "sonnabend"], ["sunday", "sondag", "sonntag"],
  ]
}
