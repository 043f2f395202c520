public import PodiumCore
public import PodiumFigure
public import PodiumLearn

extension ResultPlot {
  /// `folds`: the first measure of an evaluation in each fold, the mean and its 95 % interval.
  ///
  /// The interval is that of Nadeau and Bengio (2003), whose variance counts that the folds share training rows; it is known
  /// where each row is tested once a repeat.
  public static func folds(_ evaluation: Evaluation) throws(Diagnostic) -> Figure {
    guard let measure = evaluation.measures.first(where: { $0.mean != nil }) else {
      throw Diagnostic("no-picture", "no measure of '\(evaluation.learner)' is defined in any fold")
    }
    let repeats = max(1, evaluation.folds.count / max(1, evaluation.foldCount))
    var names: [String] = []
    var rows = [Int](repeating: 0, count: evaluation.folds.count)
    for place in evaluation.rows.indices {
      let fold = evaluation.repeatOfRow[place] * evaluation.foldCount + evaluation.foldOfRow[place]
      if rows.indices.contains(fold) { rows[fold] += 1 }
    }
    let scores = evaluation.folds.map { $0[measure.key] }
    for fold in evaluation.folds.indices {
      let own = String(fold % max(1, evaluation.foldCount) + 1)
      names.append(repeats > 1 ? "\(fold / max(1, evaluation.foldCount) + 1).\(own)" : own)
    }
    let interval = evaluation.wholeIntervals(of: [measure.key])[0]
    let mean = measure.mean ?? .nan
    let all = names + ["mean"]
    let data = try Table([
      text("fold", all), numbers(measure.key, scores.map { $0 ?? .nan } + [.nan]),
      numbers("mean", names.map { _ in .nan } + [mean]),
      numbers("low95", names.map { _ in .nan } + [interval?.first ?? .nan]),
      numbers("high95", names.map { _ in .nan } + [interval?.last ?? .nan]),
      whole("rows", rows + [rows.reduce(0, +)]),
    ])
    var layers: [Layer] = [
      .rule(y: mean, isDashed: true, tone: .muted), .interval(x: "fold", low: "low95", high: "high95", tone: .accent),
      .point(x: "fold", y: "mean", tone: .accent).labelled("mean" + (interval == nil ? "" : " and 95 % interval")),
      .point(x: "fold", y: measure.key).labelled("fold").detailed(["rows"]),
    ]
    if scores.count > 60 { layers[3] = .point(x: "fold", y: measure.key) }
    let defined = scores.count { $0 != nil }
    var figure = Figure(
      kind: "folds", title: "\(measure.key) of \(evaluation.learner) in each fold", data: data,
      x: Axis(.ordered(all), label: repeats > 1 ? "repeat and fold" : "fold"), y: Axis(.linear, label: measure.key),
      layers: layers, n: defined, counted: "fold")
    figure.subtitle = evaluation.foldSentence
    (figure.x, figure.y) = ("fold", measure.key)
    if defined < scores.count { figure.leftOut = [Figure.LeftOut(scores.count - defined, "no value")] }
    figure.notes.append(
      interval == nil
        ? "the mean has no interval here" : "interval: 95 %, corrected for shared training rows (Nadeau and Bengio)")
    let place = NumberText.significant(mean, 4)
    let ends = interval.map {
      " (95 % interval \(NumberText.significant($0[0], 4)) to \(NumberText.significant($0[1], 4)))"
    }
    figure.summary =
      "\(measure.key) of \(evaluation.learner) has mean \(place)\(ends ?? "") over \(defined.counted("fold")), from "
      + "\(NumberText.significant(scores.compactMap(\.self).min() ?? .nan, 4)) to "
      + "\(NumberText.significant(scores.compactMap(\.self).max() ?? .nan, 4))."
    return figure
  }

  /// With more classes, a cell would be smaller than its border.
  private static let mostClasses = 200

