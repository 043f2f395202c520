internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import PodiumStatistics

/// `test`: whether a number differs between groups.
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
    examples: [
      Example(
        "test petal_length_cm by=species if species != \"setosa\"", after: ["load iris"], "two groups",
        prints: "Welch's t -12.6"),
      Example("test petal_length_cm by=species", after: ["load iris"], "three groups", prints: "Kruskal-Wallis"),
      Example(
        "test sepal_width_cm by=species each=yes", after: ["load iris"], "each two groups", prints: "p_holm"),
      Example(
        "test sepal_width_cm petal_length_cm", after: ["load iris"], "two columns, a pair in each row",
        prints: "paired t"),
      Example("test sepal_width_cm mean=3", after: ["load iris"], "one mean", prints: "one-sample t"),
      Example(
        "by roast: test rank by=process", after: ["load tastings"], "in each group of another column", prints: "dark"),
      Example(
        "test rank by=session pairs=coffee if session <= 2", after: ["load tastings"], "pairs of two tastings",
        prints: "paired t"),
      Example("test species by=species", after: ["load iris"], "text is not a number", fails: "wrong-column-type"),
      Example("test petal_length_cm", after: ["load iris"], "without groups", fails: "missing-argument"),
    ], traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["count", "correlate", "regress", "describe"])

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
    let made: (numbers: GroupedNumbers, findings: GroupTests)
    do throws(Diagnostic) {
      made = try cancellation.detached { () throws(Diagnostic) in
        let numbers = try GroupedNumbers(column, by: group, pairs: given, of: table, rows: rows, cancellation)
        return (numbers, GroupTests(numbers, of: column, by: name, isPaired: given != nil))
      }
    } catch { throw error.at(call.span(of: TestCommand.pairs)) }
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
        values("t") { $0.t }, values("df") { $0.degrees }, values("p") { $0.p.map(PValue.positive) },
        Column("p_holm", .number(tests.map { $0.adjusted.map(PValue.positive) ?? .nan })),
      ]), title: "each two groups: \(arePaired ? "paired t" : "Welch's t")",
      footer: ["p_holm is corrected for \(tests.count.counted("test")) (Holm); the intervals are not"])
    output.digits = ["difference": 4, "low95": 4, "high95": 4, "df": 4, "p": 2, "p_holm": 2]
    output.decimals = ["t": 2, "p": 4, "p_holm": 4]
    output.chances = ["p", "p_holm"]
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

/// The tests that fit some groups: sentences, their figures, and what should be known beside them.
struct GroupTests {
  let summaries: [GroupSummary]
  private(set) var facts: [(name: String, value: Value)] = []
  private(set) var sentences: [String] = []
  private(set) var notes: [String] = []
  private let names: [String]
  /// What the numbers stand for.
  private let scale: NumberScale?
  /// Whether one column is compared with a number.
  private let isSingle: Bool

