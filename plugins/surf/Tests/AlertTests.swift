import PodiumCore
import PodiumPlugin
import SurfModel
import Testing

@testable import PodiumLearn
@testable import SurfPlugin

/// `surf.alert`: how reliable alerts are.
struct AlertTests {
  /// An evaluation with these counts of actual classes (rows) by predictions (columns).
  private func evaluation(
    _ counts: [[Int]], names: [String]? = ["good", "other"], isOrdered: Bool = true, probabilities: [[Double]]? = nil,
    days: [Int]? = nil
  ) throws -> EvaluatedRows {
    var truth: [Int] = []
    var predicted: [Int] = []
    for (actual, row) in counts.enumerated() {
      for (answer, count) in row.enumerated() {
        truth += Array(repeating: actual, count: count)
        predicted += Array(repeating: answer, count: count)
      }
    }
    let rows = Array(truth.indices)
    let zeros = rows.map { _ in 0 }
    let evaluation = Evaluation(
      learner: "tree", resampling: ResamplingSpec(.stratified, k: 2), foldSentence: "", foldCount: 2, fitScope: .fold,
      target: "good",
      classes: names, isOrdered: isOrdered, rows: rows, repeatOfRow: zeros, foldOfRow: zeros, truth: .classes(truth),
      predicted: .classes(predicted), probabilities: probabilities, folds: [], measures: [],
      confusion: names.map { ConfusionMatrix(classes: $0, truth: truth, predicted: predicted) }, seed: 0, seconds: 0,
      notes: [], failures: [], seeds: [])
    let table = try days.map {
      try Table([Column("day", .date($0.map { CalendarDate(days: $0) }), role: .time)])
    }
    return EvaluatedRows(evaluation: evaluation, table: table ?? .empty)
  }

  private func measures(_ rows: EvaluatedRows) throws -> [String: NamedMeasure] {
    Dictionary(try AlertEvaluator().evaluate(rows).map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
  }

  @Test func `precision, recall and base rate are k of n with their intervals`() throws {
    let found = try measures(evaluation([[12, 8], [4, 26]]))
    #expect(found["surf.precision"]?.value == 0.75)
    #expect(found["surf.precision"]?.count?.trials == 16)
    #expect(found["surf.recall"]?.value == 0.6)
    #expect(found["surf.base_rate"]?.value == 0.4)
    // Wilson's formula for 12 of 16 with z = 1.959963984540054, worked out apart.
    let interval = try #require(found["surf.precision"]?.interval)
    #expect((interval.low - 0.50502).magnitude < 5e-5)
    #expect((interval.high - 0.89818).magnitude < 5e-5)
  }

  @Test func `with fewer than fifteen good sessions only the base rate is reported`() throws {
    let found = try measures(evaluation([[10, 4], [1, 20]]))
    #expect(found["surf.precision"]?.value == nil)
    #expect(found["surf.precision"]?.interval == nil)
    #expect(found["surf.recall"]?.explanation == "too few good sessions: 14, at least 15 needed")
    #expect(found["surf.base_rate"]?.value == 0.4)
    #expect(try measures(evaluation([[10, 5], [1, 20]]))["surf.recall"]?.value != nil)
  }

  @Test func `precision is undefined without alerts`() throws {
    let found = try measures(evaluation([[0, 20], [0, 20]]))
    #expect(found["surf.precision"]?.value == nil)
    #expect(found["surf.recall"]?.value == 0)
  }

  @Test func `the good classes are those with a good name, or the top two fifths of ordered ones`() {
    #expect(AlertEvaluator.good(["false", "true"], false) == [1])
    #expect(AlertEvaluator.good(["other", "Good"], false) == [1])
    #expect(AlertEvaluator.good(["5", "4", "3", "2", "1"], true) == [0, 1])
    #expect(AlertEvaluator.good(["top", "middle", "low"], true) == [0])
    #expect(AlertEvaluator.good(["a", "b"], false) == nil)
    #expect(AlertEvaluator.good(["good"], true) == nil)
  }

  @Test func `numbers, and classes without a good one, are refused`() throws {
    for rows in [
      try evaluation([[1, 1], [1, 1]], names: ["a", "b"], isOrdered: false), try evaluation([], names: nil),
    ] {
      var code: String?
      do throws(Diagnostic) { _ = try AlertEvaluator().evaluate(rows) } catch { code = error.code }
      #expect(code == "wrong-target")
    }
  }

  @Test func `false alarms are counted over weeks with sessions`() throws {
    // Forty sessions in the first week and one half a year later: two weeks, not 26.
    let days = Array(repeating: 100, count: 39) + [300]
    let found = try measures(evaluation([[15, 5], [6, 14]], days: days))
    #expect(found["surf.false_alarms"]?.value == 3)
    #expect(try measures(evaluation([[15, 5], [6, 14]]))["surf.false_alarms"] == nil)
  }

  @Test func `average precision matches scikit-learn, with ties as one step`() throws {
    // (1 + 2/3) / 2, as scikit-learn's average_precision_score gives it.
    let ranked = try #require(AveragePrecision.value([0.9, 0.8, 0.7, 0.6], [true, false, true, false]))
    #expect((ranked - 0.8333333333).magnitude < 1e-9)
    #expect(AveragePrecision.value([0.5, 0.5, 0.5, 0.5], [true, false, true, false]) == 0.5)
    #expect(AveragePrecision.value([0.5], [false]) == nil)
  }
}
