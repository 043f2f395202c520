import PodiumAssembly
import PodiumTestKit
import Testing

/// The rules for every plugin.
struct ConformanceTests {
  static let suite = PluginConformance("surf") { try SurfFixture.session() }

  @Test(arguments: PluginConformance.Check.allCases)
  func `the surf plugin passes every check`(_ check: PluginConformance.Check) {
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
    // The plugin has no learners; every other check must find something to test.
    #expect(check == .learners || Self.suite.count(check) > 0)
  }
}
