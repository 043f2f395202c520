import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// The suite itself: learners that break a promise must be detected, by name and check.
@Suite struct ConformanceSuiteTests {
  /// Answers the wrong way round, stops for no one, takes gaps, and gives probabilities that sum to 2.
  struct Careless: Learner {
    func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
      CarelessModel()
    }
  }

  struct CarelessModel: Model {
    func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
      .classes(
        (0..<features.rows).map { $0 % 2 },
        probabilities: Matrix(
          rows: features.rows, columns: 3,
          elements: (0..<features.rows).flatMap { _ in [1.0, 1, 0] }))
    }
  }

  private func problems(
    _ check: LearnerConformance.Check, exceptions: [String: [LearnerConformance.Exception]] = [:]
  ) -> [String] {
    let definition = LearnerDefinition(
      key: "careless", summary: "Ends in a full stop.",
      hyperparameters: [
        Hyperparameter("Depth", .integer(1...3), defaultValue: .integer(9), help: "")
      ],
      capabilities: Capabilities(targets: [.classes], probabilities: true, needsScaling: false),
      reference: "",
      modelType: CarelessModel.self,
      make: { (_: HyperparameterValues) throws(Diagnostic) -> any Learner in Careless() })
    let archive = LearnerConformance.Archive(
      encode: { _ in [] }, decode: { _, _ in CarelessModel() })
    return LearnerConformance(LearnerCatalogue([definition]), archive: archive, exceptions: exceptions)
      .problems(of: "careless", check)
  }

  @Test(arguments: [
    LearnerConformance.Check.catalogueEntry, .missingValues, .wrongWidth, .probabilities,
    .classOrder,
    .cancellation,
  ])
  func `a broken promise is reported with the learner and the check`(_ check: LearnerConformance.Check) {
    let found = problems(check)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.hasPrefix("careless: \(check.rawValue): ") })
  }

  @Test func `a promise that is kept is not reported`() {
    #expect(problems(.noRows).isEmpty)
    #expect(problems(.badValues).isEmpty)
  }

  @Test func `an exception with a reason is left out`() {
    let exception = LearnerConformance.Exception(.cancellation, because: "it is done at once")
    #expect(problems(.cancellation, exceptions: ["careless": [exception]]).isEmpty)
  }
}
