import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import SkiModel
import Testing

@testable import PodiumLearn
@testable import SkiPlugin

/// The plugin's learners on the bundled tests, compared with the figures of an independent program.
struct LearnerTests {
  /// The value of one of the plugin's measures in an evaluation.
  private func measures(_ line: String, after setup: [String]) throws -> [String: NamedMeasure] {
    var session = try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
    var last: CommandReport?
    for line in ["load ski-thesis"] + setup + ["encode", line] { _ = session.run(line) { last = $0 } }
    guard case .evaluation(let output)? = last?.outputs.first else {
      Issue.record("\(line): \(last?.error?.message ?? "no evaluation")")
      return [:]
    }
    return Dictionary(uniqueKeysWithValues: output.named.map { ($0.name, $0) })
  }

  /// Leaving out a session and a temperature, with scikit-learn 1.9: tau, rho, NDCG, recall, reciprocal rank, labels,
  /// rounded to four places.
  @Test(arguments: [
    ("ski.pairwise", "session", 0.7755, 0.8554, 0.9571, 25, 0.8714, 88),
    ("ski.pairwise", "air_temperature", 0.7653, 0.8571, 0.9711, 24, 0.8393, 84),
    ("ski.nearest", "session", 0.6531, 0.7415, 0.9116, 22, 0.8357, 78),
    ("ski.nearest", "air_temperature", 0.6224, 0.7245, 0.9021, 22, 0.8, 76),
  ])
  func `orders agree with the reference`(
    _ learner: String, _ group: String, _ tau: Double, _ rho: Double, _ ndcg: Double, _ hits: Int, _ mrr: Double,
    _ labels: Int
  ) throws {
    let found = try measures(
      "cv \(learner) folds=leave-one-group-out group=left_out "
        + "evaluators=ski.tau,ski.ndcg,ski.recall,ski.best-in,ski.mrr,ski.risk",
      // A copy splits the rows, so that the temperature stays a feature, as in the reference.
      after: ["label rank task=number", "derive left_out = \(group)", "role left_out ignored"])
    for (name, wanted) in [("ski.tau", tau), ("ski.rho", rho), ("ski.ndcg", ndcg), ("ski.mrr", mrr)] {
      let value = try #require(found[name]?.value)
      #expect((value - wanted).magnitude < 5.1e-5, "\(name) is \(value)")
    }
    #expect(found["ski.recall"]?.count?.successes == hits)
    #expect(found["ski.recall"]?.count?.trials == 28)
    #expect(found["ski.best-in"]?.value == 1)
    #expect(found["ski.risk"]?.count?.successes == 0)
    #expect(found["ski.risk"]?.count?.trials == 28)
    #expect(found["ski.label"]?.count?.successes == labels)
  }

  @Test func `classes are ordered by their probabilities, and every row has a class`() throws {
    let found = try measures(
      "cv ski.pairwise folds=leave-one-group-out group=session evaluators=ski.tau,ski.risk", after: ["label"])
    #expect(try #require(found["ski.tau"]?.value) > 0.65)
    #expect(found["ski.risk"]?.count?.trials == 28)
  }

  @Test func `a table without sessions and numbers that are not ranks are refused with their own codes`() throws {
    var session = try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
    var codes: [String] = []
    for line in ["load iris", "label species", "cv zeror k=3 evaluators=ski.tau"] {
      _ = session.run(line) { if let error = $0.error { codes.append(error.code) } }
    }
    #expect(codes == ["no-sessions"])
  }

  /// Two conditions, two kinds of skis: the better kind turns with the temperature.
  private func data(_ target: Target) throws -> TrainingData {
    let rows: [[Double]] = [[1, 0, -10], [0, 1, -10], [1, 0, 5], [0, 1, 5]]
    return try TrainingData(
      features: Matrix(rows: 4, columns: 3, elements: rows.flatMap(\.self)),
      featureNames: ["kind=a", "kind=b", "air_temperature"], target: target)
  }

  @Test func `pairwise learns which ski turns with the temperature`() throws {
    let model = try PairwiseLearner(c: 100).fit(
      data(.numbers([1, 2, 2, 1])), seed: Seed(0), cancellation: Cancellation())
    let probe = Matrix(rows: 4, columns: 3, elements: [1, 0, -15, 0, 1, -15, 1, 0, 9, 0, 1, 9])
    guard case .numbers(let ranks) = try model.predict(probe) else {
      Issue.record("no numbers")
      return
    }
    #expect(ranks[0] < ranks[1])
    #expect(ranks[2] > ranks[3])
  }

  @Test func `the optimum of pairwise is that of its problem`() throws {
    // One comparison each at −10 and 5 degrees of items that differ by (1, −1): by symmetry the coefficients of the two
    // items are opposite, and the derivative of ½|w|² + 2 c Σ log(1 + exp(−m)) vanishes.
    let model = try #require(
      try PairwiseLearner(c: 1).fit(data(.numbers([1, 2, 2, 1])), seed: Seed(0), cancellation: Cancellation())
        as? PairwiseModel)
    func sigma(_ x: Double) -> Double { 1 / (1 + Exponential.of(-x)) }
    let conditions: [[Double]] = [[1, -10.0 / 15], [1, 5.0 / 15]]
    let items: [[Double]] = [[1, -1], [-1, 1]]
    var gradient = model.weights
    for (c, item) in zip(conditions, items) {
      let margin = PairwiseRegression.score(c, item, model.weights)
      var place = 0
      for condition in c {
        for value in item {
          gradient[place] -= 2 * sigma(-margin) * condition * value
          place += 1
        }
      }
    }
    #expect(gradient.allSatisfy { $0.magnitude < 1e-8 }, "\(gradient)")
  }

  @Test func `nearest answers by the past test with the nearest conditions that had such a ski`() throws {
    let model = try NearestLearner().fit(data(.numbers([1, 2, 2, 1])), seed: Seed(0), cancellation: Cancellation())
    let probe = Matrix(rows: 3, columns: 3, elements: [1, 0, -7, 0, 1, 4, 1, 1, 4])
    // The third matches none: the rows of the nearest test are equally far from it.
    #expect(try model.predict(probe) == .numbers([1, 1, 1.5]))
  }
}

/// The exponential function by its series, so that the test is independent of the tested code.
private enum Exponential {
  static func of(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for k in 1...60 {
      term *= x / Double(k)
      sum += term
    }
    return sum
  }
}
