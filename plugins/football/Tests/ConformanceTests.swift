import Foundation
import PodiumAssembly
import PodiumConformance
import PodiumCore
import PodiumEngine
import PodiumPlugin
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

  /// The first eight weeks of the made league, with the teams and one number as features.
  static func sample() throws -> LearnerSample {
    var session = try session()
    _ = session.run("load football-league") { _ in }
    let loaded = try session.session.current().table.selecting(rows: Array(0..<64))
    let features = ["home", "away", "elo_difference"]
    let table = try Table(
      loaded.columns.map { $0.with(role: features.contains($0.name) ? .feature : .ignored) })
    return LearnerSample(
      table, classes: "result", number: "odds_home", numberFeature: "elo_difference", categoryFeature: "home")
  }

  static let suite = PluginConformance(
    "football", archive: archive,
    samples: {
      do {
        let sample = try sample()
        return ["football.elo": sample, "football.poisson": sample, "football.dixon-coles": sample]
      } catch {
        preconditionFailure("the made league cannot be loaded: \(error)")
      }
    }()
  ) { try session() }

  @Test(arguments: PluginConformance.Check.allCases)
  func `the football plugin passes every check`(_ check: PluginConformance.Check) {
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
    #expect(Self.suite.count(check) > 0)
  }
}
