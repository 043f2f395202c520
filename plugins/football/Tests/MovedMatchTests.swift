import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import FootballPlugin

/// Two matches of a pair at one ground in a season: one that was moved, or two.
struct MovedMatchTests: CommandSuite {
  private static let header = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n"
  private static let around = "E0,03/08/24,A,C,1,0\nE0,04/08/24,B,D,1,0\nE0,05/10/24,C,A,0,0\nE0,06/10/24,D,B,0,0\n"

  private func days(_ session: inout Interpreter) throws -> [String] {
    try rows(
      output(try report("football matches E0 2024-25 team=A", in: &session)).table, "kickoff", "home", "away", "state"
    )
    .filter { $0.contains("|A|B|") }
  }

  @Test func `a result that its source puts on another day is one match, where the file is about the first day too`()
    throws
  {
    var session = try session([
      "a.csv": Self.header + Self.around + "E0,10/08/24,A,B,2,1\n",
      "b.csv": Self.header + Self.around + "E0,21/09/24,A,B,2,1\n",
      "late.csv": Self.header + "E0,21/12/24,A,B,0,0\nE0,28/12/24,B,A,1,0\n",
    ])
    _ = try report("football import a.csv", in: &session)
    let moved = try report("football import b.csv", in: &session)
    #expect(record(moved)["new"] == "0" && record(moved)["changed"] == "1")
    #expect(
      said(moved).contains {
        $0.hasSuffix("changed from 2024-08-10 to 2024-09-21, as the file has no result of the first day")
      }, "\(said(moved))")
    #expect(try days(&session) == ["2024-09-21|A|B|full time"])
    // Of a file that says nothing of the first day it is another match: some leagues play three or four rounds.
    #expect(record(try report("football import late.csv", in: &session))["new"] == "2")
    #expect(try days(&session).count == 2)
  }

  @Test func `a result after the fixture of another source is that match, and the fixture stays gone`() throws {
    let files = [
      "a.csv": Self.header + Self.around + "E0,10/08/24,A,B,,\n",
      "b.csv": "Date,Team 1,FT,Team 2\n2024-09-21,A,2-1,B\n", "c.csv": "Date,Team 1,FT,Team 2\n2024-08-01,A,2-1,B\n",
    ]
    var session = try session(files)
    _ = try report("football import a.csv", in: &session)
    let moved = try report("football import b.csv competition=E0", in: &session)
    #expect(record(moved)["new"] == "0" && record(moved)["conflicts"] == "0", "\(moved.error?.message ?? "")")
    #expect(
      said(moved).contains {
        $0.hasSuffix("taken for the fixture of 2024-08-10 from football-data.co.uk, moved to 2024-09-21")
      }, "\(said(moved))")
    #expect(try days(&session) == ["2024-09-21|A|B|full time"])
    let again = record(try report("football import a.csv", in: &session))
    #expect([again["new"], again["changed"], again["conflicts"]] == ["0", "0", "0"])
    #expect(try days(&session) == ["2024-09-21|A|B|full time"])
    // A result before the day of a fixture is another match.
    var other = try self.session(files)
    _ = try report("football import a.csv", in: &other)
    #expect(record(try report("football import c.csv competition=E0", in: &other))["new"] == "1")
  }

  @Test func `a table names a pair that counts once more than the others`() throws {
    let teams = ["A", "B", "C", "D"]
    let pairs = teams.flatMap { home in teams.filter { $0 != home }.map { (home, $0) } }
    let season = pairs.enumerated().map { "E0,\(10 + $0)/08/24,\($1.0),\($1.1),1,0\n" }.joined()
    // A third round of all begins with one match, too.
    let more = "E0,20/09/24,A,B,2,2\n"
    for (day, isNamed) in [("14/08/24", true), ("20/09/24", false)] {
      var session = try session(["a.csv": Self.header + season + more.replacing("20/09/24", with: day)])
      let table = try report("football import a.csv", "football table E0 2024-25", in: &session)
      let named = said(table).filter { $0.contains("counts 2 times") }
      #expect(named.count == (isNamed ? 1 : 0), "\(said(table))")
      if isNamed {
        #expect(named[0].hasPrefix("'A' against 'B' counts 2 times, on 2024-08-10 and 2024-08-14 (matches 1 and "))
      }
    }
  }

  @Test func `days are typed as people write them`() throws {
    var session = try session(["a.csv": Self.header + Self.around])
    _ = try report("football import a.csv", in: &session)
    for typed in ["2024-10-01", "1.10.2024", "\"1 Oct 2024\"", "20241001"] {
      #expect(try table(try report("football matches E0 from=\(typed)", in: &session)).count == 2, "\(typed)")
    }
    #expect(try report("football matches E0 from=1/10/2024", in: &session).error?.code == "ambiguous-date")
    #expect(try report("football matches E0 from=soon", in: &session).error?.code == "bad-value")
    #expect(try table(try report("football matches E0 from=1872-11-30", in: &session)).count == 4)
    #expect(try report("football matches E0 from=1750-01-01", in: &session).error?.code == "bad-value")
    #expect(try report("football show A on=3.8.2024", in: &session).error == nil)
    #expect(try table(try report("football table E0 2024-25 asof=31.8.2024", in: &session)).count == 4)
  }
}
