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
  var table: HourTable
  /// The end of civil twilight on the day of each hour; nil where there is none.
  private let dusks: [Moment?]
  /// Whether the spot works in each hour, as far as that is known; nil for a spot that says nothing of it.
  private let works: [Bool]?

  /// A forecast that was issued longer ago says nothing any more.
  static let stale = 48 * 3_600_000_000
  private static let hour = 3_600_000_000

  /// The hours from a moment on, by the newest issues known then; `days` are those that choose the model, by default the same.
  init(
    _ spot: Spot, clock: LocalClock, from: Moment, until: Moment, asOf: Moment,
    days: (from: Moment, until: Moment)? = nil, in store: any RecordStore
  ) throws(Diagnostic) {
    // Older issues are stale, so they need not be read.
    let issues = try StoredIssue.all(
      of: spot.issues, from: asOf.later(-SpotHours.stale), through: asOf, known: asOf, in: store)
    // The steps around the span tell the hours between.
    let step = SpotForecast.longestStep
    let (first, last) = (from.later(-step), until.later(step))
    let choice = try ModelChoice(issues, of: spot, from: days?.from ?? first, until: days?.until ?? last, in: store)
    let whole = SpotForecast(issues, model: choice.model, from: first, until: last)
    try self.init(spot, clock: clock, whole.hourly().within(from: from, until: until), in: store)
  }

  init(_ spot: Spot, clock: LocalClock, _ given: SpotForecast, in store: any RecordStore) throws(Diagnostic) {
    // Waves every three hours beside hourly wind are one forecast by the hour.
    let forecast = given.hourly()
    (self.spot, self.clock, self.forecast) = (spot, clock, forecast)
    let times = forecast.hours.map(\.valid)
    let steps = zip(times, times.dropFirst()).map { $1.microseconds - $0.microseconds }
    step = min(steps.min() ?? SpotHours.hour, SpotHours.hour)
    let tide = try TideSource(at: spot, from: times.first, through: times.last, in: store)
    var light = Remembered<Int, SolarDay>()
    var dusks: [Moment?] = []
    let hours = forecast.hours.map { hour -> PreferenceHour in
      let shown = clock.shown(at: hour.valid)
      let sun = light.answer(shown.date.days) { SurfTime.sun(spot, on: shown.date, clock) }
      dusks.append(sun?.civil.set)
      return PreferenceHour(
        tide?.state(at: hour.valid, hour.values) ?? SeaState(at: hour.valid, values: hour.values),
        minutes: shown.minuteOfDay, weekday: Weekday(shown.date),
        isDaylight: sun.map { $0.isLight(hour.valid) }, facing: spot.facing, score: hour.values[.score])
    }
    table = HourTable(hours)
    self.dusks = dusks
    works = spot.window.isEmpty ? nil : hours.map { spot.window.match($0.sea).matches }
  }

  /// A window of hours that match.
  struct Found {
    let window: Window
    /// The rows of its hours.
    let rows: [Int]
  }

  /// The windows in which a preference matches, and the spot works, for at least two hours without a break.
  func windows(_ preference: Preference) -> [Found] {
    preference.windows(table, works: works, step: Double(step) / 1e6).compactMap { window, rows in
      guard let last = rows.last else { return nil }
      let end = end(of: window, last: last, preference)
      let cut = Window(from: window.from, to: end, quality: window.quality)
      return cut.seconds >= SurfWindows.shortest ? Found(window: cut, rows: rows) : nil
    }
  }

  /// The end of a window within the times and the daylight that are asked for: its last hour may be cut by either.
  private func end(of window: Window, last: Int, _ preference: Preference) -> Moment {
    var end = window.to
    let at = forecast.hours[last].valid
    if let times = preference.times, let minute = table.hours[last].minutes, times.from != times.to {
      let left = ((times.to - minute) % 1440 + 1440) % 1440
      end = min(end, at.later(left * 60_000_000))
    }
    if preference.daylightOnly, let dusk = dusks[last], dusk > at { end = min(end, dusk) }
    return end
  }

  /// Whether the spot works in a row, as far as that is known.
  func isOpen(_ row: Int) -> Bool { works?[row] ?? true }

  /// The model of the waves of a row.
  func model(_ row: Int) -> String? { forecast.hours.indices.contains(row) ? forecast.hours[row].sea : nil }

  /// When the hours of a row were forecast.
  func issued(_ row: Int) -> Moment? { forecast.hours.indices.contains(row) ? forecast.hours[row].issued : nil }
}
