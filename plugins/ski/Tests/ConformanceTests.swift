import PodiumAssembly
import PodiumTestKit
import Testing

/// What every plugin must hold.
struct ConformanceTests {
  static let suite = PluginConformance("ski") {
    try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
  }

  @Test(arguments: PluginConformance.Check.allCases)
  func `the ski plugin holds what every plugin must`(_ check: PluginConformance.Check) {
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
  }
}
