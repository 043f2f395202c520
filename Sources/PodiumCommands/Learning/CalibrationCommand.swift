internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin

struct CalibrationCommand: Command {
  static let result = Parameter<String?>.result(
    help: "The result of cv; by default the last one.", kinds: ["evaluation"])
  static let bins = Parameter<Int>.int(
    "bins", in: 2...1000, default: 10, help: "Number of parts of equal width of the probabilities from 0 to 1.")

  let signature = Signature(
    "calibration", topic: .learning, summary: "Compare predicted probabilities with what happened.",
    details: """
      Rows are put into parts by the predicted probability of the class; observed is the share of the class in each part, \
      with Wilson's 95 % interval. brier is the mean squared error of the probability; ece, the expected calibration error, \
      is the mean over rows of the distance of observed and predicted. Each row was tested by a model that was not trained \
      on it; with repeats, the first is used.
      """,
    parameters: [result.any, bins.any, StoredEvaluation.positive.any],
    exampleLines: """
      five parts: load iris; label species; cv bayes k=5; calibration bins=5 class=virginica -> observed
      a named result: load iris; label species; cv zeror k=5 as base; calibration base class=setosa -> ece
      every class: load iris; label species; cv logistic k=3; calibration bins=2 -> versicolor
      before any evaluation: load iris; calibration -> !no-evaluation
      """, traits: [.calculates, .readsOnly], seeAlso: ["roc", "threshold", "cv"])

  /// Reads a stored result; nothing is computed again.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let names = call[CalibrationCommand.result].map { [$0] } ?? []
    let found = try StoredEvaluation.found(
      names, span: call.span(of: CalibrationCommand.result), call, in: session)
    var outputs: [Output] = []
    for evaluation in found {
      let classes = evaluation.classes ?? []
      var rows: [(name: String, bin: Calibration.Bin)] = []
      var records: [Output] = []
      let asked = try StoredEvaluation.classes(evaluation, call, manyAllowed: true)
      for place in asked {
        let (chances, isPositive) = evaluation.chances(of: place)
        guard
          let found = Calibration(chances: chances, isPositive: isPositive, bins: call[CalibrationCommand.bins])
        else { continue }
        rows += found.bins.map { (classes[place], $0) }
        var record = RecordOutput("calibration of '\(classes[place])', \(evaluation.learner)")
        record.add("brier", .real(found.brier))
        record.add("ece", .real(found.error))
        record.add("class", .text(classes[place]))
        record.add("rows", .integer(found.rows))
        records.append(.record(record))
      }
      let table = try Table([
        Column("class", .text(rows.map(\.name))), Column("low", .number(rows.map(\.bin.low))),
        Column("high", .number(rows.map(\.bin.high))), Column("rows", .integer(rows.map(\.bin.rows))),
        Column("predicted", .number(rows.map(\.bin.predicted))), Column("observed", .number(rows.map(\.bin.observed))),
        Column("low95", .number(rows.map(\.bin.low95))), Column("high95", .number(rows.map(\.bin.high95))),
      ])
      let decimals = Dictionary(
        ["predicted", "observed", "low95", "high95"].map { ($0, 3) }, uniquingKeysWith: { first, _ in first })
      var output = TableOutput(table, title: "calibration of \(evaluation.learner)", decimals: decimals)
      let bins = call[CalibrationCommand.bins]
      output.picture = ResultPicture("calibration") { _ throws(Diagnostic) in
        try ResultPlot.calibration(evaluation, classes: asked, bins: bins)
      }
      outputs.append(.table(output))
      outputs += records
    }
    return outputs
  }
}
