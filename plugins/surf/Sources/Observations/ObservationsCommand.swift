internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf observations`: a buoy's observations from the workspace.
struct ObservationsCommand: Command {
  static let station = Parameter<String>.required(
    "station", allowed: "the code of a station", help: "Station code, as in 44013.")
  static let from = Parameter<String?>.text("from", help: "First day or time, in UTC.")
  static let to = Parameter<String?>.text("to", help: "Last day or time, in UTC; a day counts to its end.")
  static let every = Parameter<String>.choice(
    "every", ["sample", "hour", "day"], default: "hour",
    help: "Every stored line, one row per hour, or daily means.")
  static let direction = Parameter<String?>.text(
    "direction", help: "Range of wave directions to show, clockwise, as in 290..20 or NW..NNE.")

  static let last = Parameter<String?>.text(
    "last", help: "Span up to the newest sample, as in last=24h or last=3d; the newest row comes first.")

  static let shown: [Variable] = [
    .waveHeight, .peakPeriod, .meanDirection, .windSpeed, .windDirection, .waterTemperature, .pressure, .swellHeight,
    .swellPeriod, .swellDirection,
  ]

  let signature = Signature(
    "surf observations", topic: .plugins, summary: "Show a buoy's observations, by default one row per hour.",
    details: """
      Buoys spread wave height, period and direction over several lines per hour; this command combines them into one \
      row. Directions are where wind and waves come from. Daily mean directions are circular means, weighted by wave \
      energy or wind speed. 'as NAME' makes the rows the current table.
      """,
    parameters: [station.any, from.any, to.any, every.any, direction.any, last.any],
    exampleLines: """
      one buoy: surf import ndbc surf-buoy; surf observations MADE1 -> wave_height_m
      hours of one day with waves from the north, as a table: surf import ndbc surf-buoy; surf observations MADE1 from=2024-01-13 direction=350..20 as swell -> 2024-01-13
      daily means: surf import ndbc surf-buoy; surf observations MADE1 every=day -> one per day
      an unknown station: surf observations 99999 -> !unknown-station
      """, traits: [.namesTable, .readsOnly], seeAlso: ["surf import"])

  /// The state changes only when the table is named.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let typed = call[ObservationsCommand.station]
    let store = try session.store()
    let code = typed.uppercased()
    let known = try ObservationKinds.stations(in: store)
    guard known.contains(code) else {
      var error = Diagnostic.unknown("station", typed, among: known, span: call.span(of: ObservationsCommand.station))
      if known.isEmpty { error.help = "import its file first: surf import FILE" }
      throw error
    }
    var from = try SurfTime.moment(call, ObservationsCommand.from, in: session)
    let to = try SurfTime.moment(call, ObservationsCommand.to, isEnd: true, in: session)
    let arc = try ObservationsCommand.arc(call)
    let span = try ObservationsCommand.span(call)
    if let span {
      guard let newest = try Series.observed.newest(of: code, through: to, in: store) else {
        throw ObservationsCommand.noRows(code, call)
      }
      from = max(from ?? newest.later(-span), newest.later(-span))
    }
    // The first and last hour include the half hour before and after.
    let reach = call[ObservationsCommand.every] == "sample" ? 0 : 30
    let given = try Series.observed.samples(
      of: code, from: from?.moved(minutes: -reach), through: to?.moved(minutes: reach), in: store)
    let (every, first, last, cancellation) = (call[ObservationsCommand.every], from, to, session.cancellation)
    let isNewest = span != nil
    // Detached, since freeing the memory of many samples takes long too.
    let table = try cancellation.detached { () throws(Diagnostic) in
      var samples = every == "sample" ? given : try HourlySamples.merge(given, cancellation)
      samples = samples.filter { sample in
        (first.map { sample.time >= $0 } ?? true) && (last.map { sample.time <= $0 } ?? true)
      }
      if every == "day" { samples = try DailySamples.merge(samples, cancellation) }
      if let arc { samples = samples.filter { $0.has(.meanDirection) && arc.contains($0[.meanDirection]) } }
      if isNewest { samples.reverse() }
      return try samples.table(variables: ObservationsCommand.shown, needed: ObservationsCommand.shown)
    }
    guard table.rowCount > 0 else { throw ObservationsCommand.noRows(code, call) }
    let rhythm = ["sample": "every line", "hour": "one per hour", "day": "one per day"]
    let title = "\(code): \(table.rowCount.counted("row")), " + (rhythm[call[ObservationsCommand.every]] ?? "")
    if let name = call.syntax.name?.text {
      session.state.current = Dataset(name: name, source: "surf observations \(code)", table: table)
    }
    // The clock of the spot whose buoy it is; a buoy of no spot has none.
    let spot = try Spot.all(in: store).first { $0.buoy == code }
    let screen = ScreenTable(
      try SurfProfile.current(in: store),
      clock: try spot.map { (spot) throws(Diagnostic) in try session.spotClock(spot.zone) })
    var output = TableOutput(
      table, title: title, footer: [screen.remark + "; directions are where wind and waves come from"]
    ).showing(["time", "wave_height_m", "peak_period_s"])
    try screen.show(&output)
    return [.table(output)]
  }

  private static func noRows(_ code: String, _ call: Call) -> Diagnostic {
    Diagnostic(
      "no-rows", "station '\(code)' has no matching observations", span: call.verbSpan,
      help: "use 'surf observations \(CommandText.word(code)) every=day' to see what is stored")
  }

  /// The microseconds of `24h` or `3d`.
  private static func span(_ call: Call) throws(Diagnostic) -> Int? {
    guard let text = call[last] else { return nil }
    let hours = text.hasSuffix("h") ? 1 : text.hasSuffix("d") ? 24 : 0
    guard hours > 0, let number = Int(text.dropLast()), (1...100_000).contains(number) else {
      throw .badValue("last", text, allowed: "hours or days, as in 24h or 3d", span: call.span(of: last))
    }
    return number * hours * 3_600_000_000
  }

  private static func arc(_ call: Call) throws(Diagnostic) -> Arc? {
    guard let text = call[ObservationsCommand.direction] else { return nil }
    guard let arc = Arc(text) else {
      throw .badValue(
        "direction", text, allowed: "two directions from 0 to 360 or compass points, as in 290..20",
        span: call.span(of: ObservationsCommand.direction))
    }
    return arc
  }
}
