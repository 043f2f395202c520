public import PodiumCore

extension Evaluation {
  /// Puts the results of a learner's jobs together.
  ///
  /// Throws the first failure when no fold gave a prediction; the evaluation lists single failures.
  public static func collect(
    _ results: [EvaluationResult], of learner: LearnerChoice, in plan: EvaluationPlan,
    measures: [Measure] = Measures.all
  ) throws(Diagnostic) -> Evaluation {
    try collect(results, of: learner, in: plan, measures: measures, decisions: [])
  }

  static func collect(
    _ results: [EvaluationResult], of learner: LearnerChoice, in plan: EvaluationPlan, measures: [Measure],
    decisions: [EvaluationPlan.Decision]
  ) throws(Diagnostic) -> Evaluation {
    let measures = plan.measured(measures)
    let seeds = plan.seeds(for: learner)
    let share = results.count / seeds.count
    precondition(share * seeds.count == results.count, "\(results.count) results of \(seeds.count) seeds")
    let parts = seeds.indices.map { number in
      var part = Collected(plan)
      for place in (number * share)..<((number + 1) * share) {
        part.take(results[place], measures, decisions.indices.contains(place) ? decisions[place].calibration : nil)
      }
      return part
    }
    let first = parts[0]
    if first.tested.isEmpty, let failure = first.failures.first { throw failure.diagnostic }
    var outcomes: [SeedOutcome] = []
    if parts.count > 1 {
      for (number, part) in parts.enumerated() {
        outcomes.append(part.outcome(number, seeds[number], measures))
      }
    }
    let seconds = parts.reduce(0) { $0 + $1.seconds }
    return first.evaluation(of: learner, measures, seeds: outcomes, seconds: seconds, decisions)
  }
}

/// Results of folds on their way into an evaluation.
private struct Collected {
  let plan: EvaluationPlan
  /// One entry a tested row: repeat, row of the task, fold, and where its prediction is.
  var tested: [(number: Int, row: Int, fold: Int)] = []
  var predictions: [Prediction] = []
  var folds: [[String: Double]] = []
  var failures: [FoldFailure] = []
  var seconds = 0.0
  /// The test rows of each fold that gave a prediction.
  var sizes: [Int] = []
  /// In how many folds the model predicts the same for every row.
  var constant = 0
  /// For each tested row its shortlist.
  var lists: [[Int]] = []
  /// The rows whose shortlist has every class, since there were too few scores.
  var unlimited = 0

  init(_ plan: EvaluationPlan) { self.plan = plan }

  mutating func take(_ result: EvaluationResult, _ measures: [Measure], _ calibration: ConformalCalibration?) {
    seconds += result.seconds
    switch result.outcome {
    case .failed(let diagnostic):
      failures.append(FoldFailure(repeatIndex: result.repeatIndex, fold: result.fold, diagnostic: diagnostic))
      folds.append([:])
    case .predicted(let found):
      let prediction = plan.decided(found)
      let scored = ScoredRows(target: plan.task.target.selecting(rows: result.rows), prediction: prediction)
      var values: [String: Double] = [:]
      for measure in measures { values[measure.key] = measure.value(ofFold: scored) }
      folds.append(values)
      sizes.append(result.rows.count)
      if result.isConstant { constant += 1 }
      tested += result.rows.map { (result.repeatIndex, $0, result.fold) }
      predictions.append(prediction)
      if let shortlist = plan.shortlist { list(prediction, calibration, shortlist.confidence) }
    }
  }

  private mutating func list(_ prediction: Prediction, _ calibration: ConformalCalibration?, _ confidence: Double) {
    guard let calibration, case .classes(_, let probabilities?) = prediction else {
      lists += [[Int]](repeating: [], count: prediction.rowCount)
      return
    }
    if calibration.limit(confidence) == nil { unlimited += prediction.rowCount }
    lists += (0..<probabilities.rows).map { calibration.shortlist(probabilities.row($0), confidence: confidence) }
  }

  func outcome(_ number: Int, _ seed: Seed, _ measures: [Measure]) -> SeedOutcome {
    var means: [String: Double] = [:]
    for measure in measures { means[measure.key] = folds.compactMap { $0[measure.key] }.mean }
    return SeedOutcome(number: number, seed: seed.value, folds: folds, means: means, failures: failures)
  }

