internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

extension PredictedRatings {
  /// A session rated at least this is a good one, as it is by default everywhere.
  static let good = 4

  /// What the sessions of a study show, and what the person states.
  init(_ study: TasteStudy, looksBack: Bool = false, stated: [Preference] = []) {
    self.init(
      study.known.map { one in
        Session(
          end: one.session.end, conditions: one.conditions, isGood: one.isGood,
          ratings: one.session.ratings.merging([PredictedRatings.overall: one.session.rating]) { own, _ in own })
      }, background: study.background,
      variables: ConditionVariable.independent(withFacing: study.knowsFacing), reading: study.reading,
      looksBack: looksBack, stated: stated)
  }

  /// What is known of a person at a spot: by the sessions there or, where few of those are good, at all of their spots, and by
  /// what they state.
  init(
    of person: String, at spot: Spot, among spots: [Spot], before: Moment? = nil, in store: any RecordStore
  ) throws(Diagnostic) {
    self.init(
      try TasteStudy.widened(person: person, at: spot, among: spots, before: before, in: store),
      stated: try StoredPreference.stated(by: person, at: spot, among: spots, in: store))
  }
}

extension TasteStudy {
  /// The sessions of a person at a spot or, where fewer than eight of those are good, at all of their spots.
  static func widened(
    person: String, at spot: Spot, among spots: [Spot], good least: Int = PredictedRatings.good, before: Moment?,
    in store: any RecordStore
  ) throws(Diagnostic) -> TasteStudy {
    let here = try TasteStudy(person: person, spots: [spot], good: least, before: before, in: store)
    guard here.hasFew else { return here }
    let all = try TasteStudy(person: person, spots: spots, good: least, before: before, in: store)
    return all.known.count > here.known.count ? all : here
  }
}

extension HourTaste {
  /// What some preferences of a person at a spot ask for; nil where they ask for nothing that is learned.
  ///
  /// With `known`, sessions that ended later are left out.
  init?(
    for preferences: [StoredPreference], of person: String, at spot: Spot, among spots: [Spot], known: Moment? = nil,
    looksBack: Bool = false, in store: any RecordStore
  ) throws(Diagnostic) {
    let wanted = preferences.filter { $0.person == person }.map(\.preference)
    guard wanted.contains(where: \.asksTaste) else { return nil }
    let here = try TasteStudy(
      person: person, spots: [spot], good: PredictedRatings.good, before: known, in: store)
    var chances: PredictedRatings?
    if wanted.contains(where: { $0.minimumChance != nil }) {
      chances = PredictedRatings(
        try TasteStudy.widened(person: person, at: spot, among: spots, before: known, in: store), looksBack: looksBack,
        stated: try StoredPreference.stated(by: person, at: spot, among: spots, in: store))
    }
    self.init(here: PredictedRatings(here, looksBack: looksBack), chances: chances)
  }
}

extension StoredPreference {
  /// The preferences of a person at a spot; each is an alternative.
  static func alternatives(
    of person: String, at spot: Spot, among spots: [Spot], in store: any RecordStore
  ) throws(Diagnostic) -> [Preference] {
    let home = try SurfProfile(of: person, in: store).home
    return try all(person: person, in: store).filter { $0.spots(spots, home: home).contains(spot) }.map(\.preference)
  }

  /// Those of them that state conditions.
  static func stated(
    by person: String, at spot: Spot, among spots: [Spot], in store: any RecordStore
  ) throws(Diagnostic) -> [Preference] {
    try alternatives(of: person, at: spot, among: spots, in: store).filter { !$0.statedConditions.isEmpty }
  }
}

extension SpotHours {
  /// The hours as a preference sees them: with what it asks of its person's taste.
  func rated(
    for stored: StoredPreference, among spots: [Spot], known: Moment, in store: any RecordStore
  ) throws(Diagnostic) -> SpotHours {
    guard
      let taste = try HourTaste(
        for: [stored], of: stored.person, at: spot, among: spots, known: known, in: store)
    else { return self }
    var rated = self
    rated.table = table.rated(by: taste)
    return rated
  }
}
