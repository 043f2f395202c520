import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// What each source says of a match, whoever changed it since.
struct SourceVersionTests: CommandSuite {
  private static let csv =
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nT,10/08/18,Alpha,Beta,2,1,H\nT,11/08/18,Gamma,Delta,0,0,D\n"
  private static let json = """
    {"name":"T 2018/19","matches":[
      {"round":"Matchday 1","date":"2018-08-10","team1":"Alpha","team2":"Beta","score":{"ft":[2,2]}}]}
    """

  /// The sources that 'football show 1' lists.
  private func sources(in session: inout Interpreter) throws -> [String] {
    let tables = try report("football show 1", in: &session).outputs.compactMap { output in
      if case .table(let table) = output { table.table } else { nil }
    }
    return try rows(#require(tables.last), "source", "file", "line", "date", "score")
  }

  private func recordCount(_ session: Interpreter) throws -> Int? {
    try session.services.store?.info().records["football.source"]
  }

  @Test func `the version that a match shows is the match itself`() throws {
    var session = try session(["T.csv": Self.csv])
    _ = try report("football import T.csv", in: &session)
    #expect(try sources(in: &session) == ["football-data.co.uk|T.csv|2|2018-08-10|2-1"])
    #expect(try recordCount(session) == 0)
    _ = try report("football import T.csv", in: &session)
    #expect(try recordCount(session) == 0)
  }

  @Test func `a later file of the source is named, and counts as the same`() throws {
    let swapped = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\n\nT,10/08/18,Alpha,Beta,2,1,H\n"
    var session = try session(["T.csv": Self.csv, "T2.csv": swapped])
    _ = try report("football import T.csv", in: &session)
    let again = record(try report("football import T2.csv", in: &session))
    #expect(again["same"] == "1" && again["changed"] == "0")
    #expect(try sources(in: &session) == ["football-data.co.uk|T2.csv|3|2018-08-10|2-1"])
  }

  @Test(arguments: [
    ("football match result 1 3-1", "3-1"), ("football award 1 3-0", "3-0"),
  ])
  func `what the file says is kept when the match is changed by hand`(_ line: String, _ score: String) throws {
    var session = try session(["T.csv": Self.csv])
    _ = try report("football import T.csv", in: &session)
    let changed = try report(line, in: &session)
    #expect(changed.error == nil, "\(changed.error?.message ?? "")")
    #expect(try sources(in: &session).contains("football-data.co.uk|T.csv|2|2018-08-10|2-1"))
    #expect(record(try report("football show 1", in: &session))["home_goals"] == String(score.prefix(1)))
    _ = try report("undo", in: &session)
    #expect(try sources(in: &session) == ["football-data.co.uk|T.csv|2|2018-08-10|2-1"])
    #expect(try recordCount(session) == 0)
  }

  @Test(arguments: [
    ("football award 1 0-3", 1, "awarded"), ("football match postpone 3", 3, "postponed"),
    ("football match cancel 3", 3, "cancelled"), ("football match move 3 2018-09-01T15:00Z", 3, "scheduled"),
  ])
  func `the same file again does not undo a decision`(_ line: String, _ number: Int, _ state: String) throws {
    let fixtures = Self.csv + "T,18/08/18,Gamma,Alpha,,,\n"
    let played = fixtures.replacing("Alpha,,,", with: "Alpha,1,1,D")
    var session = try session(["T.csv": fixtures, "T2.csv": played])
    _ = try report("football import T.csv", in: &session)
    let decided = try report(line, in: &session)
    #expect(decided.error == nil, "\(decided.error?.message ?? "")")
    let before = record(try report("football show \(number)", in: &session))
    #expect(before["state"] == state)
    for _ in 0..<2 {
      let again = record(try report("football import T.csv", in: &session))
      #expect(again["same"] == "3" && again["changed"] == "0" && again["new"] == "0")
      let after = record(try report("football show \(number)", in: &session))
      for key in ["state", "kickoff", "home_goals", "away_goals"] { #expect(after[key] == before[key]) }
    }
    // What the file says for the first time counts, but it does not undo an award.
    _ = try report("football import T2.csv", in: &session)
    #expect(record(try report("football show 3", in: &session))["state"] == "full time")
    #expect(record(try report("football show 1", in: &session))["state"] == (number == 1 ? "awarded" : "full time"))
  }

  @Test func `both versions of a conflict are kept, whichever is chosen`() throws {
    var session = try session(["T.csv": Self.csv, "t.json": Self.json])
    _ = try report("football import T.csv", in: &session)
    #expect(record(try report("football import t.json competition=T", in: &session))["conflicts"] == "1")
    let first = "football-data.co.uk|T.csv|2|2018-08-10|2-1"
    let second = "football.json|t.json|2|2018-08-10|2-2"
    #expect(try sources(in: &session) == [first, second])
    _ = try report("football settle 1 football.json", in: &session)
    #expect(try sources(in: &session) == [second, first])
    #expect(record(try report("football show 1", in: &session))["away_goals"] == "2")
    _ = try report("football settle 1 football-data.co.uk", in: &session)
    #expect(try sources(in: &session) == [first, second])
    #expect(record(try report("football show 1", in: &session))["away_goals"] == "1")
    // Both choices are taken back, and the conflict is open again.
    #expect(try table(try report("football conflicts", in: &session)).isEmpty)
    #expect(record(try report("football settle 1 remove=yes", in: &session))["away_goals"] == "1")
    #expect(try table(try report("football conflicts", in: &session)).count == 1)
  }

  @Test func `a result from another source replaces the fixture, and both versions are kept`() throws {
    let fixture = Self.csv.replacing("2,1,H", with: ",,")
    var session = try session(["T.csv": fixture, "t.json": Self.json])
    _ = try report("football import T.csv", in: &session)
    _ = try report("football import t.json competition=T", in: &session)
    #expect(
      try sources(in: &session) == [
        "football.json|t.json|2|2018-08-10|2-2", "football-data.co.uk|T.csv|2|2018-08-10|-",
      ])
  }
}
