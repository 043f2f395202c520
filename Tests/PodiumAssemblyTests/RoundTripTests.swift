import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Writing a table with `save` and reading it with `load` is the identity, in every format.
///
/// What a format has no word for is said here once, and nothing else may differ.
struct RoundTripTests {
  /// A format by its extension, and what it cannot say.
  struct Format: Sendable, CustomTestStringConvertible {
    let ending: String
    /// The keys beside `types=`; nil where the file says its types itself and needs none.
    var keys: String?
    /// What is lost.
    var losses: Set<Loss> = []

    var testDescription: String { ending }
  }

  /// What a format has no word for.
  enum Loss {
    /// The order of categories, and those that no row has.
    case levels
    /// The list of categories without an order: it comes back in code-point order, without those that no row has.
    case categoryLevels
    /// The empty text, which is missing.
    case emptyText
    /// Infinities, which are missing.
    case infinities
    case zeroSign
    /// A table without rows, which is refused.
    case tablesWithoutRows
    case emptyNames
    /// The character U+0000.
    case zeroBytes
  }

  static let formats: [Format] = [
    Format(ending: "sqlite", losses: [.zeroSign]),
    Format(ending: "arff"),
    Format(ending: "json", losses: [.infinities, .categoryLevels]),
    Format(ending: "jsonl", losses: [.infinities, .categoryLevels]),
    Format(
      ending: "csv", keys: "header=yes missing-only=\"\"", losses: [.levels, .emptyText, .emptyNames, .zeroBytes]),
    Format(
      ending: "tsv", keys: "header=yes missing-only=\"\"", losses: [.levels, .emptyText, .emptyNames, .zeroBytes]),
    Format(ending: "xlsx", keys: "header=yes missing-only=\"\"", losses: [.levels, .emptyNames, .zeroBytes]),
    Format(ending: "ndjson", keys: "", losses: [.levels, .infinities, .tablesWithoutRows]),
    Format(ending: "rows.json", keys: "", losses: [.levels, .infinities, .tablesWithoutRows]),
    Format(ending: "rows.jsonl", keys: "", losses: [.levels, .infinities, .tablesWithoutRows]),
  ]

  @Test(arguments: formats, 1...60)
  func `what is saved to a file loads as it was`(_ format: Format, _ seed: Int) throws {
    let table = try RoundTripTests.table(seed, for: format)
    try RoundTripTests.check(table, format)
  }

  @Test func `every format that a table is written to is one of these`() throws {
    let written = try Assembly.registry().exporters.values.flatMap(\.extensions)
    let tried = Set(RoundTripTests.formats.map(\.ending))
    // Other extensions of the same formats, a calendar, which no importer reads, and files of Stata and SPSS, whose names
    // have rules of their own (`SavedAndLoadedTests`, `StatFileTests`).
    #expect(Set(written).subtracting(tried) == ["tab", "sqlite3", "db", "db3", "ics", "dta", "sav"])
  }

  /// A table whose shape goes by the seed: without rows, of one row, with nothing but gaps, or of a few rows.
  private static func table(_ seed: Int, for format: Format) throws -> Table {
    var tables = SampleTables(seed: UInt64(seed) + 40_000)
    tables.shortest = 0
    tables.numbers += [-0.0, 0, .infinity, -.infinity, .greatestFiniteMagnitude, 0.1, -1e-300]
    tables.names =
      [
        ["a,b", " x ", "NA", "1", "q\"q", "l\nl", "é;{}", "2024-01-05"],
        ["a", "A", "ä", "b'c", "d`e", "%", "f:g", "h=i"],
        ["select", "from", "rowid", "_rowid_", "oid", "table", "x\u{1B}y", "🎿"],
      ][seed % 3]
    if seed % 7 == 0, !format.losses.contains(.emptyNames) { tables.names[0] = "" }
    if !format.losses.contains(.zeroBytes) { tables.pieces.append("\u{0}") }
    switch seed % 10 {
    case 0: tables.rows = 0
    case 1: tables.rows = 1
    case 2: tables.missing = 1
    case 3:
      tables.rows = 1
      tables.missing = 1
    default: break
    }
    let table = try tables.table()
    guard seed % 4 == 0 else { return table }
    // Categories that no row has, and one column alone.
    if seed % 8 == 0 { return try Table([table.columns[seed / 8 % table.columns.count]]) }
    return try Table(
      table.columns.map { column in
        guard let values = column.categorical else { return column }
        let more = Categorical(
          levels: ["zz"] + values.levels + ["unused"], codes: values.codes.map { $0 < 0 ? -1 : $0 + 1 })
        return Column(column.name, column.type == .category ? .category(more) : .ordered(more))
      }, rowCount: table.rowCount)
  }

