internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What the plugin keeps of people who surf: profiles, sessions with their ratings and conditions, categories.
enum JournalKinds {
  static let session = "surf.session"
  static let rating = "surf.rating"
  static let snapshot = "surf.snapshot"
  static let category = "surf.category"

  static let migration = StoreMigration(
    4, "keep sessions with their conditions, profiles, preferences and notices",
    [
      .create(SurfProfile.thing.recordKind(label: "profile of {person}")),
      .create(Category.thing.recordKind(label: "category {name}")),
      .create(
        JournalSession.thing.recordKind(
          indexes: [["person", "start"], ["spot", "start"]], label: "session {number} of {start}", numbered: "number",
          later: ["day_only"])),
      .create(
        RecordKind(
          rating,
          fields: [
            RecordField("session", .integer, required: true), RecordField("category", .text, required: true),
            RecordField("value", .integer, required: true),
          ], key: ["session", "category"], label: "rating {category} of session {session}")),
      .create(
        RecordKind(
          snapshot,
          fields: [
            RecordField("session", .integer, required: true), RecordField("source", .text, required: true),
            RecordField("at", .datetime, required: true), RecordField("issued", .datetime),
            RecordField("model", .text), RecordField("lead", .number), RecordField("coverage", .number, required: true),
            RecordField("analysis", .boolean), RecordField("tide_fraction", .number), RecordField("tide_trend", .text),
            RecordField("packed", .bytes, required: true),
          ], key: ["session", "source"], label: "conditions {source} of session {session}")),
      .create(StoredPreference.thing.recordKind(key: ["person", "key"], label: "preference {name}")),
      .create(
        Notice.thing.recordKind(
          indexes: [["to"], ["sent_on"]], label: "notice of {preference}", numbered: "number")),
    ])
}