  func evaluation(
    of learner: LearnerChoice, _ measures: [Measure], seeds: [SeedOutcome], seconds: Double,
    _ decisions: [EvaluationPlan.Decision]
  ) -> Evaluation {
    let choices = learner.isChoice ? decisions.filter { $0.place.seed == plan.seed } : []
    let chosen = choices.map { try? $0.outcome.get().description }
    let order = tested.indices.sorted {
      (tested[$0].number, tested[$0].row) < (tested[$1].number, tested[$1].row)
    }
    let rows = order.map { tested[$0].row }
    let pooled = joined().selecting(rows: order)
    let target = plan.task.target.selecting(rows: rows)
    let scored = ScoredRows(target: target, prediction: pooled)
    let found = summaries(scored, measures)
    return Evaluation(
      learner: learner.description, resampling: plan.resampling, foldSentence: plan.foldSentence,
      foldCount: plan.allocation.foldCount,
      fitScope: plan.fitScope, target: plan.task.targetName, classes: plan.task.classes?.classes,
      isOrdered: plan.task.classes?.isOrdered ?? false, rows: rows.map { plan.task.rowNumbers[$0] },
      repeatOfRow: order.map { tested[$0].number }, foldOfRow: order.map { tested[$0].fold },
      truth: truth(target), predicted: predicted(pooled), probabilities: probabilities(pooled), folds: folds,
      measures: found, confusion: scored.confusion, seed: plan.seed.value,
      seconds: seconds,
      notes: plan.notes(for: learner) + plan.choiceNotes(decisions, of: learner) + seeds.dropFirst().flatMap(\.notes)
        + remarks(found, measures, learner),
      failures: failures, seeds: seeds, drawsFolds: plan.drawsFolds,
      chosen: chosen.isEmpty ? nil : chosen,
      innerScores: chosen.isEmpty ? nil : choices.map(\.scores), costs: plan.costs,
      shortlists: plan.shortlist.map { shortlist in
        Shortlists(confidence: shortlist.confidence, lists: order.map { lists[$0] }, unlimited: unlimited)
      }, constantFolds: constant)
  }

  /// The rows of a fold from which its figures resemble those of all rows, where the rows are assigned at random.
  private static let comparable = 5

  /// What a reader of the figures must know: folds that are too small for one, folds that do not resemble the table, and models
  /// that learned nothing.
  private func remarks(_ found: [MeasureSummary], _ measures: [Measure], _ learner: LearnerChoice) -> [String] {
    var remarks: [String] = []
    let single = sizes.count { $0 == 1 }
    let keys = found.filter { summary in measures.contains { $0.key == summary.key && $0.leastRows > 1 } }.map(\.key)
    if single > 0, !keys.isEmpty {
      let verb = keys.count == 1 ? "is" : "are"
      remarks.append(
        "\(keys.joined(separator: ", ")) \(verb) undefined in \(single.counted("fold")) of one row; pooled is that of "
          + (tested.count == 1 ? "the only row" : "all \(tested.count) rows"))
    }
    // Measures of the target's spread or of its classes; those in the unit of the target have no common scale.
    let apart = found.compactMap { summary -> String? in
      guard summary.key != "rmse", keys.contains(summary.key), summary.definedFolds == folds.count,
        sizes.min() ?? 0 >= Collected.comparable, let mean = summary.mean, let pooled = summary.pooled,
        (mean - pooled).magnitude > 0.2
      else { return nil }
      return
        "\(summary.key) is \(NumberText.fixed(mean, 2)) as the mean over the folds and \(NumberText.fixed(pooled, 2)) for all "
        + "rows together"
    }
    if let first = apart.first {
      let way =
        plan.canRefine == .repeats(shuffle: true) && !plan.resampling.shuffle
        ? "; if the rows are sorted, shuffle=yes makes the folds alike" : ""
      let rest =
        apart.count == 1
        ? "" : ", and \((apart.count - 1).counted("other measure")) \(apart.count == 2 ? "differs" : "differ") as much"
      remarks.append(first + rest + ", since the target varies otherwise within the folds than over all rows" + way)
    }
    if let text = plan.constantNote(learner, folds: constant) { remarks.append(text) }
    return remarks
  }

  /// The predictions of all folds, one after another; probabilities only where every fold has them.
  private func joined() -> Prediction {
    guard case .classes(let target) = plan.task.target else {
      return .numbers(
        predictions.flatMap { if case .numbers(let values) = $0 { values } else { [Double]() } })
    }
    var codes: [Int] = []
    var elements: [Double] = []
    for case .classes(let part, let probabilities) in predictions {
      codes += part
      elements += probabilities?.elements ?? []
    }
    let width = target.classes.count
    let isComplete = elements.count == codes.count * width && !codes.isEmpty
    return .classes(
      codes, probabilities: isComplete ? Matrix(rows: codes.count, columns: width, elements: elements) : nil)
  }

  private func truth(_ target: Target) -> Evaluation.Answers {
    switch target {
    case .classes(let target): .classes(target.codes)
    case .numbers(let values): .numbers(values)
    }
  }

  private func predicted(_ prediction: Prediction) -> Evaluation.Answers {
    switch prediction {
    case .classes(let codes, _): .classes(codes)
    case .numbers(let values): .numbers(values)
    }
  }

  private func probabilities(_ prediction: Prediction) -> [[Double]]? {
    guard case .classes(_, let found) = prediction, let found else { return nil }
    return (0..<found.rows).map { Array(found.row($0)) }
  }

  private func summaries(_ scored: ScoredRows, _ measures: [Measure]) -> [MeasureSummary] {
    measures.filter { $0.applies(to: scored) }.map { measure in
      let values = folds.compactMap { $0[measure.key] }
      let pooled = measure.compute(scored).flatMap { $0.isFinite ? $0 : nil }
      return MeasureSummary(
        key: measure.key, mean: values.mean, sd: Measures.deviation(values), pooled: pooled,
        definedFolds: values.count)
    }
  }
}
