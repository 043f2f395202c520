internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin

struct RocCommand: Command {
  static let results = Parameter<[String]>.words(
    "results", help: "The results of cv; by default the last one. Two of the same rows are compared.")

  let signature = Signature(
    "roc", topic: .learning, summary: "Show the ROC curve of an evaluation, with the area and its interval.",
    details: """
      Each row was tested by a model that was not trained on it; with repeats, the first is used. With more than two \
      classes each is shown against the rest, or the one in class= alone. The interval of the area is DeLong's (1988), and \
      so is the paired test of two results of the same rows. A threshold is the lowest probability that counts as the class.
      """,
    parameters: [results.any, StoredEvaluation.positive.any],
    exampleLines: """
      one class against the rest: load iris; label species; cv bayes k=5; roc class=virginica -> auc
      two results, compared: load iris; label species; cv bayes k=5 as a; cv tree k=5 as b; roc a b class=virginica \
      -> difference
      every class against the rest: load iris; label species; cv knn k=5; roc -> setosa
      before any evaluation: load iris; roc -> !no-evaluation
      a learner without probabilities: load iris; label species; cv svm k=3; roc -> !no-probabilities
      """, traits: [.calculates, .readsOnly], seeAlso: ["calibration", "threshold", "cv"])

  /// Reads stored results; nothing is computed again.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: RocCommand.results)
    let found = try StoredEvaluation.found(call[RocCommand.results], span: span, call, in: session)
    var outputs: [Output] = []
    var curves: [[Int: ROCCurve]] = []
    var drawn: [(evaluation: Evaluation, classes: [Int])] = []
    for evaluation in found {
      let names = evaluation.classes ?? []
      var own: [Int: ROCCurve] = [:]
      var (classes, thresholds, false1, true1) = ([String](), [Double](), [Double](), [Double]())
      var records: [Output] = []
      let asked = try StoredEvaluation.classes(evaluation, call, manyAllowed: true)
      drawn.append((evaluation, asked))
      for place in asked {
        let (chances, isPositive) = evaluation.chances(of: place)
        guard let curve = ROCCurve(scores: chances, isPositive: isPositive) else {
          outputs.append(.note("the curve of '\(names[place])' is undefined: all tested rows are of one kind"))
          continue
        }
        own[place] = curve
        for point in curve.points {
          classes.append(names[place])
          thresholds.append(point.threshold.isFinite ? point.threshold : .nan)
          false1.append(point.falsePositive)
          true1.append(point.truePositive)
        }
        records.append(.record(RocCommand.record(curve, of: names[place], evaluation.learner)))
      }
      curves.append(own)
      let table = try Table([
        Column("class", .text(classes)), Column("threshold", .number(thresholds)), Column("fpr", .number(false1)),
        Column("tpr", .number(true1)),
      ])
      outputs += records
      outputs.append(.table(TableOutput(table, title: "ROC of \(evaluation.learner)", decimals: ["threshold": 4])))
    }
    if found.count == 2 { outputs += try difference(found, curves, call) }
    let all = drawn
    return outputs.picturing(ResultPicture("roc") { _ throws(Diagnostic) in try ResultPlot.roc(all) })
  }

  private static func record(_ curve: ROCCurve, of name: String, _ learner: String) -> RecordOutput {
    var record = RecordOutput("area under the curve of '\(name)', \(learner)")
    record.add("auc", .real(curve.area))
    record.add("low95", curve.interval.map { .real($0[0]) } ?? .missing)
    record.add("high95", curve.interval.map { .real($0[1]) } ?? .missing)
    record.add("class", .text(name))
    record.add("rows_of_class", .integer(curve.positives))
    record.add("other_rows", .integer(curve.negatives))
    return record
  }

  /// The paired test of two results of the same rows.
  private func difference(
    _ found: [Evaluation], _ curves: [[Int: ROCCurve]], _ call: Call
  ) throws(Diagnostic) -> [Output] {
    guard found[0].rows == found[1].rows, found[0].truth == found[1].truth else {
      return [.note("the areas are not compared: the results are of different rows")]
    }
    return curves[0].keys.sorted().compactMap { place in
      guard let first = curves[0][place], let second = curves[1][place],
        let test = first.difference(from: second)
      else { return nil }
      var record = RecordOutput("difference of the areas, \(found[0].learner) less \(found[1].learner)")
      record.add("difference", .real(test.area))
      record.add("p", test.p.map(Value.real) ?? .missing)
      record.pValues = ["p"]
      record.add("class", .text(found[0].classes?[place] ?? ""))
      record.add("rows", .integer(first.positives + first.negatives))
      return .record(record)
    }
  }
}
