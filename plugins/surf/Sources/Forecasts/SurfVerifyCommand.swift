internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf verify`: how far forecasts of one variable were off, by how many days ahead they were made.
struct SurfVerifyCommand: Command {
  static let variable = Parameter<String?>.text(
    "variable", help: "Variable, as in wind_speed, or all; by default wave_height.",
    completion: .words(SeaVariable.allCases.map(\.plainName) + ["all"]))
  static let against = Parameter<String?>.text(
    "against", help: "Buoy to compare with: its code, or buoy for that of the spot; by default the newest issue.",
    completion: .records([RecordNames(ObservationKinds.station, "code")], words: ["buoy"]))
  static let model = Parameter<String?>.text(
    "model", help: "Model to verify; by default that of the spot, or the one with most stored days.",
    completion: .records([RecordNames(StoredIssue.kindName, "model")], words: []))

  let signature = Signature(
    "surf verify", topic: .plugins, summary: "Show how far forecasts of a variable are off, by days of lead.",
    details: """
      Each hour of each issue is compared with the newest issue at or before that hour, at most 24 hours old: models start \
      from measurements, so that is the nearest to the truth that a forecast has. lead_day counts whole days from the \
      issue to the hour. bias is the mean of forecast less reference; of directions it is the way round the compass. An \
      issue is not compared with itself. With against= the reference is what a buoy measured nearest to the hour, at most 30 \
      minutes from it.
      """,
    parameters: [SpotFinder.spot.any, variable.any, against.any, model.any],
    examples: SurfSamples.examples(
      """
      wave height: forecast; surf verify ramp -> lead_day
      wind: forecast; surf verify ramp variable=wind_speed -> mae
      directions of one model, as a table: forecast; surf verify ramp variable=wave_direction model=coast as errors -> bias
      against a buoy: forecast; surf import ramp-buoy.csv format=observations station=RAMP; surf verify ramp against=RAMP variable=all -> wind_speed
      a spot that is not stored: surf verify nowhere variable=wind_speed -> !unknown-spot
      """), traits: [.namesTable, .readsOnly], seeAlso: ["surf forecast", "surf import"])

  /// The state changes only when the table is named.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let finder = try SpotFinder(in: store)
    let spot = try finder.one(call)
    let typed = call[SurfVerifyCommand.variable] ?? SeaVariable.waveHeight.plainName
    guard let variables = typed == "all" ? SeaVariable.allCases : SeaVariable(named: typed).map({ [$0] }) else {
      throw Diagnostic.unknown(
        "variable", typed, among: SeaVariable.allCases.map(\.plainName) + ["all"],
        span: call.span(of: SurfVerifyCommand.variable))
    }
    let variable = variables.first ?? .waveHeight
    let issues = try StoredIssue.all(of: spot.issues, in: store)
    let models = Set(issues.filter { $0.values[variable] != nil }.map(\.model)).inCodePointOrder()
    let buoy = try SurfVerifyCommand.buoy(call, spot, issues, store)
    let wanted = call[SurfVerifyCommand.model] ?? spot.model
    if let typed = call[SurfVerifyCommand.model], !models.isEmpty, !models.contains(typed) {
      throw Diagnostic.unknown("model", typed, among: models, span: call.span(of: SurfVerifyCommand.model))
    }
    guard let model = wanted.flatMap({ models.contains($0) ? $0 : nil }) ?? SurfVerifyCommand.longest(issues, variable)
    else {
      throw Diagnostic(
        "no-forecast", "no stored forecast for \(Abridged.quoted(spot.name)) has \(variable.plainName)",
        span: call.verbSpan, help: "import some: surf import FILE spot=\(spot.number)")
    }
    let own = issues.filter { $0.model == model }
    let rows = variables.flatMap { variable -> [Row] in
      let errors = StoredIssue.errors(of: variable, in: own, measured: buoy.map { $0.measured(variable) })
      return errors.sorted { $0.key < $1.key }.map { Row(variable: variable, day: $0.key, errors: $0.value) }
    }
    guard !rows.isEmpty else {
      throw Diagnostic(
        "no-forecast",
        buoy.map { "'\($0.code)' measured nothing within 30 minutes of an hour that '\(model)' forecast" }
          ?? "no two issues of '\(model)' for \(Abridged.quoted(spot.name)) forecast the same hour",
        span: call.verbSpan, help: buoy == nil ? "import more issues" : "import more of both: surf import FILE")
    }
    let distance = issues.filter { $0.model == model }.compactMap(\.distance).max()
    let far = SpotLender.remark(spot, distance, among: finder.spots).map { [Output.warning($0)] } ?? []
    let names = typed == "all" ? [Column("variable", .text(rows.map(\.variable.plainName)))] : []
    let table = try Table(
      names + [
        Column("lead_day", .integer(rows.map(\.day))), Column("n", .integer(rows.map(\.errors.count))),
        Column("mae", .number(rows.map { $0.errors.map(\.magnitude).mean ?? .nan })),
        Column("bias", .number(rows.map { $0.errors.mean ?? .nan })),
      ])
    if let name = call.syntax.name?.text {
      session.state.current = Dataset(
        name: name, source: "surf verify \(Session.quote(spot.name)) variable=\(typed) model=\(model)", table: table)
    }
    let screen = ScreenTable(try SurfProfile.current(in: store))
    let unit =
      typed == "all"
      ? "m, s, m/s, degrees, °C and hPa"
      : variable.column.split(separator: "_").last.map { SurfVerifyCommand.unit(String($0)) } ?? "its own units"
    // Of several variables the errors stay as they are stored.
    let shown = typed == "all" ? variable.column : screen.name(variable.column)
    let reference =
      buoy.map { "what \($0.code) measured within 30 minutes of the hour" }
      ?? "the newest issue at or before the hour, at most 24 hours old"
    var output = TableOutput(
      table, title: "\(spot.title): \(typed == "all" ? "all variables" : variable.plainName) of \(model)",
      footer: [
        "n hours; against \(reference); errors in \(unit)"
          + (shown == variable.column ? "" : " (on the screen in \(shown.split(separator: "_").last ?? ""))")
      ], decimals: ["mae": 3, "bias": 3])
    if shown != variable.column {
      output.screen = try Table(
        table.columns.map { column in
          guard ["mae", "bias"].contains(column.name), let numbers = column.numbers else { return column }
          return Column(
            column.name, .number(numbers.map { screen.number($0, of: variable.column, isDifference: true) }))
        })
    }
    return [.table(output)] + far
  }

  /// The errors of one variable at one lead.
  private struct Row {
    let variable: SeaVariable
    let day: Int
    let errors: [Double]
  }

  /// What a buoy measured over the days of some issues.
  private struct Buoy {
    let code: String
    let samples: [Sample]

    /// The values at full hours, each from the sample nearest to it within 30 minutes.
    func measured(_ variable: SeaVariable) -> [Moment: Double] {
      guard let variable = Variable(variable) else { return [:] }
      let hour = 3_600_000_000
      var found: [Moment: (away: UInt, value: Double)] = [:]
      for sample in samples where sample.has(variable) {
        let at = Moment(microseconds: sample.time.later(hour / 2).microseconds.flooredQuotient(by: hour) * hour)
        let away = (sample.time.microseconds - at.microseconds).magnitude
        if found[at].map({ away < $0.away }) ?? true { found[at] = (away, sample[variable]) }
      }
      return found.mapValues(\.value)
    }
  }

  /// The buoy that is asked for; throws `no-station` for a spot without one, and `unknown-station` for one without samples.
  private static func buoy(
    _ call: Call, _ spot: Spot, _ issues: [StoredIssue], _ store: any RecordStore
  ) throws(Diagnostic) -> Buoy? {
    guard let typed = call[against] else { return nil }
    let span = call.span(of: against)
    guard let code = typed.lowercased() == "buoy" ? spot.buoy : typed.uppercased() else {
      throw Diagnostic(
        "no-station", "\(Abridged.quoted(spot.name)) has no buoy", span: span,
        help: "name one, as in against=44013, or set it: surf spot edit \(spot.number) buoy=44013")
    }
    let times = issues.flatMap { [$0.times.first, $0.times.last].compactMap { $0 } }
    let samples = try KnownSamples(
      of: code, .observed, from: times.min()?.date, through: times.max()?.date, in: store
    ).samples
    guard !samples.isEmpty else {
      throw Diagnostic(
        "unknown-station", "no samples of '\(code)' are stored for the days of the forecasts", span: span,
        help: "import them: surf import FILE")
    }
    return Buoy(code: code, samples: samples)
  }

  /// The model with the variable on most days, the first by name of equal ones.
  private static func longest(_ issues: [StoredIssue], _ variable: SeaVariable) -> String? {
    let days = StoredIssue.days(issues) { $0.values[variable] }
    let most = days.values.max()
    return SpotForecast.order(Array(days.keys)).first { days[$0] == most }
  }

  private static func unit(_ ending: String) -> String {
    [
      "m": "metres", "s": "seconds", "ms": "m/s", "deg": "degrees", "c": "°C", "hpa": "hPa", "mm": "mm", "percent": "%",
    ][
      ending] ?? "its own units"
  }
}

extension SeaVariable {
  /// The name without its unit: `wave_height`.
  var plainName: String {
    guard quantity != nil, let cut = column.lastIndex(of: "_") else { return column }
    return String(column[..<cut])
  }

  /// A variable by its name, with or without the unit.
  init?(named text: String) {
    let lower = text.lowercased()
    guard let found = SeaVariable.allCases.first(where: { $0.column == lower || $0.plainName == lower }) else {
      return nil
    }
    self = found
  }
}
