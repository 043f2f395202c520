internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The time of a command: `now=`, or the machine's. A typed time without an offset is in the zone of the match it is
/// about.
struct FootballNow {
  static let parameter = Parameter<String?>.text(
    "now", help: "Time, as in 2015-04-18T14:30 in the competition's zone; by default the present.")

  private let moment: Moment
  private let isLocal: Bool
  private let span: SourceSpan?

  /// Throws `no-clock` in a notebook, where time does not move, and `bad-value`.
  init(_ call: Call, in session: Session) throws(Diagnostic) {
    span = call.span(of: FootballNow.parameter)
    guard let typed = call[FootballNow.parameter] else {
      guard let now = session.services.now else {
        throw Diagnostic(
          "no-clock", "this command needs the time, and a replay has no clock", span: call.verbSpan,
          help: "give it, as in now=2015-04-18T14:30")
      }
      (moment, isLocal) = (now(), false)
      return
    }
    let read = try TypedMoment.checked(
      typed, "now", allowed: "a time, as in 2015-04-18T14:30", now: nil, from: MatchImport.firstDay, at: span)
    let noon = read.isDay ? TypedMoment.day / 2 : 0
    (moment, isLocal) = (Moment(microseconds: read.moment.microseconds + noon), read.offset == nil)
  }

  /// The moment by a clock; without one, a typed time is UTC. Throws `skipped-time`, and `repeated-time` where the
  /// clock shows the time twice.
  func moment(_ clock: LocalClock?) throws(Diagnostic) -> Moment {
    guard isLocal, let clock else { return moment }
    do throws(Diagnostic) { return try clock.moment(showing: moment) } catch {
      var error = error.at(span)
      if error.code == "repeated-time" { error.help = "add the offset, as in 2015-10-25T02:30+02:00" }
      throw error
    }
  }

  /// The day by a clock.
  func date(_ clock: LocalClock?) -> CalendarDate { isLocal ? moment.date : (clock?.shown(at: moment) ?? moment).date }

  /// The earliest and the latest day that it is anywhere on earth.
  var days: ClosedRange<Int> { (moment.date.days - 1)...(moment.date.days + 1) }
}

extension Call {
  /// The day that was typed for a key; nil if it was omitted. Throws `bad-value` and `ambiguous-date`.
  func day(_ parameter: Parameter<String?>, in session: Session) throws(Diagnostic) -> CalendarDate? {
    try TypedMoment.day(self, parameter, now: session.services.now?(), from: MatchImport.firstDay)
  }
}
