internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The forecast hours of a spot as preferences see them.
struct SpotHours {
  let spot: Spot
  let clock: LocalClock
  let forecast: SpotForecast
  /// Microseconds between hours of the forecast.
  let step: Int
  let table: HourTable

  /// A forecast that was issued longer ago says nothing any more.
  static let stale = 48 * 3_600_000_000
  private static let longestStep = 6 * 3_600_000_000

  /// The hours from a moment on, by the newest issues known then.
  init(
    _ spot: Spot, clock: LocalClock, from: Moment, until: Moment, asOf: Moment, model: String? = nil,
    in store: any RecordStore
  ) throws(Diagnostic) {
    // Older issues are stale, so they need not be read.
    let issues = try StoredIssue.all(
      of: spot.number, from: asOf.later(-SpotHours.stale), through: asOf, known: asOf, in: store)
    try self.init(
      spot, clock: clock, SpotForecast(issues, model: model ?? spot.model, from: from, until: until), in: store)
  }

  init(_ spot: Spot, clock: LocalClock, _ forecast: SpotForecast, in store: any RecordStore) throws(Diagnostic) {
    (self.spot, self.clock, self.forecast) = (spot, clock, forecast)
    let times = forecast.hours.map(\.valid)
    let steps = zip(times, times.dropFirst()).map { $1.microseconds - $0.microseconds }
    step = min(steps.min() ?? 3_600_000_000, SpotHours.longestStep)
    var tide: TideSource?
    if let station = spot.tide, let first = times.first, let last = times.last {
      tide = try TideSource(of: station, from: first, through: last, in: store)
    }
    var light: [Int: SolarDay?] = [:]
    let hours = forecast.hours.map { hour -> PreferenceHour in
      let shown = clock.shown(at: hour.valid)
      let day = shown.date.days
      let sun =
        light[day] ?? SolarDay(nearest: SurfTime.start(of: shown.date, clock).later(43_200_000_000), at: spot.place)
      light[day] = sun
      var values = hour.values
      if let tide {
        // A height of the source has a datum of its own.
        values[.tide] = tide.height(at: hour.valid)
      }
      return PreferenceHour(
        SeaState(at: hour.valid, values: values, tide: tide?.stage(at: hour.valid)),
        minutes: (shown.microseconds - day * SessionTimes.day) / 60_000_000, weekday: Weekday(shown.date),
        isDaylight: sun.map { $0.isLight(hour.valid) }, facing: spot.facing, score: hour.values[.score])
    }
    table = HourTable(hours)
  }

  /// A window of hours that match.
  struct Found {
    let window: Window
    /// The rows of its hours.
    let rows: [Int]
  }

  /// The windows in which a preference matches for at least two hours without a break.
  func windows(_ preference: Preference) -> [Found] {
    let matching = preference.matches(table)
    guard matching.contains(true) else { return [] }
    let hours = matching.indices.map { row in
      Windows.Hour(
        at: forecast.hours[row].valid, matches: matching[row],
        quality: matching[row] ? preference.comfort(table.hours[row]) : 0)
    }
    return Windows.merge(hours, step: Double(step) / 1e6).map { window in
      Found(
        window: window,
        rows: hours.indices.filter { hours[$0].matches && hours[$0].at >= window.from && hours[$0].at < window.to })
    }
  }

  /// When the hours of a row were forecast.
  func issued(_ row: Int) -> Moment? { forecast.hours.indices.contains(row) ? forecast.hours[row].issued : nil }
}
