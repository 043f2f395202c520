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
    let tide = try TideSource(at: spot, from: begin, through: end, in: store)
    for (from, to) in try WindowTable.daylight(spot, from: begin, to: end, clock: clock, cancellation: cancellation) {
      guard let found = finder.conditions(from: from, to: to, known: from.later(-before)) else { continue }
      let sea = WindowTable.sea(found.values, from: from, to: to, tide)
      for (person, sessions) in people.inCodePointOrder(by: \.key) {
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
  var models: String { Set(rows.map(\.model)).inCodePointOrder().joined(separator: ", ") }

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
    return tide?.state(at: middle, values) ?? SeaState(at: middle, values: values)
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
