import PodiumAssembly
import PodiumTestKit
import Testing

/// What every plugin must hold.
struct ConformanceTests {
  static let suite = PluginConformance("football") {
    try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
  }

  @Test(arguments: PluginConformance.Check.allCases)
  func `the football plugin passes every check`(_ check: PluginConformance.Check) {
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
    // Learners are what it does not bring: a check that looks at nothing cannot fail.
    #expect(check == .learners || Self.suite.count(check) > 0)
  }
}
