public import PodiumCore
public import PodiumPlugin

/// Reads delimited text: any one-byte delimiter, any usual encoding, inferred types.
public enum CSVReader {
  /// Reads a whole file.
  ///
  /// `name` is the file as the user gave it; errors and notices name it and the line. Throws `empty-file`,
  /// `not-text`, `unclosed-quote`, `ragged-row`, `too-large`, `unknown-column` and `bad-option` for a
  /// declaration that does not hold, and `interrupted`. The rules are those of `CSVScanner` for cells, of
  /// `CSVDialect` and `CSVHeader` for what the options leave open, and of this target's README for types.
  public static func read(
    _ bytes: [UInt8], name: String, options given: DelimitedOptions = DelimitedOptions(),
    cancellation: Cancellation = Cancellation(), budget: ReadBudget? = nil
  ) throws(Diagnostic) -> LoadedTable {
    try given.check()
    let budget = budget ?? ReadBudget(name, opened: bytes.count)
    guard bytes.count <= Cell.maximumText / 4 else {
      throw Diagnostic("too-large", "the file is larger than 32 GB", help: "split the file").inFile(
        name, line: 1)
    }
    let decoded = try DecodedText.decode(bytes, name: name, as: given.encoding, threads: given.threads)
    let text = decoded.bytes.span
    var options = given
    let separator = SeparatorLine(text, from: decoded.start)
    if let separator {
      options.skip = max(1, given.skip)
      options.delimiter = given.delimiter ?? separator.delimiter
    }
    let start = CSVReader.skipped(text, from: decoded.start, lines: options.skip)
    let dialect = CSVDialect.find(text, from: start, options: options)
    var missing = MissingWords(options.missing ?? MissingWords.standard, quoted: options.quotedMissing)
    var inference = TableInference(
      types: options.types, levels: options.levels, missing: missing, formats: options.formats)
    inference.mayHaveCommas = dialect.delimiter == 0x3B
    let bulk = CSVBulk(
      decoded: decoded, dialect: dialect, options: options, missing: missing, name: name,
      cancellation: cancellation,
      budget: budget)
    let before = budget.used
    if let outcome = try bulk.read(from: start) {
      let result = try inference.assemble(
        outcome.readings, names: outcome.head.names, rowCount: outcome.rowCount, mismatches: outcome.mismatches)
      return try loaded(result, outcome.head, decoded, dialect, bytes, name, options, separator)
    }
    budget.free(budget.used - before)
    var scanner = CSVScanner(
      name: name, dialect: dialect, limits: options.limits, cancellation: cancellation)
    scanner.budget = budget
    scanner.keepsBlankLines = false
    try scanner.scan(text, from: start, to: text.count, line: options.skip + 1)
    // Which records are blank, and which are rows.
    try budget.use(scanner.records.count * 20)
    var layout = try CSVLayout(&scanner, decoded)
    layout.blankLines += scanner.records.skippedBlankLines
    guard layout.columnCount > 0 else {
      throw options.skip > 0 && start > decoded.start
        ? Diagnostic(
          "empty-file", "the file has no rows after the first \(options.skip.counted("line"))",
          help: "skip fewer lines, as in skip=0"
        ).inFile(name, line: 1) : Diagnostic.emptyFile(name)
    }
    // The grid of cells, their lines, the text with what is unescaped, and the columns.
    try budget.use(rows: layout.rows.count, columns: layout.columnCount, cell: 24)
    try budget.use(layout.rows.count * 4 + (scanner.records.unescaped.isEmpty ? 0 : text.count))
    let head = try CSVHead(
      layout, scanner, decoded: decoded, options: options, missing: missing, cancellation: cancellation)
    missing.settle(head.grid, from: head.depth)
    inference.missing = missing
    let result = try inference.table(
      head.grid, rows: head.depth..<head.grid.rowCount, names: head.names, cancellation: cancellation)
    return try loaded(result, head, decoded, dialect, bytes, name, options, separator)
  }

  private static func loaded(
    _ result: TableInference.Result, _ head: CSVHead, _ decoded: DecodedText, _ dialect: CSVDialect, _ file: [UInt8],
    _ name: String, _ options: DelimitedOptions, _ separator: SeparatorLine?
  ) throws(Diagnostic) -> LoadedTable {
    let layout = head.layout
    var report = CSVReport(
      rows: result.table.rowCount, columns: result.columns, encoding: decoded.encoding, dialect: dialect,
      formats: result.formats, headerRows: head.depth, firstLine: Int(head.grid.lines.first ?? 1),
      renamed: head.renamed, shortRows: layout.shortRows, longRows: layout.longRows, blankLines: layout.blankLines,
      rejected: layout.rejected)
    report.notes =
      CSVNotices.of(report, layout, head.scanner, decoded, file, options: options) + result.notes
    if let separator { report.notes.insert(separator.notice, at: 0) }
    if options.isStrict { try CSVStrictness.check(report, layout, head.scanner, decoded, name) }
    return LoadedTable(table: result.table, report: report)
  }

  /// The position after this many lines.
  static func skipped(_ text: Span<UInt8>, from start: Int, lines: Int) -> Int {
    var i = start
    var left = lines
    while left > 0, i < text.count {
      if text[i] == 0x0A || (text[i] == 0x0D && !(i + 1 < text.count && text[i + 1] == 0x0A)) { left -= 1 }
      i += 1
    }
    return i
  }
}
