internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// Moments as people type them to surf commands: in UTC unless they have an offset.
enum SurfTime {
  static let now = Parameter<String?>.text(
    "now", help: "The present in UTC, as in 2026-05-20T12:00Z; by default the clock's."
  )
  .formerly("asof")

  /// A day or a moment in UTC, also in words (`yesterday`, `monday 8am`); nil where nothing is typed. A day is its beginning, or
  /// its last microsecond. Throws `bad-value`, `ambiguous-date`, and `no-clock` for words that need the present in a replay.
  static func moment(
    _ call: Call, _ parameter: Parameter<String?>, isEnd: Bool = false, in session: Session
  ) throws(Diagnostic) -> Moment? {
    guard let text = call[parameter] else { return nil }
    let (now, span) = (present(session), call.span(of: parameter))
    let words = text.split(separator: " ").map { String($0) }
    if now == nil, words.count == 1, text.lowercased() == "now" || isNear(text) { throw noClock(text, span) }
    if let (day, minute) = try TypedTime.dayAndMinute(words, today: now?.date, isPast: true, at: span) {
      return Moment(startOf: day, minute: minute)
    }
    let typed = try TypedMoment.checked(
      text, parameter.name, allowed: "a day or time in UTC, as in 2026-05-20 or 2026-05-20T12:00Z", now: now, at: span)
    return typed.isDay && isEnd ? typed.moment.later(SessionTimes.day - 1) : typed.moment
  }

  /// A typed moment, or the present; throws `no-clock` in a replay, where time does not move.
  static func moment(
    _ call: Call, _ parameter: Parameter<String?>, orNowOf session: Session
  ) throws(Diagnostic) -> Moment {
    if let moment = try moment(call, parameter, in: session) { return moment }
    guard let now = present(session) else {
      throw Diagnostic(
        "no-clock", "this command needs the time, and a replay has no clock", span: call.verbSpan,
        help: "give it, as in \(parameter.name)=2026-05-20T12:00Z")
    }
    return now
  }

  /// Whether a word is a day near the present.
  private static func isNear(_ word: String) -> Bool { TypedMoment.near(word, CalendarDate(days: 0)) != nil }

  private static func noClock(_ typed: String, _ span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      "no-clock", "\(Abridged.quoted(typed)) needs the time, and a replay has no clock", span: span,
      help: "write the day, as in 2026-06-21")
  }

  /// The present in whole seconds; nil in a replay.
  static func present(_ session: Session) -> Moment? {
    session.services.now.map { Moment(microseconds: $0().microseconds.flooredQuotient(by: 1_000_000) * 1_000_000) }
  }

  /// A day by the calendar, or by a clock one near the present; throws `bad-value`, and `no-clock` in a replay.
  static func day(
    _ call: Call, _ parameter: Parameter<String>, _ clock: LocalClock, _ session: Session
  ) throws(Diagnostic) -> CalendarDate {
    let typed = call[parameter]
    if isNear(typed) {
      guard let now = present(session) else { throw noClock(typed, call.span(of: parameter)) }
      if let day = TypedMoment.near(typed, clock.shown(at: now).date) { return day }
    }
    let (allowed, span) = ("a day, as in 2026-06-21 or today", call.span(of: parameter))
    let read = try TypedMoment.checked(typed, parameter.name, allowed: allowed, now: nil, at: span)
    guard read.isDay, read.moment.date.civil.year <= 9998 else {
      throw .badValue(parameter.name, typed, allowed: allowed, span: span)
    }
    return read.moment.date
  }

  /// A day as people read it: `Wed 20 May 2026`.
  static func text(of date: CalendarDate) -> String {
    let civil = date.civil
    let month = TypedTime.months[(civil.month - 1) % 12].prefix(3)
    return
      "\(Weekday(date).name.prefix(3)) \(civil.day) \(month.prefix(1).uppercased())\(month.dropFirst()) \(civil.year)"
  }

  /// The time of day by a clock, to the nearest minute: `07:30`.
  static func clockTime(_ moment: Moment, _ clock: LocalClock) -> String {
    let minute = 60_000_000
    let rounded = Moment(microseconds: moment.later(minute / 2).microseconds.flooredQuotient(by: minute) * minute)
    return String(clock.shown(at: rounded).description.dropFirst(11).prefix(5))
  }

  /// The sun at a spot on a day by a clock; nil near the poles, where the table has none.
  static func sun(_ spot: Spot, on date: CalendarDate, _ clock: LocalClock) -> SolarDay? {
    SolarDay(nearest: start(of: date, clock).later(SessionTimes.day / 2), at: spot.place)
  }

  /// The first moment of a day by a clock; where the clock skips midnight, the first one that it shows.
  static func start(of date: CalendarDate, _ clock: LocalClock) -> Moment {
    let midnight = Moment(startOf: date)
    switch clock.reading(of: midnight) {
    case .once(let offset): return midnight.later(-offset * 60_000_000)
    case .twice(let first, _): return midnight.later(-first * 60_000_000)
    case .skipped:
      // The clock goes forward by an hour or less over midnight; the offset before it gives its first moment after.
      return midnight.later(-clock.offset(midnight.later(-SessionTimes.day)) * 60_000_000)
    }
  }
}
