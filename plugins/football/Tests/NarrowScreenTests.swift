import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Testing

@testable import FootballPlugin

/// What a phone shows: forty columns.
struct NarrowScreenTests: CommandSuite {
  private static let files = [
    "E0.csv": """
    Div,Date,HomeTeam,AwayTeam,FTHG,FTAG
    E0,10/08/2019,Wolverhampton Wanderers,Brighton and Hove Albion,2,0
    E0,11/08/2019,Manchester United,Manchester City,1,1
    E0,12/08/2019,Ajax,Manchester City,10,0

    """,
    "other.csv": "Date,Team 1,FT,HT,Team 2\nSun Aug 11 2019,Manchester United,2-1,1-0,Manchester City\n",
    "short.csv": "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nX,10/08/2019,Aldmoor,Quarrydale,2,0\n",
  ]

  private func lines(_ line: String, _ setup: String...) throws -> [String] {
    var session = try session(NarrowScreenTests.files)
    for line in setup { #expect(try report(line, in: &session).status == .ok, "\(line)") }
    var style = TextStyle.plain
    style.width = 40
    let found = try report(line, in: &session).outputs.flatMap {
      TextRenderer(style: style).render($0).split(separator: "\n").map(String.init)
    }
    #expect(found.allSatisfy { DisplayWidth.of($0) <= 40 }, "\(found)")
    return found
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init).filter { $0 != "…" } }

  @Test func `a list of matches shows both teams and the score, whatever their names`() throws {
    let plain = try lines("football matches X", "football import short.csv")
    #expect(
      words(plain[1]) == ["no", "home", "away", "hg", "ag"]
        && words(plain[2]) == ["1", "Aldmoor", "Quarrydale", "2", "0"])
    let long = try lines("football matches E0", "football import E0.csv")
    #expect(long[2].contains("Wande") && long[2].contains("Albion"), "\(long)")
    #expect(long[3].contains("United") && long[3].contains("City"), "\(long)")
    #expect(
      words(long[4]).first == "3" && long[4].contains("Ajax") && words(long[4]).suffix(2) == ["10", "0"], "\(long)")
  }

  @Test func `a list of conflicts shows both teams and both scores`() throws {
    let found = try lines(
      "football conflicts", "football import E0.csv", "football import other.csv competition=E0 season=2019-20")
    #expect(words(found[1]) == ["no", "home", "away", "score", "other"])
    #expect(words(found[2]).suffix(2) == ["1-1", "2-1"] && words(found[2]).count >= 5, "\(found)")
  }

  @Test func `a table has the form, positions the last round, and a match its scorers`() throws {
    let table = try lines("football table X 2019-20 form=5", "football import short.csv")
    #expect(
      words(table[1]) == ["position", "team", "points", "form"] && words(table[2]) == ["1", "Aldmoor", "3", "W"])
    let rounds = try lines("football positions E0 2019-20", "football import E0.csv")
    #expect(words(rounds[1]).last == "2" && words(rounds[1]).first == "team", "\(rounds)")
    let match = try lines(
      "football show SKIF now=2026-05-01T15:30",
      "football match add D4 SKIF Floda at=2026-05-01T15:00 zone=Europe/Stockholm",
      "football start SKIF now=2026-05-01T15:00", "football goal Floda 20 Zaynal now=2026-05-01T15:22")
    #expect(
      match.contains {
        words($0) == ["20", "goal", "Floda", "Zaynal"] || words($0) == ["20", "goal", "away", "Zaynal"]
      }, "\(match)")
  }
}
