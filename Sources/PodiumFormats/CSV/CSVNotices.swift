internal import PodiumCore
internal import PodiumPlugin

/// The notices about a CSV file as a whole.
enum CSVNotices {
  /// The notices, the most important first.
  static func of(
    _ report: CSVReport, _ layout: CSVLayout, _ scanner: CSVScanner, _ decoded: DecodedText, _ file: [UInt8],
    options: DelimitedOptions
  ) -> [String] {
    var notices: [String] = []
    let oddities = scanner.records.oddities
    let headerWasGiven = options.header != nil
    if let bad = decoded.firstBadByte {
      let line = DecodedText.lineNumber(file.span, at: bad)
      notices.append(
        "byte \(bad) (line \(line)) is not utf-8; the file was read as \(decoded.encoding.rawValue)")
    } else if decoded.encoding != .utf8, options.encoding == nil {
      notices.append("the file was read as \(decoded.encoding.rawValue)")
    }
    if let given = options.delimiter, layout.columnCount == 1 {
      notices.append("the delimiter \(CSVDialect.shown(given)) separates nothing in this file, so it has one column")
    }
    if let first = layout.preamble.first {
      notices.append(
        "the table begins on line \(report.firstLine); the lines above it were left out: "
          + layout.preamble.map { "\(ImportReport.quoted($0.text)) (line \($0.line))" }.joined(separator: ", ")
          + (report.firstLine - first.line > layout.preamble.count + layout.blankLines ? ", …" : ""))
    }
    if layout.footnoteCount > 0 {
      notices.append(
        "\(layout.footnoteCount.counted("line")) below the table \(layout.footnoteCount == 1 ? "was" : "were") left out: "
          + layout.footnotes.map { "\(ImportReport.quoted($0.text)) (line \($0.line))" }.joined(separator: ", ")
          + (layout.footnoteCount > layout.footnotes.count ? ", …" : ""))
    }
    if let next = layout.nextTable {
      notices.append(
        "another table begins on line \(next.line) (\(ImportReport.quoted(next.text))) and was not read; "
          + "use skip=\(next.line - 1) to read it")
    }
    if let odd = layout.oddFirst { notices.append(odd.notice) }
    if report.headerRows > 1 {
      notices.append("the column names were joined from \(report.headerRows) lines")
    }
    if layout.hasEmptyEnd {
      notices.append("all lines end with the delimiter; the empty last column was left out")
    }
    if layout.lacksFirstName {
      notices.append("the first line has one name fewer than the rows have cells, so the first column has no name")
    }
    if !report.hasHeader, !headerWasGiven, layout.columnCount > 0 {
      notices.append(
        "the first line is data, so the columns are named column_1, column_2, …; header=yes reads it as names"
      )
    }
    if report.hasHeader, report.rows == 0 {
      notices.append("the file has column names but no rows")
    }
    notices += report.renamed.prefix(5).map(\.sentence)
    if report.renamed.count > 5 { notices.append("renamed \((report.renamed.count - 5).counted("more column"))") }
    append(
      layout.recutRows, "row", "had another delimiter and was split by it", "had another delimiter and were split by it"
    )
    append(layout.comments, "comment", "was left out", "were left out")
    append(
      layout.repeatedNames, "row", "repeats the column names and was left out",
      "repeat the column names and were left out")
    append(
      layout.shortRows, "row", "was too short; its last cells are missing",
      "were too short; their last cells are missing")
    append(layout.longRows, "row", "had empty cells beyond the last column; they were dropped")
    append(
      oddities.textAfterQuote, "cell",
      "has text after its closing quote and was kept as written, quotes included",
      "have text after their closing quote and were kept as written, quotes included")
    append(
      oddities.strayQuotes, "cell", "has a quote inside unquoted text; it was kept",
      "have quotes inside unquoted text; they were kept")
    append(
      oddities.blanksAfterQuote, "cell", "had spaces after its closing quote; they were dropped",
      "had spaces after their closing quote; they were dropped")
    if layout.blankLines > 0 {
      notices.append(
        layout.blankLines == 1
          ? "1 blank line was skipped" : "\(layout.blankLines) blank lines were skipped")
    }
    return notices

    func append(_ list: CSVReport.LineList, _ noun: String, _ one: String, _ many: String? = nil) {
      guard list.count > 0 else { return }
      let lines =
        list.first.map(String.init).joined(separator: ", ") + (list.count > list.first.count ? ", …" : "")
      notices.append(
        list.count == 1
          ? "1 \(noun) \(one) (line \(lines))" : "\(list.count) \(noun)s \(many ?? one) (lines \(lines))")
    }
  }
}
