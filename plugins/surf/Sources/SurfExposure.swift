internal import PodiumPlugin
internal import SurfModel

/// What of surf a service shows and does: spots and forecasts are everyone's, a journal and what someone likes are that
/// person's alone. The name of the account is the person.
enum SurfExposure {
  static let exposure = Exposure(
    scope: Exposure.Scope("surf.person", isAccount: true), kinds: shared + own, verbs: verbs, pages: pages)

  private static let shared: [Exposure.Kind] = [
    .init(
      Spot.kind, writers: .admin,
      typed: [
        .init("place", ["latitude", "longitude"], as: pair(",")),
        .init("forecast", ["forecast_spot"]) { $0[0] ?? "none" },
      ]),
    .init(
      JournalKinds.category, writers: .admin,
      typed: [
        .init("scale", ["low", "high"], as: pair("..")),
        .init("good", ["low_is_good"]) { texts in
          texts[0].map { ["yes": "low", "true": "low", "no": "high", "false": "high"][$0] ?? $0 }
        },
      ]),
    .init(ObservationKinds.station, writers: .admin), .init(ObservationKinds.observation, writers: .admin),
    .init(ObservationKinds.chunk, writers: .admin), .init(StoredIssue.kindName, writers: .admin),
    .init(SourceAddress.kind, readers: .admin, writers: .admin),
  ]

  private static let own: [Exposure.Kind] = [
    .init(
      JournalKinds.session, writers: .reporter, paths: ["person"],
      typed: [
        .init("length", ["end"]),
        // A size without a unit is in metres, as it is kept.
        .init("size", ["size"]) { texts in texts[0].map { Double($0) == nil ? $0 : $0 + "m" } },
      ]),
    .init(JournalKinds.rating, writers: .reporter, paths: ["session.person"]),
    .init(JournalKinds.snapshot, writers: .reporter, paths: ["session.person"]),
    .init(StoredPreference.kindName, writers: .reporter, paths: ["person"]),
    .init(SurfProfile.kind, writers: .reporter, paths: ["person"]),
    .init(Notice.kindName, writers: .reporter, paths: ["person"]),
  ]

  /// Two texts with something between them.
  private static func pair(_ middle: String) -> @Sendable ([String?]) -> String? {
    { texts in
      guard let first = texts[0], let second = texts[1] else { return nil }
      return first + middle + second
    }
  }

  private static let verbs: [Exposure.Verb] = [
    .init("surf log {spot} {start} {length} {rating}"), .init("surf prefer {name}"), .init("surf profile"),
    .init("surf snapshot"), .init("surf sessions", .reader), .init("surf spots", .reader),
    .init("surf forecast {spot}", .reader), .init("surf tide {place} {day}", .reader),
    .init("surf sun {spot} {day}", .reader), .init("surf windows {spot}", .reader),
    .init("surf why {spot} {time}", .reader), .init("surf compare", .reader), .init("surf similar {session}", .reader),
    .init("surf consensus {spot}", .reader, readsAll: true),
  ]

  private static let ofSpot = ["spot": ["name"]]

  private static let pages: [Exposure.Page] = [
    .init("surf/spots", title: "Spots", shows: "surf spots", watches: [Spot.kind]),
    .init(
      "surf/forecast/{spot}", shows: "surf forecast {spot}", forms: ["surf log"], watches: [StoredIssue.kindName],
      columns: ofSpot),
    .init(
      "surf/journal", title: "Journal", shows: "surf sessions", forms: ["surf log", "surf session edit"],
      watches: [JournalKinds.session, JournalKinds.rating]),
    .init(
      "surf/preferences", title: "Preferences", shows: "surf prefer", forms: ["surf prefer"],
      watches: [StoredPreference.kindName]),
    .init("surf/windows/{spot}", shows: "surf windows {spot}", watches: [StoredIssue.kindName], columns: ofSpot),
    .init("surf/consensus/{spot}", shows: "surf consensus {spot}", watches: [JournalKinds.session], columns: ofSpot),
    .init(
      "surf/profile", title: "Profile", shows: "surf profile", forms: ["surf profile"], watches: [SurfProfile.kind]),
  ]
}
