internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The daylight hours that were available at a spot, to compare sessions with: used against available.
struct Background {
  /// Hours of daylight at a spot, each by the issue with the shortest lead, with the tide.
  struct Hour {
    let at: Moment
    let issued: Moment
    let sea: SeaState
  }

  let spot: Spot
  let hours: [Hour]
  /// The model of the waves; nil where none is stored.
  let model: String?

  /// All stored hours of a span of time.
  init(_ spot: Spot, from: Moment? = nil, to: Moment? = nil, in store: any RecordStore) throws(Diagnostic) {
    self.spot = spot
    let issues = try StoredIssue.all(
      of: spot.issues, from: from?.later(-StoredIssue.reach), through: to, in: store)
    let (start, end) = (from ?? Moment(microseconds: .min / 2), to ?? Moment(microseconds: .max / 2))
    model = try ModelChoice(issues, of: spot, from: start, until: end, in: store).model
    let forecast = SpotForecast(issues, model: model, from: start, until: end)
    hours = try Background.light(forecast.hours.map { ($0.valid, $0.issued, $0.values) }, spot, store)
  }

  /// The hours in daylight, with the tide.
  static func light(
    _ all: [(valid: Moment, issued: Moment, values: [SeaVariable: Double])], _ spot: Spot, _ store: any RecordStore
  ) throws(Diagnostic) -> [Hour] {
    let tide = try TideSource(at: spot, from: all.first?.valid, through: all.last?.valid, in: store)
    var suns = Remembered<Int, SolarDay>()
    var hours: [Hour] = []
    for (valid, issued, values) in all {
      try Cancellation.checkWork()
      // The day by the sun; an hour near midnight would be as near to the noon of the day before.
      let ahead = Int(spot.place.longitude / 15 * 3_600_000_000)
      let day = valid.later(ahead).date.days
      let midday = Moment(microseconds: day * SessionTimes.day + SessionTimes.day / 2).later(-ahead)
      let sun = suns.answer(day) { SolarDay(nearest: midday, at: spot.place) }
      guard sun?.isLight(valid) == true else { continue }
      let sea = tide?.state(at: valid, values) ?? SeaState(at: valid, values: values)
      hours.append(Hour(at: valid, issued: issued, sea: sea))
    }
    return hours
  }

  /// The season of a moment as a quarter: December to February is 0.
  static func season(_ moment: Moment) -> Int { (moment.date.civil.month % 12) / 3 }

  /// The hours in some seasons.
  func seas(seasons: Set<Int>) -> [SeaState] {
    hours.filter { seasons.contains(Background.season($0.at)) }.map(\.sea)
  }
}

/// What is learned of a person's good sessions at some spots.
struct TasteStudy {
  /// A session with its conditions.
  struct Known {
    let session: JournalSession
    let spot: Spot
    let conditions: Conditions
    let isGood: Bool
  }

  let known: [Known]
  let taste: LearnedTaste
  /// Which of several heights, periods and directions was compared.
  let reading: SeaReading
  private let origins: SnapshotOrigins
  /// The models of the background, and the spot of the first session.
  private let models: [String]
  private let first: Spot?
  /// The hours that were available.
  let background: [Conditions]
  var available: Int { background.count }
  /// Whether one of the spots says where it faces.
  let knowsFacing: Bool
  /// Sessions whose conditions are not known.
  let unknown: Int

  /// Fewer good sessions than this teach nothing.
  static let fewest = 8

  var good: [Known] { known.filter(\.isGood) }
  var hasFew: Bool { good.count < TasteStudy.fewest }

  /// The sessions of a person, at some spots or at all, rated `good` or more, against all hours of the same seasons.
  init(
    person: String?, spots: [Spot], good least: Int, before: Moment? = nil, in store: any RecordStore
  ) throws(Diagnostic) {
    let snapshots = try SessionSnapshot.all(in: store)
    var seen: [(session: JournalSession, spot: Spot, snapshot: SessionSnapshot)] = []
    var unknown = 0
    for session in try JournalSession.all(person: person, in: store) {
      try Cancellation.checkWork()
      guard let spot = spots.first(where: { $0.number == session.spot }), before.map({ session.end <= $0 }) ?? true
      else {
        continue
      }
      guard let snapshot = snapshots[session.number]?.best else {
        unknown += 1
        continue
      }
      seen.append((session, spot, snapshot))
    }
    var available: [(sea: SeaState, facing: Double?)] = []
    var models: [String] = []
    for spot in spots {
      // Before a session is logged all that is stored was available.
      let seasons =
        seen.isEmpty
        ? Set(0..<4) : Set(seen.filter { $0.spot.number == spot.number }.map { Background.season($0.session.start) })
      guard !seasons.isEmpty else { continue }
      let background = try Background(spot, to: before, in: store)
      if let model = background.model, !models.contains(model) { models.append(model) }
      available += background.seas(seasons: seasons).map { ($0, spot.facing) }
    }
    // The peak period of one session beside the mean one of another would not be a taste.
    let reading = SeaReading(common: seen.map(\.snapshot.found.state), available: available.map(\.sea))
    let known = seen.map { one in
      Known(
        session: one.session, spot: one.spot,
        conditions: Conditions(one.snapshot.found.state, facing: one.spot.facing, by: reading),
        isGood: one.session.rating >= least)
    }
    let background = available.map { Conditions($0.sea, facing: $0.facing, by: reading) }
    knowsFacing = spots.contains { $0.facing != nil }
    taste = LearnedTaste(
      good: known.filter(\.isGood).map(\.conditions), background: background,
      variables: ConditionVariable.independent(withFacing: knowsFacing))
    (self.known, self.unknown, self.background) = (known, unknown, background)
    (self.reading, origins, self.models, first) = (
      reading, SnapshotOrigins(seen.map(\.snapshot)), models, seen.first?.spot
    )
  }

  /// What a table of it says below.
  func footer(_ least: Int) -> String {
    "\(good.count.counted("good session")) (rated \(least) or more) of \(known.count), against "
      + "\(available.counted("daylight hour")) of the same seasons"
      + (models.isEmpty ? "" : " by \(models.joined(separator: ", "))")
      + (unknown > 0 ? "; \(unknown.counted("session")) without conditions left out" : "")
      + (origins.text.isEmpty ? "" : "; conditions \(origins.text)")
      + (reading.remark.map { "; " + $0 } ?? "")
  }

  /// A warning where the conditions of the sessions come from several models.
  var mixture: [Output] {
    guard origins.isMixed, let first else { return [] }
    return [
      .warning(
        "conditions \(origins.text) are mixed; set one with surf spot edit \(first.number) model=, then surf snapshot again=yes"
      )
    ]
  }
}
