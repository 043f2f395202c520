import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// `football import` and `football table` with a workspace in memory.
struct WorkspaceTests: CommandSuite {
  private static let first = """
    Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A
    X,10/08/19,A,B,2,0,2,3.5,4
    X,11/08/19,C,D,1,1,,,
    X,12/08/19,A,A,1,1,,,

    """

  @Test func `a second import adds nothing, and a corrected one applies and shows the change`() throws {
    let second = WorkspaceTests.first.replacing("A,B,2,0", with: "A,B,2,1") + "X,17/08/19,B,C,0,0,,,\n"
    var session = try session(["first.csv": WorkspaceTests.first, "second.csv": second])
    let new = record(try report("football import first.csv", in: &session))
    #expect(
      new == [
        "format": "football-data.co.uk, main leagues", "competitions": "X", "seasons": "2019-20", "read": "3",
        "new": "2",
        "changed": "0", "same": "0", "conflicts": "0", "refused": "1",
      ])
    let again = record(try report("football import first.csv", in: &session))
    #expect([again["new"], again["changed"], again["same"], again["refused"]] == ["0", "0", "2", "1"])
    let other = try report("football import second.csv", in: &session)
    #expect([record(other)["new"], record(other)["changed"], record(other)["same"]] == ["1", "1", "1"])
    #expect(said(other).contains("second.csv:2: match 1, A against B: changed 2-0 to 2-1"))
    #expect(try session.store().count(RecordQuery(FootballKinds.match)) == 3)
  }

  @Test func `undo reverts an import, and a refused file changes nothing`() throws {
    var session = try session(["first.csv": WorkspaceTests.first, "page.csv": "<html>\n"])
    _ = try report("football import first.csv", "undo", in: &session)
    #expect(try session.store().count(RecordQuery(FootballKinds.match)) == 0)
    let refused = try report("football import page.csv", in: &session)
    #expect(refused.error?.code == "not-football-data")
    #expect(refused.error?.place?.file == "page.csv")
    #expect(try session.store().changes(kind: FootballKinds.match, record: nil, limit: 10).count == 4)
  }

  @Test func `competition and season can be set`() throws {
    let new =
      "Country,League,Season,Date,Home,Away,HG,AG\nSweden,L,2012,31/03/12,A,B,1,0\nSweden,L,2013,31/03/13,A,B,1,0\n"
    var session = try session(["new.csv": new, "first.csv": WorkspaceTests.first])
    let one = record(try report("football import new.csv season=2013", in: &session))
    #expect([one["competitions"], one["seasons"], one["read"], one["new"]] == ["SWE", "2013", "2", "1"])
    let named = record(try report("football import first.csv competition=Y season=2018-19", in: &session))
    #expect([named["competitions"], named["seasons"]] == ["Y", "2018-19"])
    #expect(try report("football import new.csv season=2014", in: &session).error?.code == "unknown-season")
    #expect(try report("football import new.csv season=soon", in: &session).error?.code == "bad-value")
    #expect(try report("football import nowhere.csv", in: &session).error?.code == "unknown-file")
  }

  @Test func `a table is made from the stored matches`() throws {
    let more = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nX,17/08/19,A,B,0,0\n"
    var session = try session(["first.csv": WorkspaceTests.first, "more.csv": more])
    let table = try report("football import first.csv", "football table X 2019/20", in: &session)
    guard case .table(let output)? = table.outputs.first else {
      Issue.record("there is no table: \(table.error?.message ?? "")")
      return
    }
    #expect(
      output.table.names == [
        "position", "team", "points", "played", "won", "drawn", "lost", "goals_for", "goals_against", "goal_difference",
      ])
    let rows = (0..<output.table.rowCount).map { row in
      output.table.columns.map { $0[row].fileText }.joined(separator: " ")
    }
    #expect(rows == ["1 A 3 1 1 0 0 2 0 2", "2 C 1 1 0 1 0 1 1 0", "2 D 1 1 0 1 0 1 1 0", "4 B 0 1 0 0 1 0 2 -2"])
    #expect(
      output.footer == [
        "2 matches, 3 points for a win",
        "tie-breakers are unknown here, so level teams share a position; set them with ties=",
      ])
    let early = try report("football table X 2019-20 asof=2019-08-10 ties=goals", in: &session)
    guard case .table(let first)? = early.outputs.first else { return }
    #expect(first.table.rowCount == 2)
    let uneven = try report("football import more.csv", "football table X 2019-20", in: &session)
    guard case .table(let third)? = uneven.outputs.first else { return }
    #expect(
      third.footer.contains(
        "teams have played 1 to 2 matches: the season is unfinished, or extra rounds are included"))
    #expect(first.title == "X 2019-20 up to 2019-08-10")
  }

  @Test(arguments: [
    ("football table E0 2019-20", "unknown-competition"), ("football table X 2019", "unknown-season"),
    ("football table X 2018-19", "unknown-season"), ("football table X autumn", "unknown-season"),
    ("football table X 2019-20 asof=yesterday", "bad-value"),
    ("football table X 2019-20 asof=2019-08-09", "no-matches"),
    ("football table X 2019-20 ties=alphabet", "bad-value"), ("football table X", "missing-argument"),
  ])
  func `unknown names and bad values are reported at their position`(_ line: String, _ code: String) throws {
    var session = try session(["first.csv": WorkspaceTests.first])
    let error = try #require(try report("football import first.csv", line, in: &session).error)
    #expect(error.code == code)
    #expect(error.span != nil)
  }

  @Test func `without a workspace or matches the error says what to do`() throws {
    var session = try session(["first.csv": WorkspaceTests.first])
    let none = try #require(try report("football table X 2019-20", in: &session).error)
    #expect(none.help == "import matches first: football import FILE")
    session.services.store = nil
    #expect(try report("football import first.csv", in: &session).error?.code == "no-workspace")
  }
}