  /// `within` is the number that one column is compared with, or empty for columns whose rows are pairs; nil for groups.
  init(_ numbers: GroupedNumbers, of column: Column, by group: String, isPaired: Bool, within: String? = nil) {
    scale = column.scale
    isSingle = within.map { !$0.isEmpty } ?? false
    summaries = numbers.numbers.map { GroupSummary($0) }
    names = numbers.names.enumerated().map {
      within?.isEmpty == false && $0.offset == 1 ? $0.element : Abridged.quoted($0.element)
    }
    let used = isPaired ? numbers.numbers.first?.count ?? 0 : summaries.reduce(0) { $0 + $1.count }
    let lost = within == nil ? numbers.ungrouped + numbers.missing.reduce(0, +) : numbers.incomplete
    add("n", .integer(used))
    add("groups", .integer(isSingle ? 1 : names.count))
    if isPaired, within == nil { add("incomplete_pairs", .integer(numbers.incomplete)) }
    add("left_out", .integer(lost))
    switch (names.count, isPaired) {
    case (..<2, _):
      undefined(
        "no test is possible: '\(group)' has \(names.isEmpty ? "no value" : "one value") in these rows")
    case (2, false): twoGroups(numbers.numbers)
    case (2, true): twoPaired(numbers.numbers)
    case (_, false): moreGroups(numbers.numbers)
    default: morePaired(numbers.numbers)
    }
    if lost > 0, within != nil {
      notes.append(
        "skipped \(lost) of \(numbers.rowCount.counted("row")) without a number\(isSingle ? "" : " in every column")")
    } else if lost > 0 {
      notes.append(
        "skipped \(lost) of \(numbers.rowCount.counted("row")) without a number\(isPaired ? ", group or pair" : ", group or both")"
      )
    }
    if numbers.incomplete > 0, within == nil {
      notes.append(
        "left out \(numbers.incomplete.counted("pair")) without a number in every group; \(used) \(used == 1 ? "is" : "are") tested"
      )
    }
    if names.count > 1 { judge(numbers.numbers, column.name, isPaired) }
  }

  /// The figures that fit on a line, as one row of a table.
  var record: RecordOutput {
    var record = RecordOutput()
    let first = ["n", "statistic", "df", "df2", "p", "p_ranks"]
    for name in first { if let fact = facts.first(where: { $0.name == name }) { record.add(name, fact.value) } }
    let left: Set = [
      "groups", "test", "rank_test", "rank_statistic", "rank_df", "exact", "superiority", "epsilon_squared",
    ]
    for (name, value) in facts where !left.contains(name) && !first.contains(name) { record.add(name, value) }
    return record
  }

  private mutating func add(_ name: String, _ value: Value) { facts.append((name, value)) }
  private mutating func undefined(_ text: String) { sentences.append(text) }

  private func real(_ x: Double?) -> Value { x.map(Value.real) ?? .missing }
  private func text(_ x: Double, _ digits: Int = 4) -> String { NumberText.significant(x, digits) }
  /// A number in the unit of the column.
  private func own(_ x: Double) -> String {
    guard let scale, scale.name != nil else { return text(x) }
    return scale.texts([x]).joined()
  }
  private func chance(_ p: Double?) -> String {
    p.map { $0 == 0 ? "p below 1e-300" : "p \(text($0))" } ?? "p undefined"
  }

  private mutating func add(_ test: MeanTest, _ name: String, because reason: String) {
    add("test", .text(name))
    add("difference", real(test.difference))
    add("low95", real(test.ci95?.first))
    add("high95", real(test.ci95?.last))
    add("statistic", real(test.t))
    add("df", real(test.degrees))
    add("p", real(test.p))
    if let t = test.t, let degrees = test.degrees {
      sentences.append(
        "\(name) \(text(t)), \(text(degrees)) degree\(degrees == 1 ? "" : "s") of freedom, \(chance(test.p))")
    } else {
      sentences.append("\(name) is undefined: \(reason)")
    }
    guard let difference = test.difference else { return }
    let ends = test.ci95.map { ", 95 % interval \(own($0[0])) to \(own($0[1]))" } ?? ""
    sentences.append("difference \(names[0]) minus \(names[1]) \(own(difference))\(ends)")
  }

  private mutating func addRanks(_ name: String, _ statistic: Double?, _ p: Double?, _ more: [(String, Value)]) {
    add("rank_test", .text(name))
    add("rank_statistic", real(statistic))
    add("p_ranks", real(p))
    for (name, value) in more { add(name, value) }
  }

