import Foundation
import PodiumAssembly
import PodiumConformance
import PodiumTestKit
import Testing

/// The requirements on every plugin.
struct ConformanceTests {
  static let archive = LearnerConformance.Archive(
    encode: { model in
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return Array(try encoder.encode(model))
    },
    decode: { type, bytes in try JSONDecoder().decode(type, from: Data(bytes)) })

  static let suite = PluginConformance(
    "ski", archive: archive,
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
