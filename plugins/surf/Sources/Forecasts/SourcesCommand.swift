internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf sources`: what the workspace has of each spot, and how old it is.
struct SourcesCommand: Command {
  static let spots = Parameter<[String]>.words(
    "spot", help: "Spots; all by default.", completion: .spots())

  let signature = Signature(
    "surf sources", topic: .plugins, summary: "Show the newest forecast, observation and tide of each spot.",
    details: """
      An import that reports success may still have brought nothing new: newest is the last time for which there is a \
      value, issued is when a forecast was made, and age_h the hours since then (since newest for measurements). Forecasts \
      are stale after 24 hours and measurements after 3.
      """,
    parameters: [spots.any, SurfTime.now.any],
    examples: SurfSamples.examples(
      """
      all spots: forecast; surf sources now=2026-03-02T06:00Z -> coast
      one spot: forecast; surf sources ramp now=2026-03-02T06:00Z -> coast
      a week later: forecast; surf sources ramp now=2026-03-09T06:00Z -> stale
      a spot that is not stored: surf sources nowhere now=2026-03-02 -> !unknown-spot
      """), traits: .readsOnly, seeAlso: ["surf fetch", "surf import", "surf forecast"])

  /// A source of a spot and what is known of it.
  private struct Row {
    let spot: String
    let kind: String
    let source: String
    let count: Int
    let issued: Moment?
    let newest: Moment?
    let limit: Int
    var distance: Double?
  }

  private static let hour = 3_600_000_000

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let now = try SurfTime.moment(call, SurfTime.now, orNowOf: session)
    let finder = try SpotFinder(in: store)
    var spots: [Spot] = []
    for typed in call[SourcesCommand.spots] {
      let spot = try finder.one(typed, span: call.span(of: SourcesCommand.spots))
      if !spots.contains(spot) { spots.append(spot) }
    }
    if spots.isEmpty { spots = finder.spots }
    var rows: [Row] = []
    for spot in spots {
      try session.cancellation.check()
      rows += try SourcesCommand.forecasts(spot, until: now, store)
      if let buoy = spot.buoy { rows.append(try SourcesCommand.station(buoy, .observed, "buoy", spot, store)) }
      if let tide = spot.tide { rows.append(try SourcesCommand.station(tide, .tide, "tide", spot, store)) }
    }
    func age(_ row: Row) -> Double? {
      (row.issued ?? row.newest).map { Double(now.microseconds - $0.microseconds) / Double(SourcesCommand.hour) }
    }
    let states = rows.map { row in
      guard let age = age(row) else { return "nothing stored" }
      return age > Double(row.limit) ? "stale" : "fresh"
    }
    let table = try Table(
      [
        Column("spot", .text(rows.map(\.spot))), Column("kind", .text(rows.map(\.kind))),
        Column("source", .text(rows.map(\.source))), Column("count", .integer(rows.map(\.count))),
        Column("issued", .datetime(rows.map(\.issued))), Column("newest", .datetime(rows.map(\.newest))),
        Column("age_h", .number(rows.map { age($0) ?? .nan })), Column("state", .text(states)),
      ]
        + (rows.contains { $0.distance != nil }
          ? [Column("distance_km", .number(rows.map { $0.distance ?? .nan }))] : []))
    return [
      .table(
        TableOutput(
          table, title: "\(rows.count.counted("source")) of \(spots.count.counted("spot")) at \(now)",
          footer: rows.isEmpty ? ["import or fetch something: surf fetch SPOT"] : ["times are UTC"],
          decimals: ["age_h": 0, "distance_km": 0]
        ).showing(["spot", "source", "state"]))
    ]
  }

  /// The models of a spot, with their newest issue up to a moment.
  private static func forecasts(
    _ spot: Spot, until now: Moment, _ store: any RecordStore
  ) throws(Diagnostic) -> [Row] {
    let found = try RecordRows(
      RecordQuery(StoredIssue.kindName, where: [.equals("spot", .integer(spot.issues))]),
      ["model", "issued", "last", "distance"],
      in: store)
    let (models, issues, ends) = (found.texts("model"), found.moments("issued"), found.moments("last"))
    let distances = found.numbers("distance")
    var known: [String: (issues: Set<Moment>, issued: Moment, newest: Moment, far: Double?)] = [:]
    for row in 0..<found.count {
      guard let model = models[row], let issued = issues[row], issued <= now, let end = ends[row] else { continue }
      var entry = known[model] ?? ([], issued, end, nil)
      if let away = distances[row], away.isFinite { entry.far = max(entry.far ?? 0, away) }
      entry.issues.insert(issued)
      (entry.issued, entry.newest) = (max(entry.issued, issued), max(entry.newest, end))
      known[model] = entry
    }
    return known.inCodePointOrder(by: \.key).map { model, entry in
      Row(
        spot: spot.name, kind: "forecast", source: model, count: entry.issues.count, issued: entry.issued,
        newest: entry.newest, limit: SpotForecast.fresh / hour, distance: entry.far)
    }
  }

  /// A station of a spot, with its newest value.
  private static func station(
    _ code: String, _ series: Series, _ kind: String, _ spot: Spot, _ store: any RecordStore
  ) throws(Diagnostic) -> Row {
    let found = try RecordRows(
      RecordQuery(
        ObservationKinds.chunk, where: [.equals("station", .text(code)), .equals("series", .text(series.rawValue))]),
      ["day", "rows"], in: store)
    let days = found.dates("day").compactMap { $0 }
    var newest: Moment?
    if let last = days.max() {
      newest = try Chunk.all(of: code, series, from: last, through: last, in: store).flatMap(\.samples).map(\.time)
        .max()
    }
    return Row(
      spot: spot.name, kind: kind, source: code,
      count: found.integers("rows", in: 0...1_000_000).reduce(0) { $0 + ($1 ?? 0) },
      issued: nil,
      newest: newest, limit: series == .observed ? 3 : 0)
  }
}
