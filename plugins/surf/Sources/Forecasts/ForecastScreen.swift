internal import PodiumCore
internal import PodiumPlugin
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
    if let station = spot.tide, let first = hours.first, let last = hours.last {
      tide = try TideSource(of: station, from: first.valid, through: last.valid, in: store)
    } else {
      tide = TideSource([])
    }
    let source = tide
    let heights = hours.map { source.height(at: $0.valid) ?? $0[.tide] }
    self.heights = heights
    var columns = [
      Column("valid", .datetime(hours.map(\.valid)), role: .time),
      Column("issued", .datetime(hours.map(\.issued)), role: .ignored),
      Column("lead_h", .number(hours.map(\.lead)), role: .ignored),
    ]
    for (name, variable) in ForecastScreen.always {
      columns.append(Column(name, .number(hours.map { ForecastScreen.value(variable, of: $0) ?? .nan })))
    }
    columns.append(Column("tide_m", .number(heights.map { $0 ?? .nan })))
    columns.append(
      Column("model", .category(Categorical(hours.map { Optional($0.model) })), role: .ignored))
    let shown = Set(ForecastScreen.always.map(\.variable)).union([.tide, .wavePeakPeriod])
    for variable in SeaVariable.allCases
    where !shown.contains(variable) && hours.contains(where: { $0[variable] != nil }) {
      columns.append(Column(variable.column, .number(hours.map { $0[variable] ?? .nan })))
    }
    table = try Table(columns)
  }

  /// The mean period of the waves, or else that of their peak.
  private static func value(_ variable: SeaVariable, of hour: SpotForecast.Hour) -> Double? {
    hour[variable] ?? (variable == .wavePeriod ? hour[.wavePeakPeriod] : nil)
  }

  func output(asOf: Moment) -> TableOutput {
    let models = forecast.models.joined(separator: ", ")
    let issued = forecast.hours.map(\.issued).max() ?? asOf
    let ago = (asOf.microseconds - issued.microseconds) / 3_600_000_000
    var output = TableOutput(
      table, title: "\(spot.title): \(table.rowCount.counted("hour")) by \(models)",
      footer: [
        "newest issue \(issued), \(ago.counted("hour")) before \(asOf)",
        "times on the screen by the clocks of \(spot.zone); arrows show where it goes, letters where it comes from",
      ], decimals: ["lead_h": 1, "tide_m": 2])
    output.showsAllRows = true
    output.essential = ["valid", "wave_height_m", "wave_period_s", "wind_speed_ms"]
    output.lines = lines
    return output
  }

  /// What the parts of a line are, above the first day.
  private var header: String {
    func cell(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    let hasAir = forecast.hours.contains { $0[.airTemperature] != nil || $0[.cloudCover] != nil }
    return "         " + cell("waves", 19) + cell("swell", 19) + cell("wind", 24)
      + (heights.contains { $0 != nil } ? cell("tide", 10) : "          ") + (hasAir ? "air" : "")
  }

  /// A line for each hour; the first of each day has the heading of the day above it.
  private var lines: [String] {
    var day: CalendarDate?
    var sun: SolarDay?
    return forecast.hours.enumerated().map { row, hour in
      let date = clock.shown(at: hour.valid).date
      var text = ""
      if date != day {
        let noon = SurfTime.start(of: date, clock).later(SessionTimes.day / 2)
        sun = SolarDay(nearest: noon, at: spot.place)
        text = (day == nil ? header : " ") + "\n" + heading(date, sun) + "\n"
        day = date
      }
      return text + line(hour, height: heights[row], isNight: isNight(hour.valid, sun))
    }
  }

  private func isNight(_ moment: Moment, _ sun: SolarDay?) -> Bool {
    switch sun?.civil {
    case .crosses(let rise, let set)?: moment < rise || moment > set
    case .alwaysDown?: true
    default: false
    }
  }

  private func heading(_ date: CalendarDate, _ sun: SolarDay?) -> String {
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
    return parts.joined(separator: "   ")
  }

  private func line(_ hour: SpotForecast.Hour, height: Double?, isNight: Bool) -> String {
    func cell(_ parts: [String?], width: Int) -> String {
      let text = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
      return text + String(repeating: " ", count: max(1, width - text.count))
    }
    let waves = cell(
      [
        units.text(hour[.waveHeight], .length), units.text(ForecastScreen.value(.wavePeriod, of: hour), .period),
        Glyphs.heading(from: hour[.waveDirection]),
      ], width: 19)
    let swell = cell(
      [
        units.text(hour[.swellHeight], .length), units.text(hour[.swellPeriod], .period),
        Glyphs.heading(from: hour[.swellDirection]),
      ], width: 19)
    let state = SeaState(at: hour.valid, values: hour.values)
    let wind = cell(
      [
        units.text(hour[.windSpeed], .speed),
        hour[.windSpeed] == 0 ? "calm" : Glyphs.heading(from: hour[.windDirection]),
        state.windSide(facing: spot.facing)?.rawValue,
      ], width: 24)
    let trend = tide.stage(at: hour.valid).map { $0.trend == .rising ? "↗" : $0.trend == .falling ? "↘" : "–" }
    let water = cell([units.text(height, .length), trend], width: 10)
    let air = [
      units.text(hour[.airTemperature], .temperature), hour[.cloudCover].flatMap { units.text($0, .share) },
      hour[.precipitation].flatMap { $0 > 0 ? units.text($0, .rain) : nil }, isNight ? "night" : nil,
    ].compactMap { $0 }.joined(separator: " ")
    let line = "  " + SurfTime.clockTime(hour.valid, clock) + "  " + waves + swell + wind + water + air
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}
