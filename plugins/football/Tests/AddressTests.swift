import FootballModel
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

  @Test func `a competition's code is fetched from its address for the season of today`() throws {
    let text = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nX,13/08/2022,Ash,Elm,2,1\nX,14/08/2022,Oak,Ash,0,0\n"
    let server = try LoopbackServer { request in
      ["/2022-23/2223/X.csv", "/2021-22/2122/X.csv"].contains(request.target)
        ? LoopbackServer.reply(text, type: "text/csv") : LoopbackServer.reply("404 Not Found")
    }
    var session = try Assembly.session(folder: "/", datasets: [])
    session.services.network = Assembly.network(cacheFolder: nil, version: "test", clock: { Moment(microseconds: 0) })
    var report: CommandReport?
    func run(_ line: String) -> String? {
      _ = session.run(line) { report = $0 }
      return report?.error?.code
    }
    #expect(run("football competition add X seasons=winter url=\(server.url("/{season}/{years}/{code}.csv"))") == nil)
    #expect(run("football fetch X") == "no-clock")
    #expect(run("football fetch X season=2021-22") == nil)
    let now = try #require(Moment(iso: "2022-09-01T12:00Z"))
    session.services.now = { now }
    #expect(run("football fetch X") == nil, "\(report?.error?.message ?? "")")
    #expect(server.requests.map(\.target) == ["/2021-22/2122/X.csv", "/2022-23/2223/X.csv"])
    #expect(run("football fetch X season=1999-00") == "http-status")
    #expect(report?.error?.message.contains("/1999-00/9900/X.csv") == true, "\(report?.error?.message ?? "")")
    #expect(run("football fetch Y") == "no-address" && run("football fetch X season=now") == "bad-value")
    session.services.network = nil
    #expect(run("football fetch SWE") == "network-closed")
  }

  @Test func `the leagues of football-data are known by their codes`() {
    #expect(KnownCompetitions.address(of: "E0") == "https://www.football-data.co.uk/mmz4281/{years}/{code}.csv")
    #expect(KnownCompetitions.address(of: "SWE") == "https://www.football-data.co.uk/new/{code}.csv")
    #expect(KnownCompetitions.address(of: "e0") == nil && Set(KnownCompetitions.published).count == 38)
  }
}
