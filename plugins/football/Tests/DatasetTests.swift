import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// The bundled league.
struct DatasetTests {
  @Test func `the bundled league matches the output of its program`() throws {
    let bytes = try DiskFiles().read(Checkout.path("datasets/football-league/league.csv"), shown: "league.csv")
    // Bytes, not texts: a message with both texts would be 60 kB.
    #expect(
      bytes == Array(MadeLeague.csv().utf8), "datasets/football-league/league.csv differs from the output of MadeLeague"
    )
  }

  @Test func `plain commands work on it and scores are in the expected order`() throws {
    let services = Assembly.services(
      folder: Checkout.root, datasetFolders: [Checkout.path("datasets")], clock: { 0 }, version: "test")
    var session = Interpreter(registry: try Assembly.registry(), services: services)
    session.state.settings.threads = 2
    var reports: [CommandReport] = []
    let script = """
      load football-league; label; encode; cv tree k=5; confusion
      features elo_difference; cv tree(max-depth=2,min-samples-leaf=30) folds=rolling k=5
      """
    _ = session.run(script) { reports.append($0) }
    #expect(reports.count == 7)
    #expect(reports.allSatisfy { $0.status == .ok }, "\(reports.compactMap(\.error?.message))")
    guard case .evaluation(let output)? = reports.last?.outputs.first else {
      Issue.record("there is no evaluation")
      return
    }
    func value(_ name: String) -> Double { output.named.first { $0.name == name }?.value ?? .nan }
    // The bookmaker knows the hidden strengths almost exactly; a model of past results knows something.
    #expect(value("football.rps_odds") < value("football.rps") - 0.005)
    #expect(value("football.rps") < value("football.rps_climatology") - 0.005)
    #expect(value("football.rps_climatology") < value("football.rps_uniform"))
    // The second season has two new clubs and all the others.
    let teams = try #require(session.state.current?.table["home"]?.categorical?.levels)
    #expect(teams.count == MadeLeague.clubs.count + MadeLeague.newcomers.count)
  }
}
