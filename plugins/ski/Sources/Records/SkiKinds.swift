internal import PodiumCore
internal import PodiumPlugin

/// The kinds of records that the plugin stores in the workspace. Names that people use are the keys (a serial number, a session's
/// number, a grinding's name), so a record can be read, merged and exported without a table of ids. `SkiThings` declares the
/// references between records, and commands refuse to remove a record that others refer to. An athlete's key is a number, so that
/// the person can be removed while the skis stay. The workspace records who entered and last changed each record.
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

  static let first = StoreMigration(
    1, "keep ski pairs, test sessions, ranks and glides", created.map(StoreMigration.Step.create))

  static let second = StoreMigration(
    2, "keep the rank another program had stored", [.addField(kind: participation, storedRank, existing: .missing)])

  /// A rank as stored by another program, with its gaps and repeats; only a label that asks for it uses it.
  private static let storedRank = RecordField("stored_rank", .integer)

  static let all: [RecordKind] = created.map { kind in
    guard kind.name == participation else { return kind }
    var kind = kind
    kind.fields.append(storedRank)
    return kind
  }

  /// The kinds of version 1; later versions add to them, and they are never edited.
  private static let created: [RecordKind] = people + things + tests

  private static let people = [
    RecordKind(team, fields: .read("name!, comment, archived: boolean"), key: ["name"]),
    RecordKind(waxer, fields: .read("code!, name, team, comment, archived: boolean"), key: ["code"]),
    // A waxer's leave, first and last day included, and the substitute.
    RecordKind(
      leave, fields: .read("waxer!, from!: date, until!: date, substitute, comment"), key: ["waxer", "from"],
      label: "leave of {waxer} from {from}"),
    // Waxers and athletes are many-to-many; a missing day is open.
    RecordKind(
      cover, fields: .read("waxer!, athlete!, from: date, until: date, comment"), key: ["waxer", "athlete"],
      indexes: [["athlete"]], label: "cover of athlete {athlete} by {waxer}"),
    RecordKind(
      athlete,
      fields: .read(
        """
        number!, first_name, last_name, fis_code: integer, gender, nation, brand, team, comment, \
        archived: boolean
        """), key: ["number"], label: "athlete {first_name} {last_name}", numbered: "number"),
  ]

  private static let things = [
    // One table for all terms: `list` is brand, type, base, tag, grinding, snow or place.
    RecordKind(
      term,
      fields: .read(
        """
        list!, name!, description, counts_as, icssg, best_snow, best_above_c: number, best_below_c: number, \
        latitude: number, longitude: number, archived: boolean
        """), key: ["list", "name"], label: "{list} {name}"),
    RecordKind(
      pair,
      fields: .read(
        """
        serial_number!, owner, brand, ski_type, ski_base, tags, nickname, acquired: date, \
        weight_for_measure_kg: number, height_full_weight_mm: number, height_half_weight_mm: number, \
        weight_for_pushdown_kg: number, height_full_left_mm: number, height_full_right_mm: number, \
        height_half_left_mm: number, height_half_right_mm: number, comment, archived: boolean, source
        """), key: ["serial_number"], indexes: [["owner"]]),
    RecordKind(
      grind, fields: .read("serial_number!, moment!: datetime, grinding!, comment, source"),
      key: ["serial_number", "moment"], label: "grinding of pair {serial_number} on {moment}"),
    // `kind` is structure (by hand), powder or wax; it lies on the pair from `moment` until `until`.
    RecordKind(
      treatment,
      fields: .read(
        """
        serial_number!, moment!: datetime, kind!, recipe, until: datetime, comment
        """), key: ["serial_number", "moment", "kind"], label: "{kind} on pair {serial_number} of {moment}"),
  ]

  private static let tests = [
    RecordKind(
      session,
      fields: .read(
        """
        session!, time_of_test: datetime, utc_offset_minutes: integer, place, latitude: number, \
        longitude: number, ski_type, air_temperature_c: number, snow_temperature_c: number, \
        humidity_pct: number, snow_humidity_pct: number, waxer, team, using_manual_rank: boolean, comment, \
        archived: boolean, source
        """), key: ["session"], indexes: [["time_of_test"]], label: "session {session} {place} {time_of_test}",
      numbered: "session"),
    RecordKind(
      condition,
      fields: .read(
        """
        session!, moment!: datetime, air_temperature_c: number, snow_temperature_c: number, \
        humidity_pct: number, comment
        """), key: ["session", "moment"], label: "weather of session {session}"),
    RecordKind(
      snow, fields: .read("session!, snow_type!, share_pct!: number, source"), key: ["session", "snow_type"],
      label: "{snow_type} of session {session}"),
    RecordKind(
      participation,
      fields: .read(
        """
        session!, serial_number!, rank: integer, glide_rank: integer, kick_rank: integer, uphill_rank: integer, \
        comment, source
        """), key: ["session", "serial_number"], indexes: [["serial_number"]],
      label: "pair {serial_number} in session {session}"),
    // Another rater's order of the same session, to measure agreement.
    RecordKind(
      rating,
      fields: .read("session!, rater!, serial_number!, rank!: integer"), key: ["session", "rater", "serial_number"],
      label: "order of {rater} for pair {serial_number} in session {session}"),
    // The key of a glide is its number within the session: the same two pairs may meet any number of times.
    RecordKind(
      glide,
      fields: .read(
        """
        session!, number!: integer, winner!, loser!, difference_cm!: number, lane, run: integer, tester, \
        winner_treatment, loser_treatment, comment
        """), key: ["session", "number"], label: "glide {number} of session {session}"),
  ]
}

extension [RecordField] {
  /// Fields as text, as in `session!, rank: integer`: an exclamation mark for what every record has, a text unless it says what.
  fileprivate static func read(_ text: String) -> [RecordField] {
    let kinds: [Substring: RecordField.Kind] = [
      "integer": .integer, "number": .number, "boolean": .boolean, "date": .date, "datetime": .datetime,
    ]
    return text.split(separator: ", ").map { field in
      let parts = field.split(separator: ": ")
      let isRequired = parts[0].hasSuffix("!")
      return RecordField(
        String(isRequired ? parts[0].dropLast() : parts[0]), parts.count > 1 ? kinds[parts[1]] ?? .text : .text,
        required: isRequired)
    }
  }
}
