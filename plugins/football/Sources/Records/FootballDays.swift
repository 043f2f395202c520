internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// Days, moments and seasons as they are typed.
enum FootballDays {
  /// The day typed for a key; nil if it was omitted. Throws `bad-value`.
  static func day(_ call: Call, _ parameter: Parameter<String?>) throws(Diagnostic) -> CalendarDate? {
    guard let typed = call[parameter] else { return nil }
    guard let day = CalendarDate(iso: typed) else {
      throw .badValue(parameter.name, typed, allowed: "a day, as in 2020-01-01", span: call.span(of: parameter))
    }
    return day
  }

  /// The moment of `now=`, or the time of day; throws `no-clock` where time does not move, as in a notebook.
  ///
  /// A moment without an offset is in a clock's zone, or in UTC without one.
  static func now(
    _ call: Call, _ parameter: Parameter<String?>, in session: Session, clock: LocalClock? = nil
  ) throws(Diagnostic) -> Moment {
    guard let typed = call[parameter] else {
      if let now = session.services.now { return now() }
      throw Diagnostic(
        "no-clock", "this command needs the time, and a replay has no clock", span: call.verbSpan,
        help: "give it, as in now=2015-04-18T14:30")
    }
    guard let moment = Moment(iso: typed) ?? CalendarDate(iso: typed).flatMap({ Moment(iso: "\($0)T12:00Z") }) else {
      throw .badValue(
        parameter.name, typed, allowed: "a moment, as in 2015-04-18T14:30", span: call.span(of: parameter))
    }
    let hasOffset = typed.hasSuffix("Z") || typed.dropFirst(10).contains { $0 == "+" || $0 == "-" }
    guard !hasOffset, let clock else { return moment }
    do throws(Diagnostic) { return try clock.moment(showing: moment, fold: .first) } catch {
      throw error.at(call.span(of: parameter))
    }
  }
}
