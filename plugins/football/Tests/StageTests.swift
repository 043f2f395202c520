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

  @Test func `each group has its own places, and knock-out rounds are left out`() throws {
    var session = try session(["w.json": Self.cup])
    let whole = try report("football import w.json competition=W", "football table W 2022", in: &session)
    #expect(said(whole).isEmpty, "\(said(whole))")
    #expect(try output(whole).footer.contains("1 match of knock-out rounds left out: football bracket W 2022"))
    #expect(
      try table(whole).map { $0.prefix(13) } == [
        "Group A|1|B|3", "Group A|2|A|0", "Group B|1|C|3", "Group B|2|D|0",
      ])
    for choice in ["stage=\"group b\"", "group=B", "group=\"Group B\""] {
      let group = try report("football table W 2022 \(choice)", in: &session)
      #expect(try table(group).map { $0.prefix(11) } == ["Group B|1|C", "Group B|2|D"], "\(choice)")
    }
    #expect(try report("football table W 2022 stage=X", in: &session).error?.code == "unknown-stage")
    let missing = try report("football table W 2022 group=F", in: &session)
    #expect(missing.error?.code == "unknown-group")
    let fit = try report("football fit poisson W 2022 ridge=1", in: &session)
    #expect(said(fit) == ["counted 1 match of knock-out rounds too"])
    let early = try report("football fit poisson W 2022 ridge=1 asof=2022-12-01", in: &session)
    #expect(said(early).isEmpty, "\(said(early))")
  }

  @Test func `columns for the stage and for the letter of the group are read`() throws {
    var session = try session([
      "s.csv": "Stage,Group,Date,Home,Away,Score\nGroup stage,A,2024-06-14,A,B,1-0\nGroup stage,B,2024-06-15,C,D,2-0\n"
        + "Quarter-finals,,2024-07-05,A,C,2-1\n",
      "g.csv": "Group,Date,Home,Away,Score\nA,2024-06-14,A,B,1-0\nB,2024-06-15,C,D,2-0\nQF,2024-07-05,A,C,2-1\n",
    ])
    for (file, code) in [("s.csv", "X"), ("g.csv", "Y")] {
      let shown = try report(
        "football import \(file) competition=\(code) season=2024", "football table \(code) 2024", in: &session)
      #expect(
        try table(shown).map { $0.prefix(13) } == [
          "Group A|1|A|3", "Group A|2|B|0", "Group B|1|C|3", "Group B|2|D|0",
        ])
      #expect(try output(shown).footer.contains("1 match of knock-out rounds left out: football bracket \(code) 2024"))
    }
  }

  @Test func `two stages with a group A each are two tables`() throws {
    let first = [("A", "B", "A"), ("C", "D", "B")].map {
      #"{"date": "2024-01-10", "team1": "\#($0)", "team2": "\#($1)", "score": {"ft": [1, 0]}, "stage": "First round", "group": "Group \#($2)"}"#
    }
    let second =
      #"{"date": "2024-02-10", "team1": "A", "team2": "C", "score": {"ft": [2, 0]}, "stage": "Second round", "group": "Group A"}"#
    let text = #"{"name": "W 2024", "matches": ["# + (first + [second]).joined(separator: ",") + "]}"
    var session = try session(["w.json": text])
    let both = try report("football import w.json competition=W", "football table W 2024", in: &session)
    let titles = both.outputs.compactMap { if case .table(let table) = $0 { table.title } else { nil } }
    #expect(titles == ["W 2024, First round", "W 2024, Second round, Group A"])
    #expect(try report("football table W 2024 group=A", in: &session).error?.code == "ambiguous-group")
    let one = try report("football table W 2024 group=A stage=\"second round\"", in: &session)
    #expect(try table(one).map { $0.prefix(3) } == ["1|A", "2|C"])
  }

  /// A list of internationals: two groups of three, and a final between the first of each, or other last matches.
  private func internationals(_ last: [(String, String)]) -> String {
    let groups = [("A", "B"), ("D", "E"), ("B", "C"), ("E", "F"), ("C", "A"), ("F", "D")]
    return "date,home_team,away_team,home_score,away_score,tournament,city,country,neutral\n"
      + (groups + last).enumerated().map { "2016-06-\(10 + $0),\($1.0),\($1.1),1,0,UEFA Euro,Lens,France,TRUE\n" }
      .joined()
  }

  @Test func `groups that the source does not name are those of teams that all met each other`() throws {
    var session = try session(["r.csv": internationals([("A", "E"), ("D", "B"), ("B", "E"), ("A", "D")])])
    let whole = try report("football import r.csv", "football table \"UEFA Euro\" 2016", in: &session)
    let shown = try output(whole)
    #expect(
      rows(shown.table, "group", "team", "played") == [
        "Group 1|A|2", "Group 1|B|2", "Group 1|C|2", "Group 2|D|2", "Group 2|E|2", "Group 2|F|2",
      ])
    #expect(said(whole).isEmpty, "\(said(whole))")
    #expect(shown.footer.contains { $0.hasPrefix("the source names no groups: ") }, "\(shown.footer)")
    #expect(try table(report("football table \"UEFA Euro\" 2016 group=2", in: &session)).count == 3)
    let bracket = try output(report("football bracket \"UEFA Euro\" 2016", in: &session)).table
    #expect(
      rows(bracket, "round", "home", "away", "winner") == [
        "Knock-out round 1|A|E|A", "Knock-out round 1|D|B|D", "Knock-out round 2|B|E|B", "Knock-out round 2|A|D|A",
      ])
  }

  @Test(arguments: [
    // All teams play on, a stranger joins, and a league goes on.
    [("A", "D"), ("B", "E"), ("C", "F")], [("A", "G")],
    [("A", "D"), ("A", "E"), ("A", "F"), ("B", "D"), ("B", "E"), ("B", "F"), ("C", "D")],
  ])
  func `matches that are not of knock-out rounds show no groups`(_ last: [(String, String)]) throws {
    var session = try session(["r.csv": internationals(last)])
    let whole = try report("football import r.csv", "football table \"UEFA Euro\" 2016", in: &session)
    #expect(try output(whole).table["group"] == nil)
  }

  @Test func `a match between zones counts in both`() throws {
    let given = [
      ("Zona A", "A", "B", 1, 0), ("Zona B", "C", "D", 0, 0), ("Interzonal", "A", "C", 3, 0),
      ("Interzonal", "D", "B", 2, 1),
    ]
    let matches = given.map {
      #"{"date": "2024-03-10", "team1": "\#($0.1)", "team2": "\#($0.2)", "score": {"ft": [\#($0.3), \#($0.4)]}, "group": "\#($0.0)"}"#
    }
    var session = try session(["z.json": #"{"name": "Z 2024", "matches": ["# + matches.joined(separator: ",") + "]}"])
    let all = try report("football import z.json competition=Z", "football table Z 2024", in: &session)
    let expected = ["Zona A|1|A|6|2", "Zona A|2|B|0|2", "Zona B|1|D|4|2", "Zona B|2|C|1|2"]
    #expect(try rows(output(all).table, "group", "position", "team", "points", "played") == expected)
    let zone = try report("football table Z 2024 group=B", in: &session)
    #expect(try rows(output(zone).table, "group", "position", "team", "points", "played") == Array(expected.suffix(2)))
  }

  /// Six clubs play each other once; the source names the two groups of three that play on.
  private static func halved() -> String {
    let teams = ["A", "B", "C", "D", "E", "F"]
    var lines: [String] = []
    for (i, home) in teams.enumerated() {
      for away in teams[(i + 1)...] {
        lines.append(#"{"date": "2024-03-1\#(i)", "team1": "\#(home)", "team2": "\#(away)", "score": {"ft": [1, 0]}}"#)
      }
    }
    for (stage, trio) in [("Championship group", ["A", "B", "C"]), ("Relegation group", ["D", "E", "F"])] {
      for (home, away) in [(2, 0), (2, 1), (1, 0)] {
        lines.append(
          #"{"date": "2024-05-01", "stage": "\#(stage)", "round": "Matchday 6", "team1": "\#(trio[home])", "team2": "\#(trio[away])", "score": {"ft": [2, 0]}}"#
        )
      }
    }
    return #"{"name": "H 2024", "matches": ["# + lines.joined(separator: ",") + "]}"
  }

  @Test(arguments: [
    ("carry=half-down ties=rounding", ["1|C|10|7", "2|B|9|7", "3|A|7|7", "4|F|6|7", "5|E|4|7", "6|D|3|7"]),
    (
      "carry=half-up carry-goals=no ties=rounding", ["1|C|11|2", "2|B|9|2", "3|A|8|2", "4|F|6|2", "5|E|5|2", "6|D|3|2"]
    ),
    ("carry=none,all ties=goals", ["1|C|6|7", "2|B|3|7", "3|A|0|7", "4|F|6|7", "5|E|6|7", "6|D|6|7"]),
  ])
  func `points are carried into the groups of a split by the rules`(_ rule: String, _ expected: [String]) throws {
    var session = try session(["h.json": Self.halved()])
    let shown = try report(
      "football import h.json competition=H", "football competition add H split=5:3+3 \(rule)", "football table H 2024",
      in: &session)
    #expect(try rows(output(shown).table, "position", "team", "points", "played") == expected)
    let upper = try report("football table H 2024 stage=\"championship group\"", in: &session)
    #expect(try rows(output(upper).table, "team") == expected.prefix(3).map { String($0.split(separator: "|")[1]) })
  }

  /// The same season in football.txt, with a match after it; the lines above each part are of its making.
  private static func text(_ headings: [String]) -> String {
    let teams = ["A", "B", "C", "D", "E", "F"]
    var text = "= Austria 2021/22\n\n\(headings[0])\n[Sat Jul/24 2021]\n"
    for (i, home) in teams.enumerated() { for away in teams[(i + 1)...] { text += "  15:00  \(home)  1-0  \(away)\n" } }
    for (heading, trio) in [(headings[1], ["A", "B", "C"]), (headings[2], ["D", "E", "F"])] {
      text += "\n\(heading)\n[Sun May/1 2022]\n"
      for (home, away) in [(2, 0), (2, 1), (1, 0)] { text += "  15:00  \(trio[home])  2-0  \(trio[away])\n" }
    }
    return text + "\nEuropa-League-Play-off\n[Mon May/23 2022]\n  19:30  C  1-2  F\n"
  }

  @Test(arguments: [
    ["Grunddurchgang\n1. Runde", "Meistergruppe\n6. Runde", "Qualifikationsgruppe\n6. Runde"],
    ["== Grunddurchgang\n1. Runde", "== Meistergruppe\n6. Runde", "== Qualifikationsgruppe\n6. Runde"],
    ["» Matchday 1", "» Championship, Matchday 6", "» ECL Playoffs, Matchday 6"],
    ["▪ Regular Season - 1", "▪ Championship Round - 1", "▪ Relegation Round - 1"],
    ["Matchday 1", "▪ Champions' Playoff\n▪▪ Matchday 1", "Relegation Play-offs\n1. Round"],
    ["Runkosarja", "Mestaruussarja", "Haastajasarja"],
    ["Základná časť\nRound 1", "Nadstavba o titul\nRound 6", "O udržanie\nRound 6"],
  ])
  func `the parts of a season that football.txt names keep their places and points`(_ headings: [String]) throws {
    var session = try session(["a.txt": Self.text(headings)])
    let shown = try report("football import a.txt competition=AUT", "football table AUT 2021-22", in: &session)
    #expect(
      try rows(output(shown).table, "position", "team", "points", "played")
        == ["1|C|10|7", "2|B|9|7", "3|A|7|7", "4|F|6|7", "5|E|4|7", "6|D|3|7"])
    #expect(shown.outputs.count { if case .table = $0 { true } else { false } } == 1)
  }

  @Test func `rows of a page name the parts of a season and its knock-out rounds`() throws {
    func row(_ cells: String...) -> String { "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>" }
    let lines = [
      row("Grunddurchgang"), row("1. Runde"), row("So, 10.08.2025", "SV Alt", "FC Neu", "2:1"), row("Meistergruppe"),
      row("2. Runde"), row("So, 17.08.2025", "FC Neu", "SV Alt", "2:1"), row("Halbfinale"),
      row("So, 24.08.2025", "FC Neu", "TSV 08", "3:1"),
    ]
    let head = "<table><tr><th>Datum</th><th>Heim</th><th>Gast</th><th>Ergebnis</th></tr>"
    var session = try session(["a.html": head + lines.joined() + "</table>"])
    let shown = try report("football import a.html competition=K season=2025-26", in: &session)
    #expect(record(shown)["refused"] == "0" && record(shown)["new"] == "3", "\(shown.outputs)")
    let tables = try report("football table K 2025-26", in: &session).outputs.compactMap {
      if case .table(let table) = $0 { table.title } else { nil }
    }
    #expect(tables == ["K 2025-26, Grunddurchgang", "K 2025-26, Meistergruppe"])
    #expect(try rows(output(report("football bracket K 2025-26", in: &session)).table, "round") == ["Halbfinale"])
  }

  @Test func `tournaments with zones of the same names are tables apart`() throws {
    let text = ["Apertura", "Clausura"].enumerated().map { month, name in
      ["▪ \(name)\n▪▪ ", "== \(name)\n▪ "][month] + "Zona A\nSat \(["Mar", "Sep"][month]) 1 2025\n  A  1-0  B\n"
        + "\n▪ Zona B\nSun \(["Mar", "Sep"][month]) 2\n  C  1-0  D\n"
        + "\n▪ Interzonal\nSun \(["Mar", "Sep"][month]) 9\n  A  1-1  C\n"
    }
    var session = try session(["z.txt": "= Liga 2025\n\n" + text.joined(separator: "\n")])
    let shown = try report("football import z.txt competition=Z", "football table Z 2025", in: &session)
    let tables = shown.outputs.compactMap { if case .table(let table) = $0 { table } else { nil } }
    #expect(tables.map(\.title) == ["Z 2025, Apertura", "Z 2025, Clausura"])
    for one in tables { #expect(rows(one.table, "team", "played") == ["A|2", "B|1", "C|2", "D|1"]) }
  }

  @Test func `groups are simulated apart`() throws {
    let trios = [("A", ["A", "B", "C"]), ("B", ["D", "E", "F"])]
    let played = [(0, 1, "[3, 1]"), (1, 2, "[1, 1]"), (2, 0, "[1, 2]"), (1, 0, "[0, 1]"), (2, 1, "[2, 1]"), (0, 2, "")]
    let given = trios.flatMap { group, trio in played.map { (group, trio[$0.0], trio[$0.1], $0.2) } }
    let matches = given.map { group, home, away, score in
      #"{"date": "2024-0\#(score.isEmpty ? 7 : 6)-10", "team1": "\#(home)", "team2": "\#(away)", "score": {\#(score.isEmpty ? "" : #""ft": "# + score)}, "group": "Group \#(group)"}"#
    }
    var session = try session(["g.json": #"{"name": "G 2024", "matches": ["# + matches.joined(separator: ",") + "]}"])
    let shown = try report(
      "football import g.json competition=G", "football simulate G 2024 asof=2024-06-20 runs=200", in: &session)
    let table = try output(shown).table
    #expect(table.columns.map(\.name) == ["group", "team", "points_mean", "p1", "p2", "p3"])
    #expect(table.rowCount == 6)
    for first in [0, 3] {
      let chances = table["p1"]?.numbers ?? []
      let sum = chances[first..<min(first + 3, chances.count)].reduce(0, +)
      #expect(abs(sum - 1) < 0.05)
    }
  }

  @Test func `without a rule the stages of a league are tables of their own`() throws {
    var session = try session(["h.json": Self.halved()])
    let shown = try report("football import h.json competition=H", "football table H 2024", in: &session)
    let tables = shown.outputs.compactMap { if case .table(let table) = $0 { table } else { nil } }
    #expect(tables.map(\.title) == ["H 2024, regular season", "H 2024, Championship group and Relegation group"])
    #expect(try report("football table H 2024 stage=\"regular season\"", in: &session).status == .ok)
    let mixed = try report("football positions H 2024", in: &session)
    #expect(said(mixed).contains { $0.hasPrefix("2 stages (regular season, Championship group and Relegation group)") })
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

  @Test(arguments: ["predict X 2018-19 round=1", "simulate X 2018-19 asof=2018-08-01"])
  func `without a match so far the key of earlier seasons is named`(_ line: String) throws {
    var session = try session([
      "m.csv": "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nX,10/08/2018,A,B,1,0\nX,17/08/2018,B,A,,\n"
    ])
    _ = try report("football import m.csv", in: &session)
    let error = try #require(try report("football " + line, in: &session).error)
    #expect(error.code == "no-matches" && error.help?.contains("train=2017-18") == true, "\(error.help ?? "")")
  }
}
