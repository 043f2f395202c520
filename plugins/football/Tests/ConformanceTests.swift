import PodiumAssembly
import PodiumTestKit
import Testing

/// The rules for every plugin.
struct ConformanceTests {
  static let suite = PluginConformance("football") {
    try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
  }

  @Test(arguments: PluginConformance.Check.allCases)
  func `the football plugin passes every check`(_ check: PluginConformance.Check) {
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
    // The plugin has no learners; every other check must find something to test.
    #expect(check == .learners || Self.suite.count(check) > 0)
  }
}
