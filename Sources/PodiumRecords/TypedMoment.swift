public import PodiumCore
public import PodiumPlugin

/// A day or moment as typed: a day, a day with a time and an offset, `yesterday`, `today`, `tomorrow`, `now`; days also as people write them (`24/1 2026`).
public struct TypedMoment: Sendable {
  /// The moment in UTC; a day without a time is its beginning.
  public var moment: Moment
  /// The offset from UTC that was typed, in minutes.
  public var offset: Int?
  /// Whether only a day was typed.
  public var isDay: Bool

  public static let allowed = "a date, or date and time, such as 2026-01-24 or 2026-01-24T08:30+01:00"
  /// Microseconds per day.
  public static let day = 86_400_000_000
  /// 1900-01-01.
  public static let firstDay = -25_567

  /// Whether a time of day without an offset was typed.
  public var isLocal: Bool { !isDay && offset == nil }

  /// The day that was typed.
  public var date: CalendarDate { moment.shown(offset: offset).date }

  /// The day that `yesterday`, `today` or `tomorrow` is, also in Swedish and German; nil for other words.
  public static func near(_ word: String, _ today: CalendarDate) -> CalendarDate? {
    DayWords.near[PlainLetters.of(word)].map { CalendarDate(days: today.days + $0) }
  }

  /// Reads a text; nil for any other form, and for `today`, its neighbours and `now` without a clock.
  public init?(_ text: String, now: Moment?) {
    if text.lowercased() == "now" {
      guard let now else { return nil }
      self.init(now, offset: nil)
    } else if let now, let day = TypedMoment.near(text, now.date) {
      self.init(day)
    } else {
      switch TextDates([text]).reading(text) {
      case .day(let day): self.init(day)
      case .moment(let moment, let offset): self.init(moment, offset: offset)
      case .either, .none: return nil
      }
    }
  }

  /// A moment; without an offset it is the one at which a clock in UTC shows what was typed.
  public init(_ moment: Moment, offset: Int?) { (self.moment, self.offset, isDay) = (moment, offset, false) }

  /// A day without a time.
  public init(_ day: CalendarDate) { (moment, offset, isDay) = (Moment(startOf: day), nil, true) }

  /// A day with a time of day in minutes.
  public init(_ day: CalendarDate, minute: Int, offset: Int?) {
    self.init(Moment(startOf: day, minute: minute - (offset ?? 0)), offset: offset)
  }

  /// The day that was typed for a key; nil if it was omitted. Throws what `checked` throws.
  public static func day(
    _ call: Call, _ parameter: Parameter<String?>, now: Moment?, from first: Int = firstDay
  ) throws(Diagnostic) -> CalendarDate? {
    guard let text = call[parameter] else { return nil }
    return try checked(text, parameter.name, now: now, from: first, at: call.span(of: parameter)).moment.date
  }

  /// What was typed for a key, with a time without an offset read as UTC; throws `bad-value`, and `ambiguous-date` for a day that
  /// could be two.
  public static func checked(
    _ text: String, _ key: String, allowed: String = TypedMoment.allowed, now: Moment?, from first: Int = firstDay,
    at span: SourceSpan?
  ) throws(Diagnostic) -> TypedMoment {
    guard let typed = TypedMoment(text, now: now) else {
      if case .either(let one, let other) = TextDates([text]).reading(text) {
        throw Diagnostic(
          "ambiguous-date", "\(Abridged.quoted(text)) could be \(one) or \(other)", span: span,
          help: "write it as in \(one)")
      }
      throw .badValue(key, text, allowed: allowed, span: span)
    }
    // An earlier year is a typo such as 0226 or 1026.
    guard typed.moment.date.days >= first else {
      throw Diagnostic(
        "bad-value", "\(typed.moment.date) is before \(CalendarDate(days: first).civil.year)", span: span,
        help: "write the year with four digits")
    }
    return typed
  }

  /// A moment as the clock on the wall showed it: `2026-01-24 08:30`, with its offset where one is known.
  public static func text(_ moment: Moment?, offset: Int?) -> String? {
    guard let moment else { return nil }
    let (shifted, overflow) = moment.microseconds.addingReportingOverflow((offset ?? 0) * 60_000_000)
    guard !overflow else { return moment.description }
    let local = Moment(microseconds: shifted).description
    let clock = local.prefix(16).map { $0 == "T" ? " " : $0 }
    guard let offset else { return String(clock) }
    return String(clock) + Zone.offsetText(offset)
  }
}
