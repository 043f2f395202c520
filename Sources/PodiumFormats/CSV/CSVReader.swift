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
    let text = decoded.bytes.span
    let start = CSVReader.skipped(text, from: decoded.start, lines: options.skip)
    let dialect = CSVDialect.find(text, from: start, options: options)
    var scanner = CSVScanner(name: name, dialect: dialect, limits: options.limits, cancellation: cancellation)
    try scanner.scan(text, from: start, to: text.count, line: options.skip + 1)
    let layout = try CSVLayout(&scanner, decoded)
    let grid = layout.grid(scanner.records, of: decoded.bytes)
    let missing = MissingWords(
      options.missing ?? MissingWords.standard, includesQuoted: options.quotedMissing)
    let whole = ColumnInference(
      grid: grid, rows: 0..<grid.rowCount, missing: missing, formats: options.formats, cancellation: cancellation)
    let hasHeader: Bool
    if layout.lacksFirstName {
      hasHeader = true
    } else if let header = options.header {
      hasHeader = header
    } else {
      hasHeader = try CSVHeader.isPresent(grid, whole)
    }
    var depth = hasHeader && grid.rowCount > 0 ? 1 : 0
    if depth == 1, options.header == nil { depth = try CSVHeader.depth(grid, whole) }
    let (names, renamed) =
      depth > 0 ? CSVHeader.names(grid, depth: depth) : (CSVHeader.standardNames(grid.columnCount), [])

    let inference = TableInference(
      types: options.types, levels: options.levels, missing: missing, formats: options.formats)
    let result = try inference.table(
      grid, rows: depth..<grid.rowCount, names: names, cancellation: cancellation)
    var report = LoadReport(
      rows: result.table.rowCount, columns: result.columns, encoding: decoded.encoding, dialect: dialect,
      formats: result.formats, headerRows: depth, firstLine: Int(grid.lines.first ?? 1), renamed: renamed,
      shortRows: layout.shortRows, longRows: layout.longRows, blankLines: layout.blankLines,
      rejected: layout.rejected)
    report.notes = CSVNotices.of(report, layout, scanner, decoded, bytes, options: options) + result.notes
    if options.isStrict { try CSVStrictness.check(report, layout, scanner, decoded, name) }
    return LoadedTable(table: result.table, report: report)
  }

  /// The place behind so many lines.
  private static func skipped(_ text: Span<UInt8>, from start: Int, lines: Int) -> Int {
    var i = start
    var left = lines
    while left > 0, i < text.count {
      if text[i] == 0x0A || (text[i] == 0x0D && !(i + 1 < text.count && text[i + 1] == 0x0A)) { left -= 1 }
      i += 1
    }
    return i
  }
}
