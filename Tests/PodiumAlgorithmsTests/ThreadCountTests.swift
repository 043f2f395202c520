import Foundation
import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// Tables large enough that the learners share their work among threads.
@Suite struct ThreadCountTests {
  /// Rows of rounded numbers, so that many are equal.
  private func rows(_ count: Int, numbers: Bool) throws -> TrainingData {
    var random = Seed(3).source()
    let columns = (0..<6).map { column in
      (0..<count).map { _ in (random.uniform() * Double(10 << (2 * column))).rounded() / 8 }
    }
    let sums = (0..<count).map { row in columns[0][row] - columns[1][row] / 4 + columns[3][row] / 64 }
    let features = Matrix(columns: columns, rows: count)
    let target: Target =
      numbers
      ? .numbers(sums)
      : .classes(ClassTarget(classes: ["a", "b", "c"], codes: sums.map { $0 < 0.5 ? 0 : $0 < 1.5 ? 1 : 2 }))
    return try TrainingData(features: features, featureNames: (0..<6).map { "x\($0)" }, target: target)
  }

  @Test(arguments: [
    ("forest", [("trees", "18"), ("max-features", "1")]), ("forest", [("trees", "3"), ("criterion", "entropy")]),
    ("boost", [("rounds", "3")]), ("knn", [("k", "7")]), ("knn", [("k", "3"), ("weights", "distance")]),
  ])
  func `fits and predictions are the same for 1, 2 and 8 threads`(
    _ learner: String, _ settings: [(String, String)]
  ) throws {
    for numbers in [false, true] {
      // Classes alone have an entropy.
      if numbers, settings.contains(where: { $0.0 == "criterion" }) { continue }
      var data = try rows(6000, numbers: numbers)
      let definition = try Algorithms.catalogue.require(learner)
      let made = try definition.learner(definition.spec(settings))
      let probe = data.features.selecting(rows: Array(0..<1500))
      var first: (Data, Prediction)?
      for threads in [1, 2, 8] {
        data.threads = threads
        let model = try made.fit(data, seed: Seed(1), cancellation: Cancellation())
        let found = (try JSONEncoder.sorted.encode(model), try model.predict(probe, threads: threads))
        if let first { #expect(found.0 == first.0 && found.1 == first.1, "\(threads) threads") } else { first = found }
      }
    }
  }

  @Test func `a cancelled fit on several threads stops`() throws {
    for learner in ["forest", "boost"] {
      var data = try rows(6000, numbers: false)
      data.threads = 4
      let cancellation = Cancellation()
      cancellation.cancel()
      let definition = try Algorithms.catalogue.require(learner)
      let made = try definition.learner(definition.spec())
      #expect(throws: Diagnostic.interrupted) { try made.fit(data, seed: Seed(1), cancellation: cancellation) }
    }
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
