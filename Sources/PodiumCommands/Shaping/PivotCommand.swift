internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct PivotCommand: Command {
  static let column = Parameter<String?>.column(
    "column", positional: true, help: "The column whose values become columns.")
  static let values = Parameter<String?>.column("values", help: "The column that fills the cells.")
  static let rows = Parameter<[String]?>.list(
    "rows", help: "The columns of which each combination is a row; by default all others.", completion: .columns([]))
  static let using = Parameter<String?>.choice(
    "using", ["n", "sum", "mean", "sd", "sd_n", "min", "max", "median", "first", "last", "first_known", "last_known"],
    help: "How the rows that meet in a cell become one value.")

  let signature = Signature(
    "pivot", topic: .shaping, summary: "Turn the values of a column into columns.",
    details: """
      Rows come in the order in which their combinations first appear, columns in the order of the values. Two rows in \
      one cell are an error unless using= says how to join them. An empty cell is missing (0 for using=n). The new \
      table becomes the current one; 'use NAME' returns to the old one.
      """,
    parameters: [column.any, values.any, rows.any, using.any],
    exampleLines: """
      a column for each process: load tastings; pivot process values=rank rows=session using=mean -> washed
      back from unpivot: load iris; by species: \
      summarize length = mean(petal_length_cm), width = mean(petal_width_cm); unpivot length width; pivot variable values=value -> became 3
      counts: load iris; pivot species values=petal_length_cm rows=species using=n -> 50
      several rows in one cell: load iris; pivot species values=petal_length_cm rows=species -> !double-cell
      no values: load iris; pivot species -> !missing-argument
      """, traits: [.rows, .shapes, .namesTable, .calculates], seeAlso: ["unpivot", "summarize", "count"])

  func needed(in session: Session) -> [String] { [PivotCommand.column.name] }

  /// The old table stays in memory.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let dataset = try session.current()
    guard let head = call[PivotCommand.column], let value = call[PivotCommand.values] else {
      throw Diagnostic(
        "missing-argument", "'pivot' needs a column and values=", span: call.verbSpan,
        help: "as in: pivot glider values=rank rows=day")
    }
    let table = dataset.chosenTable(call)
    let rowNames = call[PivotCommand.rows] ?? table.names.filter { $0 != head && $0 != value }
    for name in rowNames { _ = try table.column(name, at: call.span(of: PivotCommand.rows)) }
    let (rows, using, given) = (call.rows, call[PivotCommand.using], session)
    let made: (table: Table, heads: [String], empty: Int, unnamed: Int) = try Diagnostic.located(
      at: call.span(of: PivotCommand.column) ?? call.verbSpan,
      session.cancellation.detached { () throws(Diagnostic) in
        try PivotCommand.wide(table, rows, rowNames, head, value, using, given)
      })
    let before = rows?.count ?? table.rowCount
    let adopted = session.adopt(made.table, from: dataset, call, suffix: "wide")
    let report = ShapingReport(
      line: "\(before.counted("row")) became \(made.table.rowCount) with \(made.heads.count.counted("new column")), "
        + made.empty.counted("empty cell") + ShapingReport.current(adopted.name, before: dataset.name),
      rowsBefore: before, rowsAfter: made.table.rowCount, columns: made.heads,
      cells: made.table.rowCount * made.heads.count, becameMissing: made.empty)
    var outputs = [report.output, .table(TableOutput(made.table))] + adopted.notes
    if made.unnamed > 0 {
      outputs.append(
        .note("skipped \(made.unnamed.counted("row")) where \(Abridged.quoted(head)) is missing"))
    }
    return outputs
  }

  private static func wide(
    _ table: Table, _ rows: [Int]?, _ rowNames: [String], _ head: String, _ value: String, _ using: String?,
    _ session: Session
  ) throws(Diagnostic) -> (Table, [String], Int, Int) {
    let keys = try rowNames.map { (name) throws(Diagnostic) in try table.column(name) }
    let wide = try Pivoting.wide(
      table, rows: rows, keys: keys, names: try table.column(head), cancellation: session.cancellation)
    if using == nil, wide.doubles > 0 {
      throw Diagnostic(
        "double-cell", "\(wide.doubles.counted("row")) would share a cell with another row",
        help:
          "using=mean (or n, sum, min, max, median, first, last) joins them; rows= names more columns that keep them apart"
      )
    }
    let span = SourceSpan(0, 0)
    let column = try Expression(.column(value), span: span)
    // Only first keeps the type and the missing cells of values as they are.
    let call = try Expression(.call(using ?? "first", [column]), span: span)
    let grouped = try call.summarized(
      over: wide.frame, of: table, keys: [:], functions: [:], threads: session.state.settings.threads,
      cancellation: session.cancellation, references: { (_, _) in .missing })
    var columns = keys.map { table.detached($0.selecting(wide.firsts)) }
    // The cells tell the names too: a count of each class tells the class.
    var origin = table.origin(from: [head, value], chosenBy: rowNames)
    origin?.usesOtherRows = false
    var taken = Set(rowNames)
    var (heads, empty) = ([String](), 0)
    let width = wide.names.count
    for (place, name) in wide.names.enumerated() {
      try session.cancellation.check()
      var name = name.isEmpty ? "(empty)" : name
      while !taken.insert(name).inserted { name += "_2" }
      let cells = wide.firsts.indices.map { Int(wide.cells[$0 * width + place]) }
      empty += cells.count { $0 < 0 }
      var values = grouped.values.gathering(cells)
      if using == "n", case .integer(let counts) = values {
        values = .integer(counts.map { $0 == ColumnValues.missingInteger ? 0 : $0 })
      }
      columns.append(Column(name, values, scale: grouped.scale, origin: origin))
      heads.append(name)
    }
    return (try Table(columns, rowCount: wide.firsts.count), heads, using == "n" ? 0 : empty, wide.unnamed)
  }
}
