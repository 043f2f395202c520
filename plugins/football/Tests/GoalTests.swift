import FootballModel
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// Goals with scorers, as files give them.
struct GoalTests: CommandSuite {
  private static let text = """
    = Testliga 2018/19

    Matchday 1
    [Fri Aug/10]
      20.00  Alpha FC   2-1 (1-0)  Beta United
       (Adams 12', 71' (p); Brown 90+2' (o.g.))
      20.00  Gamma      0-0        Delta

    """
  private static let json = """
    {"name":"Testliga 2018/19","matches":[
      {"round":"Matchday 1","date":"2018-08-10","team1":"Alpha FC","team2":"Beta United",
       "score":{"ft":[2,1]},"goals1":[{"name":"Adams","minute":12},{"name":"Clark","minute":70}],
       "goals2":[{"name":"Brown","minute":90,"offset":2,"owngoal":true}]}]}
    """

  /// The goals that 'football show' lists, one line each.
  private func goals(_ match: Int, in session: inout Interpreter) throws -> [String] {
    let shown = try report("football show \(match)", in: &session)
    for case .table(let output) in shown.outputs {
      guard let players = output.table["player"] else { continue }
      return (0..<players.count).map { row in
        ["minute", "kind", "team"].map { output.table[$0]?[row].fileText ?? "?" }.joined(separator: " ")
          + " " + players[row].fileText
      }
    }
    return []
  }

