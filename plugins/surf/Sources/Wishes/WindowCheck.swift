internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Looks for windows that match stated preferences, and compares them with those that were reported.
struct WindowCheck {
  enum State: String, CaseIterable {
    case new, better, known, gone

    /// Whether it is something that was not reported yet.
    var isNews: Bool { self != .known }
  }

  /// A window, or one that is gone.
  struct Row {
    let spot: Spot
    let stored: StoredPreference
    let window: Window
    /// Hours from the issue to the beginning.
    let lead: Double
    let issued: Moment
    let state: State
    let reason: String
    /// The model of the waves; nil where none is stored any more.
    let model: String?
    /// How far away the place of the forecast is in kilometres; nil where it is near.
    let distance: Double?
    /// The conditions in the middle.
    let sea: SeaState?
    /// The notice to be kept; 0 stands for a new number.
    var notice: Notice
  }

  private(set) var rows: [Row] = []
  /// Spots without any issue of the last 48 hours.
  private(set) var stale: [Spot] = []
  /// A sentence for each spot whose forecast is for a place far away.
  private(set) var far: [String] = []

  init(
    _ preferences: [StoredPreference], _ spots: [Spot], home: [String: [Int]], now: Moment, until: Moment,
    clock: (String) throws(Diagnostic) -> LocalClock, in store: any RecordStore, cancellation: Cancellation
  ) throws(Diagnostic) {
    let notices = try Notice.all(after: now, in: store)
    var open: [String: [Notice]] = [:]
    for notice in notices where !notice.isGone {
      open["\(notice.spot) \(notice.person) \(notice.preference)", default: []].append(notice)
    }
    var wanted: [(stored: StoredPreference, spots: Set<Int>)] = []
    for stored in preferences {
      wanted.append((stored, Set(stored.spots(spots, home: home[stored.person] ?? []).map(\.number))))
    }
    for spot in spots where wanted.contains(where: { $0.spots.contains(spot.number) }) {
      try cancellation.check()
      let hours = try SpotHours(
        spot, clock: clock(spot.zone), from: now, until: until, asOf: now, in: store)
      guard !hours.forecast.hours.isEmpty else {
        stale.append(spot)
        continue
      }
      if let remark = SpotLender.remark(spot, hours.forecast.distance, among: spots) { far.append(remark) }
      for (stored, numbers) in wanted where numbers.contains(spot.number) {
        let known = open["\(spot.number) \(stored.person) \(stored.key)"] ?? []
        compare(
          stored, try hours.rated(for: stored, among: spots, known: now, in: store), known, now: now, until: until)
      }
    }
    rows.sort { a, b in
      if a.window.from != b.window.from { return a.window.from < b.window.from }
      if a.spot.number != b.spot.number { return a.spot.number < b.spot.number }
      return CodePointOrder.precedes(a.stored.key, b.stored.key)
    }
  }

  private mutating func compare(
    _ stored: StoredPreference, _ hours: SpotHours, _ known: [Notice], now: Moment, until: Moment
  ) {
    var known = known
    for found in hours.windows(stored.preference) {
      let place = known.firstIndex { $0.isAbout(found.window) }
      let old = place.map { known.remove(at: $0) }
      let state: State = old.map { $0.isBetter(found.window) ? .better : .known } ?? .new
      let first = found.rows.first ?? 0
      let middle = found.rows.isEmpty ? 0 : found.rows[found.rows.count / 2]
      let issued = hours.issued(first) ?? now
      let sea = hours.table.hours[middle].sea
      let reason = SurfSessionScreen.summary(sea, hours.spot, ScreenUnits(), period: sea.forecastPeriod)
      let notice = Notice(
        number: old?.number ?? 0, person: stored.person, preference: stored.key, spot: hours.spot.number,
        from: found.window.from, to: found.window.to, quality: found.window.quality, issued: issued, reported: now,
        reason: reason, sentOn: old?.sentOn, sentCount: old?.sentCount ?? 0)
      rows.append(
        Row(
          spot: hours.spot, stored: stored, window: found.window,
          lead: WindowCheck.hours(from: issued, to: found.window.from), issued: issued, state: state, reason: reason,
          model: hours.model(first), distance: hours.forecast.distance, sea: sea, notice: notice))
    }
    // A window that has begun is not gone, and of one after the last day nothing is known.
    for old in known where old.from >= now && old.to <= until {
      var notice = old
      (notice.isGone, notice.reported) = (true, now)
      let reason = WindowCheck.reason(stored.preference, hours, old)
      let issued = hours.forecast.hours.first?.issued ?? old.issued
      rows.append(
        Row(
          spot: hours.spot, stored: stored, window: Window(from: old.from, to: old.to, quality: old.quality),
          lead: WindowCheck.hours(from: issued, to: old.from), issued: issued, state: .gone, reason: reason,
          model: hours.model(0), distance: hours.forecast.distance, sea: nil, notice: notice))
    }
  }

  /// What fails now in the hours of a window.
  private static func reason(_ preference: Preference, _ hours: SpotHours, _ old: Notice) -> String {
    for hour in hours.table.hours where hour.sea.at >= old.from && hour.sea.at < old.to {
      if let miss = preference.match(hour).misses.first { return miss.reason }
      if let miss = hours.spot.window.match(hour.sea).misses.first { return "the spot works no more: " + miss.reason }
    }
    return "the forecast no longer covers it, or its hours are too few"
  }

  private static func hours(from: Moment, to: Moment) -> Double {
    Double(to.microseconds - from.microseconds) / 3_600_000_000
  }

  func table() throws(Diagnostic) -> Table {
    try Table([
      Column("spot", .text(rows.map(\.spot.name))), Column("preference", .text(rows.map(\.stored.name))),
      Column("from", .datetime(rows.map(\.window.from)), role: .time), Column("to", .datetime(rows.map(\.window.to))),
      Column("lead_h", .number(rows.map(\.lead))), Column("state", .text(rows.map(\.state.rawValue))),
      Column("reason", .text(rows.map(\.reason))), Column("quality", .number(rows.map(\.window.quality))),
      Column("issued", .datetime(rows.map(\.issued))), Column("person", .text(rows.map(\.stored.person))),
      Column("model", .text(rows.map(\.model))),
    ])
  }
}
