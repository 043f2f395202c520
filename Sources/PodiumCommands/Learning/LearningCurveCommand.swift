internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin

struct LearningCurveCommand: Command {
  static let learner = Parameter<[LearnerSpec]>.learners(
    "learner", required: true, help: "The learner, with hyperparameters in parentheses.")
  static let sizes = Parameter<[String]?>.list(
    "sizes", help: "Numbers of training rows, or shares of them up to 1; by default 0.1,0.25,0.5,0.75,1.")

  let signature = Signature(
    "learning-curve", topic: .learning, summary: "Show how a learner improves with more training rows.",
    details: """
      Each fold trains on a part of its training rows, drawn at random with the shares of the classes kept; a larger part \
      contains the smaller ones. train is the mean of the measure on the rows it was trained on, test that on the test \
      rows, sd the standard deviation of test over the folds (divisor n). Where test still rises, more rows would help; where \
      train is far above test, the learner overfits.
      """,
    parameters: [learner.any] + FoldWork.keys + [sizes.any],
    exampleLines: """
      three sizes: load iris; label species; learning-curve bayes k=3 sizes=0.2,0.6,1 -> train
      numbers of rows: load iris; label species; learning-curve tree k=3 sizes=20,40 -> 40
      a numeric target: load iris; label petal_width_cm; features drop=species; learning-curve linear k=3 -> rmse
      an invalid size: load iris; label species; learning-curve tree sizes=none -> !bad-value
      """, traits: [.rows, .openKeys, .readsOnly], seeAlso: ["cv", "importance"])

  /// Fits each fold once per size.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let sizes = try LearningCurveCommand.sizes(call)
    let work = try FoldWork(
      call[LearningCurveCommand.learner], span: call.span(of: LearningCurveCommand.learner), call, in: session)
    let seed = session.seed
    struct Point: Sendable {
      let rows: Int
      let train: Double?
      let test: Double?
    }
    let folds: [[Point]] = try Diagnostic.located(
      at: call.span(of: LearningCurveCommand.learner),
      work.each { place throws(Diagnostic) in
        let order = LearningCurveCommand.order(
          place.train, work.plan.task.target, seed.derived("learning curve", place.repeatIndex, place.fold))
        let test = work.plan.task.frame.selecting(rows: place.test)
        var points: [Point] = []
        for size in sizes {
          let wanted = size <= 1 ? Int((size * Double(order.count)).rounded()) : Int(size)
          let rows = order.prefix(min(order.count, max(1, wanted))).sorted()
          let fitted = try work.fit(rows, at: place)
          points.append(
            Point(
              rows: rows.count, train: try work.score(fitted, work.plan.task.frame.selecting(rows: rows), rows: rows),
              test: try work.score(fitted, test, rows: place.test)))
        }
        return points
      })
    var columns: (rows: [Int], train: [Double], test: [Double], sd: [Double]) = ([], [], [], [])
    // Shares and numbers of rows may be mixed.
    let order = sizes.indices.sorted { a, b in
      let (x, y) = (folds.first?[a].rows ?? 0, folds.first?[b].rows ?? 0)
      return x < y || x == y && a < b
    }
    for place in order {
      let points = folds.map { $0[place] }
      let tests = points.compactMap(\.test)
      let centre = tests.mean ?? .nan
      columns.rows.append(Int((points.map { Double($0.rows) }.mean ?? .nan).rounded()))
      columns.train.append(points.compactMap(\.train).mean ?? .nan)
      columns.test.append(centre)
      columns.sd.append(
        tests.count < 2 ? .nan : (tests.map { ($0 - centre) * ($0 - centre) }.mean ?? .nan).squareRoot())
    }
    let table = try Table([
      Column("rows", .integer(columns.rows)), Column("train", .number(columns.train)),
      Column("test", .number(columns.test)), Column("sd", .number(columns.sd)),
    ])
    let title =
      "\(work.measure.key) of \(work.pipeline.learner.description) by training rows, means over "
      + folds.count.counted("fold")
    var output = TableOutput(table, title: title, decimals: ["train": 4, "test": 4, "sd": 4])
    let (drawn, measure, learner) = (columns, work.measure.key, work.pipeline.learner.description)
    output.picture = ResultPicture("learning-curve") { _ throws(Diagnostic) in
      try ResultPlot.learningCurve(
        rows: drawn.rows, train: drawn.train, test: drawn.test, sd: drawn.sd, measure: measure, learner: learner,
        folds: folds.count)
    }
    var outputs: [Output] = [.table(output)]
    for (number, place) in order.enumerated() {
      let defined = folds.count { $0[place].test != nil }
      if defined < folds.count {
        outputs.append(
          .note(
            "with \(columns.rows[number].counted("row")), \(work.measure.key) is defined in \(defined) of \(folds.count) folds"
          ))
      }
    }
    return outputs + work.notes + work.plan.warnings.map(Output.warning)
  }

  /// The sizes that were asked for, rising.
  private static func sizes(_ call: Call) throws(Diagnostic) -> [Double] {
    var found: Set<Double> = []
    for text in call[Self.sizes] ?? ["0.1", "0.25", "0.5", "0.75", "1"] {
      guard let size = Double(decimal: text), size > 0, size <= 1 || size == size.rounded(), size < 1e15 else {
        throw .badValue(
          "sizes", text, allowed: "shares above 0 and at most 1, or whole numbers of rows",
          span: call.span(of: Self.sizes))
      }
      found.insert(size)
    }
    return found.sorted()
  }

  /// Rows in a random order of which every beginning has about the shares of the classes.
  private static func order(_ rows: [Int], _ target: Target, _ seed: Seed) -> [Int] {
    var order = rows
    var random = seed.source()
    random.shuffle(&order)
    guard case .classes(let classes) = target else { return order }
    var counts = [Int](repeating: 0, count: classes.classes.count)
    for row in order { counts[classes.codes[row]] += 1 }
    var seen = counts.map { _ in 0 }
    let keyed = order.enumerated().map { place, row in
      let code = classes.codes[row]
      seen[code] += 1
      return (key: (Double(seen[code]) - 0.5) / Double(counts[code]), place: place, row: row)
    }
    return keyed.sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map(\.row)
  }
}
