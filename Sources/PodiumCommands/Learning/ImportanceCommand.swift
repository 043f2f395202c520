internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin

struct ImportanceCommand: Command {
  static let learner = Parameter<[LearnerSpec]>.learners(
    "learner", required: true, help: "The learner, with hyperparameters in parentheses.")
  static let shuffles = Parameter<Int>.int(
    "shuffles", in: 1...1000, default: 5, help: "Number of times each column is shuffled in each fold.")

  let signature = Signature(
    "importance", topic: .learning, summary: "Measure how much a learner depends on each column.",
    details: """
      The learner is fitted on the training rows of each fold. Then each column, as loaded and before the recipe, is \
      shuffled among the test rows: mean is how much worse the measure becomes, sd its standard deviation (divisor n) over \
      the folds. Columns that say the same share their importance, so that each of them seems to matter little. Reference: \
      Breiman 2001.
      """,
    parameters: [learner.any] + FoldWork.keys + [shuffles.any],
    exampleLines: """
      which measurements matter: load iris; label species; importance bayes k=3 -> petal_width_cm
      a text column is one column, whatever the recipe makes of it: load tastings; label; encode; \
      importance tree k=3 measure=kappa shuffles=2 -> process
      a numeric target: load iris; label petal_width_cm; features drop=species; importance linear k=3 -> rmse
      a misspelt learner: load iris; label species; importance tre -> !unknown-learner
      """, traits: [.rows, .openKeys, .readsOnly], seeAlso: ["explain", "cv", "learning-curve"])

  /// Fits each fold once and predicts it once per column and shuffle.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let work = try FoldWork(
      call[ImportanceCommand.learner], span: call.span(of: ImportanceCommand.learner), call, in: session)
    let shuffles = call[ImportanceCommand.shuffles]
    let columns = work.plan.task.frame.columns
    let seed = session.seed
    let sign: Double = work.measure.higherIsBetter ? 1 : -1
    let losses: [[Double?]] = try Diagnostic.located(
      at: call.span(of: ImportanceCommand.learner),
      work.each { place throws(Diagnostic) in
        let fitted = try work.fit(place.train, at: place)
        let frame = work.plan.task.frame.selecting(rows: place.test)
        guard let whole = try work.score(fitted, frame, rows: place.test) else { return columns.map { _ in nil } }
        var own = [Double?](repeating: 0, count: columns.count)
        for shuffle in 0..<shuffles {
          let orders = columns.map { column in
            var order = Array(place.test.indices)
            var random = seed.derived("importance", column.name, place.repeatIndex, place.fold, shuffle).source()
            random.shuffle(&order)
            return order
          }
          try fitted.predictEach(frame, shuffledBy: orders, cancellation: work.cancellation) {
            (number, prediction) throws(Diagnostic) in
            let value = try work.score(prediction, rows: place.test)
            own[number] = value.flatMap { value in own[number].map { $0 + sign * (whole - value) / Double(shuffles) } }
          }
        }
        return own
      })
    var rows: [(name: String, mean: Double, sd: Double)] = []
    for (number, column) in columns.enumerated() {
      let values = losses.compactMap { $0[number] }
      let mean = values.mean ?? .nan
      let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      rows.append((column.name, mean, values.count < 2 ? .nan : (square / Double(values.count)).squareRoot()))
    }
    let order = rows.indices.sorted { a, b in
      let (x, y) = (rows[a].mean.isNaN ? -.infinity : rows[a].mean, rows[b].mean.isNaN ? -.infinity : rows[b].mean)
      return x > y || x == y && a < b
    }
    let table = try Table([
      Column("column", .text(order.map { rows[$0].name })), Column("mean", .number(order.map { rows[$0].mean })),
      Column("sd", .number(order.map { rows[$0].sd })),
    ])
    let defined = losses.count { !$0.contains { $0 == nil } }
    let part = defined < losses.count ? "\(defined) of " : ""
    let title =
      "loss of \(work.measure.key) by \(work.pipeline.learner.description) when a column is shuffled, over "
      + "\(part)\(losses.count.counted("fold"))"
    var output = TableOutput(table, title: title, decimals: ["mean": 4, "sd": 4])
    let (sorted, measure, learner) = (order.map { rows[$0] }, work.measure.key, work.pipeline.learner.description)
    output.picture = ResultPicture("importance") { _ throws(Diagnostic) in
      try ResultPlot.importance(sorted, measure: measure, learner: learner, folds: defined)
    }
    return [.table(output)] + work.notes + work.plan.warnings.map(Output.warning)
  }
}
