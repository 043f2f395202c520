import FootballModel
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// Tables of stored seasons: play-offs, and real seasons beside two independent programs.
struct SeasonTableTests {
  private func match(_ home: String, _ away: String, _ score: (Int, Int), league: String? = nil) -> StoredMatch {
    var match = StoredMatch(
      competition: "X", season: Season(start: 2018, isSplit: true), date: CalendarDate(days: 17_800), home: home,
      away: away)
    (match.fullTime, match.state, match.league) = (.init(score.0, score.1), .fullTime, league)
    return match
  }

  @Test func `a play-off guest is recognised by its few matches`() {
    var season: [StoredMatch] = []
    let clubs = (0..<6).map { "Club \($0)" }
    for home in clubs { for away in clubs where home != away { season.append(match(home, away, (1, 0), league: "L")) } }
    let playOffs = [match("Club 5", "Guest", (1, 0), league: "L"), match("Guest", "Club 5", (1, 0), league: "L")]
    #expect(PlayOffs(season + playOffs).guests == ["Guest"])
    #expect(PlayOffs(season).guests == [])
    // Early in a season every club has few matches.
    #expect(PlayOffs([match("A", "B", (1, 0), league: "L")] + season.prefix(4)).guests == [])
    // The rule hangs on the season, and not on the file that it came from.
    #expect(PlayOffs((season + playOffs).map { match($0.home, $0.away, (1, 0)) }).guests == ["Guest"])
  }

  @Test func `what teams play after all their matches of a season is left out`() {
    let clubs = (0..<12).map { "Club \(10 + $0)" }
    var season: [StoredMatch] = []
    func play(_ home: Int, _ away: Int) {
      var match = match(clubs[home], clubs[away], home < away ? (1, 0) : (0, 1))
      (match.number, match.date) = (season.count + 1, CalendarDate(days: 17_800 + season.count))
      season.append(match)
    }
    for home in 0..<12 { for away in 0..<12 where home != away { play(home, away) } }
    for group in [0..<6, 6..<12] { for home in group { for away in group where home < away { play(home, away) } } }
    let league = season.count
    for (home, away) in [(4, 6), (5, 7), (6, 4), (4, 5)] { play(home, away) }
    func table(_ code: String) -> SeasonTable {
      var table = SeasonTable(
        Competition(code), Season(start: 2023, isSplit: false), matches: season, adjustments: [], expulsions: [])
      table.count(upTo: nil)
      return table
    }
    let finland = table("FIN")
    #expect(finland.lateMatches.map(\.number) == Array(league + 1...league + 4))
    #expect(finland.table().places.allSatisfy { $0.row.played == 27 } && finland.counted.count == league)
    // Without a rule nothing says how many matches a season has.
    #expect(table("X").lateMatches.isEmpty)
    let rounds = [2019, 2020].map { LeagueRules("USA", season: Season(start: $0, isSplit: false)).rounds }
    #expect(rounds == [34, nil])
  }

  @Test func `a Mexican season has a table for each of its tournaments`() {
    var season: [StoredMatch] = []
    func play(_ home: Int, _ away: Int, _ day: Int) {
      var match = match("Club \(10 + home)", "Club \(10 + away)", (1, 0))
      (match.number, match.date) = (season.count + 1, CalendarDate(days: day))
      season.append(match)
    }
    // From 20 July 2018, and from 5 January 2019.
    for first in [17_732, 17_901] {
      var day = first
      for home in 0..<18 {
        for away in (home + 1)..<18 { play(home, away, day) }
        day += 4
      }
      play(0, 1, day + 20)
      play(1, 0, day + 24)
    }
    var table = SeasonTable(
      Competition("MEX"), Season(start: 2018, isSplit: true), matches: season, adjustments: [], expulsions: [])
    #expect(table.phases.map(\.stage) == ["Apertura", "Clausura"])
    for phase in table.phases {
      table.count(upTo: nil, phase: phase)
      #expect(table.counted.count == 153 && table.lateMatches.count == 2)
      #expect(table.table().places.allSatisfy { $0.row.played == 17 })
    }
  }

