internal import PodiumCore
internal import PodiumPlugin

/// How to read a page; what is nil is detected.
struct HTMLOptions: Sendable {
  /// The number of the table, from 1, or words from its caption or the heading before it.
  var table: String?
  /// Whether the first row names the columns.
  var header: Bool?
  var missing: [String]?
  var types: [String: ColumnType] = [:]
}

/// Reads one table of an HTML page.
enum HTMLReader {
  /// Reads a whole page.
  ///
  /// Throws `no-table`, `unknown-table`, `not-text`, `too-large` and `interrupted`.
  static func read(
    _ bytes: [UInt8], name: String, options: HTMLOptions = HTMLOptions(),
    cancellation: Cancellation,
    budget: ReadBudget? = nil
  ) throws(Diagnostic) -> ReadTable {
    let budget = budget ?? ReadBudget(name, opened: bytes.count)
    var options = options
    if options.missing == nil, isPodium(bytes) { options.missing = MissingWords.standard + ["·"] }
    let page = try page(bytes, name: name, cancellation: cancellation, budget)
    let choice = try choose(page.tables, options.table, file: name)
    // The grid, copies of the rows, and the columns.
    let chosen = page.tables[choice.place]
    try budget.use(rows: chosen.rows.count, columns: chosen.columnCount, cell: 32)
    try budget.use(page.text.count + chosen.rows.count * 128)
    var read = try HTMLTableShape(
      page.tables[choice.place], text: page.text, options: options, file: name
    )
    .read(cancellation: cancellation)
    read.facts.insert(.init("table", .integer(choice.place + 1)), at: 0)
    if let note = choice.note { read.notes.insert(note, at: 0) }
    return read
  }

  /// The cells of the table with the most cells, as texts; a spanning cell is repeated.
  ///
  /// Throws what `read` throws.
  static func cells(
    _ bytes: [UInt8], name: String, cancellation: Cancellation, budget: ReadBudget
  ) throws(Diagnostic) -> [[String]] {
    let page = try page(bytes, name: name, cancellation: cancellation, budget)
    let table = page.tables[try choose(page.tables, nil, file: name).place]
    try CellRows.check(table.slots, name: name)
    try budget.use(CellRows.rowBytes(rows: table.rows.count, cells: table.slots) + page.text.count)
    return table.rows.map { row in
      row.cells.map { $0 < 0 ? "" : String(decoding: page.text[table.cells[Int($0)].text], as: UTF8.self) }
    }
  }

  /// All tables of a page, as texts and links.
  ///
  /// Throws `not-text`, `too-large` and `interrupted`.
  static func tables(
    _ bytes: [UInt8], name: String, cancellation: Cancellation
  ) throws(Diagnostic) -> [WebTable] {
    let budget = ReadBudget(name, opened: bytes.count)
    let page = try page(bytes, name: name, cancellation: cancellation, budget)
    let slots = page.tables.reduce(0) { $0 + $1.slots }
    try CellRows.check(slots, name: name)
    try budget.use(rows: slots, columns: 1, cell: 2 * MemoryLayout<WebTable.Cell>.stride)
    try budget.use(page.text.count + page.tables.reduce(0) { $0 + $1.rows.count } * 128)
    return page.tables.map { table in
      let cells = table.cells.map {
        WebTable.Cell(String(decoding: page.text[$0.text], as: UTF8.self), link: $0.link, isHeading: $0.isHeading)
      }
      let rows = table.rows.map { row in
        WebTable.Row(line: row.line, cells: row.cells.map { $0 < 0 ? WebTable.Cell("") : cells[Int($0)] })
      }
      return WebTable(caption: table.caption, heading: table.heading, rows: rows)
    }
  }

