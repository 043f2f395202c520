internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// A bundle as the JSON of the thesis's web service: lists by resource, keys counted from 1, records nested as its
/// serialisers nest them (Nelson 2019, Appendix C and E). Fields unknown to the service are left out.
struct RestExport {
  private var lists: [(String, [JSONValue])] = []

  /// One object with a list for each resource.
  var json: JSONValue { .object(lists.map { ($0.0, .array($0.1)) }) }

  func counts() throws(Diagnostic) -> Table {
    try Table([Column("list", .text(lists.map(\.0))), Column("records", .integer(lists.map(\.1.count)))])
  }

  /// The rows of one file of the bundle.
  private struct Rows {
    let table: Table
    let count: Int

    init(_ files: [(BundleLayout.File, Table)], _ name: String) {
      table = files.first { $0.0.name == name }?.1 ?? .empty
      count = table.rowCount
    }

    func text(_ column: String, _ row: Int) -> String? {
      guard let value = table[column]?[row], !value.isMissing else { return nil }
      return value.fileText
    }

    /// A text, empty where there is none.
    func string(_ column: String, _ row: Int) -> JSONValue { .string(text(column, row) ?? "") }

    func number(_ column: String, _ row: Int) -> JSONValue { table[column]?[row].asNumber.map { .number($0) } ?? .null }

    /// The numbers of rows, from 1, by a column.
    func keys(_ column: String) -> [String: JSONValue] {
      Dictionary(
        (0..<count).compactMap { row in text(column, row).map { ($0, .integer(row + 1)) } },
        uniquingKeysWith: { first, _ in first })
    }

    func json(_ column: String, _ row: Int) -> JSONValue {
      switch table[column]?[row] {
      case .number(let x)?: .string(NumberText.shortest(x))
      case .integer(let i)?: .integer(i)
      case .boolean(let b)?: .bool(b)
      case nil, .missing?: .null
      case let value?: .string(value.fileText)
      }
    }
  }

  /// Adds a list with a record for each row of a file, which is numbered from 1.
  private mutating func add(_ resource: String, _ rows: Rows, _ fields: (Int) -> [(String, JSONValue)]) {
    lists.append((resource, (0..<rows.count).map { .object([("pk", .integer($0 + 1))] + fields($0)) }))
  }

