import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// What is reported and decided can be taken back, names what it is about, and is not lost.
struct CorrectionTests: CommandSuite {
  private func day() throws -> Interpreter {
    var session = try session()
    _ = try report(
      "football match add D4 SKIF Floda at=2026-05-01T15:00 zone=Europe/Stockholm",
      "football start SKIF now=2026-05-01T15:00", in: &session)
    return session
  }

  private func title(_ report: CommandReport) -> String {
    if case .record(let record)? = report.outputs.first {
      return record.title.split(separator: " · ").first.map(String.init) ?? ""
    }
    return report.error?.message ?? "no record"
  }

  @Test func `a team that is named means its own last report, and the answer begins with it`() throws {
    var session = try day()
    #expect(
      title(try report("football goal SKIF 10 Ada now=2026-05-01T15:12", in: &session)) == "report 2: goal SKIF 10 Ada")
    let second = try report("football goal Floda 20 now=2026-05-01T15:22", in: &session)
    // Two lines at most: the report, and the score after it.
    guard case .record(let shown)? = second.outputs.first else { return }
    #expect(shown.title == "report 3: goal Floda 20 · SKIF 1-1 Floda, 23, first half" && shown.isBrief)
    let void = try report("football void SKIF reason=offside now=2026-05-01T15:25", in: &session)
    #expect(title(void) == "report 2: goal SKIF 10 Ada, void: offside")
    #expect([record(void)["home_goals"], record(void)["away_goals"]] == ["0", "1"])
    let none = try report("football void SKIF reason=again now=2026-05-01T15:26", in: &session)
    #expect(none.error?.code == "unknown-report" && none.error?.message.contains("'SKIF'") == true)
    // With the number of the match, any.
    #expect(
      title(try report("football void 1 reason=x now=2026-05-01T15:27", in: &session))
        == "report 3: goal Floda 20, void: x")
    #expect(title(try report("football end SKIF now=2026-05-01T15:47", in: &session)) == "report 4: half-time")
  }

  @Test func `a void is taken back, unless another report says the same of the course`() throws {
    var session = try day()
    _ = try report(
      "football goal SKIF 10 Ada now=2026-05-01T15:12", "football void SKIF reason=offside now=2026-05-01T15:13",
      in: &session)
    let back = try report("football void SKIF remove=yes now=2026-05-01T15:14", in: &session)
    #expect(title(back) == "report 2: goal SKIF 10 Ada" && record(back)["home_goals"] == "1")
    for line in ["football void 1 2 remove=yes", "football void SKIF remove=yes"] {
      let error = try report("\(line) now=2026-05-01T15:15", in: &session).error?.code
      #expect(error == (line.hasPrefix("football void 1") ? "void-report" : "unknown-report"), "\(line)")
    }
    _ = try report(
      "football end SKIF now=2026-05-01T15:40", "football void 1 3 reason=early now=2026-05-01T15:41",
      "football end SKIF now=2026-05-01T15:47", in: &session)
    #expect(try report("football void 1 3 remove=yes now=2026-05-01T15:48", in: &session).error?.code == "wrong-state")
    // A period does not begin before the last one ended.
    #expect(try report("football start SKIF now=2026-05-01T14:00", in: &session).error?.code == "wrong-state")
  }

  @Test func `one person's second report of a goal is doubted, and so is a goal of a player who was sent off`() throws {
    var session = try day()
    _ = try report("football goal SKIF 10 Ada now=2026-05-01T15:12", in: &session)
    let again = try report("football goal SKIF 10 Ada now=2026-05-01T15:13", in: &session)
    #expect(said(again).contains { $0.hasPrefix("report 2 says the same") }, "\(said(again))")
    _ = try report("football red SKIF 20 Ada now=2026-05-01T15:21", in: &session)
    let late = try report("football goal SKIF 25 Ada now=2026-05-01T15:26", in: &session)
    #expect(said(late) == ["Ada was sent off by report 4"])
  }

  @Test func `the score of 90 minutes is that of the reports up to then`() throws {
    var session = try day()
    _ = try report(
      "football goal SKIF 10 now=2026-05-01T15:12", "football score SKIF 1-1 40 now=2026-05-01T15:41",
      "football end SKIF now=2026-05-01T15:47", "football start SKIF now=2026-05-01T16:02",
      "football end SKIF now=2026-05-01T16:52", "football start SKIF period=extra now=2026-05-01T16:55",
      "football goal Floda 95 now=2026-05-01T17:00", in: &session)
    let shown = record(try report("football show 1 now=2026-05-01T17:01", in: &session))
    #expect([shown["home_goals"], shown["away_goals"], shown["full_time"]] == ["1", "2", "1-1"])
  }

  @Test func `nothing happens after the end that was reported`() throws {
    var session = try day()
    _ = try report("football end SKIF now=2026-05-01T15:47", in: &session)
    #expect(try report("football goal SKIF 46 now=2026-05-01T15:50", in: &session).error?.code == "wrong-state")
    #expect(try report("football goal SKIF 45+9 now=2026-05-01T15:50", in: &session).error?.code == "wrong-state")
    #expect(try report("football goal SKIF 45+2 now=2026-05-01T15:50", in: &session).error == nil)
    _ = try report("football start SKIF now=2026-05-01T16:02", "football end SKIF now=2026-05-01T16:52", in: &session)
    for line in ["goal SKIF 90+20", "yellow SKIF 90+7", "penalty Floda 91", "score SKIF 3-0 100", "red SKIF 33+2"] {
      let found = try report("football \(line) now=2026-05-01T17:00", in: &session)
      #expect(["wrong-state", "bad-value"].contains(found.error?.code ?? ""), "\(line)")
    }
    #expect(try report("football goal Floda 90+5 now=2026-05-01T17:00", in: &session).error == nil)
    let shown = record(try report("football show 1 now=2026-05-01T17:01", in: &session))
    #expect([shown["home_goals"], shown["away_goals"]] == ["1", "1"])
  }

  @Test func `only the same report is a repeat of a key`() throws {
    var session = try day()
    let goal = "football goal SKIF 10 Ada key=k1 now=2026-05-01T15:12"
    _ = try report(goal, in: &session)
    #expect(try report(goal, in: &session).error == nil)
    for line in ["goal SKIF 11 Ada", "goal SKIF 10 Bo", "goal SKIF 10", "penalty SKIF 10 Ada", "goal Floda 10 Ada"] {
      let found = try report("football \(line) key=k1 now=2026-05-01T15:13", in: &session)
      #expect(found.error?.code == "used-key", "\(line)")
    }
    // Sent again without a minute, a report has that of a later clock.
    _ = try report("football yellow Floda Bo key=k2 now=2026-05-01T15:14", in: &session)
    #expect(try report("football yellow Floda Bo key=k2 now=2026-05-01T15:20", in: &session).error == nil)
  }

  @Test func `the score of a half that no one ended is taken`() throws {
    var session = try day()
    let shown = record(try report("football show 1 now=2026-05-01T17:00", in: &session))
    #expect([shown["minute"], shown["clock"]] == ["45+", "half-time not reported"])
    #expect(record(try report("football score SKIF 1-0 now=2026-05-01T17:00", in: &session))["home_goals"] == "1")
    #expect(try report("football goal SKIF now=2026-05-01T17:00", in: &session).error?.code == "missing-minute")
  }

  private static let league = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,10/08/19,A,B,2,0\nE0,17/08/19,C,A,1,1\n"

  @Test func `an alias names a known team, says what it replaces, and can be removed`() throws {
    var session = try session(["a.csv": Self.league])
    _ = try report("football import a.csv", "football alias \"FC A\" A", in: &session)
    for word in ["remove", "Nowhere", "a"] {
      #expect(try report("football alias \"FC A\" \(word)", in: &session).error?.code == "unknown-team", "\(word)")
    }
    #expect(said(try report("football alias \"FC A\" B", in: &session)).first?.contains("alias of 'A'") == true)
    _ = try report("football alias \"FC A\" remove=yes", in: &session)
    #expect(try table(try report("football alias", in: &session)).isEmpty)
    #expect(try report("football alias \"FC A\" remove=yes", in: &session).error?.code == "unknown-alias")
    #expect(try report("football alias \"FC A\"", in: &session).error?.code == "missing-team")
    _ = try report("football alias add \"FC A\" A", in: &session)
    #expect(record(try report("football alias show \"fc a\"", in: &session))["team"] == "A")
    // The beginning of a name deletes nothing.
    #expect(try report("football alias delete FC", in: &session).error?.code == "unknown-alias")
    _ = try report("football alias delete \"FC A\"", in: &session)
    #expect(try table(try report("football alias", in: &session)).isEmpty)
  }

  @Test func `an equal adjustment or expulsion is refused, and both can be removed`() throws {
    var session = try session(["a.csv": Self.league])
    let adjust = "football adjust E0 2019-20 A -9 reason=x"
    _ = try report("football import a.csv", adjust, in: &session)
    #expect(try report(adjust, in: &session).error?.code == "taken-key")
    _ = try report("football adjust E0 2019-20 A -9 reason=y", in: &session)
    for several in ["football adjust E0 2019-20 A -9 remove=yes", "football adjust E0 2019-20 A remove=yes"] {
      #expect(try report(several, in: &session).error?.code == "unknown-record")
    }
    _ = try report(
      "football adjust E0 2019-20 A -9 reason=y remove=yes", "football adjust E0 2019-20 A remove=yes", in: &session)
    _ = try report(adjust, adjust + " on=2019-08-15", "\(adjust) remove=yes on=2019-08-15", in: &session)
    #expect(try table(try report("football adjust", in: &session)) == ["E0|2019-20|A|-9|-|x|-|-"])
    _ = try report("football adjust E0 2019-20 A -9 remove=yes", in: &session)
    _ = try report("football expel E0 2019-20 A policy=void", in: &session)
    #expect(try report("football expel E0 2019-20 A policy=3-0", in: &session).error?.code == "taken-key")
    _ = try report("football expel E0 2019-20 A remove=yes", in: &session)
    #expect(try table(try report("football table E0 2019-20", in: &session)).first?.hasPrefix("1|A|4") == true)
  }

  @Test func `what is kept is listed, and awards, results and typed matches are taken back in a later session`() throws
  {
    var session = try session(["a.csv": Self.league])
    for line in ["football adjust", "football expel", "football award", "football alias", "football competition"] {
      #expect(try table(try report(line, in: &session)).isEmpty, "\(line)")
    }
    _ = try report(
      "football import a.csv", "football adjust E0 2019-20 A -9 reason=x", "football expel E0 2019-20 B policy=3-0",
      "football match result 2 0-5 half=0-1", "football match result 2 0-6", "football award 1 3-0", in: &session)
    #expect(try table(try report("football adjust E0 2019-20 A", in: &session)).count == 1)
    #expect(try table(try report("football adjust E0 2019-20 C", in: &session)).isEmpty)
    #expect(try table(try report("football expel E0", in: &session)).first?.contains("3-0") == true)
    #expect(try table(try report("football award", in: &session)).count == 1)
    func shown(_ line: String) throws -> [String?] {
      let record = record(try report(line, in: &session))
      return [record["state"], record["home_goals"], record["away_goals"], record["error"]]
    }
    #expect(try shown("football award 1 remove=yes") == ["full time", "2", "0", nil])
    #expect(try shown("football match result 2 remove=yes") == ["full time", "1", "1", nil])
    for line in ["football award 1 remove=yes", "football match result 2 remove=yes"] {
      #expect(try report(line, in: &session).error?.code == "wrong-state", "\(line)")
    }
    _ = try report("football match add E0 D E at=2026-05-01 season=2025-26", "football award 3 3-0", in: &session)
    #expect(try shown("football award 3 remove=yes") == ["scheduled", "", "", nil])
    _ = try report("football settle 1 football-data.co.uk", in: &session)
    #expect(try shown("football settle 1 remove=yes") == ["full time", "2", "0", nil])
    #expect(try report("football settle 1 remove=yes", in: &session).error?.code == "wrong-state")
    #expect(try report("football settle 1", in: &session).error?.code == "missing-argument")
    _ = try report("football match delete 3", in: &session)
    #expect(try report("football match show 3", in: &session).error?.code == "unknown-match")
    _ = try report("undo", in: &session)
    #expect(try shown("football match show 3")[0] == "scheduled")
  }

  @Test func `words of the trade lead to a verb, or say that there is none`() throws {
    var session = try session()
    for (word, verb) in [
      ("ft", "end"), ("standings", "table"), ("halftime", "end"), ("kickoff", "start"), ("walkover", "award"),
      ("stadium", "match add"), ("streak", "table"), ("bookmaker", "evaluate"), ("tip", "predict"),
      ("stoppage", "goal"), ("website", "export html"), ("duplicates", "conflicts"),
    ] {
      let error = try report("football \(word)", in: &session).error
      #expect(error?.code == "unknown-command" && error?.help?.contains("'football \(verb)'") == true, "\(word)")
    }
    #expect(try report("football lineup", in: &session).error?.help?.hasPrefix("'football' has none") == true)
  }

  private static let walkovers = [
    ("wo.html", "<table><tr><th>Tid<th>Match<th>Resultat</tr><tr><td>2015-04-19 15:00<td>C - D<td>W.O.</tr></table>"),
    ("wo.csv", "Round,Date,Team 1,FT,HT,Team 2\n1,Sun Apr 19 2015,C,W.O.,,D\n"),
  ]

  @Test(arguments: walkovers)
  func `a walkover of a file gets its winner, or a result, by hand`(_ name: String, _ text: String) throws {
    var session = try session([name: text])
    let read = "football import \(name) competition=D4 zone=Europe/Stockholm season=2015"
    let won = record(try report(read, "football award 1 home", in: &session))
    #expect([won["state"], won["winner"]] == ["awarded", "home"], "\(won)")
    #expect(try report("football award 1 away", in: &session).error?.help?.contains("remove=yes") == true)
    // The file says what it said before.
    #expect(record(try report(read, "football show 1", in: &session))["winner"] == "home")
    let open = record(try report("football award 1 remove=yes", in: &session))
    #expect(open["state"] == "awarded" && open["winner"] == nil, "\(open)")
    let played = record(try report("football match result 1 3-0", in: &session))
    #expect([played["state"], played["home_goals"]] == ["full time", "3"], "\(played)")
    #expect(record(try report("football match result 1 remove=yes", in: &session))["state"] == "awarded")
  }

  @Test func `an award of a file can be replaced, and comes back`() throws {
    var session = try session(["a.txt": "= X 2015\n\nSun Apr 19\n  A  3-0  B  [awarded]\n"])
    let other = record(try report("football import a.txt competition=X", "football award 1 0-3", in: &session))
    #expect([other["state"], other["away_goals"]] == ["awarded", "3"], "\(other)")
    let back = record(try report("football award 1 remove=yes", in: &session))
    #expect([back["state"], back["home_goals"]] == ["awarded", "3"], "\(back)")
  }

  @Test func `a match that was reported and then awarded is printed as its reports have it`() throws {
    var session = try day()
    _ = try report(
      "football goal SKIF 10 Ada now=2026-05-01T15:12", "football end SKIF now=2026-05-01T15:47",
      "football start SKIF now=2026-05-01T16:02", "football end SKIF now=2026-05-01T16:50", "football award 1 away",
      in: &session)
    let back = record(try report("football award 1 remove=yes", in: &session))
    #expect([back["state"], back["home_goals"], back["away_goals"]] == ["full time", "1", "0"], "\(back)")
  }

  @Test func `a cancelled match that was abandoned gets its score back`() throws {
    var session = try day()
    _ = try report(
      "football goal SKIF 10 Ada now=2026-05-01T15:12", "football abandon SKIF now=2026-05-01T15:20",
      "football match cancel 1", in: &session)
    let back = record(try report("football match cancel 1 remove=yes", in: &session))
    #expect(back["state"] == "abandoned" && back["home_goals"] == "1" && back["away_goals"] == "0", "\(back)")
    #expect(try report("football match cancel 1 remove=yes", in: &session).error?.code == "wrong-state")
  }

  @Test func `a shoot-out that ends level is refused, with the way out`() throws {
    var session = try session()
    _ = try report("football match add D4 SKIF Floda at=2026-05-01T15:00 zone=Europe/Stockholm", in: &session)
    #expect(try report("football match result 1 2-2 penalties=4-4", in: &session).error?.code == "bad-score")
    _ = try report(
      "football start SKIF now=2026-05-01T15:00", "football end SKIF now=2026-05-01T15:46",
      "football start SKIF now=2026-05-01T16:01", "football end SKIF now=2026-05-01T16:50",
      "football start SKIF period=penalties now=2026-05-01T16:55",
      "football shoot-out SKIF scored now=2026-05-01T16:56", "football shoot-out Floda scored now=2026-05-01T16:57",
      in: &session)
    let level = try report("football end SKIF now=2026-05-01T16:58", in: &session).error
    #expect(level?.code == "wrong-state" && level?.message.contains("level, 1-1") == true)
    let won = try report(
      "football shoot-out SKIF scored now=2026-05-01T16:59", "football end SKIF now=2026-05-01T17:00", in: &session)
    #expect(record(won)["state"] == "full time" && record(won)["penalties"] == "2-1")
  }
}
