import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// Every learner that comes with podium, through the suite all learners must pass.
@Suite struct LearnerConformanceTests {
  /// In a debug build, which is 15 to 50 times slower, networks take fewer and longer steps.
  static let catalogue: LearnerCatalogue = {
    #if DEBUG
      return LearnerCatalogue(Algorithms.all.map(quickened))
    #else
      return Algorithms.catalogue
    #endif
  }()

  static func quickened(_ definition: LearnerDefinition) -> LearnerDefinition {
    let hyperparameters = definition.hyperparameters.map { one in
      switch one.name {
      case "epochs": Hyperparameter("epochs", one.kind, defaultValue: .integer(30), help: one.help)
      case "learning-rate": Hyperparameter("learning-rate", one.kind, defaultValue: .number(0.03), help: one.help)
      default: one
      }
    }
    return LearnerDefinition(
      key: definition.key, summary: definition.summary, hyperparameters: hyperparameters,
      capabilities: definition.capabilities, reference: definition.reference, modelType: definition.modelType,
      make: definition.make)
  }

  static let suite = LearnerConformance(
    catalogue,
    exceptions: [
      "ann": [.init(.rowOrder, because: "a network sees the rows in batches drawn by their place")],
      "forest": [.init(.rowOrder, because: "a forest draws the rows of a tree by their place")],
    ])

  @Test(arguments: suite.keys, LearnerConformance.Check.allCases)
  func `a learner keeps what all learners promise`(_ key: String, _ check: LearnerConformance.Check) {
    for problem in Self.suite.problems(of: key, check) { Issue.record("\(problem)") }
  }
}