  init(_ files: [(BundleLayout.File, Table)]) throws(Diagnostic) {
    let (pairs, sessions) = (Rows(files, "ski_pairs.csv"), Rows(files, "sessions.csv"))
    let (athletes, waxers) = (Rows(files, "athletes.csv"), Rows(files, "waxers.csv"))
    let words = Self.words(files)
    func word(_ list: String, _ name: String?) -> JSONValue {
      guard let name, let all = words[list], let place = all.firstIndex(where: { $0.name == name }) else {
        return .null
      }
      return .object([
        ("pk", .integer(place + 1)), ("name", .string(name)), ("description", .string(all[place].description)),
      ])
    }
    for (list, terms) in RestImport.terms { lists.append((list, (words[terms] ?? []).map { word(terms, $0.name) })) }
    add("athlete", athletes) { row in
      [
        ("first_name", athletes.string("first_name", row)), ("last_name", athletes.string("last_name", row)),
        ("fis_code", athletes.json("fis_code", row)),
        ("ski_brand", word("brand", athletes.text("brand", row))), ("gender", athletes.json("gender", row)),
      ]
    }
    func waxer(_ code: String?) -> JSONValue {
      guard let code else { return .null }
      let row = (0..<waxers.count).first { waxers.text("code", $0) == code }
      return .object([
        ("pk", row.map { .integer($0 + 1) } ?? .null), ("username", .string(code)),
        ("first_name", .string(row.flatMap { waxers.text("name", $0) } ?? "")), ("last_name", .string("")),
      ])
    }
    lists.append(("waxer", (0..<waxers.count).map { waxer(waxers.text("code", $0)) }))
    let people = athletes.keys("number")
    add("ski_pair", pairs) { row in
      [
        ("owner", pairs.text("owner", row).flatMap { people[$0] } ?? .null),
        ("serial_number", pairs.string("serial_number", row)), ("brand", word("brand", pairs.text("brand", row))),
        ("type", word("type", pairs.text("ski_type", row))),
        ("tags", .array(SkiRecords.words(pairs.text("tags", row)).map { word("tag", $0) })),
        ("nickname", pairs.string("nickname", row)), ("description", pairs.string("comment", row)),
        ("base", word("base", pairs.text("ski_base", row))),
      ] + RestImport.camber.map { ($0.0, pairs.json($0.1, row)) }
    }
    let serials = pairs.keys("serial_number")
    func pair(_ serial: String?) -> JSONValue { serial.flatMap { serials[$0] } ?? .null }
    let grinds = Rows(files, "grinding_moments.csv")
    add("grinding_moment", grinds) { row in
      [
        ("date", grinds.json("date", row)), ("ski_pair", pair(grinds.text("serial_number", row))),
        ("grinding", word("grinding", grinds.text("grinding", row))),
      ]
    }
    // The service numbers its sessions itself; session names that are numbers are kept.
    let known = Set((0..<sessions.count).compactMap { sessions.text("session", $0) })
    func session(_ number: String?) -> JSONValue {
      guard let number, known.contains(number) else { return .null }
      return Int(number).map { .integer($0) } ?? .string(number)
    }
    let tests = (0..<sessions.count).map { row in
      [
        ("pk", session(sessions.text("session", row))), ("created_by", waxer(sessions.text("waxer", row))),
        ("time_of_test", sessions.json("time_of_test", row)), ("name_of_place", sessions.string("name_of_place", row)),
      ] + RestImport.conditions.map { ($0.0, sessions.json($0.1, row)) } + [
        ("comment", sessions.string("comment", row)), ("ski_type", word("type", sessions.text("ski_type", row))),
        ("using_manual_rank", .bool(sessions.text("using_manual_rank", row) != "false")),
      ]
    }
    lists.append(("test_session", tests.map(JSONValue.object)))
    let snow = Rows(files, "snow.csv")
    add("snow_composition_part", snow) { row in
      [
        ("test_session", session(snow.text("session", row))), ("snow_type", word("snow", snow.text("snow_type", row))),
        ("percentage", snow.number("percentage", row)),
      ]
    }
    let participations = Rows(files, "participations.csv")
    add("ski_participation", participations) { row in
      [
        ("ski_pair", pair(participations.text("serial_number", row))),
        ("test_session", session(participations.text("session", row))),
        ("manual_rank", participations.json("rank", row)), ("calculated_rank", .null),
        ("comment", participations.string("comment", row)), ("tied", .bool(participations.text("tied", row) == "true")),
      ]
    }
    let glides = Rows(files, "glides.csv")
    add("ski_versus", glides) { row in
      [
        ("test_session", session(glides.text("session", row))), ("winner", pair(glides.text("winner", row))),
        ("looser", pair(glides.text("loser", row))), ("difference", glides.number("difference_cm", row)),
        ("comment", glides.string("comment", row)),
      ]
    }
  }

  /// The terms of each list with their descriptions.
  private static func words(_ files: [(BundleLayout.File, Table)]) -> [String: [(name: String, description: String)]] {
    var words: [String: [(name: String, description: String)]] = [:]
    let columns = [("terms.csv", "name", "description"), ("grindings.csv", "grinding", "meaning")]
    for (file, name, description) in columns {
      let rows = Rows(files, file)
      for row in 0..<rows.count {
        guard let list = rows.table["list"] == nil ? "grinding" : rows.text("list", row),
          let name = rows.text(name, row)
        else { continue }
        words[list, default: []].append((name, rows.text(description, row) ?? ""))
      }
    }
    return words
  }
}
