import PodiumCore
import PodiumLearn
import Testing

@Suite struct MeasuresTests {
  private func value(
    _ key: String, _ truth: [Int], _ predicted: [Int], classes: Int = 3, ordered: Bool = false,
    probabilities: [[Double]]? = nil
  ) throws -> Double? {
    let measure = try #require(Measures.named(key))
    let names = (0..<classes).map { "c\($0)" }
    let matrix = probabilities.map { Matrix(rows: $0.count, columns: classes, elements: $0.flatMap(\.self)) }
    let rows = ScoredRows(
      target: .classes(ClassTarget(classes: names, codes: truth, isOrdered: ordered)),
      prediction: .classes(predicted, probabilities: matrix))
    return measure.applies(to: rows) ? measure.compute(rows) : nil
  }

  private func close(_ a: Double?, _ b: Double) -> Bool { a.map { abs($0 - b) < 1e-12 } ?? false }

  @Test func `measures of classes follow their definitions`() throws {
    let (truth, predicted) = ([0, 0, 1, 1, 1, 2], [0, 1, 1, 1, 2, 2])
    #expect(close(try value("accuracy", truth, predicted), 4.0 / 6))
    #expect(close(try value("balanced_accuracy", truth, predicted), (0.5 + 2.0 / 3 + 1) / 3))
    #expect(close(try value("f1_macro", truth, predicted), (2.0 / 3 + 2.0 / 3 + 2.0 / 3) / 3))
    // Observed agreement 4/6, by chance (2·1 + 3·3 + 1·2)/36.
    #expect(close(try value("kappa", truth, predicted), (4.0 / 6 - 13.0 / 36) / (1 - 13.0 / 36)))
    #expect(close(try value("mcc", truth, predicted), (24.0 - 13) / (22.0 * 22).squareRoot()))
  }

  /// By scikit-learn 1.9.1: average_precision_score, precision_score, recall_score, f1_score.
  @Test func `measures of one class follow scikit-learn`() throws {
    let truth = [0, 1, 1, 0, 1, 0, 0, 1, 1, 0]
    let scores = [0.1, 0.9, 0.8, 0.8, 0.35, 0.4, 0.4, 0.4, 0.95, 0.05]
    let rows = ScoredRows(
      target: .classes(ClassTarget(classes: ["no", "yes"], codes: truth)),
      prediction: .classes(
        scores.map { $0 > 0.5 ? 1 : 0 },
        probabilities: Matrix(rows: 10, columns: 2, elements: scores.flatMap { [1 - $0, $0] })))
    let found = ClassMeasures.of(1, named: "yes").map { $0.compute(rows) }
    for (value, expected) in zip(found, [0.75, 0.6, 0.6666666666666666, 0.7892857142857141]) {
      #expect(close(value, expected))
    }
    #expect(ClassMeasures.of(1, named: "yes").map(\.key) == ClassMeasures.keys)
    // A class that no row has.
    let none = ScoredRows(
      target: .classes(ClassTarget(classes: ["no", "yes"], codes: [0, 0])),
      prediction: .classes([0, 0], probabilities: nil))
    #expect(ClassMeasures.of(1, named: "yes").allSatisfy { $0.compute(none) == nil })
  }

  @Test func `only classes that occur or are predicted count`() throws {
    #expect(close(try value("balanced_accuracy", [0, 0, 1], [0, 0, 2]), 0.5))
    #expect(close(try value("f1_macro", [0, 0, 1], [0, 0, 2]), 1.0 / 3))
  }

  @Test func `weights grow with the square of the distance, and only for ordered classes`() throws {
    let (truth, predicted) = ([0, 1, 2, 2], [0, 1, 2, 0])
    #expect(try value("kappa_quadratic", truth, predicted) == nil)
    // One row is two classes off. By chance: actual 1, 1, 2 rows by predicted 2, 1, 1 rows: 26/4.
    let (observed, expected): (Double, Double) = (4, 26.0 / 4)
    #expect(close(try value("kappa_quadratic", truth, predicted, ordered: true), 1 - observed / expected))
  }

