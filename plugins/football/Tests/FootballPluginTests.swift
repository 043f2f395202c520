import PodiumAssembly
import PodiumCore
import PodiumPlugin
import Testing

/// What the plugin registers.
struct FootballPluginTests {
  @Test func `the plugin registers everything under its name`() throws {
    let registry = try Assembly.registry()
    let things = registry.registered(by: "football").map { "\($0.kind) \($0.name)" }
    for thing in [
      "command football import", "command football table", "dataset football-league", "evaluator football.rps",
      "importer football", "kind football.match",
    ] {
      #expect(things.contains(thing))
    }
  }
}
