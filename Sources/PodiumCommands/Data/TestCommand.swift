internal import PodiumCore
internal import PodiumPlugin
internal import PodiumStatistics

struct TestCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "column", types: [.number, .integer], required: true,
    help: "The column of numbers; without by=, several, whose numbers in a row belong together.")
  static let by = Parameter<String?>.column("by", help: "The column of groups, two or more.")
  static let pairs = Parameter<String?>.column(
    "pairs", help: "A column that names pairs: rows of the groups that have the same value belong together.")

  static let mean = Parameter<Double?>.number(
    "mean", in: -1e12...1e12, help: "In place of groups: the number that the mean of the column is compared with.")
  static let each = Parameter<Bool>.flag(
    "each", default: false,
    help: "Whether to compare each two groups too: Welch's t, or with pairs the paired t, p corrected by Holm.")

  let signature = Signature(
    "test", topic: .data, summary: "Test whether a number differs between groups.",
    details: """
      Two groups: Welch's t with the difference of the means and its 95 % interval, and the rank-sum test (Wilcoxon; Mann and \
      Whitney), exact below 50 rows in each group without ties. More groups: Welch's analysis of variance with omega squared and \
      its interval (noncentral F; Shieh 2013), and the Kruskal-Wallis test. With pairs=: the paired t-test and Wilcoxon's signed \
      ranks, or Friedman's test for more groups; pairs that lack a number are left out. 'test A B' does the same with two columns, \
      whose numbers in a row are a pair, and mean= with one column and a number. Notes say which assumption looks bad.
      """,
    parameters: [columns.any, by.any, pairs.any, mean.any, each.any],
    exampleLines: """
      two groups: load iris; test petal_length_cm by=species if species != "setosa" -> Welch's t -12.6
      three groups: load iris; test petal_length_cm by=species -> Kruskal-Wallis
      each two groups: load iris; test sepal_width_cm by=species each=yes -> p_holm
      two columns, a pair in each row: load iris; test sepal_width_cm petal_length_cm -> paired t
      one mean: load iris; test sepal_width_cm mean=3 -> one-sample t
      in each group of another column: load tastings; by roast: test rank by=process -> dark
      pairs of two tastings: load tastings; test rank by=session pairs=coffee if session <= 2 -> paired t
      text is not a number: load iris; test species by=species -> !wrong-column-type
      without groups: load iris; test petal_length_cm -> !missing-argument
      """, traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["count", "correlate", "regress", "describe"])

  /// A table of the groups with the tests below; of a group of 'by' the figures of the tests, and the table beside them.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let table = try session.current().table
    let names = call[TestCommand.columns]
    var columns: [Column] = []
    for name in names { columns.append(try table.column(name)) }
    let column = columns[0]
    if let circular = columns.first(where: { $0.circle != nil }) {
      throw Diagnostic(
        "wrong-column-type",
        "column '\(circular.name)' is circular, so a difference of means depends on where it starts",
        span: call.span(of: TestCommand.columns))
    }
    if call[TestCommand.each], call.isOfGroup || call.has(TestCommand.mean) {
      throw Diagnostic(
        "unused-key",
        call.isOfGroup ? "each= takes no 'by' before the verb" : "each= has no use for one column and a number",
        span: call.span(of: TestCommand.each), help: call.isOfGroup ? "choose the rows of a group with 'if'" : "omit it"
      )
    }
    if call.has(TestCommand.mean) || (names.count > 1 && !call.has(TestCommand.by)) {
      return try within(columns, call, in: session)
    }
    guard names.count == 1 else {
      throw Diagnostic(
        "unexpected-argument", "'test' takes one column of numbers, not \(names.count)",
        span: call.span(of: TestCommand.columns), help: "by=COLUMN names the groups")
    }
    guard let name = call[TestCommand.by] else {
      throw Diagnostic(
        "missing-argument", "'test' needs the groups", span: call.verbSpan,
        help:
          "as in: test \(CommandText.word(names[0])) by=COLUMN; mean= compares it with a number"
      )
    }
    let (group, rows) = (try table.column(name), call.rows)
    var pairs: Column?
    if let name = call[TestCommand.pairs] { pairs = try table.column(name) }
    let (given, cancellation) = (pairs, session.cancellation)
    let made: (numbers: GroupedNumbers, findings: GroupTests) = try Diagnostic.located(
      at: call.span(of: TestCommand.pairs),
      cancellation.detached { () throws(Diagnostic) in
        let numbers = try GroupedNumbers(column, by: group, pairs: given, of: table, rows: rows, cancellation)
        return (numbers, GroupTests(numbers, of: column, by: name, isPaired: given != nil))
      })
    var groups = try groups(made.numbers, made.findings, column, group.name)
    guard call.isOfGroup else {
      return [.table(groups)] + (try each(made.numbers, column, arePaired: given != nil, call, in: session))
        + made.findings.notes.map(Output.note)
    }
    (groups.isAside, groups.facts, groups.footer) = (true, [], [])
    return [.record(made.findings.record), .table(groups)]
  }

  /// Columns whose numbers in a row are a pair, or one column beside a number.
  private func within(_ columns: [Column], _ call: Call, in session: Session) throws(Diagnostic) -> [Output] {
    for (key, span) in [("by", call.span(of: TestCommand.by)), ("pairs", call.span(of: TestCommand.pairs))] {
      guard let span else { continue }
      throw Diagnostic(
        "conflicting-keys",
        call.has(TestCommand.mean)
          ? "mean= compares a column with a number, so \(key)= has no use here"
          : "the numbers in a row of \(columns.count) columns are a pair, so \(key)= has no use here", span: span,
        help: "omit it, or name one column with by=")
    }
    guard columns.count == 1 || !call.has(TestCommand.mean) else {
      throw Diagnostic(
        "unexpected-argument", "mean= takes one column of numbers, not \(columns.count)",
        span: call.span(of: TestCommand.columns), help: "omit mean= to compare the columns")
    }
    let mean = call[TestCommand.mean].map { NumberText.shortest($0) }
    let table = try session.current().table
    let rows = call.rows ?? RowLoops.all(table.rowCount)
    let cancellation = session.cancellation
    try cancellation.memory.check(
      "the pairs", bytes: MemoryLimits.bytes(rows.count, times: 2 * (columns.count + 1), each: 16),
      most: MemoryLimits.bytes(rows.count, each: 8 * 256), help: "choose fewer columns")
    let made = try cancellation.detached { () throws(Diagnostic) in
      let numbers = GroupedNumbers(columns, mean: mean, at: rows)
      return (numbers, GroupTests(numbers, of: columns[0], by: columns[0].name, isPaired: true, within: mean ?? ""))
    }
    var groups = try groups(made.0, made.1, columns[0], "column", shown: columns.count)
    groups.title = columns.map(\.name).joined(separator: ", ") + (mean.map { " beside \($0)" } ?? ", row by row")
    guard call.isOfGroup else {
      return [.table(groups)] + (try each(made.0, columns[0], arePaired: true, call, in: session))
        + made.1.notes.map(Output.note)
    }
    (groups.isAside, groups.facts, groups.footer) = (true, [], [])
    return [.record(made.1.record), .table(groups)]
  }

  /// Each two groups, where `each=` asks for it.
  private func each(
    _ numbers: GroupedNumbers, _ column: Column, arePaired: Bool, _ call: Call, in session: Session
  ) throws(Diagnostic) -> [Output] {
    guard call[TestCommand.each], numbers.names.count > 1 else { return [] }
    guard numbers.names.count <= PairwiseTests.mostGroups else {
      throw Diagnostic(
        "too-many-values", "each= compares at most \(PairwiseTests.mostGroups) groups, not \(numbers.names.count)",
        span: call.span(of: TestCommand.each), help: "choose some with 'if'")
    }
    let given = numbers.numbers
    let tests = try session.cancellation.detached { () throws(Diagnostic) in
      PairwiseTests(given, arePaired: arePaired)
    }.tests
    func values(_ name: String, _ value: (MeanTest) -> Double?) -> Column {
      Column(name, .number(tests.map { value($0.mean) ?? .nan }), scale: nil)
    }
    var output = TableOutput(
      try Table([
        Column("first", .text(tests.map { numbers.names[$0.first] })),
        Column("second", .text(tests.map { numbers.names[$0.second] })),
        values("difference") { $0.difference }, values("low95") { $0.ci95?.first }, values("high95") { $0.ci95?.last },
        values("t") { $0.t }, values("df") { $0.degrees }, values("p") { $0.p },
        Column("p_holm", .number(tests.map { $0.adjusted ?? .nan })),
      ]), title: "each two groups: \(arePaired ? "paired t" : "Welch's t")",
      footer: ["p_holm is corrected for \(tests.count.counted("test")) (Holm); the intervals are not"])
    output.digits = ["difference": 4, "low95": 4, "high95": 4, "df": 4]
    output.decimals = ["t": 2]
    output.pValues = ["p", "p_holm"]
    output.essential = ["first", "second", "difference", "p_holm"]
    return [.table(output)]
  }

  private func groups(
    _ numbers: GroupedNumbers, _ tests: GroupTests, _ column: Column, _ group: String, shown: Int? = nil
  ) throws(Diagnostic) -> TableOutput {
    let summaries = tests.summaries.prefix(shown ?? tests.summaries.count)
    func values(_ name: String, _ value: (GroupSummary) -> Double?) -> Column {
      Column(name, .number(summaries.map { value($0) ?? .nan }), scale: column.scale)
    }
    let first = ["n", "mean", "sd", "median", "missing"].contains(group) ? group + "_" : group
    var output = TableOutput(
      try Table([
        Column(first, .text(Array(numbers.names.prefix(summaries.count)))),
        Column("n", .integer(summaries.map(\.count))),
        values("mean") { $0.mean }, values("sd") { $0.sd }, values("median") { $0.median },
        Column("missing", .integer(Array(numbers.missing.prefix(summaries.count)))),
      ]), title: "\(column.name) by \(group)", footer: tests.sentences)
    output.digits = ["mean": 5, "sd": 4, "median": 5]
    output.facts = tests.facts
    return output
  }
}
