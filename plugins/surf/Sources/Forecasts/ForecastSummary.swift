internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The parts of the days of a forecast, a line each: what a forecast begins with.
struct ForecastSummary {
  let forecast: SpotForecast
  let spot: Spot
  let clock: LocalClock
  let units: ScreenUnits
  let tide: TideSource
  /// Whether each hour is in the window of the spot; nil where it has none.
  let answers: [PreferenceMatch.Answer?]
  /// The chances of hours by what is learned; nil where nothing is.
  let taste: PredictedRatings?

  /// What a line can show of a part of a day, in order.
  enum Cell: CaseIterable { case rating, waves, wind, tide, window, model }

  /// Some hours of one day and one part of it.
  private struct Part {
    let day: CalendarDate
    let part: DayPart
    var rows: [Int]
  }

  /// The hours of daylight by parts of days; all hours where none is light.
  private var parts: [Part] {
    func parts(_ isWanted: (SpotForecast.Hour, SolarDay?) -> Bool) -> [Part] {
      var (found, suns) = ([Part](), Remembered<Int, SolarDay>())
      for (row, hour) in forecast.hours.enumerated() {
        let day = clock.shown(at: hour.valid).date
        let sun = suns.answer(day.days) { SurfTime.sun(spot, on: day, clock) }
        guard isWanted(hour, sun) else { continue }
        let part = DayPart(hour.valid, clock)
        if let last = found.last, last.day == day, last.part == part {
          found[found.count - 1].rows.append(row)
        } else {
          found.append(Part(day: day, part: part, rows: [row]))
        }
      }
      return found
    }
    let light = parts { hour, sun in sun?.isLight(hour.valid) == true }
    return light.isEmpty ? parts { _, _ in true } : light
  }

  /// For each hour the lines of the part of a day that begins with it, with the day above its first part; else empty.
  func lines(_ cells: [Cell], heading: (CalendarDate) -> String) -> [String] {
    var lines = [String](repeating: "", count: forecast.hours.count)
    let parts = parts
    let texts = parts.map { part in cells.map { text($0, part) } }
    let widths = cells.indices.map { place in texts.map { $0[place].count }.max() ?? 0 }
    var day: CalendarDate?
    for (part, texts) in zip(parts, texts) {
      let padded = zip(texts, widths).filter { $1 > 0 }.map { $0.padded(toWidth: $1) }
      let line = "  " + Glyphs.line([part.part.rawValue.padded(toWidth: 7)] + padded)
      lines[part.rows[0]] = (part.day == day ? "" : heading(part.day) + "\n") + line
      day = part.day
    }
    return lines
  }

  private func text(_ cell: Cell, _ part: Part) -> String {
    let hours = part.rows.map { forecast.hours[$0] }
    let middle = hours[hours.count / 2]
    func range(_ quantity: SurfUnit.Quantity, _ value: (SpotForecast.Hour) -> Double?) -> String? {
      let known = hours.compactMap(value)
      return units.range(known.min(), known.max(), quantity)
    }
    func joined(_ parts: [String?]) -> String { parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ") }
    switch cell {
    case .rating:
      let chances = hours.compactMap { hour in
        taste?.chance(
          SeaState(at: hour.valid, values: hour.values, tide: tide.stage(at: hour.valid)), facing: spot.facing)?.mean
      }
      if let best = chances.max() { return "liked " + WeekScreen.percent(best) + " %" }
      return hours.compactMap { $0[.score] }.max().map { "score " + NumberText.fixed($0, 2) } ?? ""
    case .waves:
      return joined([
        range(.length) { $0[.waveHeight] ?? $0[.swellHeight] },
        range(.period) { $0[.wavePeakPeriod] ?? $0[.wavePeriod] ?? $0[.swellPeriod] },
        Glyphs.heading(from: middle[.waveDirection] ?? middle[.swellDirection]),
      ])
    case .wind:
      let state = SeaState(at: middle.valid, values: middle.values)
      return joined([
        range(.speed) { $0[.windSpeed] },
        state.windSide(facing: spot.facing)?.rawValue ?? Glyphs.heading(from: middle[.windDirection]),
      ])
    case .tide:
      guard let first = hours.first?.valid, let last = hours.last?.valid else { return "" }
      let events = tide.curve.events.filter { $0.at >= first && $0.at <= last.later(3_599_999_999) }
      if let event = events.first {
        return (event.isHigh ? "high " : "low ") + SurfTime.clockTime(event.at, clock)
      }
      return tide.stage(at: middle.valid)?.trend.rawValue ?? ""
    case .window: return part.rows.allSatisfy { answers[$0] == .no } ? "outside" : ""
    case .model:
      let models = Set(hours.compactMap(\.sea)).inCodePointOrder()
      return forecast.seas.count > 1 ? models.joined(separator: ", ") : ""
    }
  }
}
