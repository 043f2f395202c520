internal import PodiumCore
internal import PodiumPlugin

/// The cells of a file as texts, row by row: no names, no types, and rows as wide as written.
///
/// For files with more than one table, or with values next to labels, which do not fit a table. Row i is on
/// line i + 1 of delimited text whose cells hold no line ends, and in row i + 1 of a sheet.
enum CellRows {
  /// Maximum number of cells returned.
  static let most = 8 << 20

  /// Reads delimited text, the first sheet of a workbook that is not hidden, or the largest table of a page.
  ///
  /// Throws `foreign-format` for other formats that are recognised, `empty-file`, `too-large` and what the reader of
  /// the format throws.
  static func read(
    _ bytes: [UInt8], name: String, cancellation: Cancellation, budget: ReadBudget? = nil
  ) throws(Diagnostic) -> [[String]] {
    let budget = budget ?? ReadBudget(name, opened: bytes.count)
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      return try XLSXReader.cells(bytes, name: name, cancellation: cancellation)
    }
    try ForeignContent.refuse(bytes, name: name, as: "rows of cells")
    if HTMLReader.begins(bytes) {
      return try HTMLReader.cells(bytes, name: name, cancellation: cancellation, budget: budget)
    }
    return try delimited(bytes, name: name, cancellation: cancellation, budget: budget).map(\.cells)
  }

  /// Reads delimited text as one sheet, all sheets of a workbook, or all tables of a page, with what their cells show.
  ///
  /// Throws what `read` throws; an empty sheet of several has no rows.
  static func sheets(
    _ bytes: [UInt8], name: String, cancellation: Cancellation, budget: ReadBudget
  ) throws(Diagnostic) -> [CellSheet] {
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      return try XLSXReader.sheets(bytes, name: name, cancellation: cancellation, budget: budget)
    }
    try ForeignContent.refuse(bytes, name: name, as: "rows of cells")
    guard HTMLReader.begins(bytes) else {
      return [CellSheet(rows: try delimited(bytes, name: name, cancellation: cancellation, budget: budget))]
    }
    let tables = try HTMLReader.tables(bytes, name: name, cancellation: cancellation)
    return tables.enumerated().map { place, table in
      let label = table.caption.isEmpty ? table.heading : table.caption
      return CellSheet(
        tables.count == 1 ? nil : label.isEmpty ? "table \(place + 1)" : label,
        rows: table.rows.map { CellSheet.Row(line: $0.line, cells: $0.cells.map(\.text)) })
    }
  }

  /// Counts cells that are about to be returned; throws `too-large` if there are too many.
  static func check(_ count: Int, name: String) throws(Diagnostic) {
    guard count > most else { return }
    throw Diagnostic(
      "too-large", "'\(name)' has more than \(most >> 20) million cells", help: "split the file, or load it as a table")
  }

  /// The bytes of rows of short texts; longer ones take what their text takes.
  static func rowBytes(rows: Int, cells: Int) -> Int {
    rows * 64 + cells * MemoryLayout<String>.stride
  }

  // MARK: Delimited text

  private static func delimited(
    _ bytes: [UInt8], name: String, cancellation: Cancellation, budget: ReadBudget
  ) throws(Diagnostic) -> [CellSheet.Row] {
    let decoded = try DecodedText.decode(bytes, name: name)
    let separator = SeparatorLine(decoded.bytes.span, from: decoded.start)
    let dialect = CSVDialect(delimiter: separator?.delimiter ?? delimiter(of: decoded))
    var scanner = CSVScanner(
      name: name, dialect: dialect, limits: ReadLimits(), cancellation: cancellation)
    scanner.budget = budget
    try scanner.scan(decoded.bytes.span, from: decoded.start, to: decoded.bytes.count)
    let records = scanner.records
    try check(records.cells.count, name: name)
    try budget.use(rowBytes(rows: records.count, cells: records.cells.count) + decoded.bytes.count)
    let text = decoded.bytes + records.unescaped
    let span = text.span
    let rows: [CellSheet.Row] = (0..<records.count).map { record in
      // The line for a spreadsheet keeps its place, so that rows keep their lines.
      let line = Int(records.lines[record])
      if record == 0, separator != nil { return CellSheet.Row(line: line, cells: []) }
      let cells = records.range(record).map { place in
        let core = CellGrid.core(of: records.cells[place], in: span)
        return String(decoding: text[core], as: UTF8.self)
      }
      return CellSheet.Row(line: line, cells: cells)
    }
    guard rows.contains(where: { $0.cells.contains { !$0.isEmpty } }) else { throw Diagnostic.emptyFile(name) }
    return rows
  }

  /// The first delimiter that occurs on half of the lines, otherwise the most frequent one.
  ///
  /// In order of reliability: commas are decimal marks where semicolons separate the cells. Rows of one width, which
  /// `CSVDialect` relies on, cannot be expected here.
  private static func delimiter(of decoded: DecodedText) -> UInt8 {
    let candidates: [UInt8] = [0x3B, 0x09, 0x2C, 0x7C]
    var best = (delimiter: candidates[0], count: 0)
    for delimiter in candidates {
      var scanner = CSVScanner(
        name: "", dialect: CSVDialect(delimiter: delimiter), limits: ReadLimits(cellBytes: Cell.maximumLength),
        cancellation: Cancellation())
      let end = min(decoded.bytes.count, decoded.start + CSVDialect.sampleBytes)
      // What exceeds the limits is refused when the whole text is split.
      do throws(Diagnostic) { try scanner.scan(decoded.bytes.span, from: decoded.start, to: end) } catch {}
      let count = scanner.records.cells.count - scanner.records.count
      if count >= max(1, scanner.records.count / 2) { return delimiter }
      if count > best.count { best = (delimiter, count) }
    }
    return best.delimiter
  }
}