  /// Saves a table, loads the file and compares; then saves what was loaded and compares the bytes.
  private static func check(_ table: Table, _ format: Format) throws {
    let folder = TemporaryFolder()
    var session = try Assembly.session(folder: folder.path, datasets: [])
    session.state.current = Dataset(name: "sample", source: "made", table: table)
    try run("save first.\(format.ending)", &session)

    let expected = try format.expected(of: table)
    var line = "load first.\(format.ending)"
    if let keys = format.keys {
      line += " " + keys
      if !expected.columns.isEmpty {
        line +=
          " types=" + expected.columns.map { Session.quote($0.name + ":" + $0.type.rawValue) }.joined(separator: ",")
      }
    }
    if table.rowCount == 0, format.losses.contains(.tablesWithoutRows) {
      #expect(throws: Diagnostic.self) { try run(line, &session) }
      return
    }
    try run(line, &session)
    let loaded = try #require(session.state.current?.table)
    #expect(loaded == expected)
    if !format.losses.contains(.zeroSign) { #expect(signs(loaded) == signs(expected)) }

    session.state.current = Dataset(name: "sample", source: "made", table: loaded)
    try run("save second.\(format.ending)", &session)
    // What was lost once is not lost twice: the file is the same.
    if expected == table {
      let files = session.services.files
      #expect(
        try files.read(folder.path + "/first." + format.ending, shown: "first")
          == files.read(folder.path + "/second." + format.ending, shown: "second"))
    }
  }

  private static func run(_ line: String, _ session: inout Interpreter) throws {
    var error: Diagnostic?
    _ = session.run(line) { error = error ?? $0.error }
    if let error { throw error }
  }

  /// The signs of all numbers, which `==` does not see of zero.
  private static func signs(_ table: Table) -> [[FloatingPointSign?]] {
    table.columns.map { column in
      if case .number(let x) = column.values { x.map { $0.isNaN ? nil : $0.sign } } else { [] }
    }
  }
}

extension RoundTripTests.Format {
  /// What a table is after it was written and read.
  func expected(of table: Table) throws -> Table {
    return try Table(
      table.columns.map { column in
        switch column.values {
        case .number(let x) where losses.contains(.infinities):
          return Column(column.name, .number(x.map { $0.isInfinite ? .nan : $0 }))
        case .text(let x) where losses.contains(.emptyText):
          return Column(column.name, .text(x.map { $0 == "" ? nil : $0 }))
        case .category(let values):
          return Column(column.name, .category(expected(values, listIsKept: !losses.contains(.categoryLevels))))
        case .ordered(let values): return Column(column.name, .ordered(expected(values, listIsKept: true)))
        default: return column
        }
      }, rowCount: table.rowCount)
  }

  private func expected(_ values: Categorical, listIsKept: Bool) -> Categorical {
    if listIsKept, !losses.contains(.levels) { return values }
    return Categorical(
      values.codes.indices.map { row in
        let name = values.name(row)
        return losses.contains(.emptyText) && name == "" ? nil : name
      })
  }
}
