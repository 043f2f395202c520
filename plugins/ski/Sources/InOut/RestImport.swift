internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The JSON of the thesis's web service as files of a bundle. One object with a list for each resource, named as the service's
/// addresses or models are (`test-session`, `test_session`); fields as in Nelson 2019, Appendix C and E. A list may be the
/// service's page of results. References to another record are its key or the nested record.
struct RestImport {
  let name: String
  var lists: [String: [JSONValue]] = [:]
  /// The records of each list by their keys.
  var byKey: [String: [String: JSONValue]] = [:]
  var workspace: SkiWorkspace
  /// The sessions that were left out.
  var lostSessions: Set<String> = []
  /// The lists of which records were left out.
  var lost: Set<String> = []

  /// A record with its place in its list.
  struct Entry {
    let list: String
    let place: Int
    let value: JSONValue

    subscript(_ field: String) -> JSONValue? { value[field] }
  }

  /// Reads the file; throws `malformed-json` and similar errors, and `not-ski-data` for other JSON.
  init(_ context: any ImportContext, workspace: SkiWorkspace) throws(Diagnostic) {
    (name, self.workspace) = (context.name, workspace)
    let bytes = try context.bytes(of: context.files.first ?? context.name)
    let root: JSONValue
    do throws(Diagnostic) { root = try JSONReader.value(bytes) } catch {
      var error = error
      error.message = "'\(context.name)' is not complete JSON: " + error.message
      error.help = error.help ?? "download the file again; nothing was imported"
      throw error
    }
    for (key, value) in root.members ?? [] {
      let resource = key.lowercased().map { $0 == "-" ? "_" : String($0) }.joined()
      guard let list = value.array ?? value["results"]?.array else {
        if case .null = value { continue }
        self.workspace.misfits.add(
          SourcePlace(source: "'\(name)'", column: Abridged.text(key)), "it is not a list and was left out")
        continue
      }
      lists[resource] = list
      for record in list { if let key = Self.key(record) { byKey[resource, default: [:]][key] = record } }
    }
    guard lists["test_session"] != nil || lists["ski_pair"] != nil else {
      throw Diagnostic(
        "not-ski-data", "'\(context.name)' has no list of test sessions or ski pairs",
        help: "use an object with lists such as test_session, ski_pair and ski_participation")
    }
  }

  /// The files of a bundle, and the workspace with what was noted.
  mutating func files() throws(Diagnostic) -> (files: [IncomingFile], workspace: SkiWorkspace) {
    var tables = BundleTables()
    for team in entries("team") {
      guard let name = needed(team, "name") else { continue }
      tables.addOnce("teams.csv", key: name, ["name": .text(name)], at: at(team))
    }
    try people(&tables)
    for (list, terms) in Self.terms {
      for term in entries(list) {
        guard let name = needed(term, "name") else { continue }
        var row: [String: Value] = ["list": .text(terms), "name": .text(name)]
        row["description"] = text(term, "description")
        if terms == "snow", let kind = Terms.countsAs(name) { row["counts_as"] = .text(kind.rawValue) }
        tables.addOnce("terms.csv", key: terms + "\u{0}" + name, row, at: at(term))
      }
    }
    try skis(&tables)
    try tests(&tables)
    let made = try tables.files(of: name)
    let isEmpty = !made.contains { $0.layout.name == "sessions.csv" || $0.layout.name == "ski_pairs.csv" }
    if isEmpty, let first = workspace.misfits.first { throw first }
    return (made, workspace)
  }

  private func entries(_ list: String) -> [Entry] {
    (lists[list] ?? []).enumerated().map { Entry(list: list, place: $0, value: $1) }
  }

