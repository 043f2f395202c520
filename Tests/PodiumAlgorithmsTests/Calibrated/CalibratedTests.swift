import Glibc
import PodiumCore
import PodiumLearn
import Testing

@testable import PodiumAlgorithms

/// Probabilities corrected by held-out rows.
@Suite struct CalibratedTests {
  @Test func `adjacent violators are pooled, ends stay off 0 and 1, and between scores it is straight`() {
    // The means that pooling gives by hand: 0, ½ for the next two, ⅔ for the next three, 1.
    let curve = IsotonicCurve(
      [1, 2, 3, 4, 5, 6, 7], isTrue: [false, true, false, true, true, false, true])
    #expect(curve.scores == [1, 2, 3, 4, 6, 7])
    #expect(
      zip(curve.chances, [1.0 / 3, 0.5, 0.5, 2.0 / 3, 2.0 / 3, 2.0 / 3]).allSatisfy { ($0 - $1).magnitude < 1e-12 },
      "\(curve.chances)")
    #expect(curve.chance(0) == curve.chance(1) && curve.chance(9) == curve.chance(7))
    #expect((curve.chance(3.5) - (0.5 + 2.0 / 3) / 2).magnitude < 1e-12 && curve.isWhole)
  }

  @Test func `equal scores have one chance, and one kind of outcome none of 0 or 1`() {
    let tied = IsotonicCurve([5, 5, 5, 9], isTrue: [true, false, false, true])
    #expect((tied.chance(5) - 1.0 / 3).magnitude < 1e-12 && tied.chance(9) < 1)
    let never = IsotonicCurve([1, 2, 3], isTrue: [false, false, false])
    #expect(never.chance(2) == 0.2 && never.isWhole)
    let falling = IsotonicCurve([1, 2, 3, 4], isTrue: [true, true, false, false])
    #expect(falling.chance(1) == 0.5 && falling.chance(4) == 0.5)
  }

  /// A model of trees is too sure on rows of half noise.
  private func noisy(_ count: Int, classes: Int) throws -> TrainingData {
    var random = RandomSource(seed: 11)
    let x = (0..<count).map { _ in 4 * random.uniform() - 2 }
    let codes = x.map { value -> Int in
      let chance = 1 / (1 + exp(-value))
      let first = random.uniform() < chance ? 1 : 0
      return classes == 2 ? first : first + (random.uniform() < chance ? 1 : 0)
    }
    return try TrainingData(
      features: Matrix(columns: [x, x.map { _ in random.uniform() }], rows: count), featureNames: ["x", "noise"],
      target: .classes(ClassTarget(classes: ["a", "b", "c"].prefix(classes).map(\.self), codes: codes)))
  }

  private func logLoss(_ learner: String, _ settings: [(String, String)], classes: Int) throws -> Double {
    let data = try noisy(600, classes: classes)
    let definition = try Algorithms.catalogue.require(learner)
    let (train, test) = (Array(0..<300), Array(300..<600))
    let part = try TrainingData(
      features: data.features.selecting(rows: train), featureNames: data.featureNames,
      target: data.target.selecting(rows: train))
    let model = try definition.learner(definition.spec(settings)).fit(part, seed: Seed(1), cancellation: Cancellation())
    let scored = try ScoredRows(
      target: data.target.selecting(rows: test), prediction: model.predict(data.features.selecting(rows: test)))
    return try #require(Measures.named("log_loss")?.compute(scored))
  }

  @Test(arguments: [2, 3], ["isotonic", "sigmoid"])
  func `a tree that is too sure is corrected`(_ classes: Int, _ method: String) throws {
    let plain = try logLoss("tree", [], classes: classes)
    let calibrated = try logLoss("calibrated", [("learner", "tree"), ("method", method)], classes: classes)
    #expect(calibrated < plain / 4, "\(calibrated), \(plain)")
  }
}
