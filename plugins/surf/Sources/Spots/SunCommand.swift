internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf sun`: sunrise, sunset and civil twilight of a day at a spot.
struct SunCommand: Command {
  static let date = Parameter<String>.required(
    "date", allowed: "a day, as in 2026-06-21 or today",
    help: "Day by the clocks of the spot, as in 2026-06-21; or today, tomorrow or yesterday.")

  let signature = Signature(
    "surf sun", topic: .plugins, summary: "Show sunrise, sunset and civil twilight of a day at a spot.",
    details: """
      dawn and dusk are when the sun is 6 degrees below the horizon: most surfers see enough from dawn to dusk. Times are \
      in UTC, and beside them by the clocks of the spot. The calculation is NOAA's full method; mountains and weather are \
      not in it.
      """,
    parameters: [SpotFinder.spot.any, date.any],
    examples: SurfSamples.examples(
      """
      the longest day: spots; surf sun pleasure 2026-06-21 -> sunrise
      the shortest: spots; surf sun pantin 2026-12-21 -> dusk
      the midnight sun: surf spot add Tromsø 69.65,18.96 zone=Europe/Oslo; surf sun Tromsø 2026-06-21 -> the sun does not set
      a word: spots; surf sun pleasure soon -> !bad-value
      """), traits: .readsOnly, seeAlso: ["surf spot add", "surf spots"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let spot = try SpotFinder(in: session.store()).one(call)
    let clock = try session.spotClock(spot.zone)
    let date = try SurfTime.day(call, SunCommand.date, clock, session)
    let shown = Moment(startOf: date, minute: 720)
    let noon = Moment(microseconds: shown.microseconds - clock.offset(shown) * 60_000_000)
    guard let day = SolarDay(nearest: noon, at: spot.place) else { return [] }
    var record = RecordOutput("sun at \(spot.name) on \(date)")
    record.add("spot", .text(spot.name))
    record.add("date", .text(date.description))
    let events = [
      ("dawn", day.civil.rise), ("sunrise", day.sun.rise), ("sunset", day.sun.set), ("dusk", day.civil.set),
    ]
    for (name, moment) in events { record.add(name, moment.map(Value.datetime) ?? .missing) }
    record.add("zone", .text(spot.zone))
    for (name, moment) in events {
      record.add("local_" + name, moment.map { .text(SurfTime.clockTime($0, clock)) } ?? .missing)
    }
    let remark: String? =
      switch (day.sun, day.civil) {
      case (.alwaysUp, _): "the sun does not set"
      case (.alwaysDown, .alwaysDown): "the sun does not rise, and the day has no civil twilight"
      case (.alwaysDown, _): "the sun does not rise; from dawn to dusk there is civil twilight"
      case (.crosses, .alwaysUp): "the twilight lasts all night"
      default: nil
      }
    return [.record(record)] + (remark.map { [.note($0)] } ?? [])
  }
}
