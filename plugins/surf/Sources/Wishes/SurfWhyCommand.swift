internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf why SPOT TIME`: how an hour meets each limit of each preference, and how sure its forecast is.
struct SurfWhyCommand: Command {
  static let time = Parameter<String>.required(
    "time", allowed: "a time at the spot, as in 9:00 or \"2026-05-21 09:00\"",
    help:
      "Time by the clock of the spot: of today, or with its day; tomorrow's where today's is over without a forecast.")
  static let preference = Parameter<String?>.text(
    "preference", help: "One preference; by default all of yours.",
    completion: .records([RecordNames(StoredPreference.kindName, "name")], words: []))

  let signature = Signature(
    "surf why", topic: .plugins, summary: "Explain how an hour meets your preferences, and how sure it is.",
    details: """
      Shows a row for each limit: yes, no or unknown, and by how much the hour misses it, on the screen in your \
      units, elsewhere in SI units. likeness is how alike the hour is to your good sessions (1 is the same); it \
      needs 8 of them with conditions. The certainty is separate: the lead, how far the models are apart, and the \
      mean absolute error of wave height measured at that lead.
      """,
    parameters: [SpotFinder.spot.any, time.any, preference.any, SurfSessionsCommand.good.any, SurfTime.now.any],
    examples: SurfSamples.examples(
      """
      an hour: stated; surf why ramp "2026-03-02 10:00" now=2026-03-02T06:00Z -> height
      of today: stated; surf why ramp 10:00 now=2026-03-02T12:00Z preference=any -> lead_h
      saved to a file: stated; surf why ramp "2026-03-02 10:00" now=2026-03-02T06:00Z to why.md -> why.md
      a spot that is not stored: surf why nowhere 9:00 -> !unknown-spot
      """), traits: .readsOnly, seeAlso: ["surf check", "surf prefer", "surf forecast", "surf verify"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let finder = try SpotFinder(in: store)
    let spot = try finder.one(call)
    let clock = try session.spotClock(spot.zone)
    let typed = try SurfTime.moment(call, SurfTime.now, in: session)
    let present = typed ?? SurfTime.present(session)
    var moment = try SessionEntry.start(
      call[SurfWhyCommand.time], clock, fold: .first, now: present, isPast: false,
      span: call.span(of: SurfWhyCommand.time))
    let asOf = present ?? moment
    let person = SurfProfile.person(in: store)
    let profile = try SurfProfile(of: person, in: store)
    let preferences =
      if let name = call[SurfWhyCommand.preference] {
        [try StoredPreference.one(name, of: person, in: store, span: call.span(of: SurfWhyCommand.preference))]
      } else {
        try StoredPreference.all(person: person, in: store)
      }
    let reach = 3 * 3_600_000_000
    func around(_ moment: Moment) throws(Diagnostic) -> SpotHours {
      let (from, until) = (moment.later(-reach), moment.later(reach + 1))
      // The days that surf check looks at choose the model, so that both go by the same one.
      let end = asOf.later((profile.lead.map { max(1, $0) } ?? 7) * SessionTimes.day)
      return try SpotHours(
        spot, clock: clock, from: from, until: until, asOf: asOf, days: (min(asOf, from), max(end, until)), in: store)
    }
    var hours = try around(moment)
    // A time of today that is over, and before every stored hour, is meant for tomorrow.
    if hours.table.hours.isEmpty, moment < asOf, !call[SurfWhyCommand.time].contains("-") {
      let tomorrow = CalendarDate(days: clock.shown(at: moment).date.days + 1)
      let next = try SessionEntry.start(
        "\(tomorrow) \(call[SurfWhyCommand.time])", clock, fold: .first, now: present,
        span: call.span(of: SurfWhyCommand.time))
      let later = try around(next)
      if !later.table.hours.isEmpty { (moment, hours) = (next, later) }
    }
    func away(_ row: Int) -> UInt { (hours.table.hours[row].sea.at.microseconds - moment.microseconds).magnitude }
    let rows = hours.table.hours.indices
    guard let row = rows.min(by: { (away($0), $0) < (away($1), $1) }) else {
      throw Diagnostic(
        "no-forecast", "no issue of the 48 hours before \(asOf) covers \(moment) at \(Abridged.quoted(spot.name))",
        span: call.span(of: SurfWhyCommand.time), help: "import or fetch a newer forecast")
    }
    let hour = hours.table.hours[row]
    let source = hours.forecast.hours[row]
    var record = RecordOutput(
      "\(spot.name), \(SurfTime.text(of: clock.shown(at: hour.sea.at).date)) \(SurfTime.clockTime(hour.sea.at, clock))")
    record.add("spot", .text(spot.name))
    record.add("time", .datetime(hour.sea.at))
    record.add(
      "conditions", .text(SurfSessionScreen.summary(hour.sea, spot, profile.screen, period: hour.sea.forecastPeriod)))
    record.add("daylight", hour.isDaylight.map(Value.boolean) ?? .missing)
    let least = call[SurfSessionsCommand.good]
    let study = try TasteStudy(person: person, spots: [spot], good: least, before: asOf, in: store)
    let likeness =
      study.hasFew ? nil : study.taste.similarity(Conditions(hour.sea, facing: spot.facing, by: study.reading))
    record.add("likeness", likeness.map { .number($0.value) } ?? .missing)
    record.add("good_sessions", .integer(study.good.count))
    record.add("issued", .datetime(source.issued))
    record.add("model", .text(source.sea ?? source.model))
    record.add("lead_h", .number(source.lead))
    let spread = try SurfWhyCommand.spread(spot, at: hour.sea.at, asOf: asOf, store)
    record.add("models", .integer(spread.models))
    record.add("spread_m", spread.apart.map(Value.number) ?? .missing)
    let error = try SurfWhyCommand.error(spot, source, asOf: asOf, store)
    record.add("height_mae_m", error.map { .number($0.mae) } ?? .missing)
    record.add("mae_n", .integer(error?.n ?? 0))
    if let distance = hours.forecast.distance { record.add("distance_km", .number(distance)) }
    var outputs: [Output] = [.record(record)]
    if let far = SpotLender.remark(spot, hours.forecast.distance, among: finder.spots) { outputs.append(.warning(far)) }
    var rated = hour
    if let taste = try HourTaste(
      for: preferences, of: person, at: spot, among: finder.spots, known: asOf, in: store)
    {
      rated = taste.rated(hour)
    }
    let matches = preferences.map { $0.preference.match(rated) }
    // A preference does not say when the spot works, so those limits come last; surf check wants both.
    let works = spot.window.match(hour.sea)
    let clauses =
      zip(preferences, matches).flatMap { stored, match in match.clauses.map { (stored.name, $0) } }
      + works.clauses.map { ("the spot", $0) }
    let shown = preferences.flatMap { $0.preference.match(rated, units: profile.units).clauses } + works.clauses
    let table = try Table([
      Column("preference", .text(clauses.map(\.0))), Column("limit", .text(clauses.map(\.1.name))),
      Column("answer", .text(clauses.map(\.1.answer.rawValue))), Column("reason", .text(clauses.map(\.1.reason))),
      Column("missed_by", .number(clauses.map { $0.1.excess ?? .nan })),
    ])
    var limits = TableOutput(
      table, title: preferences.isEmpty ? "no preference is stated" : "limits",
      footer: zip(preferences, matches).map { "\($0.name): \($1.answer.rawValue)" }
        + (spot.window.isEmpty ? [] : ["the spot works: \(works.answer.rawValue)"]),
      decimals: ["missed_by": 2])
    // Lines wrap, where a table would cut the reasons.
    if !clauses.isEmpty {
      let width = clauses.map { $0.0.count }.max() ?? 0
      limits.lines = zip(clauses, shown).map { clause, own in
        clause.0.padded(toWidth: width + 2) + own.answer.rawValue.padded(toWidth: 9) + own.reason
      }
    }
    outputs.append(.table(limits))
    if let likeness { outputs.append(.table(try SurfWhyCommand.factors(likeness, study, least, ScreenTable(profile)))) }
    if likeness != nil { outputs += study.mixture }
    if study.hasFew {
      outputs.append(
        .note(
          "likeness needs \(TasteStudy.fewest) good sessions with conditions at the spot, and there are \(study.good.count)"
        ))
    }
    return outputs
  }

  /// The loss of likeness by condition.
  private static func factors(
    _ likeness: Similarity, _ study: TasteStudy, _ least: Int, _ screen: ScreenTable
  ) throws(Diagnostic) -> TableOutput {
    let parts = likeness.parts.sorted { ($0.loss, $1.variable) > ($1.loss, $0.variable) }
    let ranges = parts.map { study.taste[$0.variable] }
    var output = TableOutput(
      try Table([
        Column("condition", .text(parts.map(\.variable.column))), Column("weight", .number(parts.map(\.weight))),
        Column("distance_sd", .number(parts.map(\.distance))), Column("loss", .number(parts.map(\.loss))),
        Column("median", .number(ranges.map { $0?.median ?? .nan })),
        Column("low", .number(ranges.map { $0?.low ?? .nan })),
        Column("high", .number(ranges.map { $0?.high ?? .nan })),
      ]), title: "losses of likeness", footer: ["likeness is exp(−sum of the losses)", study.footer(least)],
      decimals: ["weight": 2, "distance_sd": 2, "loss": 3, "median": 2, "low": 2, "high": 2])
    output = output.showing(["condition", "weight", "loss"])
    output.isAside = true
    if !screen.units.isEmpty {
      output.screen = try Table(
        output.table.columns.map { column in
          if column.name == "condition" {
            return Column(column.name, .text(parts.map { screen.name($0.variable.column) }))
          }
          guard ["median", "low", "high"].contains(column.name), let numbers = column.numbers else { return column }
          return Column(
            column.name, .number(zip(parts, numbers).map { screen.number($1, of: $0.variable.column) }))
        })
    }
    return output
  }

  /// How many models forecast the hour, and how far apart their heights are in metres.
  private static func spread(
    _ spot: Spot, at moment: Moment, asOf: Moment, _ store: any RecordStore
  ) throws(Diagnostic) -> (models: Int, apart: Double?) {
    let issues = try StoredIssue.all(
      of: spot.issues, from: asOf.later(-SpotHours.stale), through: asOf, known: asOf, in: store)
    var heights: [String: Double] = [:]
    let step = SpotForecast.longestStep
    for (model, own) in Dictionary(grouping: issues, by: \.model) {
      let hours = SpotForecast(own, model: model, from: moment.later(-step), until: moment.later(step + 1)).hourly()
        .hours
      heights[model] = hours.first { $0.valid == moment }?[.waveHeight]
    }
    guard heights.count > 1, let low = heights.values.min(), let high = heights.values.max() else {
      return (heights.count, nil)
    }
    return (heights.count, high - low)
  }

  /// The mean absolute error of wave height that the model had at this lead, by hours up to the present.
  private static func error(
    _ spot: Spot, _ hour: SpotForecast.Hour, asOf: Moment, _ store: any RecordStore
  ) throws(Diagnostic) -> (mae: Double, n: Int)? {
    let issues = try StoredIssue.all(of: spot.issues, model: hour.model, through: asOf, known: asOf, in: store)
    let errors = StoredIssue.errors(of: .waveHeight, in: issues, until: asOf)
    guard let day = Int(exactly: (hour.lead / 24).rounded(.down)), let found = errors[day], !found.isEmpty else {
      return nil
    }
    return (found.reduce(0) { $0 + $1.magnitude } / Double(found.count), found.count)
  }
}
