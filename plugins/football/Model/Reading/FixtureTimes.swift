internal import PodiumCore

/// The days and times of a fixture page: all rows together decide whether the day or the month comes first in digits, and
/// which year a day without one is in.
struct FixtureTimes {
  struct Reading {
    var day: CalendarDate?
    var time: String?
    /// Minutes ahead of UTC, where the text says so.
    var offset: Int?
    /// Digits that are part of neither.
    var rest: [String] = []
  }

  private let dates: TextDates
  private let near: CalendarDate?

  init(_ texts: [String], date: CalendarDate?, season: Season?) {
    let words = texts.flatMap { $0.split(separator: " ").map { FixtureTimes.withYear(String($0)) } }
    let dates = TextDates(words)
    self.dates = dates
    near =
      date
      ?? words.lazy.filter { !$0.hasSuffix("/2000") }.compactMap { dates.day($0) }.first { season?.allows($0) ?? true }
      ?? season.flatMap(SourceDates.middle) ?? FixtureTimes.firstDay(texts)
  }

  /// The first day with its year in words: `Lördag 18 april 2015`.
  private static func firstDay(_ texts: [String]) -> CalendarDate? {
    texts.lazy.compactMap { text in
      let words = words(text)
      return words.indices.lazy.compactMap { SourceDates.opening(words[$0...])?.day }.first { $0.year != nil }
    }.first.flatMap { SourceDates.day($0, near: nil) }
  }

  /// `18/4` as `18/4/2000`, so that it has a say in the order.
  private static func withYear(_ word: String) -> String {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { $0.count <= 2 && Int($0) != nil } ? word + "/2000" : word
  }

  /// `2015-04-18 kl. 16.00`, `2015-04-22T15:00`, `18/4 15:00`, `lör 18 april 15:00`; midnight is a time not set. A day
  /// without a year is the one nearest to an earlier day, where there is one.
  func read(_ text: String, near earlier: CalendarDate? = nil) -> Reading {
    var found = Reading()
    var words = FixtureTimes.words(text)[...]
    let near = earlier ?? self.near
    var isAfterHour = false
    while let word = words.first {
      let bare = word.hasSuffix(",") ? word.dropLast() : word
      let lower = bare.lowercased()
      if found.day == nil, let (day, count) = day(words, near) {
        found.day = day
        if let clock = bare.firstIndex(of: "T"), bare.dropFirst(10).hasPrefix("T") {
          found.take(clock: bare[bare.index(after: clock)...])
        }
        words.removeFirst(count)
        continue
      }
      words.removeFirst()
      if ["kl", "kl.", "klo", "at", "um", "om"].contains(lower) {
        isAfterHour = true
        continue
      }
      let digits = bare.prefix { $0.isNumber || ":.".contains($0) }
      let whole =
        found.time ?? (digits.isEmpty ? nil : SourceDates.time(digits) ?? SourceDates.time(digits + ":00"))
      if let whole, let time = FixtureTimes.half(of: whole, found.time == nil ? bare.dropFirst(digits.count) : bare) {
        found.time = time
        continue
      }
      let next = words.first?.lowercased()
      let isHour = isAfterHour || lower.hasSuffix("h") || next == "h" || next == "uhr"
      let hour = String(lower.hasSuffix("h") ? bare.dropLast() : bare)
      if found.time == nil, let time = SourceDates.time(bare) ?? (isHour ? SourceDates.time(hour + ":00") : nil) {
        found.time = time
      } else if bare.contains(where: \.isNumber) || isAfterHour {
        found.rest.append(String(word))
      }
      isAfterHour = false
    }
    if found.time == "00:00" { found.time = nil }
    return found
  }

  /// `16:30` of `04:30` and `pm`; a time of 24 hours stays. Nil for other words.
  private static func half(of time: String, _ word: Substring) -> String? {
    let half = word.lowercased().filter { $0 != "." }
    guard half == "am" || half == "pm" else { return nil }
    guard let hour = Int(time.prefix(2)), (1...12).contains(hour) else { return time }
    let hours = hour % 12 + (half == "pm" ? 12 : 0)
    return (hours < 10 ? "0" : "") + String(hours) + time.dropFirst(2)
  }

  private func day(_ words: ArraySlice<Substring>, _ near: CalendarDate?) -> (CalendarDate, Int)? {
    guard let first = words.first else { return nil }
    let bare = String(first.hasSuffix(",") ? first.dropLast() : first)
    if bare.count > 11, bare.dropFirst(10).hasPrefix("T"), let day = CalendarDate(iso: String(bare.prefix(10))) {
      return (day, 1)
    }
    let full = FixtureTimes.withYear(bare)
    if bare.contains(where: { "/-.".contains($0) }), SourceDates.time(bare) == nil, let day = dates.day(full) {
      if full == bare { return (day, 1) }
      let (_, month, number) = day.civil
      return SourceDates.day(.init(year: nil, month: month, day: number), near: near).map { ($0, 1) }
    }
    guard let (written, count) = SourceDates.opening(words) else { return nil }
    return SourceDates.day(written, near: near).map { ($0, count) }
  }
}

extension FixtureTimes {
  /// The word of a day in English: `18` of `18th`, `may` of `Mai`; other words stay.
  static func english(_ word: Substring) -> Substring {
    if let first = word.first, first.isNumber {
      let bare = word.hasSuffix(",") ? word.dropLast() : word
      let isOrdinal = ["st", "nd", "rd", "th", "er"].contains { bare.lowercased().hasSuffix($0) }
      return isOrdinal && bare.dropLast(2).allSatisfy(\.isNumber) ? bare.dropLast(2) : word
    }
    return months[FixtureTimes.bare(word)].map { $0[...] } ?? word
  }

  /// The words of a text in English, without those between a day and its month: `19 august 2023` of `19 de agosto de 2023`.
  static func words(_ text: String) -> [Substring] {
    text.split(separator: " ").filter { !fillers.contains($0.lowercased()) }.map(english)
  }

  /// Whether a word is a day of the week, also in the languages of the headings.
  static func isWeekday(_ word: Substring) -> Bool { weekdays.contains(bare(word)) }

  private static func bare(_ word: Substring) -> String { word.lowercased().filter { !".,:".contains($0) } }

  private static let months = FixtureLanguages.meanings("month")
  private static let weekdays = Set(FixtureLanguages.meanings("weekday").keys)
  private static let fillers = Set(FixtureLanguages.meanings("filler").keys)
}

extension FixtureTimes.Reading {
  /// `15:00`, `15:00:00+02:00`, `13:00Z`.
  fileprivate mutating func take(clock: some StringProtocol) {
    time = SourceDates.time(clock.prefix(5))
    if time == nil { rest.append(String(clock)) }
    offset = SourceDates.offset(clock.dropFirst(5))
  }
}
