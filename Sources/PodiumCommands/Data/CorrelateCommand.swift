internal import PodiumCore
internal import PodiumLearn
internal import PodiumShell

/// `correlate`: how numbers move together.
struct CorrelateCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.number, .integer, .boolean], help: "The columns; all numeric ones when left out.")
  static let method = Parameter<String>.choice(
    "method", ["pearson", "spearman"], default: "pearson",
    help: "pearson for straight lines, spearman for ranks (ties share their mean rank).")

  /// The most columns, whose correlations stand in a square.
  private static let limit = 200

  /// What `correlate` takes.
  let signature = Signature(
    "correlate", topic: .data, summary: "Show how the values of numeric columns go together.",
    details: """
      Each pair uses the rows where both have a value. Two columns give the correlation with its 95 % interval \
      (Fisher's transformation) and the p value of no correlation; more give a square of correlations.
      """,
    parameters: [columns.any, method.any],
    examples: [
      Example("correlate petal_length_cm petal_width_cm", after: ["load iris"], "two columns", prints: "0.9628"),
      Example("correlate method=spearman", after: ["load iris"], "all pairs by rank", prints: "0.93"),
      Example(
        "correlate petal_length_cm petal_width_cm if species == \"setosa\"", after: ["load iris"], "within some rows",
        prints: "petal_width_cm"),
      Example("correlate species", after: ["load iris"], "a column that is no number", fails: "wrong-column-type"),
    ], traits: [.rows, .groups, .calculates], seeAlso: ["describe", "count"])

  /// A pair as a record, more as a table.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let whole = try session.current().table
    let table = call.rows.map { whole.selecting(rows: $0) } ?? whole
    let named = call[CorrelateCommand.columns]
    let span = call.span(of: CorrelateCommand.columns) ?? call.verbSpan
    var columns: [Column] = []
    if named.isEmpty {
      columns = table.columns.filter { $0.type == .number || $0.type == .integer }
    } else {
      for name in named { columns.append(try table.column(name)) }
    }
    guard (2...CorrelateCommand.limit).contains(columns.count) else {
      throw Diagnostic(
        "bad-column-count", "'correlate' takes 2 to \(CorrelateCommand.limit) columns, and these are \(columns.count)",
        span: span, help: "columns lists the columns with their types")
    }
    let isRanked = call[CorrelateCommand.method] == "spearman"
    let numbers = columns.map { $0.numbers ?? [] }
    if columns.count == 2 {
      let found = Correlation(numbers[0], numbers[1], ranks: isRanked)
      let note = RowsLeftOut.sentence(of: columns, used: found.rowCount)
      return [.record(record(columns.map(\.name), found, isRanked))] + (note.map { [.note($0)] } ?? [])
    }
    var square = [[Double]](repeating: [Double](repeating: 1, count: columns.count), count: columns.count)
    var least = Int.max
    for i in columns.indices {
      for j in columns.indices where j <= i {
        try session.cancellation.check()
        let found = Correlation(numbers[i], numbers[j], ranks: isRanked)
        (square[i][j], square[j][i]) = (found.r ?? .nan, found.r ?? .nan)
        least = min(least, found.rowCount)
      }
    }
    var out = [Column("column", .text(columns.map(\.name)))]
    for (place, column) in columns.enumerated() where column.name != "column" {
      out.append(Column(column.name, .number(square.map { $0[place] })))
    }
    let isWhole = least == table.rowCount
    let reason = "of \(table.rowCount.counted("row")), a pair uses those where both have a value, at least \(least)"
    let footer = isWhole ? [] : [reason + ": missing in " + RowsLeftOut.names(columns)]
    return [
      .table(
        TableOutput(
          try Table(out),
          title:
            "\(isRanked ? "rank correlation (Spearman)" : "correlation (Pearson)"), \(table.rowCount.counted("row"))",
          footer: footer))
    ]
  }

  private func record(_ names: [String], _ found: Correlation, _ isRanked: Bool) -> RecordOutput {
    var record = RecordOutput("\(names[0]) and \(names[1])")
    record.add(isRanked ? "rho" : "r", found.r.map(Value.real) ?? .missing)
    record.add("rows", .integer(found.rowCount))
    if let interval = found.interval {
      record.add("low95", .real(interval.low))
      record.add("high95", .real(interval.high))
    }
    record.add("p", found.p.map(Value.real) ?? .missing)
    return record
  }
}
