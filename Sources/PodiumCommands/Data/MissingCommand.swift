internal import PodiumCore
internal import PodiumPlotting
internal import PodiumPlugin
internal import PodiumStatistics

struct MissingCommand: Command {
  static let columns = Parameter<[String]>.columns("columns", help: "The columns; all by default.")

  let signature = Signature(
    "missing", topic: .data, summary: "Show where values are missing, and which are missing together.",
    details: "The second table lists which columns are missing together, the most frequent combination first.",
    parameters: [columns.any],
    exampleLines: """
      a table without missing values: load iris; missing -> 150 of 150 rows are complete
      a table with missing values: load trips.csv; missing -> wind
      two columns: load trips.csv; missing wind waves -> waves
      a misspelt column: load iris; missing specie -> !unknown-column
      """, traits: [.rows, .calculates, .readsOnly], seeAlso: ["describe", "impute"])

  /// The maximum number of combinations listed.
  private static let patternLimit = 20

  /// Columns with missing values, then their combinations.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var table = try session.current().table
    if call.has(MissingCommand.columns) { table = try table.selecting(columns: call[MissingCommand.columns]) }
    if let rows = call.rows { table = table.selecting(rows: rows) }
    let gappy = table.columns.filter { $0.missingCount > 0 }
    let all = table.rowCount
    let shares = try Table([
      Column("column", .text(gappy.map(\.name))), Column("type", .text(gappy.map(\.typeName))),
      Column("missing", .integer(gappy.map(\.missingCount))),
      Column("share", .number(gappy.map { Double($0.missingCount) / Double(max(1, all)) })),
    ])
    let patterns = try MissingPatterns(gappy, rowCount: all, cancellation: session.cancellation)
    let (whole, ordered) = (patterns.complete, patterns.combinations)
    let shown = ordered.prefix(MissingCommand.patternLimit)
    let together = try Table([
      Column("rows", .integer(shown.map(\.rows))),
      Column("missing_together", .text(shown.map { $0.columns.map { gappy[$0].name }.joined(separator: ", ") })),
    ])
    var footer = ["\(whole) of \(all.counted("row")) \(whole == 1 || all == 1 ? "is" : "are") complete"]
    if ordered.count > shown.count {
      footer.append("\((ordered.count - shown.count).counted("rarer combination")) not shown")
    }
    var combined = TableOutput(together, title: "missing together", footer: footer)
    let (names, drawn) = (gappy.map(\.name), shown.map { (missing: $0.columns, rows: $0.rows) })
    combined.picture = ResultPicture("missing") { _ throws(Diagnostic) in
      try ResultPlot.missing(columns: names, patterns: drawn, complete: whole, rows: all)
    }
    let verb = gappy.count == 1 || table.columns.count == 1 ? "has" : "have"
    let title = "\(gappy.count) of \(table.columns.count.counted("column")) \(verb) missing values"
    guard !gappy.isEmpty else {
      var none = TableOutput(shares, title: title, footer: footer)
      none.picture = combined.picture
      return [.table(none)]
    }
    return [
      .table(TableOutput(shares, title: title)),
      .table(combined),
    ]
  }
}
