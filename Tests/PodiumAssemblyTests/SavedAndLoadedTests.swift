import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumPlugin
import PodiumTestKit
import Testing

/// Whatever a table holds: `load FILE` without a key gives what `save FILE` had, or `save` says which column differs.
struct SavedAndLoadedTests {
  static let endings = [
    "csv", "tsv", "xlsx", "arff", "sqlite", "json", "jsonl", "ndjson", "rows.json", "rows.jsonl", "dta", "sav",
  ]

  @Test(arguments: endings, 1...50)
  func `what does not come back is in a note, and nothing else is`(_ ending: String, _ seed: Int) throws {
    var tables = OddTables(seed: UInt64(seed) + 7_000)
    try SavedAndLoadedTests.check(tables.table(), ending)
  }

  @Test(arguments: endings, 1...40)
  func `a single column comes back alike`(_ ending: String, _ seed: Int) throws {
    var tables = OddTables(seed: UInt64(seed) + 90_000)
    let table = try tables.table()
    try SavedAndLoadedTests.check(Table([table.columns[seed % table.columns.count]]), ending)
  }

  @Test(arguments: endings, 1...10)
  func `durations and times of day come back, or a note says so`(_ ending: String, _ seed: Int) throws {
    var random = SystemlessRandom(seed: UInt64(seed))
    func seconds(_ most: Int) -> [Double] {
      (0..<6).map { _ in
        random.chance(0.2) ? .nan : Double(random.below(most * 1000)) / random.pick([1.0, 10, 100, 1000, 3000])
      }
    }
    try SavedAndLoadedTests.check(
      Table([
        Column("id", .integer([1, 2, 3, 4, 5, 6])), Column("lap", .number(seconds(4000)), scale: .duration),
        Column("gap", .number(seconds(90).map { -$0 }), scale: .duration),
        Column("at", .number(seconds(86_400).map { $0.truncatingRemainder(dividingBy: 86_400) }), scale: .time),
      ]), ending)
  }

  @Test(arguments: endings, 1...10)
  func `moments of a zone come back, with the zone or a note`(_ ending: String, _ seed: Int) throws {
    var random = SystemlessRandom(seed: UInt64(seed))
    // Around the hour that occurs twice, and over the years.
    let start = random.chance(0.5) ? 1_729_980_000 : 1_500_000_000
    let unit = random.pick([1_000_000, 60_000_000, 1_800_000_000])
    let zone = try Zone("Europe/Stockholm", rules: SystemZones.rules("Europe/Stockholm"))
    let offset = try #require(Zone(offset: "-03:30"))
    func moments(_ random: inout SystemlessRandom) -> ColumnValues {
      .datetime(
        (0..<6).map { _ in
          random.chance(0.2) ? nil : Moment(microseconds: start * 1_000_000 + random.below(20) * unit)
        })
    }
    try SavedAndLoadedTests.check(
      Table([
        Column("id", .integer([1, 2, 3, 4, 5, 6])), Column("at", moments(&random), scale: .zone(zone)),
        Column("there", moments(&random), scale: .zone(offset)), Column("utc", moments(&random)),
      ]), ending)
  }

  @Test(arguments: ["csv", "tsv", "xlsx", "json", "jsonl", "sqlite", "arff"])
  func `moments of a zone are the same ones again`(_ ending: String) throws {
    let zone = try Zone("Europe/Stockholm", rules: SystemZones.rules("Europe/Stockholm"))
    let moments = ["2024-03-01T07:30Z", "2024-07-01T22:30Z", "2024-10-27T00:30Z", "2024-10-27T01:30Z"].map {
      Moment(iso: $0)
    }
    let (loaded, _) = try SavedAndLoadedTests.again(
      Table([Column("at", .datetime(moments), scale: .zone(zone)), Column("n", .integer([1, 2, 3, 4]))]), ending)
    #expect(loaded?["at"]?.values == .datetime(moments))
  }

