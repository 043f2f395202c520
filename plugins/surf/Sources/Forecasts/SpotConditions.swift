internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// What is known about a spot at some time: as it was forecast, and as it was measured.
struct SpotConditions {
  /// Conditions and where they come from.
  struct Found: Equatable {
    let state: SeaState
    /// The share of the wanted time with values, from 0 to 1.
    let coverage: Double
    /// For forecasts the issue and its lead in hours at the beginning.
    var issued: Moment?
    var model: String?
    var lead: Double?
    /// Whether values come from a forecast's own first hours in place of measurements.
    var isAnalysis = false
    /// How far away the place of the forecast is in kilometres; nil where it is near.
    var distance: Double?

    /// Below this share conditions are partial, and left out of fits.
    static let whole = 0.7

    var isPartial: Bool { coverage < Found.whole }
  }

  let spot: Spot
  let store: any RecordStore

  /// An issue older than this says nothing about a session any more.
  static let oldestIssue = 48 * 3_600_000_000
  private static let hour = 3_600_000_000
  /// Steps of a forecast longer than this leave the hours between unknown.
  private static let longestStep = 6 * 3_600_000_000
  private static let waveReach = 45 * 60_000_000
  private static let windReach = 30 * 60_000_000

  /// Conditions as they were forecast at a moment for a span of time: by the newest issue that was known then.
  ///
  /// Nil where no issue of the 48 hours before is stored.
  func forecast(from: Moment, to: Moment, asOf: Moment, model: String? = nil) throws(Diagnostic) -> Found? {
    let issues = try StoredIssue.all(
      of: spot.issues, from: asOf.later(-SpotConditions.oldestIssue), through: asOf, known: asOf, in: store)
    return try average(around(issues, from: from, to: to, model: model), from: from, to: to)
  }

  /// The forecast of a span with the steps around it, which tell the hours between, by the one model of `ModelChoice`.
  private func around(
    _ issues: [StoredIssue], from: Moment, to: Moment, model: String? = nil
  ) throws(Diagnostic) -> SpotForecast {
    let (from, until) = (from.later(-SpotConditions.longestStep), to.later(SpotConditions.longestStep))
    let choice = try ModelChoice(issues, of: spot, wish: model, from: from, until: until, in: store)
    return SpotForecast(issues, model: choice.model, from: from, until: until)
  }

  /// The mean of a forecast over a span of time; what was measured replaces it, and marks it as an analysis.
  private func average(
    _ forecast: SpotForecast, from: Moment, to: Moment, measured: [SeaVariable: Double]? = nil
  ) throws(Diagnostic) -> Found? {
    // An hour of the forecast says something about half its step before and after it.
    let all = forecast.hourly().hours
    let times = all.map(\.valid)
    let step = zip(times, times.dropFirst()).map { $1.microseconds - $0.microseconds }.min() ?? SpotConditions.hour
    let reach = min(step, SpotConditions.longestStep) / 2
    let hours = all.filter { $0.valid >= from.later(-reach) && $0.valid <= to.later(reach) }
    guard let first = hours.first else { return nil }
    let waves = hours.filter { $0.values.keys.contains { $0.group == .waves } }
    var values: [SeaVariable: Double] = [:]
    for variable in Set(hours.flatMap { $0.values.keys }).sorted() {
      values[variable] = variable.mean(hours.map(\.values))
    }
    let isWindMeasured = measured?[.windSpeed] != nil
    if isWindMeasured { values = values.filter { $0.key.group != .wind } }
    values.merge(measured ?? [:]) { _, seen in seen }
    return Found(
      state: try state(values, from: from, to: to),
      coverage: SpotConditions.coverage((waves.isEmpty ? hours : waves).map(\.valid), from: from, to: to, reach: reach),
      issued: first.issued, model: first.sea ?? first.model,
      lead: Double(from.microseconds - first.issued.microseconds) / Double(SpotConditions.hour),
      isAnalysis: measured != nil, distance: forecast.distance)
  }

