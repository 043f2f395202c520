internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The days of a file: together they show whether the day or the month comes first, and of which winter those without a year are.
struct SheetDates {
  /// What was typed about them.
  struct Choice {
    private(set) var order: DateOrder?
    /// The first year of the winter.
    private(set) var winter: Int?

    /// Reads `dates=` and `season=`; throws `bad-value`.
    init(dates: String? = nil, season: String? = nil, at span: SourceSpan? = nil) throws(Diagnostic) {
      order = dates.flatMap { DateOrder(rawValue: $0) }
      guard let season else { return }
      winter = TestSession.firstYear(ofSeason: season)
      if winter == nil { throw .badValue("season", season, allowed: TestSession.allowedSeason, span: span) }
    }
  }

  /// How days with a year are read.
  let whole: TextDates
  private let winter: Int?
  /// What is to be said of days without a year; nil where all have one.
  private(set) var note: String?

  /// Looks at all days of a file.
  init(_ texts: [String], _ choice: Choice) {
    let plain = Dictionary(uniqueKeysWithValues: Set(texts).map { ($0, Self.plain($0)) })
    let dated = plain.mapValues { Self.dated($0, Self.leapYear) ?? $0 }
    let whole = choice.order.map { TextDates(order: $0) } ?? TextDates(texts.map { dated[$0] ?? $0 })
    let winters = Set(plain.values.compactMap { whole.reading($0).date.map { TestSession.firstYear($0) } })
    self.whole = whole
    winter = choice.winter ?? (winters.count == 1 ? winters.first : nil)
    if let winter, let first = CalendarDate(year: winter, month: 7, day: 1), plain != dated {
      note = "read days without a year as those of the winter \(TestSession.season(of: first))"
    }
  }

  /// The day of a text; one without a year is of the winter that was typed, or else of that of all other days.
  func reading(_ text: String) -> TextDates.Reading {
    let read = readingPlain(text)
    return read == .none ? readingPlain(Self.plain(text)) : read
  }

  private func readingPlain(_ text: String) -> TextDates.Reading {
    guard let winter else { return whole.reading(text) }
    for year in [winter, winter + 1] {
      guard let dated = Self.dated(text, year) else { continue }
      let read = whole.reading(dated)
      guard let day = read.date else { return read }
      if TestSession.firstYear(day) == winter { return read }
    }
    return whole.reading(text)
  }

  /// Throws `ambiguous-date` for a text that could be several days.
  func refuse(_ text: String, at place: SourcePlace) throws(Diagnostic) {
    if case .either(let one, let other) = reading(text) {
      throw Diagnostic(
        "ambiguous-date", "\(place.text): \(Abridged.quoted(text)) could be \(one) or \(other)",
        help: "use dates=dmy or dates=mdy, or write the days as in \(one); nothing was imported")
    }
    guard winter == nil, Self.dated(Self.plain(text), Self.leapYear) != nil else { return }
    throw Diagnostic(
      "ambiguous-date", "\(place.text): \(Abridged.quoted(text)) has no year, and the other days are not of one winter",
      help: "use season=, as in season=2025-26, or write the days as in 2026-01-24; nothing was imported")
  }

  /// A year with a 29th of February.
  private static let leapYear = 2024

  /// A text without a year (`24/1`, `24.1.`, `24 jan`) with one; nil for any other.
  private static func dated(_ text: String, _ year: Int) -> String? {
    let open = TextDates([String]())
    guard open.reading(text) == .none, let mark = text.last(where: { "/.- ".contains($0) }) else { return nil }
    let end = text.hasSuffix(String(mark)) ? "" : String(mark)
    return [end, ", "].map { text + $0 + String(year) }.first { open.reading($0) != .none }
  }
}
