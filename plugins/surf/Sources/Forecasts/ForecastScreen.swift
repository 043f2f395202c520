internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// The hours of a forecast as a table, and as lines for the screen.
struct ForecastScreen {
  let forecast: SpotForecast
  let spot: Spot
  let clock: LocalClock
  let units: ScreenUnits
  let table: Table
  private let tide: TideSource
  private let heights: [Double?]
  /// Whether each hour is in the window of the spot; nil where it has none.
  private let answers: [PreferenceMatch.Answer?]

  /// What the table always has, whether values are known or not.
  private static let always: [(name: String, variable: SeaVariable)] = [
    ("wave_height_m", .waveHeight), ("wave_direction_deg", .waveDirection), ("wave_period_s", .wavePeriod),
    ("swell_height_m", .swellHeight), ("swell_direction_deg", .swellDirection), ("swell_period_s", .swellPeriod),
    ("wind_speed_ms", .windSpeed), ("wind_direction_deg", .windDirection),
  ]

  init(
    _ forecast: SpotForecast, spot: Spot, clock: LocalClock, store: any RecordStore, units: ScreenUnits = ScreenUnits()
  ) throws(Diagnostic) {
    (self.forecast, self.spot, self.clock, self.units) = (forecast, spot, clock, units)
    let hours = forecast.hours
    tide =
      try TideSource(at: spot, from: hours.first?.valid, through: hours.last?.valid, in: store) ?? TideSource([])
    let source = tide
    let heights = hours.map { source.height(at: $0.valid) ?? $0[.tide] }
    self.heights = heights
    var columns = [
      Column("valid", .datetime(hours.map(\.valid)), role: .time),
      Column("issued", .datetime(hours.map(\.issued)), role: .ignored),
      Column("lead_h", .number(hours.map(\.lead)), role: .ignored),
    ]
    for (name, variable) in ForecastScreen.always {
      columns.append(
        Column(
          name, .number(hours.map { ForecastScreen.value(variable, of: $0) ?? .nan }),
          scale: variable.isDirection ? .degrees : nil))
    }
    columns.append(Column("tide_m", .number(heights.map { $0 ?? .nan })))
    columns.append(
      Column("model", .category(Categorical(hours.map { Optional($0.model) })), role: .ignored))
    let shown = Set(ForecastScreen.always.map(\.variable)).union([.tide, .wavePeakPeriod])
    for variable in SeaVariable.allCases
    where !shown.contains(variable) && hours.contains(where: { $0[variable] != nil }) {
      columns.append(
        Column(
          variable.column, .number(hours.map { $0[variable] ?? .nan }), scale: variable.isDirection ? .degrees : nil))
    }
    let window = spot.window
    answers = hours.map { hour in
      window.isEmpty
        ? nil : window.match(SeaState(at: hour.valid, values: hour.values, tide: source.stage(at: hour.valid))).answer
    }
    if !window.isEmpty {
      columns.append(
        Column("in_window", .category(Categorical(answers.map { $0?.rawValue })), role: .ignored))
    }
    if hours.contains(where: { $0.spread != nil }) {
      columns.append(Column("wave_height_spread_m", .number(hours.map { $0.spread ?? .nan }), role: .ignored))
      columns.append(Column("models", .integer(hours.map(\.sources)), role: .ignored))
    }
    table = try Table(columns)
  }

  /// The mean period of the waves, or else that of their peak.
  private static func value(_ variable: SeaVariable, of hour: SpotForecast.Hour) -> Double? {
    hour[variable] ?? (variable == .wavePeriod ? hour[.wavePeakPeriod] : nil)
  }

  /// The newest issue that is shown.
  var newest: Moment? { forecast.hours.map(\.issued).max() }