  @Test func `goals are kept with minute, kind, side and player`() throws {
    var session = try session(["a.txt": Self.text])
    #expect(record(try report("football import a.txt competition=T", in: &session))["new"] == "2")
    #expect(
      try goals(1, in: &session) == [
        "12 goal Alpha FC Adams", "71 penalty goal Alpha FC Adams", "90+2 own goal Alpha FC Brown",
      ])
    #expect(try goals(2, in: &session).isEmpty)
  }

  @Test func `a corrected scorer changes the match, and undo brings the first back`() throws {
    var session = try session(["a.txt": Self.text, "b.txt": Self.text.replacing("71' (p)", with: "Clark 71'")])
    _ = try report("football import a.txt competition=T", in: &session)
    let again = record(try report("football import a.txt competition=T", in: &session))
    #expect(again["same"] == "2" && again["changed"] == "0")
    let corrected = try report("football import b.txt competition=T", in: &session)
    #expect(record(corrected)["same"] == "1" && record(corrected)["changed"] == "1")
    #expect(said(corrected) == ["b.txt:5: match 1, Alpha FC against Beta United: changed goals"])
    #expect(try goals(1, in: &session)[1] == "71 goal Alpha FC Clark")
    #expect(try goals(1, in: &session).count == 3)
    _ = try report("undo", in: &session)
    #expect(try goals(1, in: &session)[1] == "71 penalty goal Alpha FC Adams")
  }

  @Test func `the goals of another source are shown where the first has none, if they give the score`() throws {
    let csv = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nT,10/08/18,Alpha FC,Beta United,2,1,H\n"
    var session = try session([
      "T.csv": csv, "t.json": Self.json, "other.csv": csv.replacing("2,1,H", with: "3,1,H"),
    ])
    _ = try report("football import T.csv", in: &session)
    #expect(try goals(1, in: &session).isEmpty)
    let second = record(try report("football import t.json competition=T", in: &session))
    #expect(second["new"] == "0" && second["conflicts"] == "0")
    #expect(
      try goals(1, in: &session) == [
        "12 goal Alpha FC Adams", "70 goal Alpha FC Clark", "90+2 own goal Alpha FC Brown",
      ])
    // The score is another now, so these goals are not those of the match.
    _ = try report("football import other.csv", in: &session)
    #expect(try goals(1, in: &session).isEmpty)
  }

  @Test func `reports from the touchline come before the goals of a file`() throws {
    let fixture = Self.text.replacing("2-1 (1-0)", with: "v").replacing(
      "   (Adams 12', 71' (p); Brown 90+2' (o.g.))\n", with: "")
    var session = try session(["a.txt": fixture, "b.txt": Self.text])
    _ = try report("football import a.txt competition=T zone=Europe/London", in: &session)
    _ = try report(
      "football start 1 now=2018-08-10T20:00", "football goal 1 home 10 Nilsson now=2018-08-10T20:12", in: &session)
    #expect(try goals(1, in: &session).contains("10 goal Alpha FC Nilsson"))
    _ = try report("football import b.txt competition=T", in: &session)
    #expect(try !goals(1, in: &session).contains { $0.contains("Adams") })
  }

  @Test(.enabled(if: Reference.isThere, Reference.absent))
  func `every goal of a world cup is kept`() throws {
    let path = Checkout.shared("data/football/football.txt/worldcup_2014.txt")
    var session = try session(["wc.txt": String(decoding: try DiskFiles().read(path, shown: path), as: UTF8.self)])
    _ = try report("football import wc.txt competition=WC season=2014", in: &session)
    let table = try output(try report("football matches WC 2014", in: &session)).table
    let scored = ["home_goals", "away_goals"].reduce(0.0) { $0 + (table[$1]?.numbers ?? []).reduce(0, +) }
    #expect(try session.services.store?.info().records["football.goal"] == Int(scored))
  }

  /// The scores after each goal in the form of the golden file: `12' 1-0; 90'+1' 2-0(p)`.
  private func running(_ goals: [MatchReport]) -> String {
    var score = (0, 0)
    return goals.map { goal in
      if goal.scoringSide == .home { score.0 += 1 } else { score.1 += 1 }
      let minute = goal.minute.map { "\($0.minute)'" + ($0.added > 0 ? "+\($0.added)'" : "") } ?? "?"
      let mark = goal.kind == .ownGoal ? "(og)" : goal.kind == .penaltyGoal ? "(p)" : ""
      return "\(minute) \(score.0)-\(score.1)\(mark)"
    }.joined(separator: "; ")
  }

  @Test(.enabled(if: Reference.goldenIsThere && Reference.isThere, Reference.absent))
  func `the goals of all 64 matches give the official scores`() throws {
    let path = Checkout.shared("data/football/worldcup.json/2018_worldcup.json")
    var session = try session(["2018.json": String(decoding: try DiskFiles().read(path, shown: path), as: UTF8.self)])
    _ = try report("football import 2018.json competition=WC", in: &session)
    let workspace = try FootballWorkspace(session.session)
    let matches = try workspace.stored([])
    #expect(matches.count == 64)
    var found: [String] = []
    var own = 0
    for match in matches {
      let goals = try StoredGoal.shown(match, in: workspace.store).map(\.report)
      #expect(goals.count { $0.scoringSide == .home } == match.score?.home)
      #expect(goals.count { $0.scoringSide == .away } == match.score?.away)
      own += goals.count { $0.kind == .ownGoal }
      found.append("\(match.date) \(running(goals))")
    }
    #expect(own == 12)
    let golden = try Reference.golden("timeline_WC-2018.csv").map { "\($0["date"] ?? "") \($0["running"] ?? "")" }
    let (missing, extra) = (Set(golden).subtracting(found).sorted(), Set(found).subtracting(golden).sorted())
    // Two goals are a minute apart in the two sources.
    let minutes = [("59' 0-2", "58' 0-2"), ("101' 1-2", "100' 1-2")]
    #expect(missing.count == 2)
    #expect(missing.map { line in minutes.reduce(line) { $0.replacing($1.0, with: $1.1) } } == extra)
  }

  @Test func `the goals of a match are in the JSON that is written, and are read again`() throws {
    let files = MemoryFiles(["/here/a.txt": Self.text])
    var session = try session(files: files)
    _ = try report("football import a.txt competition=T zone=Europe/London", in: &session)
    let now = "on=2018-08-10 now=2018-08-11T10:00"
    #expect(try report("football export json 2018-08-10.json \(now)", in: &session).error == nil)
    let goals = try goals(1, in: &session)
    var other = try self.session(files: files)
    _ = try report("football import 2018-08-10.json season=2018-19 zone=Europe/London", in: &other)
    #expect(try self.goals(1, in: &other) == goals)
    #expect(try report("football export json again-2018-08-10.json \(now)", in: &other).error == nil)
    let texts = try ["2018-08-10.json", "again-2018-08-10.json"].map {
      try files.read("/here/" + $0, shown: $0)
    }
    #expect(texts[0] == texts[1])
  }
}
