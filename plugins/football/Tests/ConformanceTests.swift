import PodiumAssembly
import PodiumConformance
import PodiumCore
import PodiumEngine
import PodiumTestKit
import Testing

/// The rules for every plugin.
struct ConformanceTests {
  static func session() throws(Diagnostic) -> Interpreter {
    try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
  }

  static let suite = PluginConformance(
    "football",
    samples: {
      do { return try LearnerSamples.football(session()) } catch {
        preconditionFailure("the simulated league cannot be loaded: \(error)")
      }
    }(), examples: .ofPlugins
  ) { try session() }

  @Test(arguments: PluginConformance.Check.allCases)
  func `the football plugin passes every check`(_ check: PluginConformance.Check) {
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
    #expect(Self.suite.count(check) > 0)
  }
}
