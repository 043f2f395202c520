internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf verify`: how far forecasts of one variable were off, by how many days ahead they were made.
struct VerifyCommand: Command {
  static let variable = Parameter<String?>.text(
    "variable", help: "Variable, as in wind_speed; by default wave_height.",
    completion: .words(SeaVariable.allCases.map(\.plainName)))

  let signature = Signature(
    "surf verify", topic: .plugins, summary: "Show how far forecasts of a variable are off, by days of lead.",
    details: """
      Each hour of each issue is compared with the newest issue at or before that hour, at most 24 hours old: models start \
      from measurements, so that is the nearest to the truth that a forecast has. lead_day counts whole days from the \
      issue to the hour. bias is the mean of forecast less reference; of directions it is the way round the compass. An \
      issue is not compared with itself.
      """,
    parameters: [SpotFinder.spot.any, variable.any, ForecastCommand.model.any],
    examples: [
      Example("surf verify ramp", after: SurfSamples.forecast, "wave height", prints: "lead_day"),
      Example("surf verify ramp variable=wind_speed", after: SurfSamples.forecast, "wind", prints: "mae"),
      Example(
        "surf verify ramp variable=wave_direction model=coast as errors", after: SurfSamples.forecast,
        "directions of one model, as a table", prints: "bias"),
      Example("surf verify nowhere variable=wind_speed", "a spot that is not stored", fails: "unknown-spot"),
    ], traits: [.namesTable], seeAlso: ["surf forecast", "surf import"])

  /// The state changes only when the table is named.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let finder = try SpotFinder(in: store)
    let spot = try finder.one(call)
    let typed = call[VerifyCommand.variable] ?? SeaVariable.waveHeight.plainName
    guard let variable = SeaVariable(named: typed) else {
      throw Diagnostic.unknown(
        "variable", typed, among: SeaVariable.allCases.map(\.plainName), span: call.span(of: VerifyCommand.variable))
    }
    let issues = try StoredIssue.all(of: spot.issues, in: store)
    let models = Set(issues.filter { $0.values[variable] != nil }.map(\.model)).sorted(by: CodePointOrder.precedes)
    let wanted = call[ForecastCommand.model] ?? spot.model
    if let typed = call[ForecastCommand.model], !models.isEmpty, !models.contains(typed) {
      throw Diagnostic.unknown("model", typed, among: models, span: call.span(of: ForecastCommand.model))
    }
    guard let model = wanted.flatMap({ models.contains($0) ? $0 : nil }) ?? VerifyCommand.longest(issues, variable)
    else {
      throw Diagnostic(
        "no-forecast", "no stored forecast for \(Abridged.quoted(spot.name)) has \(variable.plainName)",
        span: call.verbSpan, help: "import some: surf import FILE spot=\(spot.number)")
    }
    let errors = StoredIssue.errors(of: variable, in: issues.filter { $0.model == model })
    guard !errors.isEmpty else {
      throw Diagnostic(
        "no-forecast", "no two issues of '\(model)' for \(Abridged.quoted(spot.name)) forecast the same hour",
        span: call.verbSpan, help: "import more issues")
    }
    let distance = issues.filter { $0.model == model }.compactMap(\.distance).max()
    let far = SpotLender.remark(spot, distance, among: finder.spots).map { [Output.warning($0)] } ?? []
    let days = errors.keys.sorted()
    let table = try Table([
      Column("lead_day", .integer(days)), Column("n", .integer(days.map { errors[$0]?.count ?? 0 })),
      Column("mae", .number(days.map { VerifyCommand.mean(errors[$0]?.map(\.magnitude)) })),
      Column("bias", .number(days.map { VerifyCommand.mean(errors[$0]) })),
    ])
    if let name = call.syntax.name?.text {
      session.state.current = Dataset(
        name: name, source: "surf verify \(Session.quote(spot.name)) variable=\(typed) model=\(model)", table: table)
    }
    let screen = ScreenTable(try SurfProfile.current(in: store))
    let unit = variable.column.split(separator: "_").last.map { VerifyCommand.unit(String($0)) } ?? "its own units"
    let shown = screen.name(variable.column)
    var output = TableOutput(
      table, title: "\(spot.title): \(variable.plainName) of \(model)",
      footer: [
        "n hours; against the newest issue at or before the hour, at most 24 hours old; errors in \(unit)"
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

  private static func mean(_ values: [Double]?) -> Double {
    guard let values, !values.isEmpty else { return .nan }
    return values.reduce(0, +) / Double(values.count)
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