  private mutating func twoGroups(_ numbers: [[Double]]) {
    let few = summaries.contains { $0.count < 2 }
    add(
      MeanTest(numbers[0], numbers[1]), "Welch's t",
      because: few ? "each group needs two numbers" : "neither group varies, or the numbers are too large")
    let ranks = RankSumTest(numbers[0], numbers[1])
    addRanks(
      "rank-sum", ranks?.u, ranks?.p,
      [("superiority", real(ranks?.superiority)), ("exact", ranks.map { .boolean($0.isExact) } ?? .missing)])
    guard let ranks, ranks.p != nil else {
      return undefined("the rank-sum test is undefined: \(ranks == nil ? "a group is empty" : "all numbers are equal")")
    }
    let kind = ranks.isExact ? "exact" : "normal approximation, corrected for ties and continuity"
    sentences.append("rank-sum U \(text(ranks.u, 6)), \(chance(ranks.p)) (\(kind))")
    sentences.append(
      "a number of \(names[0]) is larger in \(text(ranks.superiority * 100, 3)) % of all pairs, equal ones counted half"
    )
  }

  private mutating func twoPaired(_ numbers: [[Double]]) {
    let differences = zip(numbers[0], numbers[1]).map { $0 - $1 }.filter(\.isFinite)
    add(
      MeanTest(differences: differences), isSingle ? "one-sample t" : "paired t",
      because: differences.count < 2
        ? "it needs two \(isSingle ? "numbers" : "pairs")" : "all \(isSingle ? "numbers" : "differences") are equal")
    let unit = numbers.joined().reduce(0) { max($0, $1.magnitude) }
    let ranks = WilcoxonSignedRank(differences, unit: unit)
    addRanks("signed-rank", ranks?.statistic, ranks?.p, [("exact", ranks.map { .boolean($0.isExact) } ?? .missing)])
    guard let ranks else {
      return undefined("the signed-rank test is undefined: no \(isSingle ? "number" : "pair") differs")
    }
    let equal = differences.count - ranks.count
    sentences.append(
      "signed-rank W \(text(ranks.statistic, 6)), \(chance(ranks.p)) (\(ranks.isExact ? "exact" : "normal approximation"))"
        + (equal > 0
          ? ", without \(equal.counted(isSingle ? "number" : "pair")) \(isSingle ? "equal to it" : "of equal numbers")"
          : ""))
  }

  private mutating func moreGroups(_ numbers: [[Double]]) {
    let anova = WelchAnova(numbers)
    add("test", .text("Welch's F"))
    for (name, value) in [
      ("omega_squared", anova?.omegaSquared), ("low95", anova?.ci95?.first), ("high95", anova?.ci95?.last),
      ("statistic", anova?.f), ("df", anova?.degrees[0]), ("df2", anova?.degrees[1]), ("p", anova?.p),
    ] { add(name, real(value)) }
    if let anova {
      let ends = anova.ci95.map { ", 95 % interval \(text($0[0])) to \(text($0[1]))" } ?? ""
      sentences.append(
        "Welch's F \(text(anova.f)), \(text(anova.degrees[0])) and \(text(anova.degrees[1])) degrees of freedom, \(chance(anova.p))"
      )
      sentences.append("omega squared \(text(anova.omegaSquared))\(ends)")
    } else {
      let few = zip(names, summaries).filter { $1.count < 2 || $1.distinct < 2 }.map(\.0)
      sentences.append(
        "Welch's F is undefined: "
          + (few.isEmpty
            ? "the numbers are too far apart"
            : "\(Self.listed(few)) \(few.count == 1 ? "lacks" : "lack") two different numbers"))
    }
    let ranks = KruskalWallis(numbers)
    addRanks(
      "Kruskal-Wallis", ranks?.h, ranks?.p,
      [("rank_df", ranks.map { .integer($0.degrees) } ?? .missing), ("epsilon_squared", real(ranks?.epsilonSquared))])
    guard let ranks else {
      return undefined("the Kruskal-Wallis test is undefined: all numbers are equal, or in one group")
    }
    sentences.append(
      "Kruskal-Wallis H \(text(ranks.h)), \(ranks.degrees.counted("degree")) of freedom, \(chance(ranks.p)) "
        + "(by chi-square); epsilon squared \(text(ranks.epsilonSquared))")
  }

