import PodiumAssembly
import PodiumConformance
import PodiumTestKit
import Testing

/// The requirements on every plugin.
struct ConformanceTests {
  static let suite = PluginConformance(
    "ski",
    exceptions: [
      "ski.pairwise": [.init(.classOrder, because: "it learns the order of the classes: the first is the best")]
    ], examples: .ofPlugins
  ) {
    try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
  }

  @Test(arguments: PluginConformance.Check.allCases)
  func `the ski plugin conforms`(_ check: PluginConformance.Check) {
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
  }
}
