public import PodiumCore
internal import PodiumShell

/// Reads comma-separated values and their kin: any one-byte delimiter, any usual encoding, types by inference.
public enum CSVReader {
  /// Reads a whole file.
  ///
  /// `name` is the file as the user gave it; errors and notices name it and the line. Throws `empty-file`,
  /// `not-text`, `unclosed-quote`, `ragged-row`, `too-large`, `unknown-column` and `bad-option` for a
  /// declaration that does not hold, and `interrupted`. The rules are those of `CSVScanner` for cells, of
  /// `CSVDialect` and `CSVHeader` for what the options leave open, and of this target's README for types.
  public static func read(
    _ bytes: [UInt8], name: String, options: CSVOptions = CSVOptions(),
    cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) -> LoadedTable {
    try options.check()
    guard bytes.count <= Cell.maximumText / 4 else {
      throw Diagnostic("too-large", "the file is larger than 32 GB", help: "split the file").inFile(
        name, line: 1)
    }
    let decoded = try DecodedText.decode(bytes, name: name, as: options.encoding)
    let delimiter =
      options.delimiter
      ?? CSVDialect.delimiter(of: decoded.bytes.span, from: decoded.start, quote: options.quote)
    var scanner = CSVScanner(name: name, delimiter: delimiter, options: options, cancellation: cancellation)
    try scanner.scan(decoded.bytes.span, from: decoded.start)
    guard scanner.columnCount > 0 else {
      throw Diagnostic(
        "empty-file", "the file holds no rows", help: "check the path, or export the data again"
      )
      .inFile(name, line: 1)
    }
    let grid = scanner.grid(of: decoded.bytes)
    let missing = MissingWords(
      options.missing ?? MissingWords.standard, includesQuoted: options.quotedMissing)
    let whole = ColumnInference(
      grid: grid, rows: 0..<grid.rowCount, missing: missing, cancellation: cancellation)
    let hasHeader: Bool
    if let header = options.header {
      hasHeader = header
    } else {
      hasHeader = try CSVHeader.isPresent(grid, whole)
    }
    let (names, renamed) = hasHeader ? CSVHeader.names(grid) : (CSVHeader.standardNames(grid.columnCount), [])

    let inference = TableInference(types: options.types, levels: options.levels, missing: missing)
    let result = try inference.table(
      grid, rows: (hasHeader ? 1 : 0)..<grid.rowCount, names: names, cancellation: cancellation)
    var report = LoadReport(
      rows: result.table.rowCount, columns: result.columns, encoding: decoded.encoding, delimiter: delimiter,
      hasHeader: hasHeader, renamed: renamed, shortRows: scanner.oddities.shortRows,
      longRows: scanner.oddities.longRows, blankLines: scanner.oddities.blankLines, rejected: .init(), notes: [])
    report.notes = CSVNotices.of(
      report, scanner.oddities, decoded, bytes, headerWasGiven: options.header != nil)
    report.notes += result.notes
    return LoadedTable(table: result.table, report: report)
  }
}

extension CSVScanner {
  /// The scanned cells over the text they were cut from.
  func grid(of text: [UInt8]) -> CellGrid {
    CellGrid(
      text: unescaped.isEmpty ? text : text + unescaped, cells: cells, columnCount: columnCount, lines: lines)
  }
}
