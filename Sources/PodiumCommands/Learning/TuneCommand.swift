internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin

struct TuneCommand: Command {
  static let learners = Parameter<[LearnerSpec]>.learners(
    "learner", required: true, help: "The learner, with lists of values in parentheses; they make a grid.")
  static let inner = Parameter<Int>.int(
    "inner", in: 2...100, default: 5, help: "Number of inner folds by which each training set chooses.")
  static let measure = Parameter<String?>.text(
    "measure", help: "The measure that chooses; by default accuracy, rmse for numbers, and the cost with costs=.",
    completion: .names(.measures))
  static let search = Parameter<String>.choice(
    "search", ["grid", "random"], default: "grid", help: "Whether to try all settings of the grid or some at random.")
  static let n = Parameter<Int>.int(
    "n", in: 2...1000, default: 20, help: "Number of settings to try with search=random.")

  let signature = Signature(
    "tune", topic: .learning, summary: "Choose the settings of a learner by nested cross-validation.",
    details: """
      Each fold chooses among the settings by inner folds of its training rows and tests the choice on its test rows: \
      nested is the mean of these tests, an honest estimate of choosing and fitting. flat is the best mean of a single \
      setting over the same folds; it is optimistic, since the rows that choose it also test it. Equal settings go to the \
      earlier one. fit with inner= chooses once more on all rows and fits the choice.
      """,
    parameters: [learners.any] + ResamplingOptions.all + [
      inner.any, NestedOptions.innerFolds.any, measure.any, search.any, n.any, StoredEvaluation.positive.any,
      CostOptions.costs.any,
    ],
    exampleLines: """
      three depths: load iris; label species; tune tree(max-depth=1,2,4) k=3 inner=3 -> nested
      three of five settings at random: load iris; label species; tune knn(k=1,3,5,7,9) k=3 inner=2 search=random n=3 \
      -> knn(k=
      a numeric target: load iris; label petal_width_cm; encode; tune ridge(alpha=0.1,10) k=3 inner=3 measure=mae \
      -> ridge(alpha=0.1)
      nothing to choose: load iris; label species; tune tree k=3 -> !no-choice
      """, traits: [.rows, .openKeys, .readsOnly], seeAlso: ["cv", "fit", "compare"])

