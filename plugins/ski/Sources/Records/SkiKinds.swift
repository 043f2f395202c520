internal import PodiumCore
internal import PodiumPlugin

/// The kinds of records that the plugin stores in the workspace.
///
/// Names that people use are the keys (a serial number, a session's number, a grinding's name), so a record can be
/// read, merged and exported without a table of ids. `SkiThings` declares the references between records, and commands
/// refuse to remove a record that others refer to. An athlete's key is a number, so that the person can be removed
/// while the skis stay. The workspace records who entered and last changed each record.
enum SkiKinds {
  static let team = "ski.team"
  static let waxer = "ski.waxer"
  static let leave = "ski.leave"
  static let cover = "ski.cover"
  static let athlete = "ski.athlete"
  static let term = "ski.term"
  static let pair = "ski.pair"
  static let grind = "ski.grind"
  static let treatment = "ski.treatment"
  static let session = "ski.session"
  static let condition = "ski.condition"
  static let snow = "ski.snow"
  static let participation = "ski.participation"
  static let rating = "ski.rating"
  static let glide = "ski.glide"

  /// Version 1.
  static let first = StoreMigration(
    1, "keep ski pairs, test sessions, ranks and glides", created.map(StoreMigration.Step.create))

  /// Version 2.
  static let second = StoreMigration(
    2, "keep the rank another program had stored", [.addField(kind: participation, storedRank, existing: .missing)])

  /// A rank as stored by another program, with its gaps and repeats; only a label that asks for it uses it.
  private static let storedRank = RecordField("stored_rank", .integer)

  private static let comment = RecordField("comment", .text)
  private static let archived = RecordField("archived", .boolean)
  private static let source = RecordField("source", .text)

  private static func text(_ name: String, required: Bool = false) -> RecordField {
    RecordField(name, .text, required: required)
  }
  private static func number(_ name: String) -> RecordField { RecordField(name, .number) }

  /// The kinds as of the latest version.
  static let all: [RecordKind] = created.map { kind in
    guard kind.name == participation else { return kind }
    var kind = kind
    kind.fields.append(storedRank)
    return kind
  }

  /// The kinds of version 1; later versions add to them, and they are never edited.
  private static let created: [RecordKind] = people + things + tests

  private static let people = [
    RecordKind(team, fields: [text("name", required: true), comment, archived], key: ["name"]),
    RecordKind(
      waxer, fields: [text("code", required: true), text("name"), text("team"), comment, archived], key: ["code"]),
    // A waxer's leave, first and last day included, and the substitute.
    RecordKind(
      leave,
      fields: [
        text("waxer", required: true), RecordField("from", .date, required: true),
        RecordField("until", .date, required: true), text("substitute"), comment,
      ], key: ["waxer", "from"], label: "leave of {waxer} from {from}"),
    // Waxers and athletes are many-to-many; a missing day is open.
    RecordKind(
      cover,
      fields: [
        text("waxer", required: true), text("athlete", required: true), RecordField("from", .date),
        RecordField("until", .date), comment,
      ], key: ["waxer", "athlete"], indexes: [["athlete"]], label: "cover of athlete {athlete} by {waxer}"),
    RecordKind(
      athlete,
      fields: [
        text("number", required: true), text("first_name"), text("last_name"), RecordField("fis_code", .integer),
        text("gender"), text("nation"), text("brand"), text("team"), comment, archived,
      ], key: ["number"], label: "athlete {first_name} {last_name}", numbered: "number"),
  ]

  private static let things = [
    // One table for all terms: `list` is brand, type, base, tag, grinding, snow or place.
    RecordKind(
      term,
      fields: [
        text("list", required: true), text("name", required: true), text("description"),
        // Of a type of snow: new, old or wet, and the code of the international classification.
        text("counts_as"), text("icssg"),
        // Of a grinding: what it is best for; bounds are exclusive.
        text("best_snow"), number("best_above_c"), number("best_below_c"),
        // Of a place.
        number("latitude"), number("longitude"), archived,
      ], key: ["list", "name"], label: "{list} {name}"),
    RecordKind(
      pair,
      fields: [
        text("serial_number", required: true), text("owner"), text("brand"), text("ski_type"), text("ski_base"),
        text("tags"), text("nickname"), RecordField("acquired", .date), number("weight_for_measure_kg"),
        number("height_full_weight_mm"), number("height_half_weight_mm"), number("weight_for_pushdown_kg"),
        number("height_full_left_mm"), number("height_full_right_mm"), number("height_half_left_mm"),
        number("height_half_right_mm"), comment, archived, source,
      ], key: ["serial_number"], indexes: [["owner"]]),
    RecordKind(
      grind,
      fields: [
        text("serial_number", required: true), RecordField("moment", .datetime, required: true),
        text("grinding", required: true), comment, source,
      ], key: ["serial_number", "moment"], label: "grinding of pair {serial_number} on {moment}"),
    // `kind` is structure (by hand), powder or wax; it lies on the pair from `moment` until `until`.
    RecordKind(
      treatment,
      fields: [
        text("serial_number", required: true), RecordField("moment", .datetime, required: true),
        text("kind", required: true), text("recipe"), RecordField("until", .datetime), comment,
      ], key: ["serial_number", "moment", "kind"], label: "{kind} on pair {serial_number} of {moment}"),
  ]

  private static let tests = [
    RecordKind(
      session,
      fields: [
        text("session", required: true), RecordField("time_of_test", .datetime),
        RecordField("utc_offset_minutes", .integer), text("place"), number("latitude"), number("longitude"),
        text("ski_type"), number("air_temperature_c"), number("snow_temperature_c"), number("humidity_pct"),
        number("snow_humidity_pct"), text("waxer"), text("team"), RecordField("using_manual_rank", .boolean), comment,
        archived, source,
      ], key: ["session"], indexes: [["time_of_test"]], label: "session {session} {place} {time_of_test}",
      numbered: "session"),
    RecordKind(
      condition,
      fields: [
        text("session", required: true), RecordField("moment", .datetime, required: true), number("air_temperature_c"),
        number("snow_temperature_c"), number("humidity_pct"), comment,
      ], key: ["session", "moment"], label: "weather of session {session}"),
    RecordKind(
      snow,
      fields: [
        text("session", required: true), text("snow_type", required: true),
        RecordField("share_pct", .number, required: true), source,
      ], key: ["session", "snow_type"], label: "{snow_type} of session {session}"),
    RecordKind(
      participation,
      fields: [
        text("session", required: true), text("serial_number", required: true), RecordField("rank", .integer),
        RecordField("glide_rank", .integer), RecordField("kick_rank", .integer), RecordField("uphill_rank", .integer),
        comment, source,
      ], key: ["session", "serial_number"], indexes: [["serial_number"]],
      label: "pair {serial_number} in session {session}"),
    // Another rater's order of the same session, to measure agreement.
    RecordKind(
      rating,
      fields: [
        text("session", required: true), text("rater", required: true), text("serial_number", required: true),
        RecordField("rank", .integer, required: true),
      ], key: ["session", "rater", "serial_number"],
      label: "order of {rater} for pair {serial_number} in session {session}"),
    // The key of a glide is its number within the session: the same two pairs may meet any number of times.
    RecordKind(
      glide,
      fields: [
        text("session", required: true), RecordField("number", .integer, required: true),
        text("winner", required: true), text("loser", required: true),
        RecordField("difference_cm", .number, required: true), text("lane"), RecordField("run", .integer),
        text("tester"), text("winner_treatment"), text("loser_treatment"), comment,
      ], key: ["session", "number"], label: "glide {number} of session {session}"),
  ]
}
