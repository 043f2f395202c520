internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `correlate`: how numbers move together.
struct CorrelateCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.number, .integer, .boolean], help: "The columns; all numeric ones when left out.")
  static let method = Parameter<String>.choice(
    "method", ["pearson", "spearman"], default: "pearson",
    help: "pearson for straight lines, spearman for ranks (ties share their mean rank).")

  /// The most columns; all pairs of them are listed.
  private static let limit = 200

  let signature = Signature(
    "correlate", topic: .data, summary: "Show how the values of numeric columns go together.",
    details: """
      Each pair uses the rows where both have a value. Two columns give the correlation with its 95 % interval \
      (Fisher's transformation, for ranks with Fieller's variance 1.06 / (n − 3)) and the p value of no correlation; more \
      list every pair, the strongest first, with its n. A column that does not vary has none.
      """,
    parameters: [columns.any, method.any],
    examples: [
      Example("correlate petal_length_cm petal_width_cm", after: ["load iris"], "two columns", prints: "0.9628"),
      Example("correlate method=spearman", after: ["load iris"], "all pairs by rank", prints: "0.94"),
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
      let notes = [note, CorrelateCommand.undefined(found, columns.map(\.name), isRanked)].compactMap(\.self)
      return [.record(record(columns.map(\.name), found, isRanked))] + notes.map(Output.note)
    }
    var pairs: [Pair] = []
    for i in columns.indices {
      for j in columns.indices where j > i {
        try session.cancellation.check()
        let found = Correlation(numbers[i], numbers[j], ranks: isRanked)
        pairs.append(Pair(first: columns[i].name, second: columns[j].name, r: found.r, rows: found.rowCount))
      }
    }
    let isWhole = pairs.allSatisfy { $0.rows == table.rowCount }
    // Pairs as strong as each other stay in the order of the columns.
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
    let reason = "a pair uses the rows where both have a value: missing in " + RowsLeftOut.names(columns)
    var footer = isWhole ? [] : [reason]
    let constant = columns.indices.filter { !CorrelateCommand.varies(numbers[$0]) }.map { "'\(columns[$0].name)'" }
    if !constant.isEmpty {
      let (verb, whose) = constant.count == 1 ? ("does", "its") : ("do", "their")
      footer.append("\(constant.joined(separator: ", ")) \(verb) not vary, so \(whose) correlations are undefined")
    }
    var output = TableOutput(
      try Table(out),
      title: "\(method) of \(pairs.count.counted("pair")), the strongest first, \(table.rowCount.counted("row"))",
      footer: footer, decimals: [name: 2])
    output.essential = ["first", "second", name]
    return [.table(output)]
  }

  /// Two columns and how they go together.
  private struct Pair {
    let first: String
    let second: String
    let r: Double?
    let rows: Int

    /// The size of the correlation; below all where it is undefined.
    var strength: Double { r?.magnitude ?? -1 }
  }

  /// Whether two of the values differ.
  private static func varies(_ values: [Double]) -> Bool {
    guard let first = values.first(where: { !$0.isNaN }) else { return false }
    return values.contains { !$0.isNaN && $0 != first }
  }

  /// Why a figure of a pair is undefined; nil where none is.
  private static func undefined(_ found: Correlation, _ names: [String], _ isRanked: Bool) -> String? {
    let rows = found.rowCount.counted("row")
    guard let r = found.r else {
      return found.rowCount < 2
        ? "\(rows) have no correlation" : "the correlation is undefined: '\(names[0])' or '\(names[1])' does not vary"
    }
    if found.p == nil { return "interval and p are undefined: \(rows) leave no degree of freedom" }
    guard found.interval == nil else { return nil }
    return r.magnitude == 1
      ? "the interval is undefined at \(r < 0 ? "−1" : "1")"
        + (isRanked ? ", and p is that of all orders of the ranks" : "")
      : "the interval is undefined: it needs 4 rows, and these are \(found.rowCount)"
  }

  private func record(_ names: [String], _ found: Correlation, _ isRanked: Bool) -> RecordOutput {
    var record = RecordOutput("\(names[0]) and \(names[1])")
    record.add(isRanked ? "rho" : "r", found.r.map(Value.real) ?? .missing)
    record.add("rows", .integer(found.rowCount))
    record.add("low95", found.interval.map { .real($0.low) } ?? .missing)
    record.add("high95", found.interval.map { .real($0.high) } ?? .missing)
    record.add("p", found.p.map(Value.real) ?? .missing)
    return record
  }
}
