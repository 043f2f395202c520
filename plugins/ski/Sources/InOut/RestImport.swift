internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The JSON of the thesis's web service as files of a bundle.
///
/// One object with a list for each resource, named as the service's addresses or models are (`test-session`,
/// `test_session`); fields as in Nelson 2019, Appendix C and E. A list may be the service's page of results. References
/// to another record are its key or the nested record.
struct RestImport {
  private let name: String
  private var lists: [String: [JSONValue]] = [:]
  /// The records of each list by their keys.
  private var byKey: [String: [String: JSONValue]] = [:]
  private var workspace: SkiWorkspace
  /// The sessions that were left out, and how many pairs.
  private var (lostSessions, lostPairs): (Set<String>, Int) = ([], 0)

  /// Reads the file; throws `malformed-json` and similar errors, and `not-ski-data` for other JSON.
  init(_ context: any ImportContext, workspace: SkiWorkspace) throws(Diagnostic) {
    name = context.name
    self.workspace = workspace
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
      guard let list = value.array ?? value["results"]?.array else { continue }
      lists[resource] = list
      for record in list { if let key = RestImport.key(record) { byKey[resource, default: [:]][key] = record } }
    }
    guard lists["test_session"] != nil || lists["ski_pair"] != nil else {
      throw Diagnostic(
        "not-ski-data", "'\(context.name)' has no list of test sessions or ski pairs",
        help: "use an object with lists such as test_session, ski_pair and ski_participation")
    }
  }

  /// The files of a bundle, and the workspace with what was noted.
  mutating func files() throws(Diagnostic) -> (files: [BundleTables.Made], workspace: SkiWorkspace) {
    var tables = BundleTables()
    for team in records("team") {
      if let text = team["name"]?.string { tables.addOnce("teams.csv", key: text, ["name": .text(text)]) }
    }
    try people(&tables)
    for (resource, list) in [
      ("snow_type", "snow"), ("ski_brand", "brand"), ("ski_type", "type"), ("ski_tag", "tag"), ("ski_base", "base"),
      ("grinding", "grinding"),
    ] {
      for record in records(resource) {
        guard let text = record["name"]?.string else { continue }
        var row: [String: Value] = ["list": .text(list), "name": .text(text)]
        row["description"] = RestImport.text(record["description"])
        if list == "snow", let kind = Terms.countsAs(text) { row["counts_as"] = .text(kind.rawValue) }
        tables.addOnce("terms.csv", key: list + "\u{0}" + text, row)
      }
    }
    try skis(&tables)
    try tests(&tables)
    let made = try tables.tables()
    let isEmpty = !made.contains { $0.file == "sessions.csv" || $0.file == "ski_pairs.csv" }
    if isEmpty, let first = workspace.misfits.first { throw first }
    return (made, workspace)
  }

  private func records(_ resource: String) -> [JSONValue] { lists[resource] ?? [] }

  private mutating func people(_ tables: inout BundleTables) throws(Diagnostic) {
    for (place, athlete) in records("athlete").enumerated() {
      guard let key = RestImport.key(athlete) else {
        lacking("athlete", place, "pk")
        continue
      }
      var row: [String: Value] = ["number": .text(key)]
      row["first_name"] = RestImport.text(athlete["first_name"])
      row["last_name"] = RestImport.text(athlete["last_name"])
      if let code = given(athlete["fis_code"]) {
        if let number = code.integer ?? code.string.flatMap({ Int($0) }) {
          row["fis_code"] = .integer(number)
        } else {
          leave("athlete", place, "fis_code", "the FIS code must be a number")
        }
      }
      if let gender = given(athlete["gender"]) {
        if let text = gender.string, ["M", "F"].contains(text) {
          row["gender"] = .text(text)
        } else {
          leave("athlete", place, "gender", "the gender must be M or F, not \(RestImport.shown(gender))")
        }
      }
      row["brand"] = named(athlete["ski_brand"], "ski_brand")
      tables.addOnce("athletes.csv", key: key, row)
    }
    for (place, waxer) in records("waxer").enumerated() {
      guard let code = RestImport.code(waxer) else {
        lacking("waxer", place, "username")
        continue
      }
      var row: [String: Value] = ["code": .text(code)]
      let words = [waxer["first_name"]?.string, waxer["last_name"]?.string].compactMap { $0 }.filter { !$0.isEmpty }
      if !words.isEmpty { row["name"] = .text(words.joined(separator: " ")) }
      tables.addOnce("waxers.csv", key: code, row)
      for athlete in waxer["athletes"]?.array ?? [] {
        guard let key = RestImport.key(athlete) else { continue }
        tables.addOnce("covers.csv", key: code + "\u{0}" + key, ["waxer": .text(code), "athlete": .text(key)])
      }
    }
  }

  private mutating func skis(_ tables: inout BundleTables) throws(Diagnostic) {
    for (place, pair) in records("ski_pair").enumerated() {
      guard let serial = pair["serial_number"]?.string else {
        lacking("ski_pair", place, "serial_number")
        continue
      }
      var row: [String: Value] = ["serial_number": .text(serial)]
      if let owner = pair["owner"], let key = RestImport.key(owner) { row["owner"] = .text(key) }
      row["brand"] = named(pair["brand"], "ski_brand")
      row["ski_type"] = named(pair["type"], "ski_type")
      row["ski_base"] = named(pair["base"], "ski_base")
      let tags = (pair["tags"]?.array ?? []).compactMap { named($0, "ski_tag")?.fileText }
      if !tags.isEmpty { row["tags"] = .text(tags.joined(separator: ",")) }
      row["nickname"] = RestImport.text(pair["nickname"])
      row["comment"] = RestImport.text(pair["description"])
      for (field, column) in RestImport.camber {
        row[column] = number(pair[field], "ski_pair", place, field)
      }
      tables.add("ski_pairs.csv", row, at: at("ski_pair", place))
    }
    for (place, moment) in records("grinding_moment").enumerated() {
      guard let serial = try serial(moment["ski_pair"], "grinding_moment", place),
        let time = time(moment["date"], "grinding_moment", place, "date")
      else { continue }
      guard let grinding = named(moment["grinding"], "grinding") else {
        lacking("grinding_moment", place, "grinding")
        continue
      }
      tables.add(
        "grinding_moments.csv", ["serial_number": .text(serial), "moment": time, "grinding": grinding],
        at: at("grinding_moment", place))
    }
    for (resource, kind) in [("hand_structure_moment", "structure"), ("powder_moment", "powder")] {
      for (place, moment) in records(resource).enumerated() {
        guard let serial = try serial(moment["ski_pair"], resource, place),
          let time = time(moment["date"], resource, place, "date")
        else { continue }
        var row: [String: Value] = ["serial_number": .text(serial), "kind": .text(kind), "moment": time]
        row["recipe"] = named(moment["hand_structure"], "hand_structure")
        tables.add("treatments.csv", row, at: at(resource, place))
      }
    }
  }

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
    for (place, session) in records("test_session").enumerated() {
      guard let key = RestImport.key(session) else {
        lacking("test_session", place, "pk")
        continue
      }
      guard let time = time(session["time_of_test"], "test_session", place, "time_of_test") else {
        lostSessions.insert(key)
        continue
      }
      var row: [String: Value] = [
        "session": .text(key), "time_of_test": time,
        "using_manual_rank": .boolean(session["using_manual_rank"]?.bool ?? false),
      ]
      row["place"] = RestImport.text(session["name_of_place"])
      row["comment"] = RestImport.text(session["comment"])
      row["ski_type"] = named(session["ski_type"], "ski_type")
      for (field, column) in RestImport.conditions {
        row[column] = number(session[field], "test_session", place, field)
      }
      if let waxer = waxer(session["created_by"]) {
        row["waxer"] = .text(waxer)
        tables.addOnce("waxers.csv", key: waxer, ["code": .text(waxer)])
      }
      tables.add("sessions.csv", row, at: at("test_session", place))
    }
    for (place, part) in records("snow_composition_part").enumerated() {
      guard let session = part["test_session"].flatMap(RestImport.key), let type = named(part["snow_type"], "snow_type")
      else {
        lacking("snow_composition_part", place, "test_session and snow_type")
        continue
      }
      if lostSessions.contains(session) { continue }
      var row: [String: Value] = ["session": .text(session), "snow_type": type]
      row["share_pct"] = number(part["percentage"], "snow_composition_part", place, "percentage")
      tables.add("snow.csv", row, at: at("snow_composition_part", place))
    }
    for (place, participation) in records("ski_participation").enumerated() {
      guard let session = participation["test_session"].flatMap(RestImport.key) else {
        lacking("ski_participation", place, "test_session")
        continue
      }
      if lostSessions.contains(session) { continue }
      guard let serial = try serial(participation["ski_pair"], "ski_participation", place) else {
        tables.lose("participations.csv", of: session)
        continue
      }
      var row: [String: Value] = ["session": .text(session), "serial_number": .text(serial)]
      // Not from the service: ski export marks ties this way, since equal ranks alone may be an error of its
      // renumbering.
      var isTied = participation["tied"]?.bool == true
      var word: String?
      if let rank = given(participation["manual_rank"]) {
        switch rank.integer.map({ RankText.rank($0, isTied: false) }) ?? rank.string.map({ RankText($0) }) ?? .other {
        case .rank(let number, let isMarked):
          row["rank"] = .integer(number)
          isTied = isTied || isMarked
        case .word, .other:
          leave("ski_participation", place, "manual_rank", "\(RestImport.shown(rank)) is not a rank")
          word = rank.string
        }
      }
      let comment = participation["comment"]?.string
      row["comment"] =
        word.map { .text(RankText.remark($0, "rank", after: comment)) } ?? RestImport.text(participation["comment"])
      tables.add("participations.csv", row, at: at("ski_participation", place), tied: isTied ? ["rank"] : [])
    }
    var numbers: [String: Int] = [:]
    for (place, glide) in records("ski_versus").enumerated() {
      guard let session = glide["test_session"].flatMap(RestImport.key) else {
        lacking("ski_versus", place, "test_session")
        continue
      }
      guard !lostSessions.contains(session), let winner = try serial(glide["winner"], "ski_versus", place, "winner"),
        let loser = try serial(glide["looser"] ?? glide["loser"], "ski_versus", place, "loser")
      else { continue }
      numbers[session, default: 0] += 1
      var row: [String: Value] = [
        "session": .text(session), "number": .integer(numbers[session] ?? 1), "winner": .text(winner),
        "loser": .text(loser),
      ]
      row["difference_cm"] = number(glide["difference"], "ski_versus", place, "difference")
      row["comment"] = RestImport.text(glide["comment"])
      tables.add("glides.csv", row, at: at("ski_versus", place))
    }
  }

  // MARK: Values

  private func at(_ resource: String, _ place: Int, _ field: String? = nil) -> SourcePlace {
    SourcePlace(source: "'\(name)' \(resource) \(place + 1)", column: field)
  }

  /// Leaves out a record without a field that it needs.
  private mutating func lacking(_ resource: String, _ place: Int, _ field: String) {
    workspace.misfits.add(
      at(resource, place), "there is no \(field); it was left out", code: "missing-key",
      help: "add it, or remove the record")
    if resource == "ski_pair" { lostPairs += 1 }
  }

  /// Leaves a field unknown.
  private mutating func leave(
    _ resource: String, _ place: Int, _ field: String, _ sentence: String, _ effect: String = "left unknown"
  ) {
    workspace.misfits.add(at(resource, place, field), sentence + "; it was " + effect)
  }

  /// A value that is there: neither null nor an empty text.
  private func given(_ value: JSONValue?) -> JSONValue? {
    guard let value, value.string != "" else { return nil }
    if case .null = value { return nil }
    return value
  }

  private static func shown(_ value: JSONValue) -> String {
    value.string.map { Abridged.quoted($0) } ?? value.number.map { "'\(NumberText.shortest($0))'" } ?? "such a value"
  }

  /// The key of a record, given as a key or as the record.
  static func key(_ value: JSONValue) -> String? {
    if let key = value["pk"] ?? value["id"] { return key.integer.map(String.init) ?? key.string }
    return value.integer.map(String.init) ?? value.string
  }

  private static func code(_ waxer: JSONValue) -> String? { waxer["username"]?.string ?? key(waxer) }

  private func waxer(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    if value["username"]?.string != nil { return RestImport.code(value) }
    let key = RestImport.key(value)
    return key.flatMap { byKey["waxer"]?[$0] }.flatMap(RestImport.code) ?? key
  }

  /// The name of the record that a value refers to in a list.
  private func named(_ value: JSONValue?, _ resource: String) -> Value? {
    guard let value else { return nil }
    if let text = value["name"]?.string { return .text(text) }
    guard let key = RestImport.key(value) else { return nil }
    return byKey[resource]?[key]?["name"]?.string.map(Value.text)
  }

  /// The serial number of a pair; nil for one that was left out. Throws `unknown-pair`.
  private mutating func serial(
    _ value: JSONValue?, _ resource: String, _ place: Int, _ field: String = "ski_pair"
  ) throws(Diagnostic) -> String? {
    guard let value = given(value) else {
      lacking(resource, place, field)
      return nil
    }
    if let serial = value["serial_number"]?.string { return serial }
    if let key = RestImport.key(value), let serial = byKey["ski_pair"]?[key]?["serial_number"]?.string { return serial }
    guard lostPairs > 0 else {
      throw Diagnostic(
        "unknown-pair", "\(at(resource, place, field).text) refers to a ski pair that is not in the file")
    }
    leave(resource, place, field, "the ski pair was left out or is not in the file", "left out")
    return nil
  }

  private static func text(_ value: JSONValue?) -> Value? {
    guard let text = value?.string, !text.isEmpty else { return nil }
    return .text(text)
  }

  /// A number; the service writes decimals as text.
  private mutating func number(_ value: JSONValue?, _ resource: String, _ place: Int, _ field: String) -> Value? {
    guard let value = given(value) else { return nil }
    if let number = value.number, number.isFinite { return .number(number) }
    if let number = value.string.flatMap({ SheetValues.number($0) }) { return .number(number) }
    leave(resource, place, field, "\(RestImport.shown(value)) is not a number")
    return nil
  }

  /// A moment; nil for anything else, which leaves out its record.
  private mutating func time(_ value: JSONValue?, _ resource: String, _ place: Int, _ field: String) -> Value? {
    switch value?.string.map({ TextDates([]).reading($0) }) {
    case .moment(let moment, _): return .datetime(moment)
    case .day(let day): return .datetime(Moment(microseconds: day.days * TypedMoment.day))
    case .either, .some(.none), nil:
      leave(
        resource, place, field,
        "there is no valid time such as 2018-01-08T09:00:00Z, but "
          + (value.map(RestImport.shown) ?? "nothing"), "left out")
      return nil
    }
  }
}