  /// Evaluates the choice and every setting on the same folds.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let specs = try settings(call, in: session)
    let measure = MeasureOptions.asked(TuneCommand.measure, call)
    let choice = try Diagnostic.located(
      at: call.span(of: TuneCommand.learners),
      LearnerChoice(
        bestOf: specs, inner: TuneCommand.innerFolds(call, measure, in: session), asked: "'tune'"))
    let place = session
    let found = try EvaluationRun.evaluate(
      [choice] + specs.map { LearnerChoice($0) }, call, in: session,
      EvaluationRun.Request(measure: measure, takesCosts: true, byClass: TuneCommand.measure)
    ) { kind throws(Diagnostic) in
      try MeasureOptions.require(TuneCommand.measure, kind, call, in: place)
    }
    found.finish()
    let (entries, plan, notes) = (found.entries, found.plan, found.notes)
    let nested = try Diagnostic.located(at: call.span(of: TuneCommand.learners), entries[0].outcome.get())
    let key = measure ?? (plan.task.classes == nil ? "rmse" : "accuracy")
    let isHigh = MeasureOptions.isHigh(key, plan.task.target.kind, in: session) ?? true
    var outputs: [Output] = [
      .table(try TuneCommand.table(specs, nested, measure: measure, isHigh: isHigh)),
      .record(TuneCommand.record(entries, key, isHigh)), .evaluation(EvaluationOutput(nested)),
    ]
    if let ties = TuneCommand.ties(nested) { outputs.append(.note(ties)) }
    for case (let learner, .failure(let error)) in entries.dropFirst() {
      outputs.append(.warning("\(learner.description) failed: " + error.inOneLine))
    }
    outputs += CompareCommand.constants(Array(entries.dropFirst()), plan).map(Output.note)
    // Settings are chosen within the training rows here, so the guard's note on choosing by test rows does not apply.
    return outputs + LeakChecks.warnings(of: plan, call)
      + notes.filter { $0.remark?.code != LeakFinding.Code.chosen.rawValue }
  }

  private static func innerFolds(
    _ call: Call, _ measure: String?, in session: Session
  ) throws(Diagnostic) -> InnerFolds {
    let asked = try NestedOptions.folds(call, measure: measure, in: session)
    return InnerFolds(asked.resampling, count: call[inner], measure: measure)
  }

  /// The settings to try: all of the grid, or some in the grid's order.
  private func settings(_ call: Call, in session: Session) throws(Diagnostic) -> [LearnerSpec] {
    var specs: [LearnerSpec] = []
    for spec in call[TuneCommand.learners] where !specs.contains(spec) { specs.append(spec) }
    guard call[TuneCommand.search] == "random" else {
      try call.refuse(TuneCommand.n, "requires search=random")
      return specs
    }
    var order = Array(specs.indices)
    var random = session.seed.derived("tune").source()
    random.shuffle(&order)
    return order.prefix(call[TuneCommand.n]).sorted().map { specs[$0] }
  }

  /// Each setting with its mean over all inner folds and how often it was chosen.
  private static func table(
    _ specs: [LearnerSpec], _ nested: Evaluation, measure: String?, isHigh: Bool
  ) throws(Diagnostic) -> TableOutput {
    let lists = nested.innerScores ?? []
    let means = specs.indices.map { place -> Double in
      let own = lists.compactMap { $0.indices.contains(place) ? $0[place] : nil }
      guard !own.isEmpty, own.count == lists.count else { return .nan }
      let mean = own.reduce(0, +) / Double(own.count)
      // Without a measure, numbers are chosen by their squared error; errors have a minus sign.
      if measure == nil, nested.classes == nil { return (-mean).squareRoot() }
      return isHigh ? mean : -mean
    }
    let counts = specs.map { spec in (nested.chosen ?? []).count { $0 == spec.description } }
    let table = try Table([
      Column("setting", .text(specs.map(\.description))), Column("inner", .number(means)),
      Column("chosen", .integer(counts)),
    ])
    let folds = (nested.chosen ?? []).count
    var output = TableOutput(
      table, title: "\(specs.count.counted("setting")), chosen by inner folds of \(folds.counted("fold"))",
      decimals: ["inner": 4])
    let sds = specs.indices.map { place in
      SeedSpread(lists.compactMap { $0.indices.contains(place) ? $0[place] : nil })?.sd ?? .nan
    }
    // Without a measure, the means of numbers are roots of squared errors, whose spread is not that of the errors.
    let isSquared = measure == nil && nested.classes == nil
    let (names, key) = (specs.map(\.description), measure ?? (nested.classes == nil ? "rmse" : "accuracy"))
    output.picture = ResultPicture("tune") { _ throws(Diagnostic) in
      try ResultPlot.tune(
        settings: names, means: means, sds: isSquared ? names.map { _ in .nan } : sds, chosen: counts, measure: key,
        folds: folds)
    }
    return output
  }

  private static func record(_ entries: EvaluationRun.Entries, _ key: String, _ isHigh: Bool) -> RecordOutput {
    var best: (setting: String, mean: Double)?
    for case (let learner, .success(let found)) in entries.dropFirst() {
      guard let mean = found[key]?.mean else { continue }
      if best.map({ isHigh ? mean > $0.mean : mean < $0.mean }) ?? true { best = (learner.description, mean) }
    }
    let nested = (try? entries[0].outcome.get())?[key]
    var record = RecordOutput("mean \(key) over the folds")
    record.add("measure", .text(key))
    if nested?.mean == nil, let pooled = nested?.pooled {
      // Folds of one row have no rmse, but all rows together have.
      record.title = "\(key) of all test rows together"
      best = nil
      for case (let learner, .success(let found)) in entries.dropFirst() {
        guard let own = found[key]?.pooled else { continue }
        if best.map({ isHigh ? own > $0.mean : own < $0.mean }) ?? true { best = (learner.description, own) }
      }
      record.add("nested", .real(pooled))
    } else {
      record.add("nested", nested?.mean.map(Value.real) ?? .missing)
    }
    record.add("nested_folds", .integer(nested?.definedFolds ?? 0))
    record.add("flat", best.map { .real($0.mean) } ?? .missing)
    record.add("flat_setting", best.map { .text($0.setting) } ?? .missing)
    if let best, let mean = nested?.mean ?? nested?.pooled { record.add("difference", .real(best.mean - mean)) }
    return record
  }

  /// In how many folds the best settings were equally good.
  private static func ties(_ nested: Evaluation) -> String? {
    let lists = nested.innerScores ?? []
    let count = lists.count { scores in
      let known = scores.compactMap(\.self)
      return known.max().map { best in known.count { $0 == best } > 1 } ?? false
    }
    return count == 0
      ? nil : "settings tied in \(count) of \(lists.count.counted("fold")), and the earlier one was chosen"
  }
}
