internal import PodiumCore

/// Measures of how well the rows of one class are found, whatever happens among the others.
public enum ClassMeasures {
  /// Their keys.
  public static let keys = ["precision", "recall", "f1", "pr_auc"]

  /// The measures of the class at a place.
  ///
  /// Precision is undefined where no row is predicted as the class, recall where none is of it, F1 where neither.
  public static func of(_ place: Int, named name: String) -> [Measure] {
    func counted(
      _ key: String, _ summary: String, _ value: @escaping @Sendable (ConfusionMatrix) -> [Double?]
    ) -> Measure {
      Measure(key: key, summary: summary, higherIsBetter: true, target: .classes) { rows in
        guard let values = rows.confusion.map(value), values.indices.contains(place) else { return nil }
        return values[place]
      }
    }
    return [
      counted("precision", "share of the rows predicted as '\(name)' that are of it") { $0.precision },
      counted("recall", "share of the rows of '\(name)' that are predicted as it") { $0.recall },
      counted("f1", "harmonic mean of precision and recall of '\(name)'") { $0.f1 },
      Measure(
        key: "pr_auc", summary: "average precision of '\(name)' over all thresholds", higherIsBetter: true,
        target: .classes, needsProbabilities: true
      ) { rows in
        guard case .classes(let truth) = rows.target, case .classes(_, let found?) = rows.prediction,
          found.columns > place, found.rows == truth.codes.count
        else { return nil }
        return AveragePrecision.value(found.column(place), truth.codes.map { $0 == place })
      },
    ]
  }
}
