internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct CompareCommand: Command {
  static let learners = Parameter<[LearnerSpec]>.learners(
    "learners", required: true, help: "The learners to compare; zeror is always included.")
  static let measure = Parameter<String?>.text(
    "measure",
    help:
      "The measure, or an evaluator from a plugin; by default accuracy, rmse for numbers, and the cost with costs=.",
    completion: .names(.measures))
  static let baseline = Parameter<[LearnerSpec]>.learner(
    key: "baseline", help: "The learner to compare the others with; zeror by default.")
  static let evaluators = Parameter<[String]?>.list(
    "evaluators", help: "Evaluators from plugins, shown for each learner.",
    completion: .names(.evaluators))

  static let rope = Parameter<Double?>.number(
    "rope", in: 0...1_000_000_000,
    help:
      "Largest difference of the measure that means nothing in practice; adds the probabilities of better, same and worse."
  )

  static let pairs = Parameter<Bool>.flag(
    "pairs", default: false, help: "Whether to compare every pair of learners too, and count the wins.")

  let signature = Signature(
    "compare", topic: .learning, summary: "Compare learners on the same folds.",
    details: """
      Differences are from zeror, which guesses without using the features, or from the learner in baseline=. The p \
      value is from the corrected paired t-test (Nadeau and Bengio 2003), which accounts for training rows shared \
      between folds; Holm's correction accounts for the number of comparisons. A learner that fails is reported, and \
      the comparison continues with the others. evaluators= adds measures from plugins for each learner, computed over \
      all test rows together; measure= accepts them too and then scores each fold. With seeds=N, a learner that uses \
      random numbers is scored by its mean over N seeds in each fold. nested=yes makes the settings of a learner one row, \
      chosen within each fold. rope= adds the probabilities of the correlated Bayesian t-test (Corani and Benavoli 2015). \
      costs= is that of cv, and makes expected_cost the measure. pairs=yes tests every pair in the same way, for one split by \
      McNemar's test, and counts the wins. on=iris,wine compares over several loaded tables, each \
      with its label and recipe: mean ranks, Friedman's test with the correction of Iman and Davenport, and Wilcoxon's \
      signed-rank test against the baseline.
      """,
    parameters: [learners.any] + ResamplingOptions.all + [
      measure.any, baseline.any, evaluators.any, NestedOptions.nested.any, NestedOptions.inner.any,
      NestedOptions.innerFolds.any, rope.any, pairs.any, StoredEvaluation.positive.any, CostOptions.costs.any,
      TablesCompare.on.any,
    ],
    exampleLines: """
      a tree against guessing: load tastings; label; encode; compare tree zeror k=10 -> p Holm
      a grid, with another measure: load iris; label species; compare tree(max-depth=1,2,3) k=5 measure=kappa -> kappa
      learners on some rows: load iris; label species; compare svm tree zeror k=5 if petal_length_cm > 2 -> zeror
      against a learner other than zeror: load iris; label species; compare tree(max-depth=2) tree k=5 baseline=tree \
      -> differences from tree
      better, the same, or worse: load iris; label species; compare tree zeror k=5 rope=0.01 -> P(better)
      every pair: load iris; label species; compare tree knn bayes k=5 pairs=yes -> wins
      over two tables: load iris; label species; load wine; label cultivar; compare tree knn on=iris,wine k=5 \
      -> mean_rank
      a grid as one learner: load iris; label species; compare tree(max-depth=1,2) k=3 nested=yes \
      -> best of tree(max-depth=1)
      an unknown learner: load iris; label species; compare tree smv -> !unknown-learner
      """, traits: [.rows, .groups, .openKeys, .readsOnly], seeAlso: ["cv", "learners"])

  /// Evaluates all learners on the same folds.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let scorers = try EvaluatorOptions.found(
      call[CompareCommand.evaluators] ?? [], CompareCommand.evaluators, call, in: session)
    let judge = call[CompareCommand.measure].flatMap { session.registry.evaluators[$0] }
    let (choices, baseline) = try candidates(call, judge: judge, in: session)
    // The baseline is part of every comparison: if everything else failed, only the reason is left to report.
    let specs = call[CompareCommand.learners]
    let asked = choices.filter { $0.candidates.contains { specs.contains($0) } }
    if let tables = call[TablesCompare.on] {
      return try TablesCompare.outputs(tables, choices, baseline: baseline, asked: asked, call, in: session)
    }
    let wanted = MeasureOptions.asked(CompareCommand.measure, call)
    let place = session
    let found = try EvaluationRun.evaluate(
      choices, call, in: session,
      EvaluationRun.Request(measure: wanted, takesCosts: true, byClass: CompareCommand.measure)
    ) { kind throws(Diagnostic) in
      try check(call, judge: judge, kind, in: place)
    }
    found.finish()
    let (entries, plan, notes, catalogue) = (found.entries, found.plan, found.notes, found.measures)
    try CompareCommand.requireSuccess(entries, of: asked, at: call.span(of: CompareCommand.learners))
    let task = plan.task
    var judged = (
      entries: entries, measure: wanted ?? (task.classes == nil ? "rmse" : "accuracy")
    )
    if let judge {
      judged = try CompareCommand.judge(entries, by: judge, in: session)
      try CompareCommand.requireSuccess(judged.entries, of: asked, at: call.span(of: CompareCommand.measure))
    }
    let (figures, mismatches) = try CompareCommand.figures(
      entries, scorers, at: call.span(of: CompareCommand.evaluators), in: session)
    let direction = MeasureOptions.isHigh(judged.measure, task.target.kind, in: session)
    if direction == nil {
      try call.refuse(
        CompareCommand.rope, "needs a measure whose better side is known, and \(judged.measure) is an evaluator's",
        help: "omit rope=, or choose another measure")
    }
    let comparison = Comparison(
      judged.entries, baseline: baseline, measure: judged.measure, in: plan, figures: figures,
      rope: call[CompareCommand.rope], higherIsBetter: direction)
    var outputs: [Output] = [.comparison(comparison)]
    if call[CompareCommand.pairs] {
      outputs.append(
        try ComparedPairs.output(judged.entries, measure: judged.measure, in: plan, higherIsBetter: direction))
    }
    if let leftOut = task.leftOut { outputs.append(.note(leftOut)) }
    let measured = catalogue.first { $0.key == judged.measure }
    let isTooSmall =
      (measured?.leastRows ?? 1) > 1
      && (0..<plan.allocation.foldCount).allSatisfy { plan.allocation.testRows(repeat: 0, fold: $0).count < 2 }
    if isTooSmall {
      let others = catalogue.filter { $0.target == task.target.kind && $0.leastRows == 1 && !$0.needsProbabilities }
      outputs.append(
        .note(
          "\(judged.measure) is undefined in folds of one row; measure=\(others.first?.key ?? "") compares them row by row, and "
            + "'cv' gives the \(judged.measure) of all rows together"))
    } else if let row = comparison.rows.first(where: \.isBaseline), row.status == "ok", row.mean == nil {
      outputs.append(
        .note(
          "'\(row.learner)' has no \(judged.measure) in any fold, so differences from it are undefined; baseline=LEARNER chooses "
            + "another"))
    }
    let shown = catalogue.first { $0.key == judged.measure }
    for case (let learner, .success(let found)) in judged.entries
    where shown?.needsProbabilities == true && found.probabilities == nil && found.classes != nil {
      outputs.append(
        .note("'\(learner.description)' gives no probabilities, so its \(judged.measure) is undefined"))
    }
    for case (_, .success(let found)) in judged.entries where plan.costs != nil {
      outputs += ShortlistOptions.notes(found, call)
    }
    outputs += comparison.remarks.map(Output.note) + CompareCommand.constants(entries, plan).map(Output.note)
    if call[ResamplingOptions.repeats] > 1, !scorers.isEmpty {
      outputs.append(.note("\(scorers.map(\.key).joined(separator: ", ")): computed on the first repeat"))
    }
    return outputs + mismatches + LeakChecks.warnings(of: plan, call) + notes
  }

  /// The learners to compare, each once, and the baseline; zeror comes last if it was not named.
  ///
  /// With nested=yes the settings of a learner are one choice, the baseline's own excepted.
  private func candidates(
    _ call: Call, judge: (any Evaluator)?, in session: Session
  ) throws(Diagnostic) -> (choices: [LearnerChoice], baseline: LearnerChoice) {
    guard let definition = session.registry.learners["zeror"] else {
      throw Diagnostic("missing-learner", "the learner 'zeror' is not registered")
    }
    let zeror = try definition.spec([])
    let asked = call[CompareCommand.baseline]
    if asked.count > 1 {
      throw .badValue(
        "baseline", asked.map(\.description).joined(separator: ", "), allowed: "one learner",
        span: call.span(of: CompareCommand.baseline))
    }
    let baseline = asked.first ?? zeror
    var choices: [LearnerChoice] = []
    if call[NestedOptions.nested] {
      let inner = try NestedOptions.folds(
        call, measure: judge == nil ? MeasureOptions.asked(CompareCommand.measure, call) : nil, in: session)
      var keys: [String] = []
      for spec in call[CompareCommand.learners] where !keys.contains(spec.key) { keys.append(spec.key) }
      for key in keys {
        var own: [LearnerSpec] = []
        for spec in call[CompareCommand.learners] where spec.key == key && !own.contains(spec) { own.append(spec) }
        choices.append(own.count > 1 ? try LearnerChoice(bestOf: own, inner: inner) : LearnerChoice(own[0]))
      }
      guard choices.contains(where: \.isChoice) else {
        throw LearnerChoice.none(among: call[CompareCommand.learners], asked: "nested=yes").at(
          call.span(of: CompareCommand.learners))
      }
    } else {
      try NestedOptions.refuseUnused(call)
      choices = call[CompareCommand.learners].map { LearnerChoice($0) }
    }
    var distinct: [LearnerChoice] = []
    for choice in choices + [LearnerChoice(baseline)] where !distinct.contains(choice) && choice != LearnerChoice(zeror)
    {
      distinct.append(choice)
    }
    return (distinct + [LearnerChoice(zeror)], LearnerChoice(baseline))
  }

  /// That models of some learners predict the same for every row.
  static func constants(_ entries: EvaluationRun.Entries, _ plan: EvaluationPlan) -> [String] {
    entries.compactMap { entry in
      plan.constantNote(entry.learner, folds: (try? entry.outcome.get().constantFolds) ?? 0)
    }
  }

  /// Throws if all of some learners failed.
  static func requireSuccess(
    _ entries: EvaluationRun.Entries, of learners: [LearnerChoice], at span: SourceSpan?
  ) throws(Diagnostic) {
    let asked = entries.filter { learners.contains($0.learner) }
    var first: Diagnostic?
    for entry in asked {
      guard case .failure(let error) = entry.outcome else { return }
      first = first ?? error
    }
    if let first { throw EvaluationRun.failure(of: asked, first: first).at(span) }
  }

  /// Refuses a measure that is not registered, before anything is fitted.
  private func check(
    _ call: Call, judge: (any Evaluator)?, _ kind: TargetKind, in session: Session
  ) throws(Diagnostic) {
    if judge != nil, let wanted = call[CompareCommand.measure] {
      guard call[ResamplingOptions.seeds] > 1 else { return }
      throw Diagnostic(
        "unused-key", "measure=\(wanted) only supports one seed",
        span: call.span(of: ResamplingOptions.seeds),
        help: "omit seeds=, or add it to another measure: evaluators=\(wanted)")
    }
    try MeasureOptions.require(
      CompareCommand.measure, kind, call, in: session, others: session.registry.evaluators.keys.sorted())
  }

  /// Gives each fold the value of an evaluator: the one with its name, or its first.
  private static func judge(
    _ entries: EvaluationRun.Entries, by judge: any Evaluator, in session: Session
  ) throws(Diagnostic) -> (entries: EvaluationRun.Entries, measure: String) {
    var (entries, measure) = (entries, judge.key)
    var found = try EvaluatorScores.of(entries.compactMap { try? $0.outcome.get() }, by: [judge], in: session)[0][...]
    for (place, entry) in entries.enumerated() {
      guard case .success(let evaluation) = entry.outcome, let outcome = found.popFirst() else { continue }
      do throws(Diagnostic) {
        let scores = try outcome.get()
        let names = scores.pooled.map(\.name)
        measure = names.contains(judge.key) ? judge.key : names.first ?? judge.key
        entries[place].outcome = .success(evaluation.adding(scores.folds))
      } catch {
        entries[place].outcome = .failure(error)
      }
    }
    return (entries, measure)
  }

  /// The values of evaluators for each learner; throws if an evaluator applies to none.
  private static func figures(
    _ entries: EvaluationRun.Entries, _ scorers: [any Evaluator], at span: SourceSpan?, in session: Session
  ) throws(Diagnostic) -> (figures: [[Comparison.Figure]], mismatches: [Output]) {
    var figures = [[Comparison.Figure]](repeating: [], count: entries.count)
    var mismatches: [Output] = []
    let all = try EvaluatorScores.of(entries.compactMap { try? $0.outcome.get() }, by: scorers, in: session)
    for (scorer, outcomes) in zip(scorers, all) {
      var found = outcomes[...]
      var errors: [(learner: String, error: Diagnostic)] = []
      var isScored = false
      for (place, entry) in entries.enumerated() {
        guard case .success = entry.outcome, let outcome = found.popFirst() else { continue }
        do throws(Diagnostic) {
          figures[place] += try outcome.get().figures
          isScored = true
        } catch {
          errors.append((entry.learner.description, error))
        }
      }
      if !isScored, let error = errors.first?.error { throw error.at(span) }
      mismatches += errors.map { .warning("\(scorer.key) does not apply to \($0.learner): " + $0.error.message) }
    }
    return (figures, mismatches)
  }
}
