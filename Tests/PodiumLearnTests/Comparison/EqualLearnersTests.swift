import PodiumCore
import PodiumLearn
import Testing

/// How often learners of equal worth differ.
@Suite struct EqualLearnersTests {
  /// Guesses from one of the features: above the middle of the class means it is the second class.
  private struct OneFeature: Learner {
    let place: Int

    func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
      let target = try data.requireClasses("one")
      let values = data.features.column(place)
      let means = (0..<2).map { code in
        let own = values.indices.filter { target.codes[$0] == code }
        return own.reduce(0) { $0 + values[$1] } / Double(max(1, own.count))
      }
      return Middle(place: place, middle: (means[0] + means[1]) / 2, isRising: means[1] >= means[0])
    }
  }

  private struct Middle: Model {
    let place: Int
    let middle: Double
    let isRising: Bool

    func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
      .classes(features.column(place).map { ($0 > middle) == isRising ? 1 : 0 }, probabilities: nil)
    }
  }

  private static func definition(_ key: String, _ place: Int) -> LearnerDefinition {
    LearnerDefinition(
      key: key, summary: "one feature", hyperparameters: [],
      capabilities: Capabilities(targets: [.classes], probabilities: false, needsScaling: false), reference: "none",
      modelType: Middle.self,
      make: { (_: HyperparameterValues) throws(Diagnostic) -> any Learner in OneFeature(place: place) })
  }

  /// Two columns that know the class equally well, as noise allows.
  private func table(_ number: Int) throws -> Table {
    var random = Seed(7).derived("equal", number).source()
    func noise() -> Double { (0..<6).reduce(-3) { sum, _ in sum + random.uniform() } }
    let codes = (0..<60).map { Int32($0 % 2) }
    return try Table([
      Column("a", .number(codes.map { Double($0) * 0.8 + noise() })),
      Column("b", .number(codes.map { Double($0) * 0.8 + noise() })),
      Column("y", .category(Categorical(levels: ["n", "p"], codes: codes)), role: .target),
    ])
  }

  @Test func `on 1,000 made tables learners of equal worth differ at 5 % in at most 6 %`() throws {
    let catalogue = LearnerCatalogue([
      EqualLearnersTests.definition("first", 0), EqualLearnersTests.definition("second", 1),
    ])
    let learners = try ["first", "second"].map { LearnerChoice(try catalogue.require($0).spec()) }
    let tools = LearningTools(learners: catalogue, executor: ThreadExecutor(threads: 1))
    var (tested, differ) = (0, 0)
    for number in 0..<1000 {
      let task = try LearningTask(table: table(number), target: "y")
      let found = try tools.benchmark(learners, on: task, by: ResamplingSpec(.stratified, k: 10))
      let row = found.comparison(to: learners[1], measure: "accuracy").rows[0]
      guard let p = row.p else { continue }
      tested += 1
      if p < 0.05 { differ += 1 }
    }
    #expect(tested > 990)
    #expect(differ <= 60, "\(differ) of \(tested)")
    // A test that never rejects would pass too: this one is cautious, not deaf.
    #expect(differ >= 1, "\(differ) of \(tested)")
  }
}
