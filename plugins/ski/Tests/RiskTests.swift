import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumLearn
@testable import SkiPlugin

/// `ski.risk`: actual top picks that are predicted rejected.
struct RiskTests {
  static let names = ["Top pick", "Ok", "Rejected"]

  /// An evaluation with this confusion matrix (actual classes in rows, predictions in columns).
  private func evaluation(
    _ counts: [[Int]], names: [String]? = RiskTests.names, isOrdered: Bool = true
  ) -> EvaluatedRows {
    var truth: [Int] = []
    var predicted: [Int] = []
    for (actual, row) in counts.enumerated() {
      for (answer, count) in row.enumerated() {
        truth += Array(repeating: actual, count: count)
        predicted += Array(repeating: answer, count: count)
      }
    }
    let rows = Array(truth.indices)
    let evaluation = Evaluation(
      learner: "tree", resampling: ResamplingSpec(.stratified, k: 2), foldSentence: "", foldCount: 2,
      fitScope: .fold,
      target: "rank_class", classes: names, isOrdered: isOrdered, rows: rows,
      repeatOfRow: rows.map { _ in 0 },
      foldOfRow: rows.map { _ in 0 }, truth: .classes(truth), predicted: .classes(predicted),
      probabilities: nil,
      folds: [], measures: [],
      confusion: names.map { ConfusionMatrix(classes: $0, truth: truth, predicted: predicted) }, seed: 0,
      seconds: 0, notes: [], failures: [], seeds: [])
    return EvaluatedRows(evaluation: evaluation, table: .empty)
  }

  private func risk(_ rows: EvaluatedRows) throws -> NamedMeasure {
    let measures = try RiskEvaluator().evaluate(rows)
    #expect(measures.count == 1)
    return try #require(measures.first)
  }

  @Test func `the risk is k of n actual top picks with the Wilson interval`() throws {
    let measure = try risk(evaluation([[20, 5, 3], [1, 2, 3], [9, 9, 9]]))
    #expect(measure.name == "ski.risk")
    #expect(measure.count?.successes == 3)
    #expect(measure.count?.trials == 28)
    #expect(measure.value == 3.0 / 28)
    // Wilson's formula for 3 of 28 with z = 1.959963984540054, calculated independently.
    let interval = try #require(measure.interval)
    #expect((interval.low - 0.03712).magnitude < 5e-5)
    #expect((interval.high - 0.27196).magnitude < 5e-5)
    #expect(measure.explanation == "actual 'Top pick' predicted 'Rejected'")
  }

  @Test func `no mistake is a share of zero with an interval, and no top pick leaves it undefined`() throws {
    let none = try risk(evaluation([[4, 0, 0], [0, 1, 0], [0, 0, 1]]))
    #expect(none.value == 0)
    #expect(none.interval?.low == 0)
    let undefined = try risk(evaluation([[0, 0, 0], [0, 1, 0], [0, 0, 1]]))
    #expect(undefined.value == nil)
    #expect(undefined.interval == nil)
  }

  @Test func `the first and the last class count, however many there are`() throws {
    #expect(try risk(evaluation([[1, 3], [0, 4]], names: ["good", "bad"])).value == 0.75)
  }

  @Test func `classes without an order and numbers are refused`() {
    for rows in [
      evaluation([[1, 1], [1, 1]], names: ["a", "b"], isOrdered: false), evaluation([], names: nil),
    ] {
      var code: String?
      do throws(Diagnostic) { _ = try RiskEvaluator().evaluate(rows) } catch { code = error.code }
      #expect(code == "wrong-target")
    }
  }

  @Test func `the plugin registers its parts under its name`() throws {
    var registry = Registry()
    try registry.add(SkiPlugin())
    let things = registry.registered(by: "ski").map { "\($0.kind) \($0.name)" }
    for thing in ["dataset ski-thesis", "evaluator ski.risk", "importer ski"] { #expect(things.contains(thing)) }
  }
}