  /// `confusion`: matrices, each a panel: the shares of the actual classes with the counts.
  public static func confusion(_ matrices: [(learner: String, matrix: ConfusionMatrix)]) throws(Diagnostic) -> Figure {
    guard let first = matrices.first else {
      throw Diagnostic(
        "no-picture", "the result has no confusion matrix", help: "evaluate a target with classes: cv LEARNER")
    }
    let classes = first.matrix.classes
    guard classes.count <= mostClasses else {
      throw Diagnostic(
        "too-many-values", "a picture of a confusion matrix has at most \(mostClasses) classes, not \(classes.count)",
        help: "'confusion' prints the matrix, and 'to FILE.csv' after it keeps all of it")
    }
    var drawn = DrawnRows(["learner", "actual", "predicted", "rows", "share", "text"])
    for (learner, matrix) in matrices {
      for (i, actual) in matrix.classes.enumerated() {
        let sum = matrix.actual[i]
        for (j, predicted) in matrix.classes.enumerated() {
          let count = matrix.counts[i][j]
          let share = sum == 0 ? Double.nan : Double(count) / Double(sum)
          drawn.add([
            "learner": .text(learner), "actual": .text(actual), "predicted": .text(predicted), "rows": .integer(count),
            "share": .real(share),
            "text": .text(sum == 0 ? "0" : "\(count) (\(NumberText.fixed(100 * share, 0)) %)"),
          ])
        }
      }
    }
    let total = first.matrix.total
    var figure = Figure(
      kind: "confusion", title: "confusion matrix of " + matrices.map(\.learner).joined(separator: ", "),
      data: try drawn.table(), x: Axis(.category(classes), label: "predicted"),
      y: Axis(.category(classes), label: "actual"),
      layers: [.cell(x: "predicted", y: "actual", color: "share", text: "text").detailed(["rows"])], n: total,
      colors: ColorScale(.sequential(0...1), label: "share of the actual class", format: .percent))
    (figure.x, figure.y, figure.color) = ("predicted", "actual", "share")
    figure.summary =
      matrices.map { learner, matrix in
        "\(learner): \(matrix.correct) of \(matrix.total.counted("row")) correct"
      }.joined(separator: "; ") + "."
    return matrices.count > 1 ? figure.faceted(by: "learner", levels: matrices.map(\.learner)) : figure
  }

  /// `roc`: the curves of some classes against the rest, with the area under each and its interval.
  public static func roc(_ evaluations: [(evaluation: Evaluation, classes: [Int])]) throws(Diagnostic) -> Figure {
    var drawn = DrawnRows(["curve", "threshold", "fpr", "tpr"])
    var (names, areas, notes) = ([String](), [String](), [String]())
    var n = 0
    for (evaluation, classes) in evaluations {
      for place in classes {
        let (chances, isPositive) = evaluation.chances(of: place)
        guard let curve = ROCCurve(scores: chances, isPositive: isPositive) else {
          notes.append("the curve of '\(evaluation.className(place))' is undefined: all rows are of one kind")
          continue
        }
        n = max(n, chances.count)
        let title = (evaluations.count > 1 ? evaluation.learner + ", " : "") + evaluation.className(place)
        let name = title + " \(NumberText.fixed(curve.area, 3))" + ends(curve.interval)
        names.append(name)
        areas.append(name)
        for point in thinned(curve.points) {
          drawn.add([
            "curve": .text(name), "threshold": point.threshold.isFinite ? .real(point.threshold) : .missing,
            "fpr": .real(point.falsePositive), "tpr": .real(point.truePositive),
          ])
        }
      }
    }
    guard !names.isEmpty else {
      throw Diagnostic("no-picture", "the curve is undefined: all tested rows are of one kind")
    }
    let learners = evaluations.map(\.evaluation.learner).joined(separator: ", ")
    var figure = Figure(
      kind: "roc", title: "ROC of \(learners)", data: try drawn.table(),
      x: Axis(.linear, label: "false positive rate", domain: 0...1),
      y: Axis(.linear, label: "true positive rate", domain: 0...1),
      layers: [
        .rule(from: (0, 0), to: (1, 1), label: "by chance"),
        .line(x: "fpr", y: "tpr", color: "curve", isStepped: false),
      ], n: n, colors: ColorScale(.category(names), label: "area"))
    figure.notes = ["areas with DeLong's 95 % interval"] + notes
    figure.summary = "ROC of \(learners): " + areas.joined(separator: "; ") + "."
    (figure.x, figure.y, figure.color) = ("fpr", "tpr", "curve")
    return figure
  }

