internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Windows of two hours of daylight at a spot, with the conditions that were forecast for them and whether they were good.
struct WindowTable {
  /// One window of one person.
  struct Row {
    let from: Moment
    let to: Moment
    let person: String
    let issued: Moment
    let lead: Double
    /// The model of the waves.
    let model: String
    let sea: SeaState
    /// The session that covers half of it.
    let session: JournalSession?
  }

  static let length = 2 * 3_600_000_000

  let spot: Spot
  private(set) var rows: [Row] = []
  /// How far away the farthest place of a forecast is in kilometres; nil where all are near.
  private(set) var distance: Double?

  /// Windows of some days, by the newest issue that was known `lead` hours before each begins.
  ///
  /// Each person has every window of the days from their first to their last session. Windows begin at even hours of the
  /// spot's clock and lie in daylight.
  init(
    _ spot: Spot, lead: Double, people: [String: [JournalSession]], from: Moment? = nil, to: Moment? = nil,
    clock: LocalClock, in store: any RecordStore, cancellation: Cancellation
  ) throws(Diagnostic) {
    self.spot = spot
    let starts = people.values.flatMap { $0.map(\.start) }
    guard let first = starts.min(), let last = starts.max() else { return }
    let begin = max(from ?? first, first.later(-SessionTimes.day))
    let end = min(to ?? last.later(SessionTimes.day), last.later(SessionTimes.day))
    guard begin < end else { return }
    let before = Int((lead * 3_600_000_000).rounded())
    // Sorted newest first; of a window the first that was known in time and covers it counts.
    let issues = try StoredIssue.all(
      of: spot.issues, from: begin.later(-StoredIssue.reach), through: end, in: store)
    let finder = try IssueFinder(issues, of: spot, from: begin, until: end, in: store)
    distance = issues.compactMap(\.distance).max()
    var tide: TideSource?
    if let station = spot.tide { tide = try TideSource(of: station, from: begin, through: end, in: store) }
    for (from, to) in try WindowTable.daylight(spot, from: begin, to: end, clock: clock, cancellation: cancellation) {
      guard let found = finder.conditions(from: from, to: to, known: from.later(-before)) else { continue }
      let sea = WindowTable.sea(found.values, from: from, to: to, tide)
      for (person, sessions) in people.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) {
        guard let own = sessions.first, let latest = sessions.last, to > own.start.later(-SessionTimes.day),
          from < latest.end.later(SessionTimes.day)
        else { continue }
        let session = sessions.filter { entry in
          min(to, entry.end).microseconds - max(from, entry.start).microseconds >= WindowTable.length / 2
        }.max { $0.rating < $1.rating }
        rows.append(
          Row(
            from: from, to: to, person: person, issued: found.issued,
            lead: Double(from.microseconds - found.issued.microseconds) / 3_600_000_000, model: finder.model, sea: sea,
            session: session))
      }
    }
  }

  /// The models of the waves.
  var models: String { Set(rows.map(\.model)).sorted(by: CodePointOrder.precedes).joined(separator: ", ") }

  /// The windows of two hours in daylight, from even hours of the spot's clock.
  static func daylight(
    _ spot: Spot, from: Moment, to: Moment, clock: LocalClock, cancellation: Cancellation
  ) throws(Diagnostic) -> [(from: Moment, to: Moment)] {
    var found: [(from: Moment, to: Moment)] = []
    var day = clock.shown(at: from).date
    let lastDay = clock.shown(at: to).date
    while day.days <= lastDay.days {
      try cancellation.check()
      let midnight = SurfTime.start(of: day, clock)
      guard let sun = SolarDay(nearest: midnight.later(SessionTimes.day / 2), at: spot.place) else { break }
      for step in 0..<12 {
        let start = midnight.later(step * WindowTable.length)
        let end = start.later(WindowTable.length)
        if sun.isLight(start), sun.isLight(end.later(-1)) { found.append((start, end)) }
      }
      day = CalendarDate(days: day.days + 1)
    }
    return found
  }

  /// Conditions of a window with the tide in its middle.
  static func sea(_ values: [SeaVariable: Double], from: Moment, to: Moment, _ tide: TideSource?) -> SeaState {
    let middle = from.later((to.microseconds - from.microseconds) / 2)
    var values = values
    if let tide { values[.tide] = tide.height(at: middle) }
    return SeaState(at: middle, values: values, tide: tide?.stage(at: middle))
  }

  /// The rows as a table to learn from: conditions are features, and what was not known beforehand is ignored.
  func table(good least: Int) throws(Diagnostic) -> Table {
    let columns =
      [
        Column("from", .datetime(rows.map(\.from)), role: .time),
        Column("spot", .category(Categorical(rows.map { _ in spot.name })), role: .feature),
        Column("person", .category(Categorical(rows.map(\.person))), role: .feature),
      ] + ConditionColumns.columns(rows.map { ($0.sea, spot.facing) }) + [
        Column("to", .datetime(rows.map(\.to)), role: .ignored),
        Column("issued", .datetime(rows.map(\.issued)), role: .ignored),
        Column("lead_h", .number(rows.map(\.lead)), role: .ignored),
        Column("model", .category(Categorical(rows.map { Optional($0.model) })), role: .ignored),
        Column(
          "session", .integer(rows.map { $0.session?.number ?? ColumnValues.missingInteger }), role: .ignored),
        Column(
          "rating", .integer(rows.map { $0.session?.rating ?? ColumnValues.missingInteger }), role: .ignored),
        Column(
          "good",
          .ordered(
            Categorical(
              levels: ["good", "other"], codes: rows.map { ($0.session?.rating ?? 0) >= least ? 0 : 1 })),
          role: .target),
      ]
    return try Table(columns)
  }
}

