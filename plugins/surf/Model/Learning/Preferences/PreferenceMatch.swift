internal import PodiumCore

/// Whether an hour meets a preference, with a reason for each clause.
public struct PreferenceMatch: Sendable, Equatable {
  public enum Answer: String, Sendable, CaseIterable {
    case yes
    case no
    /// A value that the clause needs is missing.
    case unknown
  }

  /// A clause and how an hour meets it.
  public struct Clause: Sendable, Equatable {
    /// What it limits: `height`, `swell direction`, `rating of power`.
    public let name: String
    public let answer: Answer
    /// The value, and by how much it misses the clause, in the units of `Preference`.
    public let reason: String
    /// By how much it misses: negative below or before the range, positive above or after it; nil where no number says it.
    public let excess: Double?
  }

  /// In the order of the properties of `Preference`; clauses that were not set are left out.
  public let clauses: [Clause]

  /// No where any clause fails, else unknown where any is, else yes.
  public var answer: Answer {
    if clauses.contains(where: { $0.answer == .no }) { return .no }
    return clauses.contains { $0.answer == .unknown } ? .unknown : .yes
  }

  /// Whether every clause is known to hold.
  public var matches: Bool { answer == .yes }

  /// The clauses that fail or are unknown.
  public var misses: [Clause] { clauses.filter { $0.answer != .yes } }
}

extension Preference {
  /// Compares an hour with every clause; `units` are those of the numbers in reasons, by default the stored ones.
  public func match(_ hour: PreferenceHour, units: [SurfUnit.Quantity: SurfUnit] = [:]) -> PreferenceMatch {
    var list = ClauseList(units: units)
    let sea = hour.sea
    list.add("height", height, sea.height, .length)
    list.add("period", period, sea.peakPeriod, .period)
    list.add("swell direction", swellDirection, sea.swellDirection)
    list.add("wind speed", windSpeed, sea[.windSpeed], .speed)
    // Calm air has no direction, and no direction of it disturbs the waves.
    if sea[.windSpeed] == 0, windDirection != nil {
      list.add("wind direction", .yes, "the air is calm")
    } else {
      list.add("wind direction", windDirection, sea[.windDirection])
    }
    list.add("wind side", windSides, sea.windSide(facing: hour.facing), known: "the wind is")
    list.add("tide level", tideLevels, sea.tide?.level, known: "the tide is")
    list.add("tide trend", tideTrends, sea.tide?.trend, known: "the tide is")
    list.add(times, hour.minutes)
    list.add(weekdays, hour, times)
    if daylightOnly {
      switch hour.isDaylight {
      case true?: list.add("daylight", .yes, "the sun is up")
      case false?: list.add("daylight", .no, "the sun is down")
      case nil: list.add("daylight", .unknown, "it is not known whether the sun is up")
      }
    }
    list.add("air temperature", airTemperature, sea[.airTemperature], .temperature)
    list.add("precipitation", precipitation, sea[.precipitation], .rain)
    list.add("cloud cover", cloudCover, sea[.cloudCover], .share)
    for (category, least) in minimumRatings.ordered(by: { $0.key < $1.key }) {
      let name =
        category == PredictedRatings.overall ? "rating" : "rating of " + Abridged.text(SafeText.escape(category))
      list.add(name, Bounds(low: least), hour.ratings[category])
    }
    if let minimumScore { list.add("score", Bounds(low: minimumScore), hour.score) }
    if let minimumLikeness { list.add("likeness", Bounds(low: minimumLikeness), hour.likeness) }
    if let minimumChance { list.add("chance", Bounds(low: minimumChance), hour.chance) }
    return PreferenceMatch(clauses: list.clauses)
  }
}

/// The clauses of a match as they are compared, one `add` for each form of a clause.
private struct ClauseList {
  let units: [SurfUnit.Quantity: SurfUnit]
  private(set) var clauses: [PreferenceMatch.Clause] = []

  private static let names: [SurfUnit.Quantity: String] = [
    .length: "m", .period: "s", .speed: "m/s", .temperature: "°C", .rain: "mm", .share: "%",
  ]

