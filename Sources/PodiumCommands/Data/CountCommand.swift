internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin
internal import PodiumShaping
internal import PodiumStatistics

struct CountCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", required: true, help: "One column, or two for a cross table.")
  static let share = Parameter<String?>.choice(
    "share", ["row", "column", "all"],
    help: "Show shares instead of counts in a cross table: of each row, each column or all rows."
  )

  static let pairs = Parameter<String?>.column(
    "pairs",
    help: "A column that names pairs: each has a row for both values of the second column (McNemar's test).")

  /// The maximum number of values in the second column, since each is a column of the output.
  private static let widthLimit = 200

  let signature = Signature(
    "count", topic: .data, summary: "Count how often values occur, in one column or two.",
    details: """
      One column gives its values with counts and shares, most frequent first (ordered categories in their order). Two \
      columns give a cross table, rows by columns, with Pearson's chi-square test of independence over the rows that \
      have both values. If an expected count is below 5, that test is unreliable, and Fisher's exact test is added where the \
      number of tables with the same margins allows it. The fields tested, chi_square, degrees, p, cramers_v and p_exact of the \
      result contain the tests. pairs=ID crosses the two answers of each pair instead, with McNemar's test. 'by' counts and tests within \
      each group.
      """,
    parameters: [columns.any, share.any, pairs.any],
    exampleLines: """
      the count of each value: load iris; count species -> setosa
      a cross table: load tastings; label; count process rank_class -> chi-square
      shares within each row: load tastings; label; count process rank_class share=row -> 0.4
      answers for the same coffees: load tastings; derive liked = rank <= 4; \
      count liked session pairs=coffee if session <= 2 -> McNemar
      a misspelt column: load iris; count specis -> !unknown-column
      """, traits: [.rows, .ownGroups, .calculates, .readsOnly], seeAlso: ["describe", "columns", "test"])

  /// A missing value counts as a separate value.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let whole = try session.current().table
    let table = call.rows.map { whole.selecting(rows: $0) } ?? whole
    let names = call[CountCommand.columns]
    let span = call.span(of: CountCommand.columns)
    switch names.count {
    case 1:
      try call.refuse(CountCommand.share, "requires two columns")
      try call.refuse(CountCommand.pairs, "requires two columns")
      let column = try table.column(names[0])
      return try outputs(call, of: table, session.cancellation) { rows throws(Diagnostic) in
        try frequencies(CountedColumn(rows.map { column.selecting($0) } ?? column, cancellation: session.cancellation))
      }
    case 2:
      let first = try table.column(names[0])
      let columns = CountedColumn(try table.column(names[1]), cancellation: session.cancellation)
      try session.cancellation.check()
      if let name = call[CountCommand.pairs] {
        try call.refuse(CountCommand.share, "does not apply to pairs")
        do throws(Diagnostic) {
          let (pairs, answers) = (try table.column(name), CountedColumn(first, cancellation: session.cancellation))
          for column in [answers, columns] { try requireTwo(column) }
          return try outputs(call, of: table, session.cancellation) { rows throws(Diagnostic) in
            guard let rows else { return try paired(answers, columns, by: pairs) }
            return try paired(answers.selecting(rows), columns.selecting(rows), by: pairs.selecting(rows))
          }
        } catch { throw error.at(call.span(of: CountCommand.pairs)) }
      }
      guard columns.names.count <= CountCommand.widthLimit else {
        throw Diagnostic(
          "too-many-values", "'\(names[1])' has \(columns.names.count) values, too many for the columns of a table",
          span: span,
          help: "put it first: count \(names[1]) \(names[0])")
      }
      let cancellation = session.cancellation
      return try outputs(call, of: table, cancellation) { rows throws(Diagnostic) in
        let down = CountedColumn(rows.map { first.selecting($0) } ?? first, cancellation: cancellation)
        let across = rows.map { columns.selecting($0) } ?? columns
        return try crossTable(down, across, share: call[CountCommand.share], cancellation)
      }
    default:
      throw Diagnostic(
        "unexpected-argument", "'count' takes one or two columns, not \(names.count)", span: span,
        help: "by COLUMN: 'count COLUMN' counts within groups")
    }
  }

  /// What is counted in all rows, or with 'by' in the rows of each group, its statistics in a table of their own.
  private func outputs(
    _ call: Call, of table: Table, _ cancellation: Cancellation,
    count: ([Int]?) throws(Diagnostic) -> TableOutput
  ) throws(Diagnostic) -> [Output] {
    if call.groups.isEmpty { return [.table(try count(nil))] }
    let groups = try Session.groups(of: table, by: call.groups, rows: nil)
    guard !groups.isEmpty else {
      throw Diagnostic("no-rows", "no rows are left to group", span: call.syntax.condition?.span ?? call.verbSpan)
    }
    var parts: [(member: Int, output: TableOutput)] = []
    for group in groups {
      try cancellation.check()
      parts.append((group.rows[0], try count(group.rows)))
    }
    func stacked(_ members: [Int], _ tables: [Table]) throws(Diagnostic) -> Table {
      var columns: [Column] = []
      for name in call.groups { columns.append(try table.column(name).selecting(members)) }
      for (place, first) in (tables.first?.columns ?? []).enumerated() {
        // The column that is counted may be that of the groups; a value of the same name is another column.
        if place == 0, call.groups.contains(first.name) { continue }
        var name = first.name
        while columns.contains(where: { $0.name == name }) { name += "_" }
        let values = tables.flatMap { table in (0..<table.rowCount).map { table.columns[place][$0] } }
        columns.append(Column(name, values: values))
      }
      return try Table(columns, rowCount: members.count)
    }
    let members = parts.flatMap { part in [Int](repeating: part.member, count: part.output.table.rowCount) }
    var outputs = [Output.table(TableOutput(try stacked(members, parts.map(\.output.table))))]
    let facts = parts.map(\.output.facts)
    if let first = facts.first, !first.isEmpty {
      let columns = first.indices.map { place in Column(first[place].name, values: facts.map { $0[place].value }) }
      var tests = TableOutput(
        try stacked(parts.map(\.member), [Table(columns, rowCount: facts.count)]), title: "statistics of each group")
      tests.isAside = true
      outputs.append(.table(tests))
    }
    return outputs
  }

  private func frequencies(_ counted: CountedColumn) throws(Diagnostic) -> TableOutput {
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
    return output
  }

  private func requireTwo(_ column: CountedColumn) throws(Diagnostic) {
    let known = column.names.count - (column.missingPlace == nil ? 0 : 1)
    guard known == 2 else {
      throw Diagnostic(
        "bad-value", "pairs= needs two values of '\(column.title)', which has \(known)", help: "choose two with 'if'")
    }
  }

  /// The two answers of each pair, one down and one across.
  private func paired(
    _ answers: CountedColumn, _ times: CountedColumn, by pairs: Column
  ) throws(Diagnostic) -> TableOutput {
    let ids = Grouping(of: [pairs], rows: nil, count: pairs.count)
    var cells = [[Int?]](repeating: [nil, nil], count: ids.count)
    var lost = 0
    for row in 0..<pairs.count {
      if pairs[row].isMissing || times.codes[row] == times.missingPlace || answers.codes[row] == answers.missingPlace {
        lost += 1
      } else if cells[Int(ids.groups[row])][times.codes[row]] != nil {
        throw Diagnostic(
          "double-cell",
          "\(times.title) \(Abridged.quoted(times.names[times.codes[row]])) has two rows with \(pairs.name) "
            + Abridged.quoted(pairs[row].fileText), help: "pairs= names a column that each value has once")
      } else {
        cells[Int(ids.groups[row])][times.codes[row]] = answers.codes[row]
      }
    }
    var counts = [[0, 0], [0, 0]]
    var incomplete = 0
    for cell in cells {
      if let a = cell[0], let b = cell[1] { counts[a][b] += 1 } else if cell != [nil, nil] { incomplete += 1 }
    }
    let test = McNemar(counts[0][1], counts[1][0])
    let n = counts.joined().reduce(0, +)
    let (down, across) = (times.names[0], times.names[1])
    var heads = [down]
    for name in answers.names.prefix(2) + ["pairs"] { heads.append(heads.contains(name) ? name + "_" : name) }
    let chi = test.chiSquared.map { "chi-square \(NumberText.significant($0, 6)), " } ?? ""
    var output = TableOutput(
      try Table([
        Column(heads[0], .text(Array(answers.names.prefix(2)))), Column(heads[1], .integer(counts.map { $0[0] })),
        Column(heads[2], .integer(counts.map { $0[1] })), Column(heads[3], .integer(counts.map { $0[0] + $0[1] })),
      ]), title: "\(answers.title) of \(n.counted("pair")): \(times.title) \(down) by \(across)",
      footer: [
        n == 0
          ? "McNemar's test is undefined: no pair has both answers"
          : "McNemar's test: \(chi)\(PValue.phrase(test.p)) (\(chi.isEmpty ? "exact" : "corrected for continuity")); "
            + "\(counts[0][1]) from \(answers.names[0]) to \(answers.names[1]), \(counts[1][0]) back"
      ])
    if incomplete > 0 { output.footer.append("left out \(incomplete.counted("pair")) without both answers") }
    if lost > 0 { output.footer.append("left out \(lost.counted("row")) with a missing value") }
    output.facts = [
      ("n", .integer(n)), ("incomplete_pairs", .integer(incomplete)), ("left_out", .integer(lost)),
      ("changed", .integer(counts[0][1])), ("changed_back", .integer(counts[1][0])),
      ("chi_square", test.chiSquared.map(Value.real) ?? .missing), ("p", n == 0 ? .missing : .real(test.p)),
    ]
    return output
  }

  private func crossTable(
    _ rows: CountedColumn, _ columns: CountedColumn, share: String?, _ cancellation: Cancellation
  ) throws(Diagnostic) -> TableOutput {
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
    let isSmall = (test?.leastExpected ?? 5) < 5
    let exact =
      isSmall
      ? try cancellation.detached { () throws(Diagnostic) in try FisherExact.p(tested, cancellation) } : nil
    let used = tested.reduce(0) { $0 + $1.reduce(0, +) }
    let leftOut = all - used
    if let test {
      footer.append(
        "chi-square \(NumberText.significant(test.statistic, 6)), \(test.degrees.counted("degree")) of freedom, "
          + "\(PValue.phrase(test.p)), Cramér's V \(NumberText.significant(test.cramersV, 4))")
      if test.leastExpected < 5 {
        footer.append(
          "the smallest expected count is \(NumberText.significant(test.leastExpected, 3)); below 5 the test is unreliable"
        )
        footer.append(
          exact.map { "Fisher's exact test: \(PValue.phrase($0))" }
            ?? "Fisher's exact test was not computed: too many tables have the same margins")
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
      footer.append(
        "the test leaves out \(leftOut.counted("row")) of \(all) with a missing value; \(used) \(used == 1 ? "is" : "are") tested"
      )
    }
    var output = TableOutput(try Table(out), title: "\(rows.title) by \(columns.title)", footer: footer)
    output.facts = [
      ("n", .integer(all)), ("tested", .integer(used)), ("chi_square", test.map { .real($0.statistic) } ?? .missing),
      ("degrees", test.map { .integer($0.degrees) } ?? .missing), ("p", test.map { .real($0.p) } ?? .missing),
      ("cramers_v", test.map { .real($0.cramersV) } ?? .missing),
      ("least_expected", test.map { .real($0.leastExpected) } ?? .missing),
      ("p_exact", exact.map(Value.real) ?? .missing),
    ]
    let (down, across) = ((rows.title, rows.names), (columns.title, columns.names))
    let drawn = counts
    output.picture = ResultPicture("count") { _ throws(Diagnostic) in
      try ResultPlot.crossTable(rows: down, columns: across, counts: drawn)
    }
    return output
  }
}
