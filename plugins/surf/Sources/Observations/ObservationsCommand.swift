internal import PodiumCore
internal import PodiumPlugin

/// `surf observations`: what a buoy measured, from the workspace.
struct ObservationsCommand: Command {
  static let station = Parameter<String>.required(
    "station", allowed: "the code of a station", help: "The station, as in 44013.")
  static let from = Parameter<String?>.text("from", help: "The first day or moment, in UTC.")
  static let to = Parameter<String?>.text("to", help: "The last day or moment, in UTC; a day counts as a whole.")
  static let every = Parameter<String>.choice(
    "every", ["sample", "hour", "day"], default: "hour",
    help: "Every line as it came, one row an hour, or the means of days.")
  static let direction = Parameter<String?>.text(
    "direction", help: "Only rows whose waves come from here, clockwise, as in 290..20 or NW..NNE.")

  static let shown: [Variable] = [
    .waveHeight, .peakPeriod, .meanDirection, .windSpeed, .windDirection,
  ]

  let signature = Signature(
    "surf observations", topic: .plugins, summary: "Show what a buoy measured, one row an hour.",
    details: """
      Height, period and direction of the waves, which buoys spread over several lines of an hour, stand in one row. \
      Directions are where wind and waves come from; means of days are means on the circle, weighted by energy and \
      speed. 'as NAME' makes the rows the current table.
      """,
    parameters: [station.any, from.any, to.any, every.any, direction.any],
    examples: [
      Example(
        "surf observations MADE1", after: ["surf import ndbc surf-buoy"], "a buoy", prints: "wave_height_m"),
      Example(
        "surf observations MADE1 from=2024-01-13 direction=350..20 as swell", after: ["surf import ndbc surf-buoy"],
        "the hours of one day with waves from around north, as a table", prints: "2024-01-13"),
      Example(
        "surf observations MADE1 every=day", after: ["surf import ndbc surf-buoy"], "means of days", prints: "one a day"
      ),
      Example("surf observations 99999", "a station nobody imported", fails: "unknown-station"),
    ], traits: [.namesTable], seeAlso: ["surf import"])

  /// Reads the samples and gathers them; the state changes only when the table is named.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let typed = call[ObservationsCommand.station]
    let store = try session.store()
    let code = typed.uppercased()
    let known = try ObservationKinds.stations(in: store)
    guard known.contains(code) else {
      var error = Diagnostic.unknown("station", typed, among: known, span: call.span(of: ObservationsCommand.station))
      if known.isEmpty { error.help = "import its file first: surf import ndbc FILE" }
      throw error
    }
    let from = try ObservationsCommand.moment(call, ObservationsCommand.from, isEnd: false)
    let to = try ObservationsCommand.moment(call, ObservationsCommand.to, isEnd: true)
    let arc = try ObservationsCommand.arc(call)
    // Half an hour more on both sides belongs to the first and the last hour.
    let reach = call[ObservationsCommand.every] == "sample" ? 0 : 30
    var samples = try ObservationKinds.samples(
      of: code, from: from?.moved(minutes: -reach), through: to?.moved(minutes: reach), in: store)
    if call[ObservationsCommand.every] != "sample" { samples = HourlySamples.merge(samples) }
    samples = samples.filter { sample in
      (from.map { sample.time >= $0 } ?? true) && (to.map { sample.time <= $0 } ?? true)
    }
    if call[ObservationsCommand.every] == "day" { samples = DailySamples.merge(samples) }
    if let arc { samples = samples.filter { $0.has(.meanDirection) && arc.contains($0[.meanDirection]) } }
    guard !samples.isEmpty else {
      throw Diagnostic(
        "no-rows", "station '\(code)' has no observation there", span: call.verbSpan,
        help: "surf observations \(code) every=day shows what there is")
    }
    let table = try samples.table(variables: ObservationsCommand.shown, needed: ObservationsCommand.shown)
    let rhythm = ["sample": "every line", "hour": "one an hour", "day": "one a day"]
    let title = "\(code): \(table.rowCount.counted("row")), " + (rhythm[call[ObservationsCommand.every]] ?? "")
    if let name = call.syntax.name?.text {
      session.state.current = Dataset(name: name, source: "surf observations \(code)", table: table)
    }
    return [.table(TableOutput(table, title: title, footer: ["times in UTC, directions where it comes from"]))]
  }

  /// A day or moment; the end of a day is its last microsecond.
  private static func moment(
    _ call: Call, _ parameter: Parameter<String?>, isEnd: Bool
  ) throws(Diagnostic) -> Moment? {
    guard let text = call[parameter] else { return nil }
    if let day = CalendarDate(iso: text) {
      let start = day.days * SessionTimes.day
      return Moment(microseconds: isEnd ? start + SessionTimes.day - 1 : start)
    }
    guard let moment = Moment(iso: text) else {
      throw .badValue(
        parameter.name, text, allowed: "a day or moment such as 2024-01-13 or 2024-01-13T06:00Z",
        span: call.span(of: parameter))
    }
    return moment
  }

  private static func arc(_ call: Call) throws(Diagnostic) -> Arc? {
    guard let text = call[ObservationsCommand.direction] else { return nil }
    guard let arc = Arc(text) else {
      throw .badValue(
        "direction", text, allowed: "two directions from 0 to 360 or points of the compass, as in 290..20",
        span: call.span(of: ObservationsCommand.direction))
    }
    return arc
  }
}
