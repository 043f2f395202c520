internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf tide`: the predicted tide of a day.
struct TideCommand: Command {
  static let place = Parameter<String>.required(
    "station", allowed: "the code of a station, or a spot", help: "Code of a tide station, or a spot that has one.",
    completion: .records([RecordNames(Spot.kind, "name"), RecordNames(ObservationKinds.station, "code")], words: []))
  static let now = Parameter<String?>.text(
    "now", help: "Moment in UTC to mark on the curve; by default the present.")

  let signature = Signature(
    "surf tide", topic: .plugins, summary: "Show the tide of a day at a station or a spot.",
    details: """
      The day is one by the clocks of the spot, or of the station. Heights are those that are stored; where only high and \
      low waters are, they follow half a cosine between them, every 6 minutes, which is a good guide where a tide takes 5 \
      to 7 hours to rise or fall. Water levels that were measured are beside the prediction (measured_m), or in its place \
      where none is stored. Heights count from the station's own datum: do not compare those of two stations.
      """,
    parameters: [place.any, SunCommand.date.any, now.any],
    examples: SurfSamples.examples(
      """
      a station: tide; surf tide TIDE1 2026-03-02 -> high
      the station of a spot: tide; surf tide ramp 2026-03-02 -> TIDE1
      as a table, with a mark: tide; surf tide ramp 2026-03-02 now=2026-03-02T15:00Z as tide -> ▲
      a station that is not stored: surf tide nowhere 2026-03-02 -> !unknown-station
      """), traits: [.namesTable, .readsOnly], seeAlso: ["surf import", "surf forecast", "surf sun"])

  /// The state changes only when the table is named.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let (station, clock, title) = try station(call, session, store)
    let date = try SurfTime.day(call, SunCommand.date, clock, session)
    let start = SurfTime.start(of: date, clock)
    let end = SurfTime.start(of: CalendarDate(days: date.days + 1), clock)
    let tide = try TideSource(of: station, from: start, through: end, in: store)
    let mark = try SurfTime.moment(call, TideCommand.now, in: session) ?? SurfTime.present(session)
    let levels = try Series.level.samples(of: station, from: start, through: end, in: store)
    let day = TideDay(tide, levels: levels, from: start, to: end)
    guard !day.rows.isEmpty else {
      throw Diagnostic(
        "no-tide", "station '\(station)' has no tide on \(date)", span: call.verbSpan,
        help: "import one: surf import FILE station=\(CommandText.word(station))")
    }
    let table = try day.table
    if let name = call.syntax.name?.text {
      session.state.current = Dataset(name: name, source: "surf tide \(station) \(date)", table: table)
    }
    let known = try Station(station, in: store)
    var output = TableOutput(
      table, title: "\(title): tide on \(SurfTime.text(of: date))",
      footer: [
        "heights in the table are metres above \(known?.datum ?? "the station's own datum"); "
          + "times on the screen by \(clock.zone)"
      ]
        + (known?.distance.map { ["the station is \(NumberText.fixed($0, 0)) km away, so its tides may be others"] }
          ?? [])
        + (day.isMeasured ? ["measured; no prediction is stored for this day"] : [])
        + (day.isCosine ? ["calculated between high and low waters"] : [])
        + (day.unusual > 0
          ? [
            "\(day.unusual.counted("rise or fall", plural: "rises and falls")) of an unusual length: the cosine may be off by 30 cm"
          ] : []),
      decimals: ["height_m": 2])
    output.showsAllRows = true
    let units = try SurfProfile.current(in: store).screen
    output.lines = day.lines(clock, mark: mark, units, width: 72)
    output.narrowLines = [52, 30].map { day.lines(clock, mark: mark, units, width: $0) }
    return [.table(output)]
  }

  /// The station with its clock: of a code, else of the spot with that name.
  private func station(
    _ call: Call, _ session: Session, _ store: any RecordStore
  ) throws(Diagnostic) -> (String, LocalClock, String) {
    let typed = call[TideCommand.place]
    if let station = try Station(typed.uppercased(), in: store) {
      let clock = try session.spotClock(station.zone ?? "UTC")
      return (station.code, clock, "station \(station.code)")
    }
    let finder = try SpotFinder(in: store)
    if Int(typed) == nil, finder.matching(typed).isEmpty {
      let known = try ObservationKinds.stations(in: store) + finder.spots.map(\.name)
      throw Diagnostic.unknown(
        "station", typed, among: known, span: call.span(of: TideCommand.place),
        help: known.isEmpty ? "import its tides first: surf import FILE station=CODE" : nil)
    }
    let spot = try finder.one(call, TideCommand.place)
    guard let code = spot.tide else {
      throw Diagnostic(
        "no-tide", "the tide station of \(Abridged.quoted(spot.name)) is not known",
        span: call.span(of: TideCommand.place),
        help: "name it: surf spot edit \(spot.number) tide=CODE")
    }
    return (code, try session.spotClock(spot.zone), "\(spot.title), station \(code)")
  }
}

/// The tide of one day: heights, with high and low waters among them.
struct TideDay {
  struct Row {
    let at: Moment
    let height: Double
    var event: Bool?
    var measured: Double?
  }

  let rows: [Row]
  /// Whether heights are calculated between high and low waters.
  let isCosine: Bool
  /// Rises and falls of the day for which a cosine is a poor guide.
  let unusual: Int
  /// Whether the rows are water levels that were measured.
  let isMeasured: Bool
  private let tide: TideSource
  private let from: Moment
  private let to: Moment

  private static let step = 6 * 60_000_000

  init(_ predicted: TideSource, levels: [Sample] = [], from: Moment, to: Moment) {
    let seen = levels.filter { $0.has(.tide) && $0.time >= from && $0.time < to }
    // A prediction of the day before or after alone does not hide what was measured.
    let isPredicted =
      predicted.points.contains { $0.at >= from && $0.at < to }
      || stride(from: from.microseconds, to: to.microseconds, by: TideDay.step).contains {
        predicted.height(at: Moment(microseconds: $0)) != nil
      }
    isMeasured = !isPredicted && !seen.isEmpty
    let tide = isMeasured ? TideSource(seen) : predicted
    (self.tide, self.from, self.to) = (tide, from, to)
    let stored = tide.points.filter { $0.at >= from && $0.at < to }
    var rows = stored.map { Row(at: $0.at, height: $0.height) }
    isCosine = rows.isEmpty && !isMeasured
    if isCosine {
      rows = stride(from: from.microseconds, to: to.microseconds, by: TideDay.step).compactMap {
        let at = Moment(microseconds: $0)
        return tide.height(at: at).map { Row(at: at, height: $0) }
      }
    }
    let events = tide.curve.events.filter { $0.at >= from && $0.at < to }
    for event in events {
      if let place = rows.firstIndex(where: { $0.at == event.at }) {
        rows[place].event = event.isHigh
      } else {
        rows.append(Row(at: event.at, height: event.height, event: event.isHigh))
      }
    }
    let measured = Dictionary(seen.map { ($0.time, $0[.tide]) }, uniquingKeysWith: { first, _ in first })
    for row in rows.indices { rows[row].measured = measured[rows[row].at] }
    self.rows = rows.sorted { $0.at < $1.at }
    let legs = zip(tide.curve.events, tide.curve.events.dropFirst()).filter { $0.at < to && $1.at > from }
    unusual = isCosine ? legs.count { !tide.curve.isUsual(at: $0.0.at.later(1)) } : 0
  }

  var table: Table {
    get throws(Diagnostic) {
      var columns = [
        Column("time", .datetime(rows.map(\.at)), role: .time), Column("height_m", .number(rows.map(\.height))),
        Column("event", .text(rows.map { $0.event.map { $0 ? "H" : "L" } })),
      ]
      if rows.contains(where: { $0.measured != nil }) {
        columns.append(Column("measured_m", .number(rows.map { $0.measured ?? .nan })))
      }
      return try Table(columns)
    }
  }

  private static let depth = 8

  /// A graph of the day above the first row, and a line for each high and low water.
  func lines(_ clock: LocalClock, mark: Moment?, _ units: ScreenUnits, width: Int) -> [String] {
    let graph = graph(clock, mark: mark, units, width: width)
    return rows.enumerated().map { place, row in
      let start = place == 0 ? graph + "\n" : ""
      guard let isHigh = row.event else { return start }
      return start + (isHigh ? "high " : "low  ") + SurfTime.clockTime(row.at, clock) + "  "
        + TideDay.text(row.height, units) + " " + TideDay.unit(units)
    }
  }

  private static func text(_ height: Double, _ units: ScreenUnits) -> String {
    NumberText.fixed(units.units[.length]?.shown(height) ?? height, 2)
  }

  private static func unit(_ units: ScreenUnits) -> String { units.units[.length]?.name ?? "m" }

  /// Heights over the hours of the day, with a mark at a moment of it.
  private func graph(_ clock: LocalClock, mark: Moment?, _ units: ScreenUnits, width: Int) -> String {
    let length = to.microseconds - from.microseconds
    let heights = (0..<width).map { column in
      tide.height(at: from.later(length / width * column + length / width / 2))
    }
    guard let low = heights.compactMap({ $0 }).min(), let high = heights.compactMap({ $0 }).max() else { return "" }
    let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let eighths = heights.map { height -> Int in
      guard let height else { return 0 }
      let part = high > low ? (height - low) / (high - low) : 0.5
      return 1 + (Int(exactly: (part * Double(TideDay.depth * 8 - 1)).rounded()) ?? 0)
    }
    var lines: [String] = []
    for level in (0..<TideDay.depth).reversed() {
      let label =
        level == TideDay.depth - 1 ? TideDay.text(high, units) : level == 0 ? TideDay.text(low, units) : ""
      let row = String(eighths.map { blocks[max(0, min(8, $0 - level * 8))] })
      lines.append(label.padded(toWidth: 6, right: true) + " " + row)
    }
    var hours = [Character](repeating: " ", count: width + 6)
    for hour in stride(from: 0, through: 21, by: width < 40 ? 6 : 3) {
      let place = width * hour / 24
      for (offset, letter) in String(hour < 10 ? "0\(hour)" : "\(hour)").enumerated() { hours[place + offset] = letter }
    }
    lines.append("       " + Glyphs.line([String(hours)]))
    if let mark, mark >= from, mark < to {
      let place = (mark.microseconds - from.microseconds) / max(1, length / width)
      lines.append(
        "       " + String(repeating: " ", count: min(width - 1, max(0, place))) + "▲ "
          + SurfTime.clockTime(mark, clock))
    }
    return lines.joined(separator: "\n")
  }
}
