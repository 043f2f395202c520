import FootballModel
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// Knock-out rounds: who won, by what, and what is missing.
struct BracketTests: CommandSuite {
  private func shown(_ matches: [String], _ rules: String = "", file: String = "X 2019/20") throws -> CommandReport {
    let text = #"{"name": "\#(file)", "matches": ["# + matches.joined(separator: ",") + "]}"
    var session = try session(["k.json": text])
    if !rules.isEmpty { _ = try report("football competition add X \(rules)", in: &session) }
    return try report(
      "football import k.json competition=X season=2019-20", "football bracket X 2019-20", in: &session)
  }

  private func match(_ round: String, _ day: Int, _ home: String, _ away: String, _ score: String) -> String {
    #"{"round": "\#(round)", "date": "2020-04-\#(day < 10 ? "0" : "")\#(day)", "team1": "\#(home)", "team2": "\#(away)", "score": {\#(score)}}"#
  }

  private func winners(_ report: CommandReport) throws -> [String] {
    try rows(output(report).table, "round", "home", "away", "score", "winner", "decided_by")
  }

  @Test func `single matches end by goals, extra time or penalties`() throws {
    let shown = try shown([
      match("Quarter-finals", 1, "A", "B", #""ft": [2, 1]"#),
      match("Quarter-finals", 1, "C", "D", #""ft": [1, 1], "et": [1, 2]"#),
      match("Quarter-finals", 2, "E", "F", #""ft": [1, 1], "et": [2, 2], "p": [3, 4]"#),
      match("Quarter-finals", 2, "G", "H", #""ft": [0, 0], "p": [5, 4]"#),
      match("Semi-finals", 5, "A", "D", ""),
    ])
    #expect(
      try winners(shown) == [
        "Quarter-finals|A|B|2-1|A|goals", "Quarter-finals|C|D|1-2 aet|D|extra time",
        "Quarter-finals|E|F|2-2 aet, 3-4 pen|F|penalties", "Quarter-finals|G|H|0-0, 5-4 pen|G|penalties",
        "Semi-finals|A|D|-|-|-",
      ])
    #expect(said(shown).isEmpty, "\(said(shown))")
  }

  private var legs: [String] {
    [
      match("Semi-finals, 1st Leg", 1, "A", "B", #""ft": [1, 0]"#),
      match("Semi-finals, 2nd Leg", 8, "B", "A", #""ft": [2, 1]"#),
      match("Semi-finals, 1st Leg", 1, "C", "D", #""ft": [1, 1]"#),
      match("Semi-finals, 2nd Leg", 8, "D", "C", #""ft": [1, 1], "et": [2, 1]"#),
    ]
  }

  @Test func `two legs are added, and away goals count where the rule holds`() throws {
    let open = try shown(legs)
    #expect(
      try winners(open) == ["Semi-finals|A|B|1-0; 2-1|-|-", "Semi-finals|C|D|1-1; 2-1 aet|D|extra time"])
    #expect(said(open).contains { $0.contains("away-goals=yes") && $0.contains("Semi-finals, A against B: level") })
    let decided = try shown(legs, "away-goals=yes")
    #expect(try winners(decided)[0] == "Semi-finals|A|B|1-0; 2-1|A|away goals")
    #expect(try rows(output(decided).table, "home_goals", "away_goals") == ["2|2", "2|3"])
    let plays = try shown(legs + [match("Final", 20, "D", "A", #""ft": [1, 0]"#)])
    #expect(try winners(plays)[0] == "Semi-finals|A|B|1-0; 2-1|A|plays on")
    #expect(said(plays).contains { $0.contains("A plays in a later round") })
  }

  @Test func `the rule of away goals ended in UEFA's competitions in 2021`() {
    let rules = { LeagueRules("UCL", season: Season(start: $0, isSplit: true)).awayGoals }
    #expect(rules(2011) == true && rules(2020) == true && rules(2021) == false)
    #expect(LeagueRules("XYZ", season: Season(start: 2011, isSplit: true)).awayGoals == nil)
  }

  @Test func `a missing leg, and a loser that plays on, are named`() throws {
    var missing = legs
    missing.remove(at: 1)
    missing += [match("Final", 20, "C", "A", #""ft": [1, 0]"#)]
    missing += [
      match("Semi-finals, 1st Leg", 1, "E", "F", #""ft": [1, 1]"#),
      match("Semi-finals, 2nd Leg", 8, "F", "E", #""ft": [0, 1]"#),
    ]
    let shown = try shown(missing)
    #expect(
      said(shown).contains {
        $0.hasPrefix("Semi-finals, A against B: one leg is stored")
          && $0.contains(
            #"football match add X "B" "A" at=DAY season=2019-20 round="Semi-finals""#)
      }, "\(said(shown))")
    #expect(said(shown).contains { $0.hasPrefix("C lost in 'Semi-finals'") && $0.contains("plays in 'Final'") })
  }

  @Test func `a replay decides, and a league has no bracket`() throws {
    let shown = try shown([
      match("First round", 1, "A", "B", #""ft": [1, 1], "et": [1, 1]"#),
      match("First round", 2, "A", "B", #""ft": [1, 2]"#), match("Final", 8, "B", "C", #""ft": [1, 0]"#),
    ])
    #expect(try winners(shown) == ["First round|A|B|1-1 aet; 1-2|B|replay", "Final|B|C|1-0|B|goals"])
  }

  @Test func `a shoot-out whose score is missing decides, and shows no goals`() throws {
    var session = try session(["k.csv": "Date,Round,Home,Away,Result\n2020-04-01,Final,A,B,4-3 pen.\n"])
    let shown = try report(
      "football import k.csv competition=X season=2019-20", "football bracket X 2019-20", in: &session)
    #expect(try winners(shown) == ["Final|A|B|?, 4-3 pen|A|penalties"])
    let match = record(try report("football show 1 now=2020-04-02T12:00Z", in: &session))
    #expect(match["penalties"] == "4-3" && match["home_goals"] != "0", "\(match)")
  }

  /// The words of a leg may follow those of the round without a comma.
  @Test func `a walkover without a winner and an abandoned match are named, and one played again decides`() throws {
    let shown = try shown([
      match("Round of 16", 1, "A", "B", "").replacing("}}", with: #"}, "status": "awarded"}"#),
      match("Round of 16", 1, "C", "D", "").replacing("}}", with: #"}, "status": "abandoned"}"#),
      match("Round of 16", 1, "E", "F", "").replacing("}}", with: #"}, "status": "abandoned"}"#),
      match("Round of 16", 8, "E", "F", #""ft": [2, 1]"#),
    ])
    #expect(
      try winners(shown) == [
        "Round of 16|A|B|-|-|-", "Round of 16|C|D|-|-|-", "Round of 16|E|F|2-1|E|goals",
      ])
    let said = said(shown)
    #expect(
      said.contains {
        $0.hasPrefix("Round of 16, A against B: a walkover whose winner is not stored; football award 1 ")
      })
    #expect(said.contains { $0.hasPrefix("Round of 16, C against D: abandoned, and not decided; football award 2 ") })
  }

  @Test func `two legs are one tie, however their rounds are written`() throws {
    for (first, second) in [
      ("Quarter-final 1st leg", "Quarter-final 2nd leg"), ("Viertelfinale Hinspiel", "Viertelfinale Rückspiel"),
      ("Round 2 Leg 1", "Round 2 Leg 2"), ("Cuartos - ida", "Cuartos - vuelta"),
    ] {
      let shown = try shown([
        match(first, 1, "A", "B", #""ft": [2, 1]"#), match(first, 1, "C", "D", #""ft": [0, 0]"#),
        match(second, 8, "B", "A", #""ft": [1, 1]"#), match(second, 8, "D", "C", #""ft": [0, 1]"#),
        match("Final", 20, "A", "C", ""),
      ])
      let round = first.split(separator: " ").prefix(first.hasPrefix("Round") ? 2 : 1).joined(separator: " ")
      let found = try winners(shown).prefix(2)
      #expect(found == ["\(round)|A|B|2-1; 1-1|A|aggregate", "\(round)|C|D|0-0; 0-1|C|aggregate"])
      #expect(said(shown).isEmpty, "\(said(shown))")
    }
  }

  @Test func `a list of shoot-outs says who won a level match, and adds none`() throws {
    var session = try session([
      "k.csv": "Date,Round,Home,Away,Result\n2018-07-15,SF,A,B,1-1\n2018-07-16,SF,E,F,2-1\n",
      "s.csv": "date,home_team,away_team,winner,first_shooter\n2018-07-15,A,B,B,\n2018-07-16,C,D,C,\n",
    ])
    let keys = "competition=X season=2018"
    let list = try report("football import k.csv \(keys)", "football import s.csv \(keys)", in: &session)
    #expect([record(list)["new"], record(list)["changed"], record(list)["refused"]] == ["0", "1", "1"])
    #expect(said(list).contains { $0.contains("changed the winner to B") }, "\(said(list))")
    let bracket = try report("football bracket X 2018", in: &session)
    #expect(try winners(bracket) == ["SF|A|B|1-1|B|penalties", "SF|E|F|2-1|E|goals"])
    #expect(record(try report("football import s.csv \(keys)", in: &session))["same"] == "1")
  }
}
