internal import PodiumCore
internal import PodiumPlugin

/// A day or moment as typed: a day, a day with a time and an offset, `today`, `now`.
struct TypedMoment {
  /// The moment in UTC; a day without a time is its beginning.
  var moment: Moment
  /// The offset from UTC that was typed, in minutes.
  var offset: Int?
  /// Whether only a day was typed.
  var isDay: Bool

  static let allowed = "a date, or date and time, such as 2026-01-24 or 2026-01-24T08:30+01:00"
  /// Microseconds per day.
  static let day = 86_400_000_000
  /// 1900-01-01.
  static let firstDay = -25_567

  /// Whether a time of day without an offset was typed.
  var isLocal: Bool { !isDay && offset == nil }

  /// Reads a text; nil for any other form, and for `today` and `now` without a clock.
  init?(_ text: String, now: Moment?) {
    switch text {
    case "now":
      guard let now else { return nil }
      (moment, offset, isDay) = (now, nil, false)
    case "today":
      guard let now else { return nil }
      (moment, offset, isDay) = (Moment(microseconds: now.date.days * TypedMoment.day), nil, true)
    default:
      if let date = CalendarDate(iso: text) {
        (moment, offset, isDay) = (Moment(microseconds: date.days * TypedMoment.day), nil, true)
      } else if let read = Moment(iso: text) {
        (moment, offset, isDay) = (read, TypedMoment.offset(text), false)
      } else {
        return nil
      }
    }
  }

  /// A moment with its offset.
  init(_ moment: Moment, offset: Int) { (self.moment, self.offset, isDay) = (moment, offset, false) }

  /// An offset as text: `+01:00`.
  static func offsetText(_ offset: Int) -> String {
    let (hours, minutes) = (abs(offset) / 60, abs(offset) % 60)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return (offset < 0 ? "-" : "+") + two(hours) + ":" + two(minutes)
  }

  /// The offset at the end of a well-formed moment; nil if there is none.
  private static func offset(_ text: String) -> Int? {
    if text.hasSuffix("Z") { return 0 }
    let time = text.dropFirst(11)
    guard let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
    let digits = time[time.index(after: sign)...].filter(\.isNumber)
    guard digits.count == 2 || digits.count == 4, let hours = Int(digits.prefix(2)) else { return nil }
    let minutes = hours * 60 + (Int(digits.dropFirst(2)) ?? 0)
    return time[sign] == "-" ? -minutes : minutes
  }

  /// A moment as the clock on the wall showed it: `2026-01-24 08:30`, with its offset where one is known.
  static func text(_ moment: Moment?, offset: Int?) -> String? {
    guard let moment else { return nil }
    let (shifted, overflow) = moment.microseconds.addingReportingOverflow((offset ?? 0) * 60_000_000)
    guard !overflow else { return moment.description }
    let local = Moment(microseconds: shifted).description
    let clock = local.prefix(16).map { $0 == "T" ? " " : $0 }
    guard let offset else { return String(clock) }
    return String(clock) + offsetText(offset)
  }
}

extension SkiWorkspace {
  /// The moment typed for a parameter; nil if it was omitted.
  ///
  /// Throws `bad-value`, and `future-date` for more than a day ahead of now.
  mutating func moment(
    _ call: Call, _ parameter: Parameter<String?>, allowsFuture: Bool = false
  ) throws(Diagnostic) -> TypedMoment? {
    guard var typed = try typed(call, parameter), let text = call[parameter] else { return nil }
    let span = call.span(of: parameter)
    if typed.isLocal, text != "now" { typed = try localised(typed, text, at: span) }
    if !allowsFuture { try refuseFuture(typed.moment, at: span) }
    return typed
  }

  /// The day typed for a parameter, as it was written; nil if it was omitted.
  func day(_ call: Call, _ parameter: Parameter<String?>) throws(Diagnostic) -> CalendarDate? {
    try typed(call, parameter)?.moment.date
  }

  /// The value typed for a parameter, with a time without an offset read as UTC; throws `bad-value`.
  private func typed(_ call: Call, _ parameter: Parameter<String?>) throws(Diagnostic) -> TypedMoment? {
    guard let text = call[parameter] else { return nil }
    let span = call.span(of: parameter)
    guard let typed = TypedMoment(text, now: now) else {
      throw .badValue(parameter.name, text, allowed: TypedMoment.allowed, span: span)
    }
    // An earlier year is a typo such as 0226 or 1026.
    guard typed.moment.date.days >= TypedMoment.firstDay else {
      throw Diagnostic(
        "bad-value", "\(typed.moment.date) is before 1900", span: span, help: "write the year with four digits")
    }
    return typed
  }

  /// Reads a time without an offset in the machine's zone, and reports it; in UTC if there is no such zone.
  ///
  /// Throws `bad-value` for a time that the clock skipped.
  mutating func localised(
    _ typed: TypedMoment, _ text: String, at span: SourceSpan? = nil
  ) throws(Diagnostic) -> TypedMoment {
    let shown = TypedMoment.text(typed.moment, offset: nil) ?? text
    guard let clock = localClock, let local = try local(typed.moment, at: span) else {
      note("read \(shown) as UTC, because it has no offset")
      return typed
    }
    let which =
      local.second.map { ", the first of two such times; the second is \(TypedMoment.offsetText($0))" } ?? ""
    note("read \(shown) as local time in \(clock.zone) (\(TypedMoment.offsetText(local.offset)))\(which)")
    return TypedMoment(local.moment, offset: local.offset)
  }

  /// The moment at which the machine's clock shows a time (given as if it were UTC); nil if there is no such zone.
  ///
  /// `second` is the other offset of a time that occurs twice. Throws `bad-value` for a time that the clock
  /// skipped.
  func local(
    _ shown: Moment, at span: SourceSpan? = nil
  ) throws(Diagnostic) -> (moment: Moment, offset: Int, second: Int?)? {
    guard let clock = localClock else { return nil }
    let (offset, second): (Int, Int?)
    switch clock.reading(of: shown) {
    case .once(let minutes): (offset, second) = (minutes, nil)
    case .twice(let first, let other): (offset, second) = (first, other)
    case .skipped:
      throw Diagnostic(
        "bad-value",
        "there is no \(TypedMoment.text(shown, offset: nil) ?? "such time") in \(clock.zone): the clock skipped it "
          + "when it was put forward", span: span, help: "write the time with its offset, as in 2026-01-24T08:30+01:00")
    }
    let (microseconds, overflow) = shown.microseconds.subtractingReportingOverflow(offset * 60_000_000)
    return overflow ? nil : (Moment(microseconds: microseconds), offset, second)
  }

  /// Throws `future-date` for more than a day ahead of now; the day allows for other time zones.
  func refuseFuture(_ moment: Moment, at span: SourceSpan? = nil) throws(Diagnostic) {
    guard let now, moment.microseconds - now.microseconds > TypedMoment.day else { return }
    throw Diagnostic(
      "future-date", "\(moment.date) is in the future", span: span, help: "use a date up to \(now.date)")
  }
}