/// Finds the newest issue that was known at a moment and covers a span of time.
struct IssueFinder {
  /// The model of the waves by `ModelChoice`.
  let model: String
  /// The issues by the models whose waves count: one, or all of a consensus; empty without waves.
  private let members: [[StoredIssue]]
  private let others: [StoredIssue]

  init(
    _ issues: [StoredIssue], of spot: Spot, from: Moment, until: Moment, in store: any RecordStore
  ) throws(Diagnostic) {
    let chosen = try ModelChoice(issues, of: spot, from: from, until: until, in: store).model
    model = chosen ?? ""
    let names =
      chosen == SpotForecast.consensus
      ? SpotForecast.order(issues.filter { $0.values[.waveHeight] != nil }.map(\.model)) : chosen.map { [$0] } ?? []
    members = names.map { name in issues.filter { $0.model == name } }
    others = issues.filter { !names.contains($0.model) }
  }

  /// Means over a span, circular for directions, each from the newest issue known at a moment; nil without waves.
  ///
  /// A consensus is the mean of its models; its issue is the oldest of theirs.
  func conditions(
    from: Moment, to: Moment, known: Moment
  ) -> (values: [SeaVariable: Double], issued: Moment)? {
    let found = members.compactMap { conditions($0, from: from, to: to, known: known) }
    guard found.count > 1, let issued = found.map(\.issued).min() else { return found.first }
    var values: [SeaVariable: Double] = [:]
    for variable in Set(found.flatMap(\.values.keys)) where variable.group != .verdict && variable != .weatherCode {
      values[variable] = SpotConditions.mean(variable, found.map(\.values))
    }
    return (values, issued)
  }

  /// The waves of one model; what else it lacks, such as wind, is taken from the others.
  private func conditions(
    _ own: [StoredIssue], from: Moment, to: Moment, known: Moment
  ) -> (values: [SeaVariable: Double], issued: Moment)? {
    var values: [SeaVariable: Double] = [:]
    var issued: Moment?
    for (place, issue) in [own, others].joined().enumerated() where issue.known <= known && issue.issued <= known {
      // An older issue may add wind to waves, but not one of another day; those of other models follow.
      if let issued, issued.microseconds - issue.issued.microseconds > 24 * 3_600_000_000 { continue }
      let isOwn = place < own.count
      if !isOwn, issued == nil { return nil }
      let rows = issue.rows(from: from, to: to)
      guard !rows.isEmpty else { continue }
      let hours = rows.map { row in
        var hour: [SeaVariable: Double] = [:]
        for (variable, column) in issue.values where !column[row].isNaN { hour[variable] = column[row] }
        return hour
      }
      for variable in issue.values.keys where values[variable] == nil && (isOwn || variable.group != .waves) {
        if let mean = SpotConditions.mean(variable, hours) { values[variable] = mean }
      }
      if issued == nil, values[.waveHeight] != nil { issued = issue.issued }
      if values[.waveHeight] != nil, values[.windSpeed] != nil { break }
    }
    guard let issued, values[.waveHeight] != nil else { return nil }
    return (values, issued)
  }
}

extension StoredIssue {
  /// The rows within a span; where the step is longer, the nearest row that still describes it.
  func rows(from: Moment, to: Moment) -> [Int] {
    guard let first = times.first, let last = times.last, to > first.later(-1), from <= last else { return [] }
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < from { low = middle + 1 } else { high = middle }
    }
    var rows: [Int] = []
    var row = low
    while row < times.count, times[row] < to {
      rows.append(row)
      row += 1
    }
    guard rows.isEmpty else { return rows }
    // Between two hours of the issue at most six hours apart, the nearer one counts.
    guard low > 0, low < times.count, times[low].microseconds - times[low - 1].microseconds <= 6 * 3_600_000_000 else {
      return []
    }
    let middle = from.later((to.microseconds - from.microseconds) / 2)
    let isAfter = times[low].microseconds - middle.microseconds < middle.microseconds - times[low - 1].microseconds
    return [isAfter ? low : low - 1]
  }
}
