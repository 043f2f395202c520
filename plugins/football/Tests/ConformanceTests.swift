import Foundation
import PodiumAssembly
import PodiumConformance
import PodiumCore
import PodiumEngine
import PodiumTestKit
import Testing

/// The rules for every plugin.
struct ConformanceTests {
  static let archive = LearnerConformance.Archive(
    encode: { model in
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return Array(try encoder.encode(model))
    },
    decode: { type, bytes in try JSONDecoder().decode(type, from: Data(bytes)) })

  static func session() throws(Diagnostic) -> Interpreter {
    try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
  }

  static let suite = PluginConformance(
    "football", archive: archive,
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
