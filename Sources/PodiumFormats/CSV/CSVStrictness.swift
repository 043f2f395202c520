internal import PodiumCore
internal import PodiumPlugin

/// What a strict load refuses: every change that a load without `strict=yes` makes and reports.
enum CSVStrictness {
  /// Throws `strict` for the first thing that was changed, by line where it has one.
  static func check(
    _ report: CSVReport, _ layout: CSVLayout, _ scanner: CSVScanner, _ decoded: DecodedText, _ name: String
  ) throws(Diagnostic) {
    let oddities = scanner.records.oddities
    let lists: [(CSVReport.LineList, String)] = [
      (layout.shortRows, "the row is too short"), (layout.longRows, "the row has empty cells beyond the last column"),
      (layout.recutRows, "the row has another delimiter"), (layout.repeatedNames, "the row repeats the column names"),
      (oddities.textAfterQuote, "a cell has text after its closing quote"),
      (oddities.blanksAfterQuote, "a cell has spaces after its closing quote"),
      (oddities.strayQuotes, "a cell has a quote inside unquoted text"),
    ]
    if let bad = decoded.firstBadByte {
      try refuse("byte \(bad) is not utf-8", 1, name)
    }
    if let odd = layout.oddFirst { try refuse(odd.refusal, odd.line, name) }
    if let row = report.rejected.first.first { try refuse("the row does not fit: \(row.reason)", row.line, name) }
    for (list, what) in lists {
      if let line = list.first.first { try refuse(what, line, name) }
    }
    for column in report.columns {
      guard let mismatch = column.mismatches.first else { continue }
      try refuse(
        "\(mismatch.text.quotedInNotice) does not fit column \(column.name.quotedInNotice), "
          + "which has type \(column.type.rawValue)",
        mismatch.line, name)
    }
    if let line = layout.preamble.first { try refuse("the line is above the table", line.line, name) }
    if let line = layout.footnotes.first { try refuse("the line is below the table", line.line, name) }
    if let next = layout.nextTable { try refuse("another table begins here", next.line, name) }
    if let renaming = report.renamed.first {
      let reason =
        renaming.from.utf8.contains(0) ? "has a NUL character" : renaming.from.isEmpty ? "is empty" : "is a duplicate"
      let what = "the name of column \(renaming.column + 1) \(reason)"
      try refuse(what, report.firstLine, name)
    }
  }

  private static func refuse(_ what: String, _ line: Int, _ name: String) throws(Diagnostic) {
    throw Diagnostic("strict", what, help: "omit strict=yes to have it repaired or left out with a note").inFile(
      name, line: line)
  }
}