  /// The table; on the screen a line for each part of a day, and each hour below where those are wanted.
  func output(asOf: Moment, showsHours: Bool, taste: PredictedRatings?) -> TableOutput {
    let models = forecast.models.joined(separator: ", ")
    let issued = newest ?? asOf
    let ago = (asOf.microseconds - issued.microseconds) / 3_600_000_000
    var footer = [
      "newest issue \(issued), \(ago.counted("hour")) before \(asOf)",
      "times on the screen by the clocks of \(spot.zone); arrows show where it goes, letters where it comes from",
    ]
    if !spot.window.isEmpty {
      let parts = [spot.window.swellText.map { "swell from " + $0 }, spot.window.tideText.map { "tide " + $0 }]
      footer.append("outside: the spot works with " + parts.compactMap { $0 }.joined(separator: " and "))
    }
    if let seaSentence { footer.append(seaSentence) }
    var output = TableOutput(
      table, title: "\(spot.title): \(table.rowCount.counted("hour")) by \(models)", footer: footer,
      decimals: ["lead_h": 1, "tide_m": 2])
    output.showsAllRows = true
    output.picture =
      ForecastPicture(
        title: spot.title, table: table, models: models, zone: spot.zone, tide: tideCurve,
        remark: seaSentence
      ).picture
    output.essential = ["valid", "wave_height_m", "wave_period_s", "wind_speed_ms"]
    let summary = ForecastSummary(
      forecast: forecast, spot: spot, clock: clock, units: units, tide: tide, answers: answers, taste: taste)
    let forms: [(hours: Form, parts: [ForecastSummary.Cell])] = [
      (Form(cells: Cell.wide, width: 110), ForecastSummary.Cell.allCases),
      (Form(cells: Cell.wide.filter { $0 != .air && $0 != .night }, width: 80), ForecastSummary.Cell.allCases),
      (Form(cells: [.surf, .waves, .wind, .tide, .score], width: 60), [.rating, .waves, .wind, .tide]),
      (Form(cells: [.surf, .waves, .wind, .tide, .score], width: 60), [.rating, .waves, .wind]),
      (Form(cells: [.surf, .waves, .wind], width: 44), [.rating, .waves, .wind]),
      (Form(cells: [.surf, .waves, .side], width: 40), [.rating, .waves, .wind]),
      (Form(cells: [.waves, .side], width: 40), [.rating, .waves, .wind]),
      (Form(cells: [.waves, .side], width: 40), [.rating, .waves]),
    ]
    var known: [(cell: ForecastSummary.Cell, name: String)] = []
    if forecast.hours.contains(where: { $0[.windSpeed] != nil }) { known.append((.wind, "wind")) }
    if heights.contains(where: { $0 != nil }) { known.append((.tide, "tide")) }
    let all = forms.map { form -> [String] in
      let lacking = known.filter { known in
        showsHours
          ? !form.hours.cells.contains { $0.title == known.name } : !form.parts.contains(known.cell)
      }.map(\.name)
      let hint =
        (showsHours ? [] : ["hours=yes shows each hour"])
        + (lacking.isEmpty ? [] : ["no room for \(lacking.joined(separator: " and ")): widen the screen"])
      let parts = summary.lines(form.parts) { date in
        heading(date, SurfTime.sun(spot, on: date, clock), width: form.hours.width)
      }
      guard showsHours else {
        // The hint is not part of the table, so that recorded notebooks stay as they are.
        return Array(parts.dropLast()) + [joined(parts.last, hint.joined(separator: "\n"))]
      }
      let hours = lines(form.hours)
      let above = parts.filter { !$0.isEmpty }.joined(separator: "\n")
      return [joined(above, joined(" ", hours.first ?? ""))] + hours.dropFirst() + hint
    }
    output.lines = all[0]
    output.narrowLines = Array(all.dropFirst())
    return output
  }

  private func joined(_ above: String?, _ below: String) -> String {
    above.map { $0.isEmpty ? below : $0 + "\n" + below } ?? below
  }

  /// Whose waves are shown from when on; nil where one model has them all.
  private var seaSentence: String? {
    let seas = forecast.seas
    guard seas.count > 1 else { return nil }
    let parts = seas.enumerated().map { place, sea in
      place == 0
        ? "by " + sea.name
        : "from \(SurfTime.text(of: clock.shown(at: sea.from).date)) \(SurfTime.clockTime(sea.from, clock)) by \(sea.name)"
    }
    return "waves " + parts.listed(3)
  }

  /// The tide between the first and the last hour, each half hour and at high and low water: hours that are a quarter of a
  /// tide apart would miss what is between them. Empty without a source of tides.
  private var tideCurve: [ForecastPicture.Height] {
    guard !tide.isEmpty, let first = forecast.hours.first?.valid, let last = forecast.hours.last?.valid, first < last
    else { return [] }
    let halfHour = 1_800_000_000
    let parts = (last.microseconds - first.microseconds) / halfHour
    let step = halfHour * (1 + parts / ForecastScreen.tidePoints)
    var moments = stride(from: first.microseconds, to: last.microseconds, by: step).map(Moment.init(microseconds:))
    moments += tide.curve.events.map(\.at).filter { $0 > first && $0 < last } + forecast.hours.map(\.valid)
    return Set(moments).sorted().compactMap { at in
      tide.height(at: at).map { ForecastPicture.Height(at: at, metres: $0) }
    }
  }

  /// About the most points of the tide in a picture.
  private static let tidePoints = 400

  /// What a line can show of an hour, in order.
  private enum Cell: String, CaseIterable {
    case surf, waves, swell, wind, tide, score, air, window, night
    /// The wind and its side of the beach; a narrow screen drops its direction.
    case side

    var title: String { self == .night ? "" : self == .side ? "wind" : rawValue }

    /// Those of a wide screen.
    static let wide = allCases.filter { $0 != .side }
  }

  /// What the lines show on a screen of some width.
  private struct Form {
    let cells: [Cell]
    let width: Int
  }

