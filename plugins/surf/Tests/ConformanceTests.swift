import PodiumConformance
import PodiumTestKit
import Testing

/// The rules for every plugin.
struct ConformanceTests {
  static let suite = PluginConformance(
    "surf", examples: .ofPlugins
  ) { try SurfFixture.session() }

  @Test(arguments: PluginConformance.Check.allCases)
  func `the surf plugin passes every check`(_ check: PluginConformance.Check) {
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
    #expect(Self.suite.count(check) > 0 || check == .learners)
  }
}
