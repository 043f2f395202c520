internal import FootballModel
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
      ?? season.flatMap(SourceDates.middle)
  }

  /// `18/4` as `18/4/2000`, so that it has a say in the order.
  private static func withYear(_ word: String) -> String {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { $0.count <= 2 && Int($0) != nil } ? word + "/2000" : word
  }

  /// `2015-04-18 kl. 16.00`, `2015-04-22T15:00`, `18/4 15:00`, `lör 18 april 15:00`; midnight is a time not set.
  func read(_ text: String) -> Reading {
    var found = Reading()
    var words = text.split(separator: " ")[...]
    var isAfterHour = false
    while let word = words.first {
      let bare = word.hasSuffix(",") ? word.dropLast() : word
      let lower = bare.lowercased()
      if found.day == nil, let (day, count) = day(words) {
        found.day = day
        if let clock = bare.firstIndex(of: "T"), bare.dropFirst(10).hasPrefix("T") {
          found.take(clock: bare[bare.index(after: clock)...])
        }
        words.removeFirst(count)
        continue
      }
      words.removeFirst()
      if ["kl", "kl.", "at"].contains(lower) {
        isAfterHour = true
        continue
      }
      if found.time == nil, let time = SourceDates.time(bare) ?? (isAfterHour ? SourceDates.time(bare + ":00") : nil) {
        found.time = time
      } else if bare.contains(where: \.isNumber) || isAfterHour {
        found.rest.append(String(word))
      }
      isAfterHour = false
    }
    if found.time == "00:00" { found.time = nil }
    return found
  }

  private func day(_ words: ArraySlice<Substring>) -> (CalendarDate, Int)? {
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

extension FixtureTimes.Reading {
  /// `15:00`, `15:00:00+02:00`, `13:00Z`.
  fileprivate mutating func take(clock: some StringProtocol) {
    time = SourceDates.time(clock.prefix(5))
    if time == nil { rest.append(String(clock)) }
    offset = SourceDates.offset(clock.dropFirst(5))
  }
}
