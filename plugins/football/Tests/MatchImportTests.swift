import FootballModel
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumStore
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// Imports from several sources: one match, corrections, conflicts, aliases, fixtures.
struct MatchImportTests: CommandSuite {
  @Test func `rows keep everything in a match`() throws {
    var full = StoredMatch(
      competition: "X", season: Season(start: 2018, isSplit: true), date: CalendarDate(days: 17_800), home: "A",
      away: "B")
    (full.number, full.state, full.fullTime, full.halfTime) = (7, .fullTime, .init(2, 1), .init(1, 0))
    (full.extraTime, full.penalties, full.winner) = (.init(2, 2), .init(4, 3), .home)
    (full.stage, full.round, full.ground, full.league, full.odds) = ("Group A", "1", "G", "L", [2, 3.5, 4])
    (full.kickoff, full.timeUK, full.source) = (Moment(iso: "2018-09-26T14:00Z"), "15:00", "hand")
    (full.isSettled, full.sourceNumber) = (true, "26")
    var bare = StoredMatch(
      competition: "X", season: Season(start: 2018, isSplit: true), date: CalendarDate(days: 17_801), home: "C",
      away: "D")
    bare.number = 8
    #expect(StoredMatch.read(RecordRows(try StoredMatch.table([full, bare]))) == [full, bare])
  }

  private static let main = """
    Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG
    E0,10/08/2019,15:00,A,B,2,0
    E0,11/08/2019,15:00,C,D,1,1
    E0,17/08/2019,15:00,B,C,,

    """
  private static let other = """
    Date,Team 1,FT,HT,Team 2
    Sat Aug 10 2019,A,2-1,1-0,B
    Mon Aug 12 2019,C,1-1,0-1,D
    Sat Aug 17 2019,B,3-0,?,C

    """

