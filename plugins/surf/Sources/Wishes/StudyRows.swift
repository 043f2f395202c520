internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Windows of spots as rows of a study, with what each person states.
struct StudyRows {
  let rows: [AlertStudy.Row]
  let variables: [ConditionVariable]
  /// Sessions that the rows hold, and how many of them were good.
  let sessions: Int
  let good: Int
  /// Whether the spot works in each window, as far as that is known: `surf check` alerts of no other.
  let works: [Bool]

  /// The windows of one spot and all who surfed there.
  init(
    _ windows: WindowTable, people: [String], preferences: [StoredPreference], home: [String: [Int]], spots: [Spot],
    good least: Int, clock: LocalClock, ratings: [String: PredictedRatings] = [:]
  ) {
    let spot = windows.spot
    var stated: [String: [Preference]] = [:]
    for stored in preferences where stored.spots(spots, home: home[stored.person] ?? []).contains(spot) {
      stated[stored.person, default: []].append(stored.preference)
    }
    var judged: Set<String> = []
    for row in windows.rows where row.session != nil {
      judged.insert("\(row.person) \(clock.shown(at: row.from).date.days)")
    }
    let seas = windows.rows.map(\.sea)
    let reading = SeaReading(common: seas, available: seas)
    works = windows.rows.map { spot.window.isEmpty || spot.window.match($0.sea).matches }
    rows = windows.rows.map { row in
      let shown = clock.shown(at: row.from)
      let day = shown.date.days
      let isGood = (row.session?.rating ?? 0) >= least
      let hour = (shown.microseconds - day * SessionTimes.day) / 3_600_000_000
      let conditions = Conditions(row.sea, facing: spot.facing, by: reading)
      let seen = PreferenceHour(
        row.sea, minutes: hour * 60, weekday: Weekday(shown.date), isDaylight: true, facing: spot.facing,
        ratings: ratings[row.person]?.ratings(row.sea, facing: spot.facing, known: row.issued) ?? [:],
        score: row.sea[.score])
      let own = stated[row.person] ?? []
      return AlertStudy.Row(
        AlertRow(
          window: Window(from: row.from, to: row.to), day: day, person: people.firstIndex(of: row.person) ?? -1,
          spot: spot.number, lead: row.lead, isGood: isGood, isJudged: judged.contains("\(row.person) \(day)"),
          isSurfed: row.session != nil),
        conditions: conditions, matches: own.contains { $0.match(seen).matches },
        // Of several preferences the first with ranges is corrected.
        position: own.first.map { $0.position(of: conditions) } ?? Conditions(), hour: hour,
        season: Background.season(row.from))
    }
    let numbers = Set(windows.rows.compactMap { $0.session?.number })
    sessions = numbers.count
    good = Set(windows.rows.filter { ($0.session?.rating ?? 0) >= least }.compactMap { $0.session?.number }).count
    variables = ConditionVariable.independent(withFacing: spot.facing != nil)
  }
}

extension Preference {
  /// Where conditions are in its ranges: −1 at the lower end, 1 at the upper, at most 4 either way; open ranges have none.
  func position(of conditions: Conditions) -> Conditions {
    var ranges: [LikedRange] = []
    for (variable, bounds) in [
      (ConditionVariable.height, height), (.period, period), (.windSpeed, windSpeed),
    ] {
      guard let low = bounds?.low ?? (bounds == nil ? nil : 0), let high = bounds?.high, high > low else { continue }
      ranges.append(LikedRange(variable: variable, low: low, high: high))
    }
    for (variable, arc) in [(ConditionVariable.swellDirection, swellDirection), (.windDirection, windDirection)] {
      guard let arc, arc.from != arc.to else { continue }
      ranges.append(LikedRange(variable: variable, low: arc.from, high: arc.to))
    }
    return LikedRange.position(conditions, ranges)
  }
}