  private mutating func people(_ tables: inout BundleTables) throws(Diagnostic) {
    for athlete in entries("athlete") {
      guard let key = Self.key(athlete.value) else {
        lacking(athlete, "pk")
        continue
      }
      var row: [String: Value] = ["number": .text(key)]
      for field in ["first_name", "last_name", "gender"] { row[field] = text(athlete, field) }
      if let code = given(athlete["fis_code"]) {
        if let number = Self.text(code).flatMap({ Int($0) }) {
          row["fis_code"] = .integer(number)
        } else {
          leave(athlete, "fis_code", "\(Self.shown(code)) is not a whole number")
        }
      }
      row["brand"] = named(athlete, "ski_brand", in: "ski_brand")
      tables.addOnce("athletes.csv", key: key, row, at: at(athlete))
    }
    for waxer in entries("waxer") {
      let username = text(waxer, "username", "replaced by the key")?.fileText
      guard let code = username ?? Self.key(waxer.value) else {
        lacking(waxer, "username")
        continue
      }
      var row: [String: Value] = ["code": .text(code)]
      let words = ["first_name", "last_name"].compactMap { text(waxer, $0)?.fileText }
      if !words.isEmpty { row["name"] = .text(words.joined(separator: " ")) }
      tables.addOnce("waxers.csv", key: code, row, at: at(waxer))
      for athlete in list(waxer, "athletes") {
        guard let key = Self.key(athlete) else {
          leave(waxer, "athletes", "\(Self.shown(athlete)) is not an athlete", "left out")
          continue
        }
        tables.addOnce("covers.csv", key: code + "\u{0}" + key, ["waxer": .text(code), "athlete": .text(key)])
      }
    }
  }

  private mutating func skis(_ tables: inout BundleTables) throws(Diagnostic) {
    for pair in entries("ski_pair") {
      guard let serial = needed(pair, "serial_number") else { continue }
      var row: [String: Value] = ["serial_number": .text(serial)]
      if let owner = given(pair["owner"]) {
        if let key = Self.key(owner), !lost.contains("athlete") || byKey["athlete"]?[key] != nil {
          row["owner"] = .text(key)
        } else {
          leave(pair, "owner", "\(Self.shown(owner)) is not an athlete of the file")
        }
      }
      row["brand"] = named(pair, "brand", in: "ski_brand")
      row["ski_type"] = named(pair, "type", in: "ski_type")
      row["ski_base"] = named(pair, "base", in: "ski_base")
      let tags = list(pair, "tags").compactMap { name(of: $0, pair, "tags", in: "ski_tag") }
      if !tags.isEmpty { row["tags"] = .text(tags.joined(separator: ",")) }
      row["nickname"] = text(pair, "nickname")
      row["comment"] = text(pair, "description")
      for (field, column) in Self.camber { row[column] = number(pair, field) }
      tables.add("ski_pairs.csv", row, at: at(pair))
    }
    for moment in entries("grinding_moment") {
      guard let serial = try serial(moment, "ski_pair"), let time = time(moment, "date"),
        let grinding = named(moment, "grinding", in: "grinding", orElse: "left out")
      else { continue }
      tables.add(
        "grinding_moments.csv", ["serial_number": .text(serial), "moment": time, "grinding": grinding], at: at(moment))
    }
    for (list, kind) in [("hand_structure_moment", "structure"), ("powder_moment", "powder")] {
      for moment in entries(list) {
        guard let serial = try serial(moment, "ski_pair"), let time = time(moment, "date") else { continue }
        var row: [String: Value] = ["serial_number": .text(serial), "kind": .text(kind), "moment": time]
        row["recipe"] = named(moment, "hand_structure", in: "hand_structure")
        tables.add("treatments.csv", row, at: at(moment))
      }
    }
  }

  /// The lists of terms in the service and here.
  static let terms = [
    ("snow_type", "snow"), ("ski_brand", "brand"), ("ski_type", "type"), ("ski_tag", "tag"), ("ski_base", "base"),
    ("grinding", "grinding"),
  ]

  /// The fields of camber in the service and here.
  static let camber = [
    ("weight_for_measure", "weight_for_measure_kg"), ("height_full_body_weight", "height_full_weight_mm"),
    ("height_half_body_weight", "height_half_weight_mm"), ("weight_for_complete_pushdown", "weight_for_pushdown_kg"),
  ]

