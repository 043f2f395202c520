internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

extension PredictedRatings {
  /// A session rated at least this is a good one, as it is by default everywhere.
  private static let good = 4

  /// The rated sessions of a person at a spot, with the daylight hours of the same seasons as background.
  ///
  /// Nil where no category has enough sessions. With `known`, sessions that ended later are left out.
  init?(
    of person: String, at spot: Spot, known: Moment? = nil, looksBack: Bool = false, in store: any RecordStore
  ) throws(Diagnostic) {
    let all = try JournalSession.all(person: person, spot: spot.number, in: store).filter { entry in
      known.map { entry.end <= $0 } ?? true
    }
    var counts: [String: Int] = [:]
    for key in all.flatMap(\.ratings.keys) { counts[key, default: 0] += 1 }
    guard counts.values.contains(where: { $0 >= PredictedRatings.fewest }) else { return nil }
    let snapshots = try SessionSnapshot.all(in: store)
    let seen = all.compactMap { entry in snapshots[entry.number]?.best.map { (entry, $0.found.state) } }
    guard seen.count >= PredictedRatings.fewest else { return nil }
    let available = try Background(spot, to: known, in: store).seas(
      seasons: Set(all.map { Background.season($0.start) }))
    let reading = SeaReading(common: seen.map(\.1), available: available)
    self.init(
      seen.map { entry, state in
        Session(
          end: entry.end, conditions: Conditions(state, facing: spot.facing, by: reading),
          isGood: entry.rating >= PredictedRatings.good, ratings: entry.ratings)
      }, background: available.map { Conditions($0, facing: spot.facing, by: reading) },
      variables: ConditionVariable.independent(withFacing: spot.facing != nil), reading: reading,
      looksBack: looksBack)
  }
}

extension SpotHours {
  /// The hours as a preference sees them: with the ratings that its person would give them, where it asks for any.
  func rated(for stored: StoredPreference, known: Moment, in store: any RecordStore) throws(Diagnostic) -> SpotHours {
    guard !stored.preference.minimumRatings.isEmpty,
      let ratings = try PredictedRatings(of: stored.person, at: spot, known: known, in: store)
    else { return self }
    var rated = self
    rated.table = table.rated(by: ratings)
    return rated
  }
}