  static func ends(_ interval: [Double]?) -> String {
    interval.map { " (\(NumberText.fixed($0[0], 3))–\(NumberText.fixed($0[1], 3)))" } ?? ""
  }

  /// At most a thousand points of a curve, the first and the last among them.
  private static func thinned(_ points: [ROCCurve.Point]) -> [ROCCurve.Point] {
    guard points.count > 1000 else { return points }
    return (0..<1000).map { points[$0 * (points.count - 1) / 999] }
  }

  /// `pr`: precision against recall of some classes, beside the share of the class.
  public static func precisionRecall(
    _ evaluations: [(evaluation: Evaluation, classes: [Int])]
  ) throws(Diagnostic) -> Figure {
    var drawn = DrawnRows(["curve", "threshold", "recall", "precision"])
    var (names, shares, n) = ([String](), [Double](), 0)
    for (evaluation, classes) in evaluations {
      for place in classes {
        let (chances, isPositive) = evaluation.chances(of: place)
        guard let curve = ROCCurve(scores: chances, isPositive: isPositive) else { continue }
        n = max(n, chances.count)
        let (p, q) = (Double(curve.positives), Double(curve.negatives))
        let points = curve.points.dropFirst()
        // Average precision: the sum of precision times the step in recall.
        var (area, before) = (0.0, 0.0)
        for point in points {
          let precision = point.truePositive * p / (point.truePositive * p + point.falsePositive * q)
          area += precision * (point.truePositive - before)
          before = point.truePositive
        }
        let title = (evaluations.count > 1 ? evaluation.learner + ", " : "") + evaluation.className(place)
        let name = title + " \(NumberText.fixed(area, 3))"
        names.append(name)
        shares.append(p / (p + q))
        // From the lowest threshold on, each precision reaches back to the recall of the next: what is below the steps is
        // the average precision. Straight lines between points would promise more than any threshold gives.
        let shown = thinned(Array(points))
        func precision(_ point: ROCCurve.Point) -> Value {
          .real(point.truePositive * p / (point.truePositive * p + point.falsePositive * q))
        }
        for point in shown.reversed() {
          drawn.add([
            "curve": .text(name), "threshold": .real(point.threshold), "recall": .real(point.truePositive),
            "precision": precision(point),
          ])
        }
        if let first = shown.first, first.truePositive > 0 {
          drawn.add([
            "curve": .text(name), "threshold": .missing, "recall": .real(0), "precision": precision(first),
          ])
        }
      }
    }
    guard !names.isEmpty else {
      throw Diagnostic("no-picture", "the curve is undefined: all tested rows are of one kind")
    }
    let learners = evaluations.map(\.evaluation.learner).joined(separator: ", ")
    var layers: [Layer] = [.line(x: "recall", y: "precision", color: "curve", isStepped: true)]
    if names.count == 1, let share = shares.first {
      layers.insert(.rule(y: share, label: "share of the class", isDashed: true, tone: .muted), at: 0)
    }
    var figure = Figure(
      kind: "pr", title: "precision and recall of \(learners)", data: try drawn.table(),
      x: Axis(.linear, label: "recall", domain: 0...1), y: Axis(.linear, label: "precision", domain: 0...1),
      layers: layers, n: n, colors: ColorScale(.category(names), label: "average precision"))
    figure.summary = "precision and recall of \(learners): " + names.joined(separator: "; ") + "."
    (figure.x, figure.y, figure.color) = ("recall", "precision", "curve")
    return figure
  }