  /// Conditions as they were measured: waves by a sample within 45 minutes, wind within 30, and the tide.
  ///
  /// Waves that were not measured come from the analysis with the shortest lead, which is marked. Nil where nothing is known.
  func observed(from: Moment, to: Moment) throws(Diagnostic) -> Found? {
    var values: [SeaVariable: Double] = [:]
    var coverage = 0.0
    if let buoy = spot.buoy {
      let reach = SpotConditions.waveReach
      let samples = try Series.observed.samples(
        of: buoy, from: from.later(-reach), through: to.later(reach), in: store)
      let rows = HourlySamples.waves(samples).filter { $0.has(.waveHeight) }
      let winds = samples.filter {
        $0.has(.windSpeed) && $0.time >= from.later(-SpotConditions.windReach)
          && $0.time <= to.later(SpotConditions.windReach)
      }
      for (variable, seen) in SpotConditions.measured {
        let source = [.windSpeed, .windDirection, .windGust].contains(seen) ? winds : seen.isWave ? rows : samples
        let columns = source.map { sample in
          var pair: [SeaVariable: Double] = [:]
          if sample.has(seen) { pair[variable] = sample[seen] }
          if let weight = seen.weight, let name = variable.weight, sample.has(weight) { pair[name] = sample[weight] }
          return pair
        }
        if let mean = variable.mean(columns) { values[variable] = mean }
      }
      coverage = SpotConditions.coverage(rows.map(\.time), from: from, to: to, reach: reach)
    }
    if values[.waveHeight] != nil {
      return Found(state: try state(values, from: from, to: to), coverage: coverage)
    }
    // Of the issues before and after it the nearest, since the first hours of a later one describe the past.
    let issues = try StoredIssue.all(
      of: spot.issues, from: from.later(-SpotConditions.oldestIssue), through: to.later(SpotConditions.oldestIssue),
      in: store)
    func distance(_ issue: StoredIssue) -> Int {
      max(from.microseconds - issue.issued.microseconds, issue.issued.microseconds - to.microseconds, 0)
    }
    let sorted = issues.enumerated().sorted { (distance($0.element), $0.offset) < (distance($1.element), $1.offset) }
    let nearest = try around(sorted.map(\.element), from: from, to: to)
    if let found = try average(nearest, from: from, to: to, measured: values) { return found }
    let state = try state(values, from: from, to: to)
    return state.values.isEmpty && state.tide == nil ? nil : Found(state: state, coverage: 0)
  }

  /// Values with the tide of the spot's station in the middle of a span.
  func state(_ values: [SeaVariable: Double], from: Moment, to: Moment) throws(Diagnostic) -> SeaState {
    let middle = Moment(microseconds: from.microseconds + (to.microseconds - from.microseconds) / 2)
    var all = values
    var stage: TideStage?
    if let station = spot.tide {
      let tide = try TideSource(of: station, from: from, through: to, in: store)
      if let height = tide.height(at: middle) { all[.tide] = height }
      stage = tide.stage(at: middle)
    }
    return SeaState(at: middle, values: all, tide: stage)
  }

  /// What a buoy measures; tides are those of a station.
  private static let measured = SeaVariable.allCases.filter { $0 != .tide }.compactMap { variable in
    Variable(variable).map { (variable, $0) }
  }

  /// The share of a span that lies within reach of some sample.
  private static func coverage(_ times: [Moment], from: Moment, to: Moment, reach: Int) -> Double {
    let length = to.microseconds - from.microseconds
    guard length > 0 else { return times.isEmpty ? 0 : 1 }
    var covered = 0
    var end = from.microseconds
    for time in times {
      let start = max(end, time.microseconds - reach)
      let stop = min(to.microseconds, time.microseconds + reach)
      if stop > start {
        covered += stop - start
        end = stop
      }
    }
    return Double(covered) / Double(length)
  }
}

extension Variable {
  /// Whether a wave sample brings it.
  fileprivate var isWave: Bool { Variable.waves.contains(self) }
}
