internal import PodiumCore

/// The measures that come with podium.
public enum Measures {
  /// All of them: those for classes, then those for numbers.
  public static let all: [Measure] = classification + probability + regression

  public static func named(_ key: String) -> Measure? { all.first { $0.key == key } }

  private static func counted(
    _ key: String, _ summary: String, needsOrder: Bool = false, leastRows: Int = 2,
    _ compute: @escaping @Sendable (ConfusionMatrix) -> Double?
  ) -> Measure {
    Measure(
      key: key, summary: summary, higherIsBetter: true, target: .classes, needsOrder: needsOrder, leastRows: leastRows
    ) {
      $0.confusion.flatMap { $0.total == 0 ? nil : compute($0) }
    }
  }

  private static let classification: [Measure] = [
    counted("accuracy", "share of rows predicted correctly", leastRows: 1) { $0.accuracy },
    counted("balanced_accuracy", "mean recall over the classes that occur") {
      $0.recall.compactMap(\.self).mean
    },
    counted("f1_macro", "macro-averaged F1 over the classes that occur or are predicted") {
      $0.f1.compactMap(\.self).mean
    },
    counted("kappa", "Cohen's kappa: agreement corrected for chance (Cohen 1960)") { kappa($0) { $0 == $1 ? 0 : 1 } },
    counted(
      "kappa_quadratic", "Cohen's kappa with quadratic weights, for ordered classes (Cohen 1968)",
      needsOrder: true
    ) {
      kappa($0) { Double(($0 - $1) * ($0 - $1)) }
    },
    counted("mcc", "Matthews correlation coefficient (Gorodkin 2004)", matthews),
  ]

  private static let probability: [Measure] = [
    Measure(
      key: "log_loss", summary: "cross-entropy: mean negative log probability of the actual class",
      higherIsBetter: false, target: .classes, needsProbabilities: true, compute: logLoss),
    Measure(
      key: "roc_auc",
      summary: "area under the ROC curve; with more than two classes, the macro average of one-vs-rest",
      higherIsBetter: true, target: .classes, needsProbabilities: true, leastRows: 2, compute: areaUnderCurve),
    Measure(
      key: "brier",
      summary: "Brier score: mean squared error of the probabilities; with two classes, of the second (Brier 1950)",
      higherIsBetter: false, target: .classes, needsProbabilities: true, compute: brier),
  ]

  /// What a measure of podium can be; nil for others.
  static func range(of key: String) -> ClosedRange<Double>? {
    switch key {
    case "accuracy", "balanced_accuracy", "f1_macro", "roc_auc": 0...1
    case "kappa", "kappa_quadratic", "mcc": -1...1
    case "log_loss", "brier", "rmse", "mae": 0...(.infinity)
    case "r2": -.infinity...1
    case _ where ClassMeasures.keys.contains(key): 0...1
    default: nil
    }
  }

  /// The standard deviation with divisor n; nil below two values, which have none.
  static func deviation(_ values: [Double]) -> Double? {
    guard values.count > 1, let mean = values.mean else { return nil }
    return values.map { ($0 - mean) * ($0 - mean) }.mean?.squareRoot()
  }

  /// 1 − observed / expected disagreement, with weights by the distance of the classes.
  private static func kappa(_ matrix: ConfusionMatrix, weight: (Int, Int) -> Double) -> Double? {
    let n = Double(matrix.total)
    let (actual, predicted) = (matrix.actual, matrix.predicted)
    var observed = 0.0
    var expected = 0.0
    for a in matrix.classes.indices {
      for p in matrix.classes.indices {
        observed += weight(a, p) * Double(matrix.counts[a][p])
        expected += weight(a, p) * Double(actual[a]) * Double(predicted[p]) / n
      }
    }
    return expected == 0 ? nil : 1 - observed / expected
  }

  /// Undefined where all rows are of one class or predicted as one.
  private static func matthews(_ matrix: ConfusionMatrix) -> Double? {
    let n = Double(matrix.total)
    var (cross, spreadActual, spreadPredicted) = (Double(matrix.correct) * n, n * n, n * n)
    for (a, p) in zip(matrix.actual, matrix.predicted) {
      cross -= Double(a) * Double(p)
      spreadActual -= Double(a) * Double(a)
      spreadPredicted -= Double(p) * Double(p)
    }
    let spread = (spreadActual * spreadPredicted).squareRoot()
    return spread == 0 ? nil : cross / spread
  }
}
