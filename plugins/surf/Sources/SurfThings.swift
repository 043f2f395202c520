internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// What the plugin keeps records of, and the versions of it.
enum SurfThings {
  static let migrations: [StoreMigration] = [
    ObservationKinds.first, Spot.migration, ObservationKinds.packed, JournalKinds.migration, Spot.windows, Spot.lenders,
    StoredIssue.lateFields,
  ]

  static let all: [any DeclaredThing] = [
    Spot.thing, JournalSession.thing, Category.thing, Station.thing,
    part(JournalKinds.rating, "rating"), part(JournalKinds.snapshot, "snapshot"),
    StoredPreference.thing, SurfProfile.thing, Notice.thing,
    kept(StoredIssue.kindName, "surf forecast", "forecast", key: "issued"),
    kept(ObservationKinds.observation, "surf observations", "observation", key: "time"),
    kept(
      ObservationKinds.chunk, "surf observations", "day of observations", plural: "days of observations", key: "day"),
    SourceAddress.thing,
  ]

  /// What belongs to a session of the journal.
  private static func part(_ kind: String, _ noun: String) -> Thing<ReadElsewhere> {
    .described(
      kind, verb: "surf session", noun: noun, key: "session", by: migrations,
      links: ["session": .init(to: JournalKinds.session, role: noun, isPart: true)])
  }

  private static func kept(
    _ kind: String, _ verb: String, _ noun: String, plural: String? = nil, key: String
  ) -> Thing<ReadElsewhere> {
    .described(kind, verb: verb, noun: noun, plural: plural, key: key, by: migrations)
  }
}
