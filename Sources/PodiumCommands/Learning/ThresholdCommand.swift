internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `threshold`: chooses the probability from which rows count as a class.
struct ThresholdCommand: Command {
  static let result = Parameter<String?>.result(
    help: "The result of cv; by default the last one.", kinds: ["evaluation"])
  static let goal = Parameter<String?>.choice(
    "goal", ["f1", "youden"], help: "What to make as large as possible: F1 or Youden's index; f1 by default.")
  static let recall = Parameter<Double?>.number(
    "recall", in: 0...1, help: "The least recall; the threshold with the highest precision is chosen.")

  let signature = Signature(
    "threshold", topic: .learning, summary: "Choose the probability from which rows count as a class.",
    details: """
      Every probability that occurs is tried on the tested rows of cv, each of which was tested by a model that was not \
      trained on it; of several repeats the first counts. Of equal thresholds the highest is chosen. The figures are \
      optimistic, since the rows that choose the threshold also measure it: measure it again on rows that did not. \
      Youden's index is recall + specificity − 1.
      """,
    parameters: [result.any, StoredEvaluation.positive.any, goal.any, recall.any],
    examples: [
      Example(
        "threshold class=virginica", after: ["load iris", "label species", "cv bayes k=5"], "the best F1",
        prints: "precision"),
      Example(
        "threshold class=virginica goal=youden", after: ["load iris", "label species", "cv knn k=5"],
        "Youden's index", prints: "specificity"),
      Example(
        "threshold class=virginica recall=0.95", after: ["load iris", "label species", "cv bayes k=5"],
        "at least 95 % of the class", prints: "threshold"),
      Example(
        "threshold", after: ["load iris", "label species", "cv bayes k=5"], "three classes and none named",
        fails: "missing-argument"),
      Example("threshold", after: ["load iris"], "before any evaluation", fails: "no-evaluation"),
    ], traits: [.calculates], seeAlso: ["roc", "calibration", "cv"])

  /// Reads a stored result; nothing is computed again.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    if let span = call.span(of: ThresholdCommand.recall), call.has(ThresholdCommand.goal) {
      throw Diagnostic("unused-key", "recall= is a goal of its own", span: span, help: "omit goal= or recall=")
    }
    let goal: ThresholdChoice.Goal
    if let least = call[ThresholdCommand.recall] {
      goal = .recall(least)
    } else {
      goal = call[ThresholdCommand.goal] == "youden" ? .youden : .f1
    }
    let names = call[ThresholdCommand.result].map { [$0] } ?? []
    let found = try StoredEvaluation.found(names, span: call.span(of: ThresholdCommand.result), call, in: session)
    var outputs: [Output] = []
    for evaluation in found {
      for place in try StoredEvaluation.classes(evaluation, call, manyAllowed: false) {
        let name = evaluation.classes?[place] ?? ""
        let (chances, isPositive) = evaluation.chances(of: place)
        guard let choice = ThresholdChoice(scores: chances, isPositive: isPositive, goal: goal) else {
          throw Diagnostic(
            "no-choice", "no threshold can be chosen for '\(name)': all tested rows are of one kind",
            span: call.verbSpan, help: "evaluate more rows")
        }
        var record = RecordOutput("threshold of '\(name)', \(evaluation.learner)")
        record.add("class", .text(name))
        record.add("threshold", .real(choice.threshold))
        record.add("recall", .real(choice.recall))
        record.add("precision", .real(choice.precision))
        record.add("specificity", .real(choice.specificity))
        record.add("f1", .real(choice.f1))
        record.add("youden", .real(choice.recall + choice.specificity - 1))
        record.add("rows", .integer(chances.count))
        outputs += [
          .record(record),
          .note("chosen on these \(chances.count.counted("row")), so the figures are optimistic for other rows"),
        ]
      }
    }
    return outputs
  }
}