  mutating func add(_ name: String, _ answer: PreferenceMatch.Answer, _ reason: String, excess: Double? = nil) {
    clauses.append(.init(name: name, answer: answer, reason: reason, excess: excess))
  }

  mutating func add(_ name: String, _ bounds: Bounds?, _ value: Double?, _ quantity: SurfUnit.Quantity? = nil) {
    guard let bounds else { return }
    guard let value, !value.isNaN else { return add(name, .unknown, "the \(name) is not known") }
    let excess = bounds.excess(value)
    let unit = quantity.flatMap { units[$0] }
    let suffix = unit?.name ?? quantity.flatMap { ClauseList.names[$0] } ?? ""
    func shown(_ number: Double) -> Double { unit?.shown(number) ?? number }
    func text(_ number: Double) -> String {
      NumberText.significant(number, 4) + (suffix.isEmpty || suffix == "%" ? suffix : " " + suffix)
    }
    if excess == 0 { return add(name, .yes, "the \(name) is \(text(shown(value)))", excess: 0) }
    let (side, limit) = excess < 0 ? ("below", bounds.low) : ("above", bounds.high)
    // A difference of temperatures has no offset.
    let apart = (shown(value) - shown(limit ?? value)).magnitude
    let reason = "the \(name) of \(text(shown(value))) is \(text(apart)) \(side) \(text(shown(limit ?? value)))"
    add(name, .no, reason, excess: excess)
  }

  mutating func add(_ name: String, _ arc: Arc?, _ value: Double?) {
    guard let arc else { return }
    guard let value, value.isFinite else { return add(name, .unknown, "the \(name) is not known") }
    func text(_ degrees: Double) -> String { NumberText.fixed(degrees, 0) + "°" }
    if arc.contains(value) { return add(name, .yes, "the \(name) is \(text(value))", excess: 0) }
    // The nearer end of the arc counts.
    let (before, after) = (Direction.normalised(arc.from - value), Direction.normalised(value - arc.to))
    let excess = before <= after ? -before : after
    let reason =
      "the \(name) of \(text(value)) is \(text(excess.magnitude)) \(excess < 0 ? "before" : "after") "
      + text(excess < 0 ? arc.from : arc.to)
    add(name, .no, reason, excess: excess)
  }

  mutating func add<Kind: RawRepresentable<String> & Hashable>(
    _ name: String, _ wanted: Set<Kind>, _ found: Kind?, known: String
  ) {
    if wanted.isEmpty { return }
    guard let found else { return add(name, .unknown, "the \(name) is not known") }
    let list = wanted.map(\.rawValue).sorted().joined(separator: " or ")
    let reason = wanted.contains(found) ? "\(known) \(found.rawValue)" : "\(known) \(found.rawValue), not \(list)"
    add(name, wanted.contains(found) ? .yes : .no, reason)
  }

  mutating func add(_ times: DayTimes?, _ minutes: Int?) {
    guard let times else { return }
    guard let minutes, (0..<1440).contains(minutes) else {
      return add("time", .unknown, "the local time is not known")
    }
    let away = times.minutesUntil(minutes)
    let clock = DayTimes.clock(minutes)
    add(
      "time", away == 0 ? .yes : .no,
      away == 0 ? "the time is \(clock)" : "\(clock) is \(away.counted("minute")) outside of \(times.text)",
      excess: Double(away))
  }

  mutating func add(_ weekdays: Set<Weekday>, _ hour: PreferenceHour, _ times: DayTimes?) {
    if weekdays.isEmpty { return }
    guard let today = hour.weekday, times == nil || hour.minutes != nil else {
      return add("weekday", .unknown, "the local day is not known")
    }
    let day = times?.beganYesterday(hour.minutes ?? 0) == true ? today.before : today
    let list = weekdays.sorted().map(\.name).joined(separator: " or ")
    add(
      "weekday", weekdays.contains(day) ? .yes : .no,
      weekdays.contains(day) ? "the day is \(day.name)" : "the day is \(day.name), not \(list)")
  }
}
