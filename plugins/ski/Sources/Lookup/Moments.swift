internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension SkiWorkspace {
  /// The moment typed for a parameter; nil if it was omitted. Throws `bad-value`, and `future-date` for more than a day ahead of
  /// now.
  mutating func moment(
    _ call: Call, _ parameter: Parameter<String?>, allowsFuture: Bool = false
  ) throws(Diagnostic) -> TypedMoment? {
    guard var typed = try typed(call, parameter, isPast: !allowsFuture), let text = call[parameter] else { return nil }
    let span = call.span(of: parameter)
    if typed.isLocal, text != "now" { typed = try localised(typed, text, at: span) }
    if !allowsFuture { try refuseFuture(typed.moment, at: span) }
    return typed
  }

  /// The day typed for a parameter, as it was written; nil if it was omitted.
  func day(_ call: Call, _ parameter: Parameter<String?>) throws(Diagnostic) -> CalendarDate? {
    try typed(call, parameter)?.date
  }

  /// The value typed for a parameter, with a time without an offset read as UTC; throws `bad-value`.
  private func typed(
    _ call: Call, _ parameter: Parameter<String?>, isPast: Bool = true
  ) throws(Diagnostic) -> TypedMoment? {
    guard let text = call[parameter] else { return nil }
    return try TypedMoment.checked(plain(text, isPast: isPast), parameter.name, now: now, at: call.span(of: parameter))
  }

  /// A day with a time in words (`yesterday 8am`, `i lördags 8.30`, `24 januar 2026 kl 9`) as the general reader knows it; any other
  /// text unchanged.
  private func plain(_ text: String, isPast: Bool) -> String {
    let plain = SheetDates.plain(text)
    for known in [text, plain] where TypedMoment(known, now: now) != nil { return known }
    let said = DayWords.plain(text.split(separator: " ").map(String.init))
    for count in [1, 2] where said.count > count {
      guard let now, let clock = SheetValues.clock(said.suffix(count).joined(separator: " ")),
        case .day(let day, let part) = DayWords.reading(said.dropLast(count), today: now.date, isPast: isPast),
        let minute = part.map({ $0.minute(clock.minute) }) ?? clock.minute
      else { continue }
      let read = TypedMoment(day, minute: minute, offset: clock.offset)
      return TypedMoment.text(read.moment, offset: read.offset) ?? text
    }
    let words = plain.split(separator: " ").map(String.init)
    for count in [1, 2] where words.count > count {
      guard let clock = SheetValues.clock(words.suffix(count).joined(separator: " ")),
        let day = TypedMoment(words.dropLast(count).joined(separator: " "), now: now), day.isDay
      else { continue }
      let read = TypedMoment(day.date, minute: clock.minute, offset: clock.offset)
      return TypedMoment.text(read.moment, offset: read.offset) ?? text
    }
    return text
  }

  /// Reads a time without an offset in the machine's zone, or in UTC where that is unknown, and says which. Throws `bad-value`
  /// for a time that the clock skipped.
  mutating func localised(
    _ typed: TypedMoment, _ text: String, at span: SourceSpan? = nil
  ) throws(Diagnostic) -> TypedMoment {
    let shown = TypedMoment.text(typed.moment, offset: nil) ?? text
    guard let clock = localClock, let local = try local(typed.moment, at: span) else {
      note("read \(shown) as UTC, because it has no offset")
      return typed
    }
    let which = local.second.map { ", the first of two such times; the second is \(Zone.offsetText($0))" } ?? ""
    note("read \(shown) as local time in \(clock.zone) (\(Zone.offsetText(local.offset)))\(which)")
    return TypedMoment(local.moment, offset: local.offset)
  }

  /// The moment at which the machine's clock shows a time (given as if it were UTC); nil where its zone is unknown. `second` is the
  /// other offset of a time that occurs twice. Throws `bad-value` for a time that the clock skipped.
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
    throw Diagnostic("future-date", "\(moment.date) is in the future", span: span, help: "use a date up to \(now.date)")
  }
}
