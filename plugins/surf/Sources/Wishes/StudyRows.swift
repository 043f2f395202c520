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
    good least: Int, clock: LocalClock, tastes: [String: HourTaste] = [:]
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
      let hour = shown.minuteOfDay / 60
      let conditions = Conditions(row.sea, facing: spot.facing, by: reading)
      let plain = PreferenceHour(
        row.sea, minutes: hour * 60, weekday: Weekday(shown.date), isDaylight: true, facing: spot.facing,
        score: row.sea[.score])
      let seen = tastes[row.person]?.rated(plain, known: row.issued) ?? plain
      let own = stated[row.person] ?? []
      return AlertStudy.Row(
        AlertRow(
          window: Window(from: row.from, to: row.to), day: day, person: people.firstIndex(of: row.person) ?? -1,
          spot: spot.number, lead: row.lead, isGood: isGood, isJudged: judged.contains("\(row.person) \(day)"),
          isSurfed: row.session != nil),
        conditions: conditions, matches: own.contains { $0.match(seen).matches },
        position: own.position(of: conditions), hour: hour, season: Background.season(row.from))
    }
    let numbers = Set(windows.rows.compactMap { $0.session?.number })
    sessions = numbers.count
    good = Set(windows.rows.filter { ($0.session?.rating ?? 0) >= least }.compactMap { $0.session?.number }).count
    variables = ConditionVariable.independent(withFacing: spot.facing != nil)
  }
}
