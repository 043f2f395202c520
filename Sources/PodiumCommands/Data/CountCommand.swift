internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin
internal import PodiumShaping

/// `count`: counts of values, or a cross table of two columns.
struct CountCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", required: true, help: "One column, or two for a cross table.")
  static let share = Parameter<String?>.choice(
    "share", ["row", "column", "all"],
    help: "Show shares instead of counts in a cross table: of each row, each column or all rows."
  )

  /// The maximum number of values in the second column, since each is a column of the output.
  private static let widthLimit = 200

  let signature = Signature(
    "count", topic: .data, summary: "Count how often values occur, in one column or two.",
    details: """
      One column gives its values with counts and shares, most frequent first (ordered categories in their order). Two \
      columns give a cross table, rows by columns, with Pearson's chi-square test of independence over the rows that \
      have both values. If an expected count is below 5, the test is unreliable and the footer says so. The fields tested, \
      chi_square, degrees, p and cramers_v of the result contain the test.
      """,
    parameters: [columns.any, share.any],
    examples: [
      Example("count species", after: ["load iris"], "the count of each value", prints: "setosa"),
      Example("count process rank_class", after: ["load tastings", "label"], "a cross table", prints: "chi-square"),
      Example(
        "count process rank_class share=row", after: ["load tastings", "label"], "shares within each row", prints: "0.4"
      ),
      Example("count specis", after: ["load iris"], "a misspelt column", fails: "unknown-column"),
    ], traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["describe", "columns"])

  /// A missing value counts as a separate value.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let whole = try session.current().table
    let table = call.rows.map { whole.selecting(rows: $0) } ?? whole
    let names = call[CountCommand.columns]
    let span = call.span(of: CountCommand.columns)
    switch names.count {
    case 1:
      if let key = call.span(of: CountCommand.share) {
        throw Diagnostic("unused-key", "share= requires two columns", span: key)
      }
      return [try frequencies(CountedColumn(try table.column(names[0]), cancellation: session.cancellation))]
    case 2:
      let rows = CountedColumn(try table.column(names[0]), cancellation: session.cancellation)
      let columns = CountedColumn(try table.column(names[1]), cancellation: session.cancellation)
      try session.cancellation.check()
      guard columns.names.count <= CountCommand.widthLimit else {
        throw Diagnostic(
          "too-many-values", "'\(names[1])' has \(columns.names.count) values, too many for the columns of a table",
          span: span,
          help: "put it first: count \(names[1]) \(names[0])")
      }
      return [try crossTable(rows, columns, share: call[CountCommand.share])]
    default:
      throw Diagnostic(
        "unexpected-argument", "'count' takes one or two columns, not \(names.count)", span: span,
        help: "by COLUMN: 'count COLUMN' counts within groups")
    }
  }

  private func frequencies(_ counted: CountedColumn) throws(Diagnostic) -> Output {
    var order = Array(counted.names.indices)
    if !counted.isOrdered { order.sort { (counted.counts[$1], $0) < (counted.counts[$0], $1) } }
    let all = max(1, counted.codes.count)
    let table = try Table([
      Column(counted.title, .text(order.map { counted.names[$0] })),
      Column("rows", .integer(order.map { counted.counts[$0] })),
      Column("share", .number(order.map { Double(counted.counts[$0]) / Double(all) })),
    ])
    var output = TableOutput(table)
    let (title, isOrdered) = (counted.title, counted.isOrdered)
    let (names, counts) = (order.map { counted.names[$0] }, order.map { counted.counts[$0] })
    output.picture = ResultPicture("count") { _ throws(Diagnostic) in
      try ResultPlot.counts(
        of: title, names: names, counts: counts, isOrdered: isOrdered, missing: CountedColumn.missing)
    }
    return .table(output)
  }

  private func crossTable(_ rows: CountedColumn, _ columns: CountedColumn, share: String?) throws(Diagnostic) -> Output
  {
    let counts = rows.counts(by: columns)
    let all = rows.codes.count
    var out = [Column(rows.title, .text(rows.names))]
    for (place, name) in columns.names.enumerated() {
      let own = counts.map { $0[place] }
      let values: ColumnValues
      switch share {
      case "row": values = .number(own.indices.map { Double(own[$0]) / Double(max(1, rows.counts[$0])) })
      case "column": values = .number(own.map { Double($0) / Double(max(1, columns.counts[place])) })
      case "all": values = .number(own.map { Double($0) / Double(max(1, all)) })
      default: values = .integer(own)
      }
      out.append(Column(name, values))
    }
    out.append(Column("rows", .integer(rows.counts)))
    var seen: Set<String> = []
    out = out.map { column in
      var column = column
      while !seen.insert(column.name).inserted { column.name += "_" }
      return column
    }
    var footer: [String] = []
    // A missing value is not a category: the test is over the rows that have both values.
    let known = (rows.missingPlace, columns.missingPlace)
    let tested = counts.indices.filter { $0 != known.0 }.map { row in
      counts[row].indices.filter { $0 != known.1 }.map { counts[row][$0] }
    }
    let test = ChiSquare(tested)
    let used = tested.reduce(0) { $0 + $1.reduce(0, +) }
    let leftOut = all - used
    if let test {
      footer.append(
        "chi-square \(NumberText.significant(test.statistic, 6)), \(test.degrees.counted("degree")) of freedom, "
          + "p \(NumberText.significant(test.p, 4)), Cramér's V \(NumberText.significant(test.cramersV, 4))")
      if test.leastExpected < 5 {
        footer.append(
          "the smallest expected count is \(NumberText.significant(test.leastExpected, 3)); below 5 the test is unreliable"
        )
      }
    }
    if test == nil, all > 0 {
      let isDown = tested.count { $0.contains { $0 > 0 } } < 2
      footer.append(
        used == 0
          ? "chi-square is undefined: no row has both values"
          : "chi-square is undefined: '\(isDown ? rows.title : columns.title)' has only one value")
    }
    if leftOut > 0 {
      footer.append("the test leaves out \(leftOut.counted("row")) of \(all) with a missing value; \(used) are tested")
    }
    var output = TableOutput(try Table(out), title: "\(rows.title) by \(columns.title)", footer: footer)
    output.facts = [
      ("n", .integer(all)), ("tested", .integer(used)), ("chi_square", test.map { .real($0.statistic) } ?? .missing),
      ("degrees", test.map { .integer($0.degrees) } ?? .missing), ("p", test.map { .real($0.p) } ?? .missing),
      ("cramers_v", test.map { .real($0.cramersV) } ?? .missing),
      ("least_expected", test.map { .real($0.leastExpected) } ?? .missing),
    ]
    let (down, across) = ((rows.title, rows.names), (columns.title, columns.names))
    let drawn = counts
    output.picture = ResultPicture("count") { _ throws(Diagnostic) in
      try ResultPlot.crossTable(rows: down, columns: across, counts: drawn)
    }
    return .table(output)
  }
}
