internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin

struct ThresholdCommand: Command {
  static let result = Parameter<String?>.result(
    help: "The result of cv; by default the last one.", kinds: ["evaluation"])
  static let goal = Parameter<String?>.choice(
    "goal", ["f1", "youden", "cost"], orShareOf: "recall",
    help: "The largest F1 or Youden's index, the least cost, or the highest precision at a recall; f1 by default.")
  static let recall = Parameter<Double?>.number(
    "recall", in: 0...1, help: "The same as goal=recall=: the least recall, at the highest precision.")

  let signature = Signature(
    "threshold", topic: .learning, summary: "Choose the probability from which rows count as a class.",
    details: """
      Every probability that occurs is tried on the tested rows of cv, each of which was tested by a model that was not \
      trained on it; with repeats, the first is used. Of equal thresholds the highest is chosen. The figures are \
      optimistic, since the rows that choose the threshold also measure it: measure it again on rows that did not. \
      Youden's index is recall + specificity − 1. goal=cost takes costs= of its own, or those of the result. A row below \
      the threshold counts as the best of the other classes. fit LEARNER class= threshold= applies it.
      """,
    parameters: [result.any, StoredEvaluation.positive.any, goal.any, recall.any, CostOptions.costs.any],
    exampleLines: """
      the best F1: load iris; label species; cv bayes k=5; threshold class=virginica -> precision
      Youden's index: load iris; label species; cv knn k=5; threshold class=virginica goal=youden -> specificity
      at least 95 % of the class: load iris; label species; cv bayes k=5; threshold class=virginica recall=0.95 \
      -> threshold
      the least cost: load tastings; label; encode; cv logistic k=5; threshold class=poor goal=cost costs=quadratic \
      -> expected_cost
      three classes and none named: load iris; label species; cv bayes k=5; threshold -> !missing-argument
      before any evaluation: load iris; threshold -> !no-evaluation
      """, traits: [.calculates, .readsOnly], seeAlso: ["roc", "calibration", "cv"])

  /// Reads a stored result; nothing is computed again.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    if call.has(ThresholdCommand.goal) {
      try call.refuse(ThresholdCommand.recall, "is a goal of its own", help: "omit goal= or recall=")
    }
    if call[ThresholdCommand.goal] != "cost" { try call.refuse(CostOptions.costs, "requires goal=cost") }
    let names = call[ThresholdCommand.result].map { [$0] } ?? []
    let found = try StoredEvaluation.found(names, span: call.span(of: ThresholdCommand.result), call, in: session)
    var outputs: [Output] = []
    for evaluation in found {
      for place in try StoredEvaluation.classes(evaluation, call, manyAllowed: false) {
        let name = evaluation.classes?[place] ?? ""
        let (chances, isPositive) = evaluation.chances(of: place)
        let (goal, costs) = try ThresholdCommand.goal(evaluation, place, call, in: session)
        guard let choice = ThresholdChoice(scores: chances, isPositive: isPositive, goal: goal) else {
          throw Diagnostic(
            "no-choice", "no threshold can be chosen for '\(name)': all tested rows are of one kind",
            span: call.verbSpan, help: "evaluate more rows")
        }
        var record = RecordOutput("threshold of '\(name)', \(evaluation.learner)")
        record.add("class", .text(name))
        record.add("threshold", .real(choice.threshold))
        record.add("recall", .real(choice.recall))
        // Where no row reaches the threshold, none of them can be right.
        record.add("precision", choice.precision.isFinite ? .real(choice.precision) : .missing)
        record.add("specificity", .real(choice.specificity))
        record.add("f1", .real(choice.f1))
        record.add("youden", .real(choice.recall + choice.specificity - 1))
        if let cost = choice.cost { record.add("expected_cost", .real(cost)) }
        if let costs { record.add("costs", .text(costs.name)) }
        record.add("rows", .integer(chances.count))
        let chosen = choice.threshold
        record.picture = ResultPicture("threshold") { _ throws(Diagnostic) in
          try ResultPlot.threshold(evaluation, class: place, chosen: chosen)
        }
        if choice.truePositives + choice.falsePositives == 0 {
          outputs.append(
            .note("it costs least to count no row as '\(name)', so the threshold lies above every probability"))
        }
        outputs += [
          .record(record),
          .note("chosen on these \(chances.count.counted("row")), so the figures are optimistic for other rows"),
        ]
      }
    }
    return outputs
  }

  /// The goal of the threshold of a class; throws `no-costs` for goal=cost without costs.
  private static func goal(
    _ evaluation: Evaluation, _ place: Int, _ call: Call, in session: Session
  ) throws(Diagnostic) -> (goal: ThresholdChoice.Goal, costs: CostMatrix?) {
    let wanted = call[ThresholdCommand.goal]?.split(separator: "=").dropFirst().first
    if let least = call[ThresholdCommand.recall] ?? wanted.flatMap({ Double(decimal: String($0)) }) {
      return (.recall(least), nil)
    }
    guard call[ThresholdCommand.goal] == "cost" else {
      return (call[ThresholdCommand.goal] == "youden" ? .youden : .f1, nil)
    }
    guard case .classes(let truth) = evaluation.truth else { return (.f1, nil) }
    let target = ClassTarget(
      classes: evaluation.classes ?? [], codes: truth, isOrdered: evaluation.isOrdered)
    guard let costs = try CostOptions.matrix(call, for: .classes(target), in: session) ?? evaluation.costs else {
      throw Diagnostic(
        "no-costs", "goal=cost needs costs, and the result was evaluated without any",
        span: call.span(of: ThresholdCommand.goal), help: "add costs=FILE, or costs=quadratic for ordered classes")
    }
    let rows = zip(truth, evaluation.probabilities ?? []).map { code, chances in
      ThresholdChoice.RowCost(
        ifClass: costs.values[code][place], ifOther: costs.values[code][costs.decide(chances[...], without: place)])
    }
    return (.cost(rows), costs)
  }
}
