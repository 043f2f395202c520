import PodiumAssembly
import PodiumTestKit
import Testing

/// What every plugin must hold.
struct ConformanceTests {
  static let suite = PluginConformance("surf") { try SurfFixture.session() }

  @Test(arguments: PluginConformance.Check.allCases)
  func `the surf plugin passes every check`(_ check: PluginConformance.Check) {
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
    // Learners are what it does not bring: a check that looks at nothing cannot fail.
    #expect(check == .learners || Self.suite.count(check) > 0)
  }
}
