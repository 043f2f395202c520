internal import PodiumCore
internal import PodiumPlugin

/// What the plugin keeps of people who surf: profiles, sessions with their ratings and conditions, categories.
enum JournalKinds {
  static let session = "surf.session"
  static let rating = "surf.rating"
  static let snapshot = "surf.snapshot"
  static let category = "surf.category"

  static let migration = StoreMigration(
    4, "keep sessions with their conditions, profiles, preferences and notices",
    [
      .create(
        RecordKind(
          SurfProfile.kind,
          fields: [RecordField("person", .text, required: true)]
            + SurfProfile.quantities.map { RecordField($0.name, .text) } + [
              RecordField("zone", .text), RecordField("home", .text), RecordField("quiet", .text),
              RecordField("lead", .integer), RecordField("notices", .integer),
            ], key: ["person"], label: "profile of {person}")),
      .create(
        RecordKind(
          category,
          fields: [
            RecordField("key", .text, required: true), RecordField("name", .text, required: true),
            RecordField("low", .integer, required: true), RecordField("high", .integer, required: true),
            RecordField("words", .text), RecordField("low_is_good", .boolean), RecordField("archived", .boolean),
          ], key: ["key"], label: "category {name}")),
      .create(
        RecordKind(
          session,
          fields: [
            RecordField("number", .integer, required: true), RecordField("person", .text, required: true),
            RecordField("spot", .integer, required: true), RecordField("start", .datetime, required: true),
            RecordField("end", .datetime, required: true), RecordField("zone", .text, required: true),
            RecordField("rating", .integer, required: true), RecordField("board", .text),
            RecordField("crowd", .text), RecordField("waves", .integer), RecordField("size", .number),
            RecordField("note", .text),
          ], key: ["number"], indexes: [["person", "start"], ["spot", "start"]],
          label: "session {number} of {start}", numbered: "number")),
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
      .create(StoredPreference.kind), .create(Notice.kind),
    ])
}