  @Test func `two sources are one match; differences are conflicts that someone settles`() throws {
    var session = try session(["E0.csv": Self.main, "eng.1.csv": Self.other])
    #expect(record(try report("football import E0.csv", in: &session))["new"] == "3")
    let second = try report("football import eng.1.csv competition=E0 season=2019-20", in: &session)
    let counts = record(second)
    // A score and a day differ; the third match was a fixture and gets its result.
    #expect([counts["new"], counts["changed"], counts["conflicts"]] == ["0", "3", "2"])
    let conflicts = try table(try report("football conflicts", in: &session))
    #expect(
      conflicts == [
        "1|E0|2019-20|A|B|2019-08-10|2-0|football-data.co.uk|2019-08-10|2-1|footballcsv|eng.1.csv:2",
        "2|E0|2019-20|C|D|2019-08-11|1-1|football-data.co.uk|2019-08-12|1-1|footballcsv|eng.1.csv:3",
      ])
    #expect(
      try table(try report("football table E0 2019-20", in: &session)).first?.hasPrefix("1|A|3|1|1|0|0|2|0|2") == true)
    let settled = try table(try report("football settle 1 footballcsv", "football conflicts", in: &session))
    #expect(settled.map { $0.prefix(1) } == ["2"])
    #expect(
      try table(try report("football table E0 2019-20", in: &session)).contains { $0.contains("|A|3|1|1|0|0|2|1|1") })
    // The same file again finds nothing new, and the settled match no conflict.
    let again = record(try report("football import eng.1.csv competition=E0 season=2019-20", in: &session))
    #expect([again["new"], again["changed"], again["conflicts"]] == ["0", "0", "1"])
    #expect(try report("undo", "football conflicts", in: &session).error == nil)
  }

  @Test func `a later file of the same source corrects, and moves a fixture`() throws {
    let later = Self.main.replacing("A,B,2,0", with: "A,B,2,1").replacing(
      "17/08/2019,15:00,B,C", with: "03/12/2019,19:45,B,C")
    var session = try session(["E0.csv": Self.main, "later.csv": later])
    _ = try report("football import E0.csv", in: &session)
    let again = record(try report("football import E0.csv", in: &session))
    #expect([again["new"], again["changed"], again["same"]] == ["0", "0", "3"])
    let corrected = record(try report("football import later.csv", in: &session))
    #expect([corrected["new"], corrected["changed"], corrected["same"]] == ["0", "2", "1"])
    let rows = try table(try report("football matches E0 2019-20", in: &session))
    #expect(rows.count == 3)
    #expect(rows.last?.hasPrefix("3|E0|2019-12-03 19:45|scheduled|-|B|C") == true, "\(rows)")
  }

  @Test func `UK times are shown in the competition's zone`() throws {
    let file = """
      Country,League,Season,Date,Time,Home,Away,HG,AG
      Sweden,Allsvenskan,2024,30/03/2024,14:00,A,B,1,5
      Sweden,Allsvenskan,2024,06/05/2024,18:00,B,A,1,1

      """
    var session = try session(["SWE.csv": file])
    let rows = try table(try report("football import SWE.csv", "football matches SWE 2024", in: &session))
    #expect(rows.map { $0.split(separator: "|")[2] } == ["2024-03-30 15:00", "2024-05-06 19:00"])
  }

  /// A season of four teams from two sources, which have other names for them.
  private static let twoSources: [String: String] = {
    let teams = ["A", "B", "C", "D"]
    let pairs = teams.flatMap { home in teams.filter { $0 != home }.map { (home, $0) } }
    let results = pairs.enumerated().map { (day: 10 + $0, home: $1.0, away: $1.1, goals: ($0 % 4, $0 * 7 % 3)) }
    return [
      "a.csv": "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n"
        + results.map { "E0,\($0.day)/08/18,\($0.home),\($0.away),\($0.goals.0),\($0.goals.1)\n" }.joined(),
      "b.csv": "Date,Team 1,FT,Team 2\n"
        + results.map { "2018-08-\($0.day),\($0.home) Town,\($0.goals.0)-\($0.goals.1),\($0.away) Town\n" }.joined(),
    ]
  }()

  @Test func `one command joins the teams that two sources name differently`() throws {
    var session = try session(MatchImportTests.twoSources)
    let joined = try report(
      "football import a.csv", "football import b.csv competition=E0", "football alias join E0 2018-19", in: &session)
    #expect(try table(joined) == ["A Town|A|0", "B Town|B|2", "C Town|C|4", "D Town|D|6"], "\(said(joined))")
    #expect(said(joined).isEmpty)
    #expect(try table(report("football matches E0", in: &session)).count == 12)
    #expect(record(try report("football import b.csv competition=E0", in: &session))["same"] == "12")
    // Nothing is left to join.
    #expect(try table(report("football alias join E0 2018-19", in: &session)).isEmpty)
  }

  @Test func `two sources that call teams otherwise are named, and aliases join their matches`() throws {
    let teams = ["A", "B", "C", "D"]
    var session = try session(MatchImportTests.twoSources)
    let second = try report("football import a.csv", "football import b.csv competition=E0", in: &session)
    let named = said(second).filter { $0.contains("have the results of others") }
    #expect(named.count == 1 && named[0].hasSuffix("football alias join E0 2018-19"), "\(said(second))")
    #expect(TeamNames.alike(["Arsenal", "Arsenal FC", "FC Köln", "SV Köln", "AFC"]).map(\.1) == ["Arsenal FC"])
    let double = try report(
      "football adjust E0 2018-19 \"D Town\" -3 reason=x", "football table E0 2018-19", in: &session)
    #expect(
      try table(double).count == 8 && said(double).contains { $0.contains("a team under two names counts twice") })
    for team in teams {
      let alias = try report("football alias add \"\(team) Town\" \(team)", in: &session)
      #expect(record(alias)["joined"] == ["B": "2", "C": "4", "D": "6"][team], "\(said(alias))")
    }
    let whole = try report("football table E0 2018-19", in: &session)
    #expect(try rows(output(whole).table, "played") == ["6", "6", "6", "6"] && said(whole).isEmpty, "\(said(whole))")
    #expect(try rows(output(whole).table, "team", "adjustment").contains("D|-3"))
    #expect(try table(report("football matches E0", in: &session)).count == 12)
    #expect(try table(report("football conflicts", in: &session)).isEmpty)
    #expect(record(try report("football import b.csv competition=E0", in: &session))["same"] == "12")
  }

  @Test func `an alias joins two spellings, in stored matches and later files`() throws {
    let file = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,10/08/19,St. Pauli,B,2,0\nE0,17/08/19,C,St Pauli,1,1\n"
    var session = try session(["a.csv": file])
    let first = try report("football import a.csv", in: &session)
    let notes = said(first).filter { $0.contains("counted as two teams") }
    #expect(notes.count == 1 && notes.first?.contains("football alias") == true, "\(said(first))")
    let alias = record(try report("football alias \"St Pauli\" \"St. Pauli\"", in: &session))
    #expect(alias["matches"] == "1")
    #expect(try table(try report("football table E0 2019-20", in: &session)).count == 3)
    #expect(record(try report("football import a.csv", in: &session))["same"] == "2")
    #expect(try report("football alias \"St. Pauli\" B", in: &session).error?.code == "alias-of-alias")
    #expect(try report("football alias X \"St Pauli\"", in: &session).error?.code == "alias-of-alias")
    #expect(try report("football alias B \"St. Pauli\"", in: &session).error?.code == "same-team")
  }

  @Test func `other formats are read: football.json, football.txt, fixture pages, live scores`() throws {
    let files = [
      "2015-16_en.1.json": """
      {"name": "English Premier League 2015/16", "matches": [
        {"date": "2015-08-08", "time": "12:45", "team1": "A", "team2": "B", "score": {"ht": [1, 0], "ft": [1, 0]}},
        {"date": "2015-08-09", "team1": "C", "team2": "D", "score": {"ft": [1]}},
        {"date": "2015-08-10", "team1": "D", "team2": "A", "score": {}, "status": "postponed"}
      ]}
      """,
      "se.txt": """
      = Sweden Allsvenskan 2024
      ▪ Matchday 1
        Sat Mar 30 2024
          15:00  A  v B   1-5 (0-3)
        Sun Mar 31
                 C  v D

      """,
      "page.html": """
      <html><body><h2>Div 4A Herrar</h2><table><tr><th>Lag</th><th>P</th></tr><tr><td>A</td><td>3</td></tr></table>
      <table><tr><th>Tid</th><th>Match</th><th>Resultat</th></tr>
      <tr><td>2015-04-18<!-- br --> 15:00</td><td><a href="?scr=result&amp;fmid=17">A - B-lag</a></td><td>2 - 1</td></tr>
      <tr><td>2015-04-19</td><td>C - D</td><td>W.O.</td></tr><tr><td>2015-04-19</td><td>C - D - E</td><td></td></tr>
      </table></body></html>
      """,
      "live-2014-11-04.json":
        "{\"Div 4 A\": {\"0\": {\"homeTeam\": \"A \", \"awayTeam\": \"B\", \"homeScore\": \"0\", \"awayScore\": \"2\", \"time\": \"FT\"}}}",
    ]
    var session = try session(files)
    let json = try report("football import 2015-16_en.1.json", in: &session)
    #expect(record(json)["format"] == "football.json")
    #expect(record(json)["competitions"] == "E0")
    #expect([record(json)["read"], record(json)["new"], record(json)["refused"]] == ["3", "3", "0"])
    #expect(said(json).contains { $0.hasPrefix("line 3: ignored 'ft'") }, "\(said(json))")
    let text = record(try report("football import se.txt", in: &session))
    #expect([text["competitions"], text["seasons"], text["new"]] == ["SWE", "2024", "2"])
    let page = try report("football import page.html season=2015 zone=Europe/Stockholm", in: &session)
    #expect(
      [record(page)["competitions"], record(page)["new"], record(page)["refused"]] == ["Div 4A Herrar", "2", "1"])
    let live = record(try report("football import live-2014-11-04.json season=2014", in: &session))
    #expect([live["competitions"], live["new"]] == ["Div 4 A", "1"])
    let rows = try table(try report("football matches", in: &session))
    #expect(rows.contains { $0.contains("|awarded|-|C|D|-|-|") }, "\(rows)")
    #expect(rows.contains { $0.contains("|postponed|-|D|A|-|-") })
    #expect(rows.contains { $0.contains("2015-04-18") && $0.contains("|A|B-lag|2|1|") })
  }

  private func oneMatch(time: String) -> String {
    """
    {"name": "English Premier League 2015/16", "matches": [
      {"date": "2015-08-08", "time": "\(time)", "team1": "A", "team2": "B", "score": {"ft": [1, 0]}}
    ]}
    """
  }

  @Test(arguments: ["UTC-9223372036854775808", "UTC9223372036854775807", "UTC+99999999999999999999", "UTC-15"])
  func `a zone that no clock has is left out`(_ zone: String) throws {
    var session = try session(["2015-16_en.1.json": oneMatch(time: "12:45 \(zone)")])
    #expect(record(try report("football import 2015-16_en.1.json", in: &session))["new"] == "1")
  }

  @Test(arguments: [
    "-9223372036854775808", "9223372036854775807", "99999999999999999999", "100", "-100", "0", "−", "1.5",
  ])
  func `points to adjust are from -99 to 99`(_ points: String) throws {
    var session = try session(["2015-16_en.1.json": oneMatch(time: "12:45")])
    _ = try report("football import 2015-16_en.1.json", in: &session)
    let error = try report("football adjust E0 2015-16 A \(points) reason=late", in: &session).error
    #expect(error?.code == "bad-value", "\(String(describing: error))")
  }

  @Test(arguments: [
    ("x.json", "{\"a\": 1}", "not-football-data"), ("x.json", "[1, 2]", "not-football-data"),
    ("x.json", "{\"a\":", "malformed-json"),
    ("x.html", "<html><table><tr><td>1</td></tr></table></html>", "not-football-data"),
    ("x.html", "<html></html>", "not-football-data"),
    ("live.json", "{\"D\": {\"0\": {\"homeTeam\": \"A\", \"awayTeam\": \"B\"}}}", "no-date"),
    ("x.csv", "", "empty-file"),
    ("x.csv", "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n", "no-matches"),
    ("x.csv", "Div,Date,HomeTeam,AwayTeam,FTAG\nE0,10/08/19,A,B,1\n", "missing-column"),
    ("x.csv", "a\u{0}b", "not-text"),
    ("x.csv", "leaguename,matchdate,matchday,hometeam,awayteam,homescore,awayscore,attendance\n", "no-matches"),
    ("x.csv", "leaguename;matchdate;matchday;hometeam;awayteam;homescore;awayscore\n", "no-matches"),
    ("x.csv", "Date,Season,home,visitor,FT,hgoal,vgoal\n", "not-football-data"),
  ])
  func `other files are refused with their reason`(_ name: String, _ content: String, _ code: String) throws {
    var session = try session([name: content])
    let error = try #require(try report("football import " + name, in: &session).error)
    #expect(error.code == code, "\(error.message)")
    #expect(error.span != nil)
    #expect(try session.store().count(RecordQuery(FootballKinds.match)) == 0)
  }

  @Test func `semicolons and tabs separate too`() throws {
    for delimiter in [";", "\t", "|"] {
      var session = try session(["a.csv": Self.main.replacing(",", with: delimiter)])
      #expect(record(try report("football import a.csv", in: &session))["new"] == "3")
    }
  }

  @Test func `matches that an earlier version stored are kept, and get numbers`() throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/workspace.sqlite"
    func workspace(_ versions: Int) -> Workspace {
      Workspace(
        file: file, author: "ann",
        migrations: StoreMigrations(["football": Array(FootballKinds.migrations.prefix(versions))])
      ) { Moment(microseconds: 0) }
    }
    let old = workspace(1)
    for (place, teams) in [("A", "B"), ("C", "D")].enumerated() {
      old.begin("football import")
      _ = try old.insert(
        FootballKinds.match,
        [
          "competition": .text("E0"), "season": .text("2018-19"), "date": .date(CalendarDate(days: 17_800 + place)),
          "home": .text(teams.0), "away": .text(teams.1), "home_goals": .integer(2), "away_goals": .integer(1),
          "half_time_home": .integer(1), "half_time_away": .integer(1), "time_uk": .text("15:00"),
        ])
      _ = try old.commit()
    }
    old.close()
    let new = workspace(2)
    let matches = StoredMatch.read(
      try RecordRows(RecordQuery(FootballKinds.match, order: [("number", false)]), in: new))
    #expect(matches.map(\.number) == [1, 2])
    #expect(matches.map(\.title) == ["A against B on 2018-09-26", "C against D on 2018-09-27"])
    #expect(matches.allSatisfy { $0.state == .fullTime && $0.fullTime == .init(2, 1) && $0.halfTime == .init(1, 1) })
    #expect(matches.allSatisfy { $0.source == MatchFile.source && $0.kickoff == nil && $0.counts })
    #expect(try new.nextNumber(of: FootballKinds.match) == 3)
    new.close()
  }
}