  @Test func `numbers that podium does not store do not count`() throws {
    var session = try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
    let shown = "football table M1 2023-24"
    let before = try TableRun.last(["football import football-league", shown], in: &session)
    let store = try #require(session.services.store)
    let fields: [String: Value] = ["competition": .text("M1"), "season": .text("2023-24"), "reason": .text("x")]
    store.begin("test")
    for points in [Int.max, Int.max, Int.min + 1, 100] {
      _ = try store.insert(
        "football.adjustment",
        fields.merging(["team": .text("Aldmoor"), "points": .integer(points), "goals_for": .integer(points)]) { $1 })
    }
    let matches = try store.records(
      RecordQuery("football.match", where: [.equals("season", .text("2023-24"))], limit: 1))
    let match = try #require(matches.first)
    _ = try store.update(
      match.id, of: "football.match", setting: ["half_time_home": .integer(Int.max)], revision: nil)
    _ = try store.commit()
    #expect(try TableRun.last([shown], in: &session) == before)
    store.begin("test")
    _ = try store.update(match.id, of: "football.match", setting: ["away_goals": .integer(Int.max)], revision: nil)
    _ = try store.insert(
      "football.competition",
      [
        "code": .text("M1"), "points": .integer(Int.max), "half": .integer(Int.max), "split_after": .integer(1),
        "split_groups": .text("9223372036854775807+9223372036854775807"),
      ])
    _ = try store.commit()
    let after = try TableRun.last([shown], in: &session)
    let (played, all) = (after["played"]?.numbers ?? [], before["played"]?.numbers ?? [])
    #expect(played.reduce(0, +) == all.reduce(0, +) - 2)
  }

  @Test(
    .enabled(if: Reference.goldenIsThere, Reference.absent),
    arguments: [
      ("table_E0_2009-10.csv", "football-data/E0_2009-10.csv", "E0 2009-10", ""),
      ("table_E0_2018-19.csv", "football-data/E0_2018-19.csv", "E0 2018-19", ""),
      ("table_E0_2019-20_asof_2020-01-01.csv", "football-data/E0_2019-20.csv", "E0 2019-20", " asof=2020-01-01"),
      ("table_SP1_2004-05_h2h.csv", "football-data/SP1_2004-05.csv", "SP1 2004-05", ""),
      ("table_SWE_2012.csv", "football-data-new/SWE_2012-2018.csv", "SWE 2012", ""),
      ("table_SWE_2017.csv", "football-data-new/SWE_2012-2018.csv", "SWE 2017", ""),
    ])
  func `a real table equals that of two independent programs`(
    _ golden: String, _ path: String, _ season: String, _ asof: String
  ) throws {
    var session = try Assembly.session(folder: Checkout.shared("data/football"), datasets: [])
    var lines = ["football import " + path]
    if golden.contains("2009-10") { lines.append("football adjust E0 2009-10 Portsmouth -9 reason=administration") }
    let rows = try Reference.golden(golden)
    for (side, prefix) in [("", ""), (" at=home", "h_"), (" at=away", "a_")] {
      let table = try TableRun.last(lines + ["football table \(season)\(asof)\(side)"], in: &session)
      lines = []
      #expect(table.rowCount == rows.count)
      let byTeam = Dictionary(uniqueKeysWithValues: rows.map { ($0["team"] ?? "", $0) })
      for row in 0..<table.rowCount {
        let team = table["team"]?[row].fileText ?? ""
        let golden = prefix.isEmpty ? rows[row] : byTeam[team] ?? [:]
        let names =
          prefix.isEmpty
          ? [
            ("position", "pos"), ("team", "team"), ("played", "played"), ("won", "won"), ("drawn", "drawn"),
            ("lost", "lost"), ("goals_for", "gf"), ("goals_against", "ga"), ("goal_difference", "gd"),
            ("points", "pts"),
          ]
          : [
            ("won", prefix + "w"), ("drawn", prefix + "d"), ("lost", prefix + "l"), ("goals_for", prefix + "gf"),
            ("goals_against", prefix + "ga"),
          ]
        for (ours, theirs) in names { #expect(table[ours]?[row].fileText == golden[theirs], "\(team) \(ours)") }
      }
    }
  }

  @Test(.enabled(if: Reference.goldenIsThere, Reference.absent))
  func `the form of a real season equals that of another program`() throws {
    var session = try Assembly.session(folder: Checkout.shared("data/football"), datasets: [])
    let rows = try Reference.golden("form_E0_2018-19.csv")
    let golden = Dictionary(uniqueKeysWithValues: rows.map { ($0["team"] ?? "", $0) })
    var lines = ["football import football-data/E0_2018-19.csv"]
    for (side, name) in [("", "last5"), (" at=home", "home_last5"), (" at=away", "away_last5")] {
      let table = try TableRun.last(lines + ["football table E0 2018-19 form=5" + side], in: &session)
      lines = []
      for row in 0..<table.rowCount {
        let team = table["team"]?[row].fileText ?? ""
        #expect(table["form"]?[row].fileText == golden[team]?[name], "\(team)")
      }
    }
  }
}

/// Runs commands and takes the table of the last one.
enum TableRun {
  static func last(_ lines: [String], in session: inout Interpreter) throws -> Table {
    var reports: [CommandReport] = []
    for line in lines { _ = session.run(line) { reports.append($0) } }
    for report in reports where report.status != .ok {
      Issue.record("\(report.error?.message ?? "failed")")
    }
    for output in reports.last?.outputs ?? [] { if case .table(let table) = output { return table.table } }
    throw Diagnostic("no-table", "the last command has no table")
  }
}