  /// `calibration`: the observed share of classes by predicted probability, with Wilson's intervals.
  public static func calibration(_ evaluation: Evaluation, classes: [Int], bins: Int) throws(Diagnostic) -> Figure {
    var drawn = DrawnRows(["class", "predicted", "observed", "low95", "high95", "rows"])
    var (names, errors, n) = ([String](), [String](), 0)
    for place in classes {
      let (chances, isPositive) = evaluation.chances(of: place)
      guard let found = Calibration(chances: chances, isPositive: isPositive, bins: bins) else { continue }
      n = max(n, found.rows)
      let name = evaluation.className(place)
      names.append(name)
      errors.append("\(name) \(NumberText.significant(found.error, 3))")
      for bin in found.bins {
        drawn.add([
          "class": .text(name), "predicted": .real(bin.predicted), "observed": .real(bin.observed),
          "low95": .real(bin.low95), "high95": .real(bin.high95), "rows": .integer(bin.rows),
        ])
      }
    }
    var figure = Figure(
      kind: "calibration", title: "calibration of \(evaluation.learner)", data: try drawn.table(),
      x: Axis(.linear, label: "predicted probability", domain: 0...1),
      y: Axis(.linear, label: "observed share", domain: 0...1),
      layers: [
        .rule(from: (0, 0), to: (1, 1), label: "calibrated"),
        .interval(x: "predicted", low: "low95", high: "high95"), .line(x: "predicted", y: "observed"),
        .point(x: "predicted", y: "observed").detailed(["rows"]),
      ], n: n)
    figure.notes = ["intervals: 95 %, Wilson", "calibration error: " + errors.joined(separator: ", ")]
    (figure.x, figure.y) = ("predicted", "observed")
    return names.count > 1 ? figure.faceted(by: "class", levels: names) : figure
  }

  /// `threshold`: precision, recall and F1 of a class by the probability from which rows count as it, and the chosen one.
  public static func threshold(_ evaluation: Evaluation, class place: Int, chosen: Double?) throws(Diagnostic) -> Figure
  {
    let (chances, isPositive) = evaluation.chances(of: place)
    guard let curve = ROCCurve(scores: chances, isPositive: isPositive) else {
      throw Diagnostic("no-picture", "the curve is undefined: all tested rows are of one kind")
    }
    let (p, q) = (Double(curve.positives), Double(curve.negatives))
    var drawn = DrawnRows(["measure", "threshold", "value"])
    for (name, value) in [
      ("precision", { (t, f) in t * p / (t * p + f * q) }), ("recall", { (t, _) in t }),
      ("f1", { (t, f) in 2 * t * p / (t * p + f * q + p) }),
    ] as [(String, (Double, Double) -> Double)] {
      // A threshold gives what it gives down to the next probability, so the lines are steps, drawn from the right.
      let shown = thinned(Array(curve.points.dropFirst()))
      for point in shown {
        drawn.add([
          "measure": .text(name), "threshold": .real(point.threshold),
          "value": .real(value(point.truePositive, point.falsePositive)),
        ])
      }
      if let last = shown.last, last.threshold > 0 {
        drawn.add([
          "measure": .text(name), "threshold": .real(0), "value": .real(value(last.truePositive, last.falsePositive)),
        ])
      }
    }
    let best =
      chosen ?? ThresholdChoice(scores: chances, isPositive: isPositive, goal: .f1)?.threshold ?? .nan
    var layers: [Layer] = [.line(x: "threshold", y: "value", color: "measure", isStepped: true)]
    if best.isFinite {
      layers.append(
        .rule(
          x: best, label: "\(chosen == nil ? "best F1" : "chosen"): \(NumberText.significant(best, 4))", isDashed: true)
      )
    }
    let name = evaluation.className(place)
    var figure = Figure(
      kind: "threshold", title: "thresholds of '\(name)', \(evaluation.learner)", data: try drawn.table(),
      x: Axis(.linear, label: "threshold", domain: 0...1), y: Axis(.linear, label: "", domain: 0...1), layers: layers,
      n: chances.count, colors: ColorScale(.category(["precision", "recall", "f1"]), label: "measure"))
    figure.notes = ["chosen and measured on the same rows, so the figures are optimistic for other rows"]
    (figure.x, figure.color) = ("threshold", "measure")
    return figure
  }
}

extension Evaluation {
  /// The probability of a class for each row, and whether the row is of it.
  public func chances(of place: Int) -> (chances: [Double], isPositive: [Bool]) {
    let chances = (probabilities ?? []).map { $0.indices.contains(place) ? $0[place] : 0 }
    guard case .classes(let codes) = truth else { return (chances, []) }
    return (chances, codes.map { $0 == place })
  }

  func className(_ place: Int) -> String {
    classes.flatMap { $0.indices.contains(place) ? $0[place] : nil } ?? ""
  }
}
