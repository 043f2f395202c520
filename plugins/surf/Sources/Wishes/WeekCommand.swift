internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// `surf week`: how likely you are to like each part of the coming days at your spots.
struct WeekCommand: Command {
  static let spots = Parameter<[String]>.words(
    "spot", areExact: true, help: "Spots; by default your home spots, else those with sessions of yours, else all.",
    completion: .spots())
  static let person = Parameter<String?>.text(
    "person", help: "Whose taste; by default yours.", completion: People.completion)

  /// With fewer sessions chances say little.
  static let enough = 20

  let signature = Signature(
    "surf week", topic: .plugins, summary: "Show what you are likely to like in the coming days.",
    details: """
      For the morning, midday and evening of each day: the two hours of daylight with the best chance that you would rate \
      them good= or more, its 95 % interval, and what speaks for or against them. Chances are learned of your rated sessions \
      with conditions: by their ratings and by the hours you chose among those available or, where you state ranges, sides of \
      the wind or stages of the tide (surf prefer), by those as your sessions correct them; of several preferences the nearest counts. Where each of them \
      names times of day or days of the week (time=, days=), other hours are left out. Sessions at your other spots count too where those at the spot are few. Hours \
      are those of the newest issue known at asof=. surf backtest tests the same chances as learned.
      """,
    parameters: [
      spots.any, ForecastCommand.days.any, ForecastCommand.asOf.any, SurfSessionsCommand.good.any, person.any,
    ],
    examples: SurfSamples.examples(
      """
      your spots: week; surf week asof=2026-03-28T00:00Z -> chance
      one day: week; surf week ramp days=1 asof=2026-03-28T00:00Z -> morning
      saved to a file: week; surf week ramp asof=2026-03-28T00:00Z to week.csv -> week.csv
      a spot that is not stored: surf week nowhere -> !unknown-spot
      """), traits: .readsOnly, seeAlso: ["surf prefer", "surf check", "surf why", "surf backtest"])

  /// A month of issues with rated sessions.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let finder = try SpotFinder(in: store)
    let person = try People.typed(call, WeekCommand.person, in: store) ?? SurfProfile.person(in: store)
    let profile = try SurfProfile(of: person, in: store)
    let sessions = try JournalSession.all(person: person, in: store)
    let spots = try WeekCommand.wanted(call, finder, profile, sessions)
    let asOf = try SurfTime.moment(call, ForecastCommand.asOf, orNowOf: session)
    let until = asOf.later(call[ForecastCommand.days] * SessionTimes.day)
    let least = call[SurfSessionsCommand.good]
    var rows: [WeekScreen.Row] = []
    var (outputs, without): ([Output], [Spot]) = ([], [])
    var clocks: [Int: LocalClock] = [:]
    var (lacksTaste, shown): (Bool, Int) = (false, 0)
    var few: [Int: [Spot]] = [:]
    // Where every preference names times or days, with rows and without any.
    var (limited, closed): ([Spot], [Spot]) = ([], [])
    for spot in spots {
      try session.cancellation.check()
      let clock = try session.spotClock(spot.zone)
      clocks[spot.number] = clock
      let hours = try SpotHours(spot, clock: clock, from: asOf, until: until, asOf: asOf, in: store)
      guard hours.forecast.hours.contains(where: { $0.sea != nil }) else {
        without.append(spot)
        continue
      }
      let study = try TasteStudy.widened(
        person: person, at: spot, among: finder.spots, good: least, before: asOf, in: store)
      let preferences = try StoredPreference.alternatives(of: person, at: spot, among: finder.spots, in: store)
      let taste = PredictedRatings(study, stated: preferences.filter { !$0.statedConditions.isEmpty })
      guard taste.goodCount > 0 || taste.isStated else {
        lacksTaste = true
        continue
      }
      shown += 1
      let here = study.known.filter { $0.spot.number == spot.number }
      let counts = SessionCounts(here: here.count, goodHere: here.count(where: \.isGood))
      let own = WeekScreen.rows(hours, taste, counts, preferences, until: until)
      rows += own
      if preferences.allSatisfy({ $0.times != nil || !$0.weekdays.isEmpty }), !preferences.isEmpty {
        if own.isEmpty { closed.append(spot) } else { limited.append(spot) }
      }
      if !sessions.contains(where: { $0.spot == spot.number && $0.end <= asOf }) {
        outputs.append(
          .warning(
            "no session at \(spot.name) is logged: "
              + (taste.sessionCount > 0
                ? "its chances are those of \(taste.sessionCount.counted("session")) at other spots"
                : "its chances are those of the ranges you state")))
      } else if taste.sessionCount < WeekCommand.enough {
        few[taste.sessionCount, default: []].append(spot)
      }
      if let far = SpotLender.remark(spot, hours.forecast.distance, among: finder.spots) {
        outputs.append(.warning(far))
      }
      outputs += study.mixture
    }
    guard without.count < spots.count else {
      throw Diagnostic(
        "no-forecast",
        "no issue of the 48 hours before \(asOf) covers the days at \(without.map(\.name).listed(3))",
        span: call.span(of: WeekCommand.spots) ?? call.verbSpan,
        help: "import or fetch a newer forecast, or choose asof=")
    }
    guard shown > 0 || !lacksTaste else {
      throw Diagnostic(
        "too-few-sessions",
        "no session of \(Abridged.quoted(person)) rated \(least) or more has conditions, and no range is stated",
        span: call.verbSpan, help: "log sessions with surf log, or \(StoredPreference.howToState)")
    }
    for (count, spots) in few.sorted(by: { $0.key < $1.key }) {
      outputs.append(
        .warning(
          "\(count.counted("session")) with conditions for \(spots.map(\.name).listed(3)): fewer than \(WeekCommand.enough) are too "
            + "few to rely on, so mind the intervals"))
    }
    if !without.isEmpty {
      outputs.append(
        .warning("no forecast of the last 48 hours for \(without.map(\.name).listed(3)): import one, or surf fetch"))
    }
    if !limited.isEmpty {
      outputs.append(
        .note("left out hours at other times or days than your preferences name at \(limited.map(\.name).listed(3))"))
    }
    if !closed.isEmpty {
      outputs.append(
        .warning(
          "no hour of these days at \(closed.map(\.name).listed(3)) is at the times and days of your preferences"))
    }
    let screen = WeekScreen(rows: rows, clocks: clocks, units: profile.screen, showsSpot: shown > 1)
    return [.table(try screen.output(good: least, asOf: asOf, until: until))] + outputs
  }

  /// The spots that are typed, else the home spots, else those with sessions, else all; throws `unknown-spot`, `which-spot` and
  /// `no-spots`.
  private static func wanted(
    _ call: Call, _ finder: SpotFinder, _ profile: SurfProfile, _ sessions: [JournalSession]
  ) throws(Diagnostic) -> [Spot] {
    var typed: [Spot] = []
    for word in call[WeekCommand.spots] {
      let spot = try finder.one(word, span: call.span(of: WeekCommand.spots))
      if !typed.contains(spot) { typed.append(spot) }
    }
    if !typed.isEmpty { return typed }
    let surfed = Set(sessions.map(\.spot))
    for numbers in [Set(profile.home), surfed] {
      let found = finder.spots.filter { numbers.contains($0.number) }
      if !found.isEmpty { return found }
    }
    guard !finder.spots.isEmpty else {
      throw Diagnostic(
        "unknown-spot", "no spot is stored", span: call.verbSpan, help: "add one: surf spot add NAME LAT,LON")
    }
    return finder.spots
  }
}
