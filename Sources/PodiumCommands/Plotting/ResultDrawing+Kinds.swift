internal import PodiumCore
internal import PodiumFigure
internal import PodiumPlotting
internal import PodiumPlugin

/// The kinds of pictures of results and models.
extension ResultDrawing {
  static let kinds: [PlotKind] = [
    kind(
      "folds", "a measure in each fold, with mean and interval", after: "cv LEARNER", [.resultsOf(["evaluation"])]
    ) { drawing, words throws(Diagnostic) in
      try ResultPlot.folds(try drawing.evaluation("folds", words.first))
    },
    kind("confusion", "actual by predicted classes", after: "cv LEARNER", [.resultsOf(["evaluation"])]) {
      drawing, words throws(Diagnostic) in try drawing.confusion(words.first)
    },
    kind(
      "compare", "differences from the baseline with intervals", after: "compare LEARNER…", [.resultsOf(["comparison"])]
    ) { drawing, words throws(Diagnostic) in try drawing.comparison(words.first) },
    kind("roc", "true against false positives", after: "cv LEARNER", curves, keys: ["class"]) {
      drawing, words throws(Diagnostic) in try ResultPlot.roc(try drawing.chosen(words))
    },
    kind("pr", "precision against recall", after: "cv LEARNER", curves, keys: ["class"]) {
      drawing, words throws(Diagnostic) in try ResultPlot.precisionRecall(try drawing.chosen(words))
    },
    kind(
      "calibration", "observed against predicted shares", after: "cv LEARNER", [.resultsOf(["evaluation"])],
      keys: ["bins", "class"]
    ) { drawing, words throws(Diagnostic) in
      guard let (evaluation, classes) = try drawing.chosen(words).first else {
        throw drawing.missing("calibration", words.first)
      }
      let bins = max(2, drawing.call[PlotCommand.bins] ?? 10)
      return try ResultPlot.calibration(evaluation, classes: classes, bins: bins)
    },
    kind(
      "threshold", "precision, recall and F1 by threshold", after: "cv LEARNER", [.resultsOf(["evaluation"])],
      keys: ["class"]
    ) { drawing, words throws(Diagnostic) in try drawing.threshold(words) },
    kept("importance", "the loss when a column is shuffled", after: "importance LEARNER"),
    kept("learning-curve", "a measure by the number of training rows", after: "learning-curve LEARNER"),
    kept("tune", "the settings that were tried", after: "tune LEARNER(SETTING=A,B)"),
    kind("tree", "a fitted tree", after: "fit tree", [.names(.models)]) { drawing, words throws(Diagnostic) in
      try ModelDrawing(call: drawing.call, session: drawing.session).tree(words.first)
    },
    kind(
      "dependence", "what a model predicts on average by a column", after: "fit LEARNER",
      [.columns([]), .names(.models)]
    ) { drawing, words throws(Diagnostic) in
      try drawing.refuse(words.dropFirst(2))
      return try ModelDrawing(call: drawing.call, session: drawing.session).dependence(words)
    },
    kind("boundary", "the predictions of a model of two numbers", after: "fit LEARNER", [.names(.models)]) {
      drawing, words throws(Diagnostic) in
      try ModelDrawing(call: drawing.call, session: drawing.session).boundary(words.first)
    },
  ]

  /// Curves of several evaluations share a picture.
  private static let curves = [Completion](repeating: .resultsOf(["evaluation"]), count: 2)

  /// A kind that takes at most as many results as it completes.
  private static func kind(
    _ key: String, _ summary: String, after source: String, _ words: [Completion], keys: Set<String> = [],
    _ draw: @escaping @Sendable (ResultDrawing, ArraySlice<Word>) throws(Diagnostic) -> Figure
  ) -> PlotKind {
    PlotKind(key, summary, source: source, keys: keys, words: words) { call, given, session throws(Diagnostic) in
      let drawing = ResultDrawing(call: call, session: session)
      if words.count == 1 { try drawing.refuse(given.dropFirst()) }
      return FigureOutput(try draw(drawing, given))
    }
  }

  /// A kind whose picture its command keeps with the result.
  private static func kept(_ key: String, _ summary: String, after source: String) -> PlotKind {
    kind(key, summary, after: source, [.results]) { drawing, words throws(Diagnostic) in
      let found = try drawing.entries(words.first) { $0.picture?.kind == key }
      guard let picture = found?.outputs.compactMap(\.picture).first(where: { $0.kind == key }) else {
        throw drawing.missing(key, words.first)
      }
      return try picture.figure(drawing.cancellation)
    }
  }

  private func comparison(_ word: Word?) throws(Diagnostic) -> Figure {
    let found = try entries(word) { output in if case .comparison = output { true } else { false } }
    for case .comparison(let comparison) in found?.outputs ?? [] { return try ResultPlot.comparison(comparison) }
    throw missing("compare", word)
  }

  private func threshold(_ words: ArraySlice<Word>) throws(Diagnostic) -> Figure {
    let names = words.map { ResultDrawing.bare($0.text) }
    guard let evaluation = try StoredEvaluation.found(names, span: words.first?.span, call, in: session).first,
      let place = try StoredEvaluation.classes(evaluation, call, manyAllowed: false).first
    else { throw missing("threshold", words.first) }
    return try ResultPlot.threshold(evaluation, class: place, chosen: nil)
  }
}
