internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Pseudonyms for what must not leave the team: the same key gives the same name the same pseudonym. A pseudonym is the beginning
/// of SHA-256 over the key, the kind of name and the name. Whoever has the key file, which lists every name, can reverse it; anyone
/// else cannot guess names, since the key is 128 random bits.
struct Redaction {
  /// Random, in hexadecimal digits.
  let key: String
  /// Pseudonyms with what they stand for.
  private(set) var names: [String: String] = [:]
  /// Moments and what stands for them.
  private var moments: [Moment: Moment] = [:]

  init() {
    var random = SystemRandomNumberGenerator()
    func part() -> String {
      let digits = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    key = part() + part()
  }

  init(key: String) { self.key = key }

  /// Reads the key of an earlier export; throws `bad-key-file` for any other file.
  init(_ text: String, file: String) throws(Diagnostic) {
    let root = try JSONReader.value(text)
    guard let key = root["key"]?.string, key.count == 32, key.allSatisfy(\.isHexDigit) else {
      throw Diagnostic(
        "bad-key-file", "'\(file)' is not a key file of ski export",
        help: "use key=FILE with the key file of the first export")
    }
    self.init(key: key)
    // Pseudonyms of earlier exports stay known even if this one does not use them.
    for (pseudonym, name) in root["names"]?.members ?? [] { if let name = name.string { names[pseudonym] = name } }
  }

  /// The key file: the key and what each pseudonym stands for.
  var file: String {
    let sorted = names.inCodePointOrder(by: \.key)
    return JSONValue.object([
      ("what", .string("what the pseudonyms of ski export stand for; keep it apart from the export")),
      ("key", .string(key)), ("names", .object(sorted.map { ($0.key, .string($0.value)) })),
    ]).indented + "\n"
  }

  /// The pseudonym of a name of some kind.
  mutating func name(_ kind: String, _ name: String) -> String {
    var hash = SHA256()
    hash.update(text: key + "\u{0}" + kind + "\u{0}" + name)
    let pseudonym = kind + "-" + hash.hex().prefix(10)
    names[pseudonym] = name
    return pseudonym
  }

  /// Gives every moment the beginning of its month, plus a second for each earlier one to keep the order.
  mutating func learn(_ all: some Sequence<Moment>) {
    var counts: [Int: Int] = [:]
    for moment in Set(all).sorted() {
      let (year, month, _) = moment.date.civil
      let start = CalendarDate(year: year, month: month, day: 1) ?? moment.date
      let place = counts[start.days, default: 0]
      counts[start.days] = place + 1
      moments[moment] = Moment(microseconds: start.days * TypedMoment.day + place * 1_000_000)
    }
  }

  func moment(_ moment: Moment) -> Moment? { moments[moment] }

  /// The redacted form of a file of a bundle; nil for one that is left out.
  mutating func redact(_ file: BundleLayout.File, _ table: Table) throws(Diagnostic) -> Table? {
    // Who covers whom, and who is away when, concerns no one outside the team.
    guard ![SkiKinds.cover, SkiKinds.leave].contains(file.kind) else { return nil }
    var columns: [Column] = []
    for column in table.columns {
      let field = file.names.first { $0.column == column.name }?.field ?? column.name
      guard let rule = Self.rules[file.kind]?[field] ?? Self.everywhere[field] else {
        columns.append(redactedTimes(column))
        continue
      }
      let list = table["list"]
      func texts(_ change: (_ row: Int, _ text: String) -> String) {
        let all = (0..<column.count).map { row in column[row].isMissing ? nil : change(row, column[row].fileText) }
        columns.append(Column(column.name, .text(all)))
      }
      switch rule {
      case .drop: continue
      case .renameWords(let kind): texts { _, text in Int(text) == nil ? name(kind, text) : text }
      case .rename(let kind): texts { _, text in renamed(kind, text) }
      case .renameTerms:
        // The lists whose terms are secret; brands, types, bases and snow are common knowledge.
        texts { row, text in
          let list = list?[row].fileText ?? file.fixed["list"] ?? ""
          return ["grinding", "place", "tag"].contains(list) ? name(list, text) : text
        }
      }
    }
    return Self.sorted(try Table(columns, rowCount: table.rowCount), file)
  }

  /// A table sorted by its pseudonyms: the order of the names would reveal which is which.
  private static func sorted(_ table: Table, _ file: BundleLayout.File) -> Table {
    let fields = file.recordKind?.key ?? []
    guard fields.contains(where: { rules[file.kind]?[$0] != nil || everywhere[$0] != nil }) else { return table }
    let keys = fields.compactMap { table[file.column(of: $0)] }.map { column in
      (0..<table.rowCount).map { column[$0].fileText }
    }
    let order = (0..<table.rowCount).sorted { a, b in
      for key in keys where key[a] != key[b] { return SkiRecords.precedes(key[a], key[b]) }
      return a < b
    }
    return table.selecting(rows: order)
  }

  /// Redacts each name of a comma-separated list.
  private mutating func renamed(_ kind: String, _ text: String) -> String {
    var names: [String] = []
    for word in text.split(separator: ",") { names.append(name(kind, String(word))) }
    return names.joined(separator: ",")
  }

  private func redactedTimes(_ column: Column) -> Column {
    switch column.values {
    case .datetime(let all): Column(column.name, .datetime(all.map { $0.flatMap { moment($0) } }))
    case .date(let all):
      Column(
        column.name,
        .date(all.map { day in day.flatMap { CalendarDate(year: $0.civil.year, month: $0.civil.month, day: 1) } }))
    default: column
    }
  }

  private enum Rule {
    case drop
    case rename(String)
    /// Numbers reveal nothing; anything else in their place may be a name.
    case renameWords(String)
    case renameTerms
  }

  /// Free text may contain anything, so it is left out.
  private static let everywhere: [String: Rule] = [
    "comment": .drop, "nickname": .drop, "description": .drop, "latitude": .drop, "longitude": .drop,
    "utc_offset_minutes": .drop, "waxer": .rename("waxer"), "tester": .rename("waxer"), "rater": .rename("waxer"),
    "team": .rename("team"), "tags": .rename("tag"), "grinding": .rename("grinding"), "place": .rename("place"),
    "owner": .rename("athlete"), "session": .renameWords("session"), "serial_number": .rename("pair"),
    "winner": .rename("pair"), "loser": .rename("pair"), "winner_treatment": .rename("recipe"),
    "loser_treatment": .rename("recipe"), "recipe": .rename("recipe"),
  ]

  private static let rules: [String: [String: Rule]] = [
    SkiKinds.athlete: [
      "number": .rename("athlete"), "first_name": .drop, "last_name": .drop, "fis_code": .drop, "nation": .drop,
    ], SkiKinds.waxer: ["code": .rename("waxer"), "name": .drop], SkiKinds.team: ["name": .rename("team")],
    SkiKinds.term: ["name": .renameTerms, "best_snow": .drop, "best_above_c": .drop, "best_below_c": .drop],
  ]
}
