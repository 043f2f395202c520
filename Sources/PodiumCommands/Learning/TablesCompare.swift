internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `compare … on=`: the same learners on several loaded tables, each with its own label and recipe.
enum TablesCompare {
  static let on = Parameter<[String]?>.list(
    "on", help: "Loaded tables to compare on, each with its label and recipe, instead of the current table.",
    completion: .tables)

  /// Evaluates the learners on every table and ranks them.
  ///
  /// Throws `unknown-table`, `no-target`, `mixed-targets`, `unused-key`, what is wrong with a table, and the reason where
  /// every learner failed on one.
  static func outputs(
    _ names: [String], _ choices: [LearnerChoice], baseline: LearnerChoice, asked: [LearnerChoice], _ call: Call,
    in session: Session
  ) throws(Diagnostic) -> [Output] {
    try refuseUnused(call)
    let (datasets, targets) = try datasets(names, call, in: session)
    let kind = targets[0].kind
    try MeasureOptions.require(CompareCommand.measure, kind, call, in: session)
    let measure = MeasureOptions.asked(CompareCommand.measure, call) ?? (kind == .classes ? "accuracy" : "rmse")
    var tables: [(name: String, entries: [EvaluationEntry])] = []
    var notes: [Output] = []
    var stored: [() -> Void] = []
    var sentences: [String] = []
    for (dataset, target) in zip(datasets, targets) {
      let found: EvaluationRun.Found
      // A learner that cannot predict such a target fails on this table only.
      let refused = choices.map { refusal($0, target, in: session) }
      let entries: EvaluationRun.Entries
      do throws(Diagnostic) {
        found = try EvaluationRun.evaluate(
          zip(choices, refused).filter { $0.1 == nil }.map(\.0), call, in: session,
          EvaluationRun.Request(
            measure: measure, takesCosts: true, byClass: CompareCommand.measure, dataset: dataset, label: dataset.name))
        var done = found.entries[...]
        entries = zip(choices, refused).compactMap { choice, error in
          error.map { (choice, .failure($0)) } ?? done.popFirst()
        }
        try CompareCommand.requireSuccess(entries, of: asked, at: call.span(of: CompareCommand.learners))
      } catch {
        throw named(error, dataset.name)
      }
      tables.append((dataset.name, entries))
      if let leftOut = found.plan.task.leftOut { notes.append(.note("\(dataset.name): \(leftOut)")) }
      notes += CompareCommand.constants(found.entries, found.plan).map { .note("\(dataset.name): \($0)") }
      notes += LeakChecks.warnings(of: found.plan, call, label: dataset.name) + found.notes
      if !sentences.contains(found.plan.foldSentence) { sentences.append(found.plan.foldSentence) }
      stored.append(found.finish)
    }
    for finish in stored { finish() }
    let comparison = TablesComparison(
      tables, baseline: baseline, measure: measure,
      higherIsBetter: MeasureOptions.isHigh(measure, kind, in: session) ?? true,
      beside: choices.first { !asked.contains($0) && (call[CompareCommand.baseline].isEmpty || $0 != baseline) })
    return try [table(comparison, sentences), record(comparison)] + comparison.remarks.map(Output.note) + notes
  }

  /// Why a learner cannot predict a target; nil where it can.
  private static func refusal(_ choice: LearnerChoice, _ target: Target, in session: Session) -> Diagnostic? {
    do throws(Diagnostic) {
      try session.registry.learners.require(choice.key).requireTarget(target)
      return nil
    } catch {
      return error
    }
  }

  private static func refuseUnused(_ call: Call) throws(Diagnostic) {
    let why = "compares on one table, and on= names several"
    try call.refuse(CompareCommand.rope, why)
    try call.refuse(CompareCommand.evaluators, why)
    try call.refuse(CompareCommand.pairs, why)
    if let clause = call.syntax.condition?.span ?? call.syntax.range?.span {
      throw Diagnostic(
        "unexpected-clause", "'if' and 'in' choose rows of one table, and on= names several", span: clause,
        help: "save the rows as a table of its own and name that")
    }
  }

