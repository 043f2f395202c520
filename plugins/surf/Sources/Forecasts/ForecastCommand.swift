internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf forecast`: what is forecast for a spot, hour by hour.
struct ForecastCommand: Command {
  static let asOf = Parameter<String?>.text(
    "asof", help: "Moment in UTC whose knowledge counts, as in 2026-05-20T12:00Z; by default the present."
  )
  .formerly("now")
  static let days = Parameter<Int>.int("days", in: 1...16, default: 7, help: "Number of days.")
  static let model = Parameter<String?>.text(
    "model", help: "Model that counts first, or consensus for the mean over all; by default that of the spot.",
    completion: .records([RecordNames(StoredIssue.kindName, "model")], words: [SpotForecast.consensus]))
  static let hours = Parameter<Bool>.flag(
    "hours", default: false, help: "Whether the screen shows each hour below the days.")

  let signature = Signature(
    "surf forecast", topic: .plugins, summary: "Show the forecast for a spot by parts of days, or by the hour.",
    details: """
      The screen has a line for the morning, midday and evening of each day: how likely you are to like it (surf week) or the \
      source's score, heights, periods, wind and tide in daylight; hours=yes adds the hours, which files and JSON always \
      have. Hours come from the newest issue that was known at asof=, so an earlier moment shows what was forecast then. What \
      a model lacks, such as wind beside waves, comes from the others in the order of their names. Waves of another \
      model are marked where they begin, and left out with model=. Without model= the waves are those of the spot's \
      model, else of the one with waves on most of the days. model=consensus is the mean over all models, with the spread of their wave heights. The screen has the \
      clocks of the spot; arrows show where waves and wind go, compass points where they come from. JSON and tables are \
      in UTC and SI units. The tide is that of the spot's station.
      """,
    parameters: [SpotFinder.spot.any, asOf.any, days.any, model.any, hours.any],
    examples: SurfSamples.examples(
      """
      two days: forecast; surf forecast ramp asof=2026-03-02T00:00Z days=2 -> morning
      as it was known a day before, as a table: forecast; surf forecast ramp asof=2026-03-01T12:00Z as earlier -> Mon 2 Mar 2026
      by one model: forecast; surf forecast ramp asof=2026-03-02T00:00Z model=coast -> coast
      each hour: forecast; surf forecast ramp asof=2026-03-02T00:00Z hours=yes -> waves
      a spot that is not stored: surf forecast nowhere asof=2026-03-01 -> !unknown-spot
      """), traits: [.namesTable, .readsOnly], seeAlso: ["surf import", "surf tide", "surf verify"])

  /// The state changes only when the table is named.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let finder = try SpotFinder(in: store)
    let original = try finder.one(call)
    var spot = original
    let asOf = try SurfTime.moment(call, ForecastCommand.asOf, orNowOf: session)
    let until = asOf.later(call[ForecastCommand.days] * SessionTimes.day)
    var forecast = try forecast(of: spot, call, asOf, until, store)
    var notes: [Output] = []
    if forecast.hours.isEmpty, spot.lender == nil,
      let other = try SpotLender.nearest(
        to: spot, among: finder.spots, from: asOf.later(-StoredIssue.reach), through: asOf, in: store)
    {
      let near = try self.forecast(of: other, call, asOf, until, store)
      if !near.hours.isEmpty {
        (forecast, spot.lender) = (near, other.number)
        let distance = NumberText.fixed(other.place.distance(to: spot.place), 1)
        notes.append(
          .note(
            "the forecast is that of \(other.name), \(distance) km away; to use it in alerts too: surf spot edit "
              + "\(spot.number) forecast=\(other.number)"))
      }
    }
    if let typed = call[ForecastCommand.model], !forecast.models.contains(typed),
      !forecast.models.contains("stormglass-" + typed)
    {
      let known = Set(try StoredIssue.all(of: spot.issues, known: asOf, in: store).map(\.model))
      let span = call.span(of: ForecastCommand.model)
      guard known.contains(typed) || known.contains("stormglass-" + typed) || typed == SpotForecast.consensus else {
        throw Diagnostic.unknown("model", typed, among: known.inCodePointOrder(), span: span)
      }
      throw Diagnostic(
        "no-forecast",
        "no stored forecast by \(Abridged.quoted(typed)) for \(Abridged.quoted(spot.name)) covers the days from \(asOf)",
        span: span, help: "leave out model=, or import a newer one")
    }
    guard !forecast.hours.isEmpty else {
      throw Diagnostic(
        "no-forecast", "no stored forecast for \(Abridged.quoted(spot.name)) covers the days from \(asOf)",
        span: call.verbSpan, help: "import or fetch one: surf import FILE spot=\(spot.number)")
    }
    let screen = try ForecastScreen(
      forecast, spot: spot, clock: session.spotClock(spot.zone), store: store,
      units: SurfProfile.current(in: store).screen)
    let person = SurfProfile.person(in: store)
    let taste = try ForecastCommand.taste(of: person, at: spot, among: finder.spots, before: asOf, in: store)
    if let name = call.syntax.name?.text {
      session.state.current = Dataset(
        name: name, source: "surf forecast \(Session.quote(spot.name)) asof=\(asOf)", table: screen.table)
    }
    var outputs: [Output] =
      [.table(screen.output(asOf: asOf, showsHours: call[ForecastCommand.hours], taste: taste))] + notes
    if let far = SpotLender.remark(notes.isEmpty ? spot : original, forecast.distance, among: finder.spots) {
      outputs.append(.warning(far))
    }
    if let issued = screen.newest, asOf.microseconds - issued.microseconds > SpotForecast.fresh {
      let hours = (asOf.microseconds - issued.microseconds) / 3_600_000_000
      outputs.append(
        .warning("the newest issue is \(hours.counted("hour")) old, so do not rely on it; surf fetch gets a new one"))
    }
    return outputs
  }

  /// What is learned of the sessions of a person who surfed at a spot; nil for anyone else.
  private static func taste(
    of person: String, at spot: Spot, among spots: [Spot], before asOf: Moment, in store: any RecordStore
  ) throws(Diagnostic) -> PredictedRatings? {
    guard try !JournalSession.all(person: person, spot: spot.number, in: store).isEmpty else { return nil }
    return try PredictedRatings(of: person, at: spot, among: spots, before: asOf, in: store)
  }

  /// The hours of a spot; with `model=` without the waves of any other model.
  private func forecast(
    of spot: Spot, _ call: Call, _ asOf: Moment, _ until: Moment, _ store: any RecordStore
  ) throws(Diagnostic) -> SpotForecast {
    let typed = call[ForecastCommand.model]
    guard let typed, typed != SpotForecast.consensus else {
      return try SpotForecast(of: spot, model: typed ?? spot.model, from: asOf, until: until, asOf: asOf, in: store)
    }
    let issues = try StoredIssue.all(
      of: spot.issues, from: asOf.later(-StoredIssue.reach), through: min(asOf, until), known: asOf, in: store)
    let whole = SpotForecast(issues, model: typed, from: asOf, until: until)
    // Before and after its hours, the wind of another model is not a forecast of this one.
    let own = whole.hours.filter { $0.model == whole.models.first }
    guard let first = own.first, let last = own.last else { return whole }
    return SpotForecast(issues, model: typed, from: first.valid, until: last.valid.later(1))
  }
}
