import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

@Suite("Matches by address")
struct AddressTests {
  @Test func `matches are imported from an address`() throws {
    let text = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,13/08/2022,Ash,Elm,2,1\nE0,14/08/2022,Oak,Ash,0,0\n"
    let server = try LoopbackServer { request in
      request.target.hasSuffix("/2223/E0.csv")
        ? LoopbackServer.reply(text, type: "text/csv") : LoopbackServer.reply("404 Not Found")
    }
    var session = try Assembly.session(folder: "/", datasets: [])
    session.services.network = Assembly.network(cacheFolder: nil, version: "test", clock: { Moment(microseconds: 0) })
    var report: CommandReport?
    _ = session.run("football import \(server.url("/2223/E0.csv"))") { report = $0 }
    #expect(report?.error == nil)
    #expect(try session.store().count(RecordQuery(FootballKinds.match)) == 2)
    _ = session.run("football import \(server.url("/2223/E9.csv"))") { report = $0 }
    #expect(report?.error?.code == "http-status")
    _ = session.run("football import football-leage") { report = $0 }
    #expect(report?.error?.code == "unknown-file")
    #expect(report?.error?.help == "paths are relative to the current directory")
  }
}
