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

    public init(year: Int?, month: Int, day: Int, weekday: Int? = nil) {
      (self.year, self.month, self.day, self.weekday) = (year, month, day, weekday)
    }
  }

  /// Reads `Sat Mar 30 2024`, `Sat Aug/14`, `Sun 10 July`, `2026-07-10`, `30.03.2024`, `14/8/2010`; nil for other texts.
  public static func written(_ text: some StringProtocol) -> Written? {
    var words = text.split { " ,/".contains($0) }.map { $0.lowercased() }
    var weekday: Int?
    if words.count > 1, let found = self.weekday(words[0]) {
      weekday = found
      words.removeFirst()
    }
    if words.count == 1, let only = words.first {
      if let date = CalendarDate(iso: only) {
        let (year, month, day) = date.civil
        return Written(year: year, month: month, day: day, weekday: weekday)
      }
      words = only.split(separator: only.contains(".") ? "." : "-").map(String.init)
      guard words.count == 3 || words.count == 2 && only.contains(".") else { return nil }
    }
    words = words.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
    guard words.count == 2 || words.count == 3 else { return nil }
    let (a, b) = (words[0], words[1])
    var year: Int?
    if words.count == 3 {
      guard var number = number(words[2]) else { return nil }
      // Years of two digits are 1969 to 2068, as in columns of dates; only after numbers.
      if words[2].count == 2, self.number(a) != nil, self.number(b) != nil { number += number < 69 ? 2000 : 1900 }
      guard (1850...2200).contains(number) else { return nil }
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
  /// A season allows its own years alone. Nil without a year and an earlier day, and for a day that does not exist.
  public static func day(_ written: Written, near earlier: CalendarDate?, in season: Season? = nil) -> CalendarDate? {
    if let year = written.year { return CalendarDate(year: year, month: written.month, day: written.day) }
    guard let earlier else { return nil }
    let year = earlier.civil.year
    let years = season.map { $0.start...($0.start + ($0.isSplit ? 1 : 0)) } ?? (year - 1)...(year + 1)
    let days = years.compactMap { CalendarDate(year: $0, month: written.month, day: written.day) }
    let fitting = days.filter { day in written.weekday.map { $0 == weekday(of: day) } ?? true }
    return (fitting.isEmpty ? days : fitting).min { abs($0.days - earlier.days) < abs($1.days - earlier.days) }
  }

  /// The middle of a season, as a first guess for days without a year.
  public static func middle(of season: Season) -> CalendarDate? {
    season.isSplit
      ? CalendarDate(year: season.start + 1, month: 1, day: 1) : CalendarDate(year: season.start, month: 7, day: 1)
  }

  /// 0 for Monday.
  public static func weekday(of day: CalendarDate) -> Int { ((day.days + 3) % 7 + 7) % 7 }

  /// The day that words begin with, and how many of them it is: `Sat Jun 12 2010`, `4 June`, `Jun/12`, `12.06.2010`.
  /// Stricter than `written`, since a name may follow: `07 Vestur` and `Marseille 13` are not days.
  public static func opening(_ words: ArraySlice<Substring>) -> (day: Written, count: Int)? {
    for count in stride(from: min(4, words.count), through: 1, by: -1) {
      var part = words.prefix(count).map { $0.hasSuffix(",") || $0.hasSuffix(":") ? $0.dropLast() : $0 }
      let all = part.joined(separator: " ")
      if part.count > 1, weekday(part[0].lowercased()) != nil { part.removeFirst() }
      if part.count > 1, (part.last?.count == 4), number(String(part[part.count - 1])) != nil { part.removeLast() }
      if isDay(part), let read = written(all) { return (read, count) }
    }
    return nil
  }

  /// 0 for `Mo.`, `lunes` or `seg`, as other languages write Monday; nil for other words.
  static func foreignWeekday(_ word: Substring) -> Int? {
    let bare = word.lowercased().filter { $0 != "." && $0 != "," }
    return foreignWeekdays.firstIndex { $0.contains(bare[...]) }
  }

  private static let foreignWeekdays = [
    "mo montag lun lundi lunedì lunes seg maandag måndag mandag maanantai",
    "di dienstag mar mardi martedì martes ter dinsdag tisdag tirsdag tiistai",
    "mi mittwoch mer mercredi mercoledì mié mie miércoles qua woensdag onsdag keskiviikko",
    "do donnerstag jeu jeudi gio giovedì jue jueves qui donderdag torsdag torstai",
    "fr freitag ven vendredi venerdì vie viernes sex vrijdag fredag perjantai",
    "sa samstag sam samedi sab sáb sabato sábado zaterdag lördag lørdag lauantai",
    "so sonntag dim dimanche dom domenica domingo zondag söndag søndag sunnuntai",
  ].map { Set($0.split(separator: " ")) }

  /// The day that a line of another language begins with, after its weekday or alone: `So. Mär/13`, `Sáb. 18.8.`.
  static func foreignOpening(_ words: ArraySlice<Substring>) -> (day: Written, count: Int)? {
    let weekday = words.first.flatMap(foreignWeekday)
    let rest = (weekday == nil ? words : words.dropFirst()).map { word in
      word.split(separator: "/", omittingEmptySubsequences: false).map(FixtureTimes.english).joined(separator: "/")[...]
    }
    guard var (day, count) = opening(rest[...]), weekday != nil || count == rest.count else { return nil }
    day.weekday = weekday ?? day.weekday
    if weekday != nil { count += 1 }
    return (day, count)
  }

  /// A month with a day, or one word with both.
  private static func isDay(_ words: [Substring]) -> Bool {
    func isMonth(_ word: Substring) -> Bool {
      let lower = (word.hasSuffix(".") ? word.dropLast() : word).lowercased()
      return (3...9).contains(lower.count) && monthNames.contains { $0.hasPrefix(lower) } || lower == "sept"
    }
    func isNumber(_ word: Substring) -> Bool {
      let bare = word.hasSuffix(".") ? word.dropLast() : word
      return bare.utf8.count <= 2 && number(String(bare)) != nil
    }
    if words.count == 2 { return isMonth(words[0]) && isNumber(words[1]) || isNumber(words[0]) && isMonth(words[1]) }
    guard words.count == 1, let only = words.first, only.contains(where: \.isNumber) else { return false }
    let parts = only.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
    if only.contains("/"), parts.count == 2 {
      return isMonth(parts[0]) && isNumber(parts[1]) || isNumber(parts[0]) && (isMonth(parts[1]) || isNumber(parts[1]))
    }
    // `12.45` is a time; `1.8.` and `05.04.1959` are days.
    return parts.count == 3 && parts.dropLast().allSatisfy { number(String($0)) != nil }
  }

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  public static let weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// 0 for `mo`, `Mon.` or `Monday`; nil for other words.
  private static func weekday(_ word: String) -> Int? {
    let bare = word.lowercased().filter { $0 != "." && $0 != "," }
    return bare.utf8.count < 2 ? nil : weekdayNames.firstIndex { $0.lowercased().hasPrefix(bare) }
  }

  private static func isWord(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A } }

  private static func month(_ text: String) -> Int? {
    guard isWord(text), text.utf8.count >= 3 else { return nil }
    return monthNames.firstIndex { text.hasPrefix($0.prefix(3)) }.map { $0 + 1 }
  }

  private static func number(_ text: String) -> Int? {
    (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(text) : nil
  }

  /// Minutes ahead of UTC after a time: `Z`, `:00Z`, `:00+02:00`, `-3`; nil where the text says nothing.
  public static func offset(_ text: some StringProtocol) -> Int? {
    let zone = text.drop { $0 == ":" || $0 == "." || $0.isNumber }
    if zone.hasPrefix("Z") { return 0 }
    let parts = zone.dropFirst().split(separator: ":").map { Int($0) }
    guard let sign = zone.first, "+-−".contains(sign), (1...2).contains(parts.count), let hours = parts[0],
      let minutes = parts.count > 1 ? parts[1] : 0, (0...14).contains(hours), (0..<60).contains(minutes)
    else { return nil }
    return (sign == "+" ? 1 : -1) * (hours * 60 + minutes)
  }

  /// A time as `15:00` from `15:00`, `15.00` or `15h00`; nil for an impossible one.
  public static func time(_ text: some StringProtocol) -> String? {
    // Most cells are as they are kept.
    if text.utf8.count == 5, let plain = SourceMatch.minutes(of: text.utf8), plain < 1440 { return String(text) }
    let parts = text.split(omittingEmptySubsequences: false) { ":.hH".contains($0) }
    guard parts.count == 2 || parts.count == 3, let hour = number(String(parts[0])), hour < 24,
      parts[1].utf8.count == 2, let minute = number(String(parts[1])), minute < 60
    else { return nil }
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}