  /// The fields of conditions in the service and here.
  static let conditions = [
    ("latitude", "latitude"), ("longitude", "longitude"), ("air_temperature", "air_temperature_c"),
    ("snow_temperature", "snow_temperature_c"), ("air_humidity", "humidity_pct"),
    ("snow_humidity", "snow_humidity_pct"),
  ]

  private mutating func tests(_ tables: inout BundleTables) throws(Diagnostic) {
    for session in entries("test_session") {
      guard let key = Self.key(session.value) else {
        lacking(session, "pk")
        continue
      }
      guard let time = time(session, "time_of_test") else {
        lostSessions.insert(key)
        continue
      }
      var row: [String: Value] = ["session": .text(key), "time_of_test": time]
      // What cannot be read is unknown, and ranks then stay in force.
      let isManual = flag(session, "using_manual_rank")
      row["using_manual_rank"] = (given(session["using_manual_rank"]) == nil ? false : isManual).map(Value.boolean)
      row["place"] = text(session, "name_of_place")
      row["comment"] = text(session, "comment")
      row["ski_type"] = named(session, "ski_type", in: "ski_type")
      for (field, column) in Self.conditions { row[column] = number(session, field) }
      if let waxer = waxer(session, "created_by") {
        row["waxer"] = .text(waxer)
        tables.addOnce("waxers.csv", key: waxer, ["code": .text(waxer)])
      }
      tables.add("sessions.csv", row, at: at(session))
    }
    var parts: [(session: String, type: Value, entry: Entry)] = []
    // Without one type of snow the shares of the others say nothing.
    var unknown: Set<String> = []
    for part in entries("snow_composition_part") {
      guard let session = session(part) else { continue }
      let effect = "left out, and the snow of its test is unknown"
      if let type = named(part, "snow_type", in: "snow_type", orElse: effect) {
        parts.append((session, type, part))
      } else {
        unknown.insert(session)
      }
    }
    for (session, type, part) in parts where !unknown.contains(session) {
      var row: [String: Value] = ["session": .text(session), "snow_type": type]
      row["share_pct"] = number(part, "percentage")
      tables.add("snow.csv", row, at: at(part))
    }
    for participation in entries("ski_participation") {
      guard let session = session(participation) else { continue }
      guard let serial = try serial(participation, "ski_pair") else {
        tables.lose("participations.csv", of: session)
        continue
      }
      var row: [String: Value] = ["session": .text(session), "serial_number": .text(serial)]
      // Not from the service: ski export marks ties this way, since equal ranks alone may be an error of its
      // renumbering.
      var isTied = flag(participation, "tied") ?? false
      var comment = text(participation, "comment")?.fileText
      if let rank = given(participation["manual_rank"]) {
        switch Self.text(rank).map({ RankText($0) }) ?? .other {
        case .rank(let number, let isMarked):
          row["rank"] = .integer(number)
          isTied = isTied || isMarked
        case .word, .other:
          leave(participation, "manual_rank", "\(Self.shown(rank)) is not a rank")
          comment = rank.string.map { RankText.remark($0, "rank", after: comment) } ?? comment
        }
      }
      row["comment"] = comment.map(Value.text)
      tables.add("participations.csv", row, at: at(participation), tied: isTied ? ["rank"] : [])
    }
    var numbers: [String: Int] = [:]
    for glide in entries("ski_versus") {
      guard let session = session(glide), let winner = try serial(glide, "winner"),
        let loser = try serial(glide, glide["looser"] == nil ? "loser" : "looser")
      else { continue }
      numbers[session, default: 0] += 1
      var row: [String: Value] = [
        "session": .text(session), "number": .integer(numbers[session] ?? 1), "winner": .text(winner),
        "loser": .text(loser),
      ]
      row["difference_cm"] = number(glide, "difference")
      row["comment"] = text(glide, "comment")
      tables.add("glides.csv", row, at: at(glide))
    }
  }
}
