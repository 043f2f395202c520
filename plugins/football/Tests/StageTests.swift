import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// Groups, stages and knock-out rounds are not one league, and play-offs decide level places.
struct StageTests: CommandSuite {
  private static let cup = """
    {"name": "W", "matches": [
      {"round": "1", "date": "2022-11-20", "team1": "A", "team2": "B", "score": {"ft": [0, 2]}, "group": "Group A"},
      {"round": "1", "date": "2022-11-21", "team1": "C", "team2": "D", "score": {"ft": [6, 2]}, "group": "Group B"},
      {"round": "Final", "date": "2022-12-18", "team1": "B", "team2": "C", "score": {"ft": [1, 2]}}]}
    """

  @Test func `groups are said, knock-out rounds are left out, and stage= shows one group`() throws {
    var session = try session(["w.json": Self.cup])
    let whole = try report("football import w.json competition=W", "football table W 2022", in: &session)
    #expect(said(whole).contains { $0.hasPrefix("2 groups (Group A, Group B) are in this table") }, "\(said(whole))")
    #expect(try output(whole).footer.contains("1 match of knock-out rounds left out"))
    #expect(try table(whole).map { $0.prefix(7) } == ["1|B|3|1", "1|C|3|1", "3|A|0|1", "3|D|0|1"])
    let group = try report("football table W 2022 stage=\"group b\"", in: &session)
    #expect(said(group).isEmpty)
    #expect(try table(group).map { $0.prefix(3) } == ["1|C", "2|D"])
    #expect(try report("football table W 2022 stage=X", in: &session).error?.code == "unknown-stage")
    let fit = try report("football fit poisson W 2022 ridge=1", in: &session)
    #expect(said(fit) == ["counted 1 match of knock-out rounds too"])
  }

  /// A whole Italian season in which 17th and 18th end level on points.
  private static func season(_ extra: String = "") -> String {
    var text = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n"
    var count = 0
    for a in 1...20 {
      for b in 1...20 where a != b {
        let isHome = a < b || a == 18 && b == 17
        let goals = isHome ? "\(a == 17 ? 3 : 1),0" : "0,1"
        text += "I1,\(1 + count % 28)/\(8 + count / 100)/2022,T\(a),T\(b),\(goals)\n"
        count += 1
      }
    }
    return text + extra
  }

  @Test func `teams level on points share a place until their match is stored`() throws {
    var session = try session(["a.csv": Self.season(), "b.csv": Self.season("I1,30/12/2022,T18,T17,2,1\n")])
    let open = try report("football import a.csv", "football table I1 2022-23", in: &session)
    #expect(try table(open)[16...17].map { $0.prefix(9) } == ["17|T17|15", "17|T18|15"])
    #expect(try output(open).footer.contains { $0.hasPrefix("a match decides between the teams level on points") })
    // Before 2022-23 goal difference decided.
    let earlier = Self.season().replacing("/2022", with: "/2021")
    var other = try self.session(["a.csv": earlier])
    let ranked = try table(try report("football import a.csv", "football table I1 2021-22", in: &other))
    #expect(ranked[16...17].map { $0.prefix(9) } == ["17|T17|15", "18|T18|15"])
    let played = try report("football import b.csv", "football table I1 2022-23", in: &session)
    #expect(try table(played)[16...17].map { $0.prefix(12) } == ["17|T18|15|38", "18|T17|15|38"])
  }

  @Test func `a play-off guest is left out whatever file the season came from`() throws {
    var text = "Date,Team 1,FT,Team 2\n"
    let clubs = (0..<6).map { "Club \($0)" }
    for (i, home) in clubs.enumerated() {
      for (j, away) in clubs.enumerated() where i != j { text += "2018-\(4 + i)-\(10 + j),\(home),1-0,\(away)\n" }
    }
    text = text.replacing("2018-", with: "2018-0") + "2018-10-01,Guest,3-0,Club 5\n"
    var session = try session(["a.csv": text])
    let shown = try report("football import a.csv competition=X season=2018", "football table X 2018", in: &session)
    let teams = try table(shown)
    #expect(teams.count == 6 && teams.allSatisfy { !$0.contains("Guest") }, "\(teams)")
    #expect(said(try report("football elo X 2018", in: &session)).contains { $0.contains("Guest") })
  }
}