  private mutating func morePaired(_ numbers: [[Double]]) {
    let pairs = numbers[0].indices.map { pair in numbers.map { $0[pair] } }
    let test = FriedmanTest(ranks: pairs.map { GroupTests.ranks($0) })
    let scale = Double(pairs.count * (names.count - 1))
    add("test", .text("Friedman's chi-square"))
    for (name, value) in [
      ("kendalls_w", test.map { $0.chiSquared / scale }), ("statistic", test?.chiSquared),
      ("df", test.map { _ in Double(names.count - 1) }), ("p", test?.pChiSquared),
    ] { add(name, real(value)) }
    guard let test else {
      return undefined(
        "Friedman's test is undefined: "
          + (pairs.count < 2 ? "it needs two complete pairs" : "the numbers of each pair are equal"))
    }
    sentences.append(
      "Friedman's chi-square \(text(test.chiSquared)), \((names.count - 1).counted("degree")) of freedom, "
        + "\(chance(test.pChiSquared)); Kendall's W \(text(test.chiSquared / scale))")
  }

  static func ranks(_ numbers: [Double]) -> [Double] { Correlation.roundedRanks(numbers) }

  /// Notes on assumptions that look bad.
  private mutating func judge(_ numbers: [[Double]], _ column: String, _ isPaired: Bool) {
    let rank = isPaired ? "signed-rank test" : names.count == 2 ? "rank-sum test" : "Kruskal-Wallis test"
    let mean = isSingle ? "one-sample t" : isPaired ? "paired t" : names.count == 2 ? "Welch's t" : "Welch's F"
    if isPaired, names.count > 2 { return }
    // Where the test of means is undefined, there is nothing to choose between.
    let hasMean = facts.contains { $0.name == "statistic" && !$0.value.isMissing }
    let judged =
      isPaired
      ? [GroupSummary(zip(numbers[0], numbers[1]).map { $0 - $1 }.filter(\.isFinite))] : summaries
    let doubtful = judged.indices.filter {
      judged[$0].count > 2 && judged[$0].count < 30
        && ((judged[$0].skewness ?? 0).magnitude > 1 || judged[$0].outliers > 0)
    }
    if hasMean, !doubtful.isEmpty {
      let who = isSingle ? "the numbers" : isPaired ? "the differences" : Self.listed(doubtful.map { names[$0] })
      let isOne = !isPaired && doubtful.count == 1
      notes.append(
        "\(who) \(isOne ? "has" : "have") fewer than 30 numbers and \(isOne ? "is" : "are") skewed or "
          + "\(isOne ? "has" : "have") outliers: trust the \(rank) more than \(mean)")
    }
    let spreads = summaries.indices.filter { summaries[$0].count >= 5 && (summaries[$0].sd ?? 0) > 0 }
    let order = spreads.sorted { (summaries[$0].sd ?? 0) < (summaries[$1].sd ?? 0) }
    if !isPaired, let low = order.first, let high = order.last, let a = summaries[low].sd, let b = summaries[high].sd,
      b / a >= 3
    {
      notes.append(
        "the sd of \(names[high]) is \(text(b / a, 2)) times that of \(names[low]): "
          + (hasMean ? "\(mean) allows for that, but the \(rank) then" : "the \(rank)") + " compares spreads too")
    }
    guard summaries.allSatisfy({ $0.distinct <= 5 }) else { return }
    let different = Set(numbers.joined()).count
    if different > 1, different <= 5, numbers.reduce(0, { $0 + $1.count }) > 10 {
      notes.append("'\(column)' has only \(different) different values here, so most ranks are ties")
    }
  }

  private static func listed(_ names: [String]) -> String {
    let shown = names.prefix(4)
    guard let last = shown.last, shown.count > 1 || names.count > 1 else { return names.first ?? "" }
    if names.count > 4 { return shown.joined(separator: ", ") + " and \(names.count - 4) more" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }
}
