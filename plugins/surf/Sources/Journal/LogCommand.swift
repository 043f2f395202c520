internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf log`: a session, with its conditions as they were forecast and as they were measured.
struct LogCommand: Command {
  static let start = Parameter<String>.required(
    "start", allowed: "a time at the spot, as in 7:30 or \"2025-12-05 07:30\"",
    help:
      "Start by the clock of the spot: a time of today, or a day with a time, as in \"last saturday 8am\" or \"igår 8:00\"."
  )
  static let length = Parameter<String>.required(
    "length", allowed: "a length or an end, as in 95min, 1h30 or 9:05", help: "Length, or the time of the end.")
  static let rating = Parameter<String>.required(
    "rating", allowed: "a whole number from 1 to 5", help: "Overall rating from 1 to 5.")

  static let last = Parameter<[String]>.words(
    "last", areExact: true, help: "Length and rating, where the day and the time of the start are several words.")

  let signature = Signature(
    "surf log", topic: .plugins, summary: "Log a session with its rating and its conditions.",
    details: """
      The conditions are kept with the session: as they were forecast by the newest issue known when it began, and as \
      the spot's buoy measured them. Later forecasts change nothing. Categories are power, steepness, consistency, \
      speed, chop, closeouts and your own.
      """,
    parameters: [SpotFinder.spot.any, start.any, length.any, rating.any, last.any, SessionEntry.rate.any]
      + SessionEntry.details + [SessionEntry.fold.any, SessionEntry.person.any, SurfTime.now.any],
    examples: SurfSamples.examples(
      """
      a session: forecast; surf log ramp "2026-03-02 07:30" 95min 4 rate=power:3 note=clean -> clean
      until five past nine: forecast; surf log ramp "2026-03-02 07:30" 9:05 4 size=4ft waves=12 -> 12
      earlier today: forecast; surf log ramp 7:30 1h30 5 now=2026-03-02T20:00Z -> 5
      a spot that is not stored: surf log ramp "2026-03-08 02:30" 60 4 -> !unknown-spot
      """), seeAlso: ["surf sessions", "surf session", "surf categories"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let spot = try SpotFinder(in: store).one(call)
    let clock = try session.spotClock(spot.zone)
    let profile = try SurfProfile.current(in: store)
    let now = try SurfTime.moment(call, SurfTime.now, in: session) ?? SurfTime.present(session)
    let fold = call[SessionEntry.fold].flatMap { LocalClock.Fold(rawValue: $0) }
    // Day and time may be two words, without quotes around them.
    var words = [LogCommand.start, LogCommand.length, LogCommand.rating].map { (call[$0], call.span(of: $0)) }
    let last = call[LogCommand.last].map { ($0, call.span(of: LogCommand.last)) }
    if let first = last.first {
      let all = words + last
      let day = all.prefix(all.count - 2).map(\.0)
      let isDay =
        TypedTime.isDayAndMinute(day) || day.count == 2 && TypedTime.minute([day[1]]) != nil
      guard isDay else {
        throw Diagnostic(
          "unexpected-argument", "'surf log' takes no argument '\(first.0)'", span: first.1,
          help: "put the day and the time in quotes, as in \"2026-08-20 8:00\", and a note in note=")
      }
      words = [(day.joined(separator: " "), words[0].1)] + all.suffix(2)
    }
    let start = try SessionEntry.start(words[0].0, clock, fold: fold, now: now, span: words[0].1)
    try SessionEntry.check(words[0].0, start: start, now: now, span: words[0].1)
    let end = try SessionEntry.end(words[1].0, start: start, clock, fold: fold, span: words[1].1)
    var entry = JournalSession(
      person: try People.new(call, SessionEntry.person, in: store), spot: spot.number, start: start, end: end,
      zone: spot.zone,
      rating: try SessionEntry.rating(words[2].0, span: words[2].1))
    let categories = try Category.all(in: store)
    entry.ratings = try SessionEntry.ratings(call, categories, onto: [:])
    let remarks = try SessionEntry.take(call, into: &entry, profile)
    let others = try JournalSession.all(person: entry.person, in: store)
    if let same = others.first(where: { $0.spot == entry.spot && $0.start == entry.start }) {
      throw Diagnostic(
        "taken-key", "this session is logged already, as session \(same.number)", span: call.verbSpan,
        help: "change it: surf session edit \(same.number)")
    }
    entry.number = try store.nextNumber(of: JournalKinds.session)
    let snapshots = try SessionSnapshot.taken(of: entry, at: spot, in: store)
    try JournalSession.store([entry], in: store, cancellation: session.cancellation)
    try SessionSnapshot.store(snapshots, in: store, cancellation: session.cancellation)
    session.touch(JournalKinds.session, String(entry.number))
    return try SurfSessionScreen(entry, spot: spot, clock: clock, categories: categories, profile: profile).outputs(
      snapshots)
      + remarks + SessionEntry.overlaps(entry, others)
  }
}
