internal import PodiumCore
internal import PodiumPlotting
internal import PodiumPlugin

struct CorrelateCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.number, .integer, .boolean], help: "The columns; by default all numeric columns.")
  static let method = Parameter<String>.choice(
    "method", ["pearson", "spearman"], default: "pearson",
    help: "pearson for linear correlation, spearman for rank correlation (ties share their mean rank).")

  /// The maximum number of columns; all their pairs are listed.
  private static let limit = 200

  let signature = Signature(
    "correlate", topic: .data, summary: "Show correlations between numeric columns.",
    details: """
      Each pair uses the rows where both columns have a value. For two columns, the output has the correlation with \
      its 95 % interval (Fisher's transformation; for ranks, with Fieller's variance 1.06 / (n − 3)) and the p value \
      of the test that it is zero. For more columns, every pair is listed with its n, strongest first. The correlation \
      of a constant column is undefined. A circular column, such as a direction, is taken by sine and cosine: with a \
      linear column r is the multiple correlation, from 0 to 1 (Mardia); of two circular columns it is that of \
      Jammalamadaka and SenGupta.
      """,
    parameters: [columns.any, method.any],
    exampleLines: """
      two columns: load iris; correlate petal_length_cm petal_width_cm -> 0.9628
      all pairs, by rank: load iris; correlate method=spearman -> 0.94
      in some rows: load iris; correlate petal_length_cm petal_width_cm if species == "setosa" -> petal_width_cm
      a column that is not numeric: load iris; correlate species -> !wrong-column-type
      """, traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["describe", "count", "test", "regress"])

  /// One pair as a record, several as a table.
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
        "bad-column-count", "'correlate' takes 2 to \(CorrelateCommand.limit) columns, not \(columns.count)",
        span: span, help: "'columns' lists the columns with their types")
    }
    let isRanked = call[CorrelateCommand.method] == "spearman"
    if isRanked, call.has(CorrelateCommand.columns), let circular = columns.first(where: { $0.circle != nil }) {
      throw Diagnostic(
        "wrong-column-type", "column '\(circular.name)' is circular, so its values have no ranks", span: span,
        help: "use method=pearson, which takes circular columns by sine and cosine")
    }
    if columns.count == 2 {
      let found = ColumnCorrelation(columns[0], columns[1], ranks: isRanked)
      let note = RowsLeftOut.sentence(of: columns, used: found.rowCount)
      let notes = [note, found.undefined(columns.map(\.name))].compactMap(\.self)
      var record = record(columns.map(\.name), found, isRanked)
      let pair = try Table(columns, rowCount: table.rowCount)
      record.picture = ResultPicture("correlate", keeping: [pair]) { cancellation throws(Diagnostic) in
        var request = PlotRequest(.scatter)
        request.columns = pair.names.map { PlotRequest.Name($0) }
        return try TablePlot(request, of: pair, cancellation: cancellation).figure()
      }
      return [.record(record)] + notes.map(Output.note)
    }
    var pairs: [Pair] = []
    for i in columns.indices {
      for j in columns.indices where j > i {
        try session.cancellation.check()
        let found = ColumnCorrelation(columns[i], columns[j], ranks: isRanked)
        pairs.append(Pair(first: columns[i].name, second: columns[j].name, r: found.r, rows: found.rowCount))
      }
    }
    let isWhole = pairs.allSatisfy { $0.rows == table.rowCount }
    // Equally strong pairs stay in the order of the columns.
    let order = pairs.indices.sorted { a, b in
      let (x, y) = (pairs[a].strength, pairs[b].strength)
      return x == y ? a < b : x > y
    }
    let sorted = order.map { pairs[$0] }
    let name = isRanked ? "rho" : "r"
    let out = [
      Column("first", .text(sorted.map(\.first))), Column("second", .text(sorted.map(\.second))),
      Column(name, .number(sorted.map { $0.r ?? .nan })), Column("n", .integer(sorted.map(\.rows))),
    ]
    let method = isRanked ? "rank correlation (Spearman)" : "correlation (Pearson)"
    let reason = "each pair uses the rows where both have a value; values are missing in " + RowsLeftOut.names(columns)
    var footer = isWhole ? [] : [reason]
    let constant = columns.filter { !CorrelateCommand.varies($0.numbers ?? []) }.map { "'\($0.name)'" }
    if !constant.isEmpty {
      let (verb, whose) = constant.count == 1 ? ("does", "its") : ("do", "their")
      footer.append("\(constant.joined(separator: ", ")) \(verb) not vary, so \(whose) correlations are undefined")
    }
    let circular = columns.filter { $0.circle != nil }.map { "'\($0.name)'" }.joined(separator: ", ")
    if !circular.isEmpty {
      footer.append(
        isRanked
          ? "\(circular): circular, so no ranks"
          : "\(circular): circular; with a linear column r is the multiple correlation with sine and cosine, from 0 to 1"
      )
    }
    var output = TableOutput(
      try Table(out),
      title: "\(method) of \(pairs.count.counted("pair")), strongest first, \(table.rowCount.counted("row"))",
      footer: footer, decimals: [name: 2])
    output.essential = ["first", "second", name]
    let (drawn, names) = (
      sorted.map { (first: $0.first, second: $0.second, r: $0.r, n: $0.rows) }, columns.map(\.name)
    )
    output.picture = ResultPicture("correlate") { _ throws(Diagnostic) in
      try ResultPlot.correlations(drawn, names: names, measure: name, rows: table.rowCount)
    }
    return [.table(output)]
  }

  /// Two columns and their correlation.
  private struct Pair {
    let first: String
    let second: String
    let r: Double?
    let rows: Int

    /// The absolute correlation; less than any other if undefined.
    var strength: Double { r?.magnitude ?? -1 }
  }

  /// Whether the values are not all equal.
  private static func varies(_ values: [Double]) -> Bool {
    guard let first = values.first(where: { !$0.isNaN }) else { return false }
    return values.contains { !$0.isNaN && $0 != first }
  }

  private func record(_ names: [String], _ found: ColumnCorrelation, _ isRanked: Bool) -> RecordOutput {
    var record = RecordOutput("\(names[0]) and \(names[1])")
    record.add(isRanked ? "rho" : "r", found.r.map(Value.real) ?? .missing)
    record.add("rows", .integer(found.rowCount))
    if found.kind == .circular || found.kind == .withCircular { record.add("kind", .text(found.kind.rawValue)) }
    record.add("low95", found.interval.map { .real($0.low) } ?? .missing)
    record.add("high95", found.interval.map { .real($0.high) } ?? .missing)
    record.add("p", found.p.map(Value.real) ?? .missing)
    record.pValues = ["p"]
    return record
  }
}
