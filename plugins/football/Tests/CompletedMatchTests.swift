import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import FootballPlugin

/// Lists of goals and of shoot-outs beside a list of results, as those of internationals are; all of them are made.
struct CompletedMatchTests: CommandSuite {
  private static let results = """
    date,home_team,away_team,home_score,away_score,tournament,city,country,neutral
    2018-07-01,A,B,1,1,World Cup,X,Y,TRUE
    2018-07-02,C,D,2,1,World Cup,X,Y,TRUE
    2018-07-03,E,F,2,0,Friendly,X,Y,FALSE

    """
  private static let shootOuts = """
    date,home_team,away_team,winner,first_shooter
    2018-07-01,A,B,B,A
    2018-07-02,C,D,D,C
    2018-07-09,A,B,A,A
    2018-07-03,E,F,G,E

    """
  private static let goals = """
    date,home_team,away_team,team,scorer,minute,own_goal,penalty
    2018-07-01,A,B,B,Bo,90,FALSE,TRUE
    2018-07-01,A,B,A,Bert,12,TRUE,FALSE
    2018-07-02,C,D,C,Cia,NA,FALSE,FALSE
    2018-07-03,E,F,F,Fia,3,FALSE,FALSE
    2018-07-04,A,B,A,Ada,3,FALSE,FALSE
    2018-07-04,A,B,C,Ada,3,FALSE,FALSE

    """

  private func all() throws -> Interpreter {
    var session = try session(["results.csv": Self.results, "s.csv": Self.shootOuts, "g.csv": Self.goals])
    #expect(record(try report("football import results.csv", in: &session))["new"] == "3")
    return session
  }

  private func counts(_ report: CommandReport) -> [String?] {
    let fields = record(report)
    return ["new", "changed", "same", "refused"].map { fields[$0] }
  }

  @Test func `shoot-outs find their matches without a competition, and name the rows that fit none`() throws {
    var session = try all()
    let first = try report("football import s.csv", in: &session)
    #expect(counts(first) == ["0", "1", "0", "3"], "\(first.error?.message ?? "")")
    #expect(
      try table(first) == [
        "3|C against D on 2018-07-02 ended 2-1, so no shoot-out decided match 2 alone",
        "4|A against B on 2018-07-09 is not stored; import its result first",
        "5|column 'winner': 'G' is not one of the teams",
      ])
    #expect(record(try report("football show 1", in: &session))["winner"] == "away")
    #expect(counts(try report("football import s.csv", in: &session)) == ["0", "0", "1", "3"])
    // The results again leave what the list said.
    #expect(record(try report("football import results.csv", in: &session))["same"] == "3")
    #expect(record(try report("football show 1", in: &session))["winner"] == "away")
  }

  @Test func `goals become those of the stored match, once, and rows that fit none are named`() throws {
    var session = try all()
    let first = try report("football import g.csv", in: &session)
    #expect(counts(first) == ["0", "2", "0", "3"], "\(first.error?.message ?? "")")
    #expect(
      try table(first) == [
        "5|E against F on 2018-07-03 ended 2-0, and the list has the goals of 0-1",
        "6|A against B on 2018-07-04 is not stored; import its result first",
        "7|'C' is not one of 'A' and 'B'",
      ])
    #expect(said(first) == ["line 4: the list has fewer goals of C against D than its score"])
    let shown = try report("football show 1", in: &session)
    // The goal of a player's own side counts for the other one.
    #expect(
      try rows(output(shown).table, "minute", "kind", "team", "player") == [
        "12|own goal|B|Bert", "90|penalty goal|B|Bo",
      ])
    #expect(counts(try report("football import g.csv", in: &session)) == ["0", "0", "2", "3"])
    #expect(record(try report("football import results.csv", in: &session))["same"] == "3")
  }

  @Test func `a shoot-out that another source gives otherwise is a conflict`() throws {
    let text = "= World Cup 2018\n\nFinal\nJuly 1\n  A 1-1 (4-3 pen) B\n"
    var session = try session(["cup.txt": text, "s.csv": Self.shootOuts])
    #expect(record(try report("football import cup.txt competition=WC", in: &session))["new"] == "1")
    let list = try report("football import s.csv", in: &session)
    #expect(record(list)["conflicts"] == "1" && record(list)["changed"] == "0")
    #expect(said(list).contains { $0.hasSuffix("B won the shoot-out here, A by football.txt") }, "\(said(list))")
  }
}