  @Test(arguments: ["csv", "tsv", "xlsx", "arff", "sqlite", "json", "jsonl"])
  func `words that look like missing values are text again`(_ ending: String) throws {
    for word in ["", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null"] {
      let table = try Table([
        Column("id", .integer([1, 2, 3])), Column("word", .category(Categorical([word, "w", nil]))),
        Column("only", .category(Categorical([word, word, word]))),
      ])
      let (loaded, notes) = try SavedAndLoadedTests.again(table, ending)
      #expect(try #require(loaded) == table, "\(word) in .\(ending)")
      #expect(notes.isEmpty)
    }
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "ndjson", "arff", "sqlite", "xlsx"])
  func `codes that could be numbers are text again`(_ ending: String) throws {
    let table = try Table([
      Column("phone", .category(Categorical(["+46701740605", "+46701740611"]))),
      Column("article", .category(Categorical(["1E5", "12E3"]))),
      Column("code", .category(Categorical(["007", "012"]))),
    ])
    let (loaded, notes) = try SavedAndLoadedTests.again(table, ending)
    #expect(try #require(loaded) == table)
    #expect(notes.isEmpty)
  }

  @Test func `a column that comes back as another type is named with its first changed cell`() throws {
    let table = try Table([
      Column("code", .text(["1", "2.50"])), Column("size", .ordered(Categorical(levels: ["s", "m"], codes: [0, 1]))),
      Column("y", .number([1, 2.5]), role: .target),
    ])
    let (_, notes) = try SavedAndLoadedTests.again(table, "csv")
    #expect(
      notes == [
        "loaded again, 'code' is number, not text; it has 1 other cell, first in row 2: 2.5 instead of '2.50'",
        "loaded again, 'size' is category, not ordered", "loaded again, 'y' does not keep the role target",
      ])
  }

  @Test func `moments that show the clock of a zone are named where a file does not keep it`() throws {
    let table = try Table([
      Column(
        "at", .datetime([Moment(microseconds: 0), nil]),
        origin: ColumnOrigin([ColumnOrigin.clock(of: "Europe/Stockholm")])),
      Column("hour", .integer([0, 1]), origin: ColumnOrigin(["at"])),
    ])
    for ending in ["csv", "xlsx", "arff"] {
      let (_, notes) = try SavedAndLoadedTests.again(table, ending)
      #expect(notes == ["loaded again, 'at' does not name Europe/Stockholm, whose clock it shows"], "\(ending)")
    }
  }

  @Test(arguments: ["json", "jsonl"]) func `what a column was made from comes back`(_ ending: String) throws {
    let table = try Table([
      Column("x", .integer([1, 2])), Column("twice", .integer([2, 4]), origin: ColumnOrigin(["x"])),
      Column("place", .integer([1, 2]), origin: ColumnOrigin([], chosenBy: ["x"], usesOtherRows: true)),
    ])
    let (loaded, notes) = try SavedAndLoadedTests.again(table, ending)
    #expect(try #require(loaded) == table)
    #expect(notes.isEmpty)
  }

  @Test func `what nothing reads has no note`() throws {
    let (_, notes) = try SavedAndLoadedTests.again(Table([Column("x", .integer([1]))]), "csv")
    #expect(notes.isEmpty)
  }

  // MARK: Saving and loading

  /// Loads what was saved, without a key; nil where that is an error. The notes are those of `save`.
  private static func again(_ table: Table, _ ending: String) throws -> (loaded: Table?, notes: [String]) {
    let folder = TemporaryFolder()
    var session = try Assembly.session(folder: folder.path, datasets: [])
    session.state.current = Dataset(name: "sample", source: "made", table: table)
    var notes: [String] = []
    var error: Diagnostic?
    _ = session.run("save t.\(ending)") { report in
      error = error ?? report.error
      for case .note(let note) in report.outputs where !note.text.contains("formulas") { notes.append(note.text) }
    }
    if let error { throw error }
    _ = session.run("load t.\(ending)") { error = error ?? $0.error }
    return (error == nil ? session.state.current?.table : nil, notes)
  }

  private static func check(_ table: Table, _ ending: String) throws {
    let (loaded, notes): (Table?, [String])
    do {
      (loaded, notes) = try again(table, ending)
    } catch let error as Diagnostic where error.code == "not-representable" {
      // A format that has no place for infinity says so, and writes nothing.
      return
    }
    guard let loaded else {
      #expect(notes.count == 1 && notes[0].hasPrefix("'load' cannot read t.\(ending) again"))
      return
    }
    #expect(notes.contains { $0.hasPrefix("loaded again, the table has") } == !hasShape(loaded, of: table))
    for (one, other) in zip(table.columns, loaded.columns) {
      let name = Abridged.quoted(one.name)
      let isNamed = notes.contains { note in
        note.hasPrefix("loaded again, \(name) ") || (note.contains("more column") && note.contains(name))
      }
      #expect(isNamed == !isSame(one, other), "'\(one.name)' of \(one.type) in .\(ending): \(notes)")
    }
  }

  private static func hasShape(_ table: Table, of other: Table) -> Bool {
    table.rowCount == other.rowCount && table.columns.count == other.columns.count
  }

  /// Whether two columns are equal to a reader: names, types, the order of ordered categories, and each cell by its bytes.
  private static func isSame(_ a: Column, _ b: Column) -> Bool {
    guard bytes(a.name) == bytes(b.name), a.type == b.type, a.role == b.role, a.scale == b.scale, a.count == b.count
    else { return false }
    if a.type == .ordered, a.categorical?.levels != b.categorical?.levels { return false }
    return (0..<a.count).allSatisfy { row in
      switch (a[row], b[row]) {
      case (.missing, .missing): true
      case (.missing, _), (_, .missing): false
      case (.number(let x), .number(let y)): x.bitPattern == y.bitPattern
      case (let x, let y): bytes(x.fileText) == bytes(y.fileText)
      }
    }
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// Tables of cells that a format might take for something else.
private struct OddTables {
  private var random: SystemlessRandom
  private let rows: Int
  private let missing: Double

  init(seed: UInt64) {
    random = SystemlessRandom(seed: seed)
    rows = [0, 1, 2, 3, 6, 12][random.below(6)]
    missing = [0, 0.2, 0.9, 1][random.below(4)]
  }

  private static let texts = [
    "", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "-", ".", "?", " ", "007", "00", "+1", "+46701740605",
    "1E5", "12E3", "1e5", "1.0", "1", "-0", "2.50", "1,5", "1,250", "1.250", "(3.00)", "5.00-", "12%", "$5.00", "5 kg",
    "2024-01-05", "2024-01-05T10:00:00Z", "2023-02-29", "31/12/2024", "03/04/24", "12:30", "true", "FALSE", "yes",
    "sep=;", "sep=,", "a,b", "a;b", "a\tb", "a|b", "say \"x\"", "\"", "'", "'x'", "1\n2", "1\r\n2", "\r", "\n", " a",
    "a ",
    "e\u{301}", "é", "\u{FEFF}x", "\u{1B}", "\u{1}", "\u{85}", "\u{2028}", "=1+1", "@x", "\\", "\\N", "%", "{}", "[1]",
    "<b>",
    "&amp;", "_x000D_", "#DIV/0!", "# x", "🎿", "9007199254740993", "1e400", "Infinity", "x",
  ]
  private static let names = [
    "a", "A", "b,c", " d ", "NA", "1", "q\"q", "l\nl", "é;{}", "2024-01-05", "sep=;", "x'y", "select", "rowid", "%",
    "#h",
    "true", "+1", "=f", "",
  ]
  private static let numbers: [Double] = [
    0, -0.0, 0.1, -0.5, 1, 1e15, 1e16, 1e22, 0x1p53, 0x1p63, 1e300, -1e-300, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, .infinity, -.infinity, 100, 12.5, 1e-7,
  ]
  private static let wholes = [0, 1, -1, 7, 1 << 53, 1 << 53 + 1, Int.max, -Int.max, 20240105, 1_000_000]
  private static let moments = [
    0, 1, -1, 900_000_000, 899_999_999, 1_617_000_000_123_456, -62_135_596_800_000_000, 253_402_300_799_999_999,
    1_616_889_600_000_000, 1_616_890_500_000_000, -2_203_891_200_000_001, 500, 86_400_000_000,
  ]

  mutating func table() throws -> Table {
    var names = OddTables.names
    let types = ColumnType.allCases + [.text, .category]
    return try Table(
      types.map { type in
        let name = names.remove(at: random.below(names.count))
        return Column(name, values(type), role: random.chance(0.1) ? .group : nil)
      }, rowCount: rows)
  }

  private mutating func values(_ type: ColumnType) -> ColumnValues {
    // Some columns are of a few texts of one kind, as those of files are.
    let start = random.below(OddTables.texts.count - 3)
    let texts = random.chance(0.5) ? OddTables.texts : Array(OddTables.texts[start..<(start + 3)])
    switch type {
    case .number: return .number(cells { $0.pick(OddTables.numbers) }.map { $0 ?? .nan })
    case .integer: return .integer(cells { $0.pick(OddTables.wholes) }.map { $0 ?? ColumnValues.missingInteger })
    case .text: return .text(cells { $0.pick(texts) })
    case .category: return .category(Categorical(cells { $0.pick(texts) }))
    case .ordered:
      let values = Categorical(cells { $0.pick(texts) })
      return .ordered(values.reordered(values.levels.indices.reversed()))
    case .boolean: return .boolean(cells { $0.chance(0.5) })
    case .date:
      return .date(cells { CalendarDate(days: $0.pick([0, -719_162, 2_932_896, 18_000, -25_568, -25_509, -25_510])) })
    case .datetime: return .datetime(cells { Moment(microseconds: $0.pick(OddTables.moments)) })
    }
  }

  private mutating func cells<Element>(_ make: (inout SystemlessRandom) -> Element) -> [Element?] {
    (0..<rows).map { _ in
      let value = make(&random)
      return random.chance(missing) ? nil : value
    }
  }
}