  /// Whether a page begins here: a doctype, `<html>` or a table.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    let start = String(
      decoding: bytes.prefix(4096).drop { $0 <= 0x20 || $0 >= 0x80 }.prefix(15), as: UTF8.self
    ).lowercased()
    return ["<!doctype html", "<html", "<table", "<head", "<body"].contains { start.hasPrefix($0) }
  }

  /// Whether podium wrote a page, where `·` is a missing value.
  private static func isPodium(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(1024), as: UTF8.self).contains("<meta name=\"generator\" content=\"podium\">")
  }

  private static func page(
    _ bytes: [UInt8], name: String, cancellation: Cancellation, _ budget: ReadBudget
  ) throws(Diagnostic) -> HTMLTables {
    let decoded = try DecodedText.decode(bytes, name: name)
    if decoded.encoding != .utf8, let charset = charset(bytes), !isOurs(charset) {
      throw Diagnostic(
        "not-text", "the page declares the encoding '\(SafeText.escape(charset))', which podium does not read",
        help: "convert it first: iconv -f \(SafeText.escape(charset)) -t utf-8 FILE"
      ).inFile(name, line: 1)
    }
    return try HTMLTables(
      decoded.bytes.span, from: decoded.start, name: name, cancellation: cancellation,
      budget: budget)
  }

  /// The requested table, or the one with the most cells.
  private static func choose(
    _ tables: [HTMLTable], _ wanted: String?, file: String
  ) throws(Diagnostic) -> (place: Int, note: String?) {
    guard tables.contains(where: { !$0.cells.isEmpty }) else {
      throw Diagnostic(
        "no-table", "the page has no table with cells",
        help: "look for a data file that the page loads; pages built by scripts keep their data elsewhere"
      ).inFile(file, line: 1)
    }
    var candidates = Array(tables.indices)
    if let wanted {
      if let number = Int(wanted) {
        guard number >= 1, number <= tables.count else {
          throw Diagnostic(
            "unknown-table", "there is no table \(number); the page has \(tables.count.counted("table"))",
            help: list(tables)
          ).inFile(file, line: 1)
        }
        return (number - 1, nil)
      }
      let needle = wanted.lowercased()
      candidates = candidates.filter {
        tables[$0].caption.lowercased().contains(needle) || tables[$0].heading.lowercased().contains(needle)
      }
      if candidates.isEmpty {
        throw Diagnostic(
          "unknown-table", "no table caption or heading contains '\(SafeText.escape(wanted))'", help: list(tables)
        ).inFile(file, line: 1)
      }
    }
    let most = candidates.map { tables[$0].slots }.max() ?? 0
    let place = candidates.first { tables[$0].slots == most } ?? 0
    let others = candidates.filter { $0 != place && !tables[$0].cells.isEmpty }
    if others.isEmpty { return (place, nil) }
    return (
      place,
      "the largest of \((others.count + 1).counted("table")) was read; others: "
        + others.prefix(8).map { shown($0, tables[$0]) }.joined(separator: ", ") + (others.count > 8 ? ", …" : "")
    )
  }

  private static func shown(_ place: Int, _ table: HTMLTable) -> String {
    "table=\(place + 1) (\(table.rows.count) × \(table.columnCount)"
      + (table.label.isEmpty ? ")" : ", \(table.label.quotedInNotice))")
  }

  private static func list(_ tables: [HTMLTable]) -> String {
    "the tables with cells are "
      + tables.indices.filter { !tables[$0].cells.isEmpty }.prefix(8).map { shown($0, tables[$0]) }
      .joined(separator: ", ")
  }

  /// The encoding a page declares in its first bytes.
  private static func charset(_ bytes: [UInt8]) -> String? {
    let start = String(decoding: bytes.prefix(2048).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
    guard let sign = start.firstRange(of: "charset=") else { return nil }
    let name = start[sign.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
      .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    return name.isEmpty ? nil : String(name)
  }

  private static func isOurs(_ charset: String) -> Bool {
    [
      "utf-8", "utf8", "windows-1252", "cp1252", "iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii", "utf-16",
      "utf-16le",
    ]
    .contains(charset)
  }
}