  /// A line for each hour; the first of each day has the heading of the day above it.
  private func lines(_ form: Form) -> [String] {
    var day: CalendarDate?
    var sun: SolarDay?
    var headings: [Int: String] = [:]
    var marks: [Moment: String] = [:]
    for sea in forecast.seas.dropFirst() { marks[sea.from] = "waves from here by \(sea.name)\n" }
    var rows: [[String]] = []
    for (row, hour) in forecast.hours.enumerated() {
      let date = clock.shown(at: hour.valid).date
      if date != day {
        sun = SurfTime.sun(spot, on: date, clock)
        headings[row] = heading(date, sun, width: form.width)
        day = date
      }
      rows.append(
        ["  " + SurfTime.clockTime(hour.valid, clock)]
          + form.cells.map { text($0, hour, height: heights[row], isNight: isNight(hour.valid, sun), answers[row]) })
    }
    // Cells that no hour fills take no room.
    let names = [""] + form.cells.map(\.title)
    let widths = names.indices.map { place in
      let widest = rows.map { $0[place].count }.max() ?? 0
      return widest == 0 ? 0 : max(widest, names[place].count)
    }
    func joined(_ cells: [String]) -> String {
      Glyphs.line(zip(cells, widths).filter { $1 > 0 }.map { $0.padded(toWidth: $1) })
    }
    return rows.enumerated().map { row, cells in
      let above = headings[row].map { (row == 0 ? joined(names) : " ") + "\n" + $0 + "\n" } ?? ""
      return above + (marks[forecast.hours[row].valid] ?? "") + joined(cells)
    }
  }

  private func isNight(_ moment: Moment, _ sun: SolarDay?) -> Bool {
    switch sun?.civil {
    case .crosses(let rise, let set)?: moment < rise || moment > set
    case .alwaysDown?: true
    default: false
    }
  }

  /// The day with its sun and its tide, on as many lines as the width asks for.
  private func heading(_ date: CalendarDate, _ sun: SolarDay?, width: Int) -> String {
    var parts = [SurfTime.text(of: date)]
    if let rise = sun?.sun.rise, let set = sun?.sun.set {
      parts.append("sun \(SurfTime.clockTime(rise, clock)) to \(SurfTime.clockTime(set, clock))")
    }
    let start = SurfTime.start(of: date, clock)
    let end = SurfTime.start(of: CalendarDate(days: date.days + 1), clock)
    for event in tide.curve.events where event.at >= start && event.at < end {
      parts.append(
        (event.isHigh ? "high " : "low ") + SurfTime.clockTime(event.at, clock) + " "
          + (units.text(event.height, .length) ?? ""))
    }
    let curve = Glyphs.curve(
      stride(from: start.microseconds, to: end.microseconds, by: 3_600_000_000).map {
        tide.height(at: Moment(microseconds: $0))
      })
    if !curve.isEmpty, !tide.isEmpty { parts.append(curve) }
    var lines: [String] = []
    for part in parts {
      if let last = lines.last, last.count + 3 + part.count <= width {
        lines[lines.count - 1] = last + "   " + part
      } else {
        lines.append(part)
      }
    }
    return lines.joined(separator: "\n")
  }

  private func text(
    _ cell: Cell, _ hour: SpotForecast.Hour, height: Double?, isNight: Bool, _ answer: PreferenceMatch.Answer?
  ) -> String {
    func joined(_ parts: [String?]) -> String {
      parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
    switch cell {
    case .surf:
      return units.range(hour[.breakingLow] ?? hour[.breakingHigh], hour[.breakingHigh], .length) ?? ""
    case .waves:
      return joined([
        units.text(hour[.waveHeight], .length),
        hour.spread.map { "±" + String((units.text($0, .length) ?? "").prefix { $0 != " " }) },
        units.text(ForecastScreen.value(.wavePeriod, of: hour), .period), Glyphs.heading(from: hour[.waveDirection]),
      ])
    case .swell:
      return joined([
        units.text(hour[.swellHeight], .length), units.text(hour[.swellPeriod], .period),
        Glyphs.heading(from: hour[.swellDirection]),
      ])
    case .wind:
      let state = SeaState(at: hour.valid, values: hour.values)
      return joined([
        units.text(hour[.windSpeed], .speed),
        hour[.windSpeed] == 0 ? "calm" : Glyphs.heading(from: hour[.windDirection]),
        state.windSide(facing: spot.facing)?.rawValue,
      ])
    case .side:
      let side = SeaState(at: hour.valid, values: hour.values).windSide(facing: spot.facing)?.rawValue
      return joined([
        units.text(hour[.windSpeed], .speed),
        hour[.windSpeed] == 0 ? "calm" : side ?? Glyphs.heading(from: hour[.windDirection]),
      ])
    case .tide:
      let trend = tide.stage(at: hour.valid).map { $0.trend == .rising ? "↗" : $0.trend == .falling ? "↘" : "–" }
      return joined([units.text(height, .length), trend])
    case .score:
      return joined([
        hour[.score].map { NumberText.fixed($0, 2) },
        hour[.lostRating].flatMap { $0 > 0 ? "wind −" + NumberText.shortest($0) : nil },
      ])
    case .air:
      return joined([
        units.text(hour[.airTemperature], .temperature), hour[.cloudCover].flatMap { units.text($0, .share) },
        hour[.precipitation].flatMap { $0 > 0 ? units.text($0, .rain) : nil },
      ])
    case .window: return answer == .no ? "outside" : ""
    case .night: return isNight ? "night" : ""
    }
  }
}