  @Test func `an undefined measure has no value`() throws {
    #expect(try value("mcc", [0, 1], [0, 0], classes: 2) == nil)
    #expect(try value("kappa", [0, 0], [0, 0], classes: 2) == nil)
    #expect(try value("accuracy", [], []) == nil)
    #expect(try value("log_loss", [0, 1], [0, 1], classes: 2) == nil)
    let certain = [[1.0, 0], [1, 0]]
    #expect(try value("roc_auc", [0, 0], [0, 0], classes: 2, probabilities: certain) == nil)
  }

  @Test func `probabilities are scored`() throws {
    let p = [[0.9, 0.1], [0.4, 0.6], [0.3, 0.7], [0.6, 0.4]]
    let (truth, predicted) = ([0, 0, 1, 1], [0, 1, 1, 0])
    // Positives score 0.7 and 0.4, negatives 0.1 and 0.6: three of four pairs are in order.
    #expect(close(try value("roc_auc", truth, predicted, classes: 2, probabilities: p), 0.75))
    #expect(
      close(
        try value("brier", truth, predicted, classes: 2, probabilities: p), (0.01 + 0.36 + 0.09 + 0.36) / 4))
    // −(ln 0.9 + ln 0.4 + ln 0.7 + ln 0.4)/4
    let loss = try #require(try value("log_loss", truth, predicted, classes: 2, probabilities: p))
    #expect(abs(loss - 0.5736542308362171) < 1e-12)
    let three = [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7]]
    #expect(close(try value("roc_auc", [0, 1, 2], [0, 1, 2], probabilities: three), 1))
    let squares = [0.16, 0.09, 0.01, 0.04, 0.25, 0.09, 0.01, 0.04, 0.09].reduce(0, +)
    #expect(close(try value("brier", [0, 1, 2], [0, 1, 2], probabilities: three), squares / 3))
    #expect(
      close(
        try value("roc_auc", [0, 1], [0, 0], classes: 2, probabilities: [[0.5, 0.5], [0.5, 0.5]]), 0.5))
  }

  @Test func `a certain mistake costs a finite log loss`() throws {
    let loss = try #require(try value("log_loss", [0], [1], classes: 2, probabilities: [[0, 1]]))
    #expect(abs(loss - 36.04365338911715) < 1e-9)
  }

  @Test func `measures of numbers follow their definitions`() throws {
    let rows = ScoredRows(target: .numbers([1, 2, 3, 6]), prediction: .numbers([1, 3, 3, 4]))
    func value(_ key: String) throws -> Double? { try #require(Measures.named(key)).compute(rows) }
    #expect(close(try value("rmse"), 1.25.squareRoot()))
    #expect(close(try value("mae"), 0.75))
    #expect(close(try value("r2"), 1 - 5.0 / 14))
    let flat = ScoredRows(target: .numbers([2, 2]), prediction: .numbers([1, 3]))
    #expect(try #require(Measures.named("r2")).compute(flat) == nil)
  }

  @Test func `a confusion matrix has actual classes in rows`() {
    let matrix = ConfusionMatrix(classes: ["a", "b", "c"], truth: [0, 0, 1, 1], predicted: [0, 1, 1, 1])
    #expect(matrix.counts == [[1, 1, 0], [0, 2, 0], [0, 0, 0]])
    #expect(matrix.accuracy == 0.75)
    #expect(matrix.recall == [0.5, 1, nil])
    #expect(matrix.precision == [1, 2.0 / 3, nil])
    #expect(matrix.f1 == [2.0 / 3, 0.8, nil])
  }

  @Test func `the catalogue holds each measure once, in its order`() {
    #expect(
      Measures.all.map(\.key) == [
        "accuracy", "balanced_accuracy", "f1_macro", "kappa", "kappa_quadratic", "mcc", "log_loss", "roc_auc",
        "brier", "rmse", "mae", "r2",
      ])
  }
}