  /// The tables by name, each once, with their targets, which are of one kind.
  private static func datasets(
    _ names: [String], _ call: Call, in session: Session
  ) throws(Diagnostic) -> (datasets: [Dataset], targets: [Target]) {
    let span = call.span(of: on)
    var datasets: [Dataset] = []
    for name in names where !datasets.contains(where: { $0.name == name }) {
      guard let dataset = session.state.tables[name] else {
        throw Tables.unknown(name, among: session.state.order, span: span, session)
      }
      datasets.append(dataset)
    }
    guard datasets.count > 1 else {
      throw Diagnostic(
        "bad-value", "on= needs at least two tables", span: span, help: "omit on= to compare on the current table")
    }
    var targets: [Target] = []
    for dataset in datasets {
      do throws(Diagnostic) {
        let task = try session.cancellation.detached { () throws(Diagnostic) in
          try dataset.task(rows: dataset.visibleRows)
        }
        targets.append(task.target)
      } catch {
        var error = named(error, dataset.name).at(span)
        if error.code == "no-target" { error.help = "type: use \(CommandText.word(dataset.name)); label COLUMN" }
        throw error
      }
    }
    if let place = targets.firstIndex(where: { $0.kind != targets[0].kind }) {
      let (first, other) = (datasets[0].name, datasets[place].name)
      throw Diagnostic(
        "mixed-targets",
        "'\(first)' and '\(other)' need targets of the same kind: that of "
          + "'\(targets[0].kind == .numbers ? first : other)' is a number", span: span)
    }
    return (datasets, targets)
  }

  private static func named(_ error: Diagnostic, _ name: String) -> Diagnostic {
    if error.code == Diagnostic.interrupted.code { return error }
    var error = error
    error.message = "on '\(name)': " + error.message
    return error
  }

  private static func table(_ comparison: TablesComparison, _ folds: [String]) throws(Diagnostic) -> Output {
    let rows = comparison.rows
    func numbers(_ name: String, _ value: (TablesComparison.Row) -> Double?) -> Column {
      Column(name, .number(rows.map { value($0) ?? .nan }))
    }
    func counts(_ name: String, _ value: (TablesComparison.Row) -> Int) -> Column {
      Column(name, .integer(rows.map { $0.isBaseline ? ColumnValues.missingInteger : value($0) }))
    }
    var columns = [Column("learner", .text(rows.map(\.learner))), numbers("mean_rank") { $0.meanRank }]
    columns += [counts("wins", \.wins), counts("ties", \.ties), counts("losses", \.losses)]
    columns += [numbers("p") { $0.p }, numbers("p_holm") { $0.pHolm }, Column("status", .text(rows.map(\.status)))]
    let means = comparison.tables.indices.map { place in numbers(comparison.tables[place]) { $0.means[place] } }
    columns = PredictCommand.distinct(columns + means)
    var decimals = ["mean_rank": 2]
    for column in columns.suffix(means.count) { decimals[column.name] = 4 }
    let isFailed = rows.contains { $0.status != "ok" }
    var output = TableOutput(
      try Table(columns.filter { isFailed || $0.name != "status" }),
      title:
        "\(comparison.measure) of \(rows.count.counted("learner")) on \(comparison.tables.count.counted("table")), "
        + "compared with \(comparison.baseline)",
      footer: [
        "mean rank: 1 is best\(TablesCompare.unranked(comparison)); wins, ties and losses against \(comparison.baseline)",
        "p: Wilcoxon's signed-rank test over the tables, two-sided; Holm correction",
        "folds: " + folds.joined(separator: "; "),
      ], decimals: decimals)
    output.pValues = ["p", "p_holm"]
    output.essential = ["learner", "mean_rank", "p_holm"]
    return .table(output)
  }

  /// That a learner which was not named has no rank, where there is one.
  private static func unranked(_ comparison: TablesComparison) -> String {
    comparison.rows.first { $0.meanRank == nil && $0.status == "ok" }.map {
      ", of the learners you named (\($0.learner) is beside them)"
    } ?? ""
  }

  private static func record(_ comparison: TablesComparison) -> Output {
    var record = RecordOutput("over \(comparison.tables.count.counted("table"))")
    record.add("measure", .text(comparison.measure))
    record.add("baseline", .text(comparison.baseline))
    record.add("tables", list: comparison.tables.map(Value.text))
    record.add("ranked", .integer(comparison.ranked.count))
    let test = comparison.friedman
    record.add("friedman", test.map { .real($0.chiSquared) } ?? .missing)
    record.add("p_friedman", test.map { .real($0.pChiSquared) } ?? .missing)
    record.add("f", test?.f.map(Value.real) ?? .missing)
    record.add("p_f", test?.p.map(Value.real) ?? .missing)
    record.pValues = ["p_friedman", "p_f"]
    record.add("degrees", list: test?.degrees.map(Value.integer) ?? [])
    if let sentence = comparison.sentence { record.add("sentence", .text(sentence)) }
    return .record(record)
  }
}
