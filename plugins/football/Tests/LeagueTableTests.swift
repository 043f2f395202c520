import PodiumCore
import Testing

@testable import FootballPlugin

/// League tables: points, tie-breakers, play-offs, days.
struct LeagueTableTests {
  private func match(_ home: String, _ away: String, _ score: (Int, Int), day: Int = 0, league: String? = nil) -> Match
  {
    Match(
      competition: "X", league: league, season: Season(start: 2018, isSplit: true),
      date: CalendarDate(days: 17_800 + day),
      home: home, away: away, homeGoals: score.0, awayGoals: score.1)
  }

  private func shown(_ matches: [Match], _ rules: LeagueRules) -> [String] {
    LeagueTable(matches, rules: rules).places.map { "\($0.position) \($0.row.team) \($0.row.points)" }
  }

  @Test func `points for a win follow the season`() {
    let matches = [match("A", "B", (1, 0)), match("C", "D", (2, 2)), match("D", "A", (0, 0))]
    #expect(shown(matches, LeagueRules()) == ["1 A 4", "2 D 2", "3 C 1", "4 B 0"])
    #expect(shown(matches, LeagueRules(winPoints: 2)) == ["1 A 3", "2 D 2", "3 C 1", "4 B 0"])
  }

  @Test func `without tie-breakers level teams share a position, whatever their goals and names`() {
    let matches = [match("B", "C", (9, 0)), match("A", "D", (1, 0))]
    #expect(shown(matches, LeagueRules()) == ["1 A 3", "1 B 3", "3 C 0", "3 D 0"])
    #expect(shown(matches, LeagueRules(ties: [.goalDifference])) == ["1 B 3", "2 A 3", "3 D 0", "4 C 0"])
    let level = [match("A", "B", (0, 0)), match("C", "D", (0, 0))]
    #expect(shown(level, LeagueRules(ties: TieBreak.allCases)).allSatisfy { $0.hasPrefix("1 ") })
  }

  @Test func `goals scored break ties on goal difference, and goal average divides`() {
    let matches = [match("A", "C", (3, 2)), match("B", "D", (1, 0))]
    #expect(shown(matches, LeagueRules(ties: [.goalDifference])).prefix(2) == ["1 A 3", "1 B 3"])
    #expect(shown(matches, LeagueRules(ties: [.goalDifference, .goals])).prefix(2) == ["1 A 3", "2 B 3"])
    // 1 : 0 is more than 3 : 2 when goals are divided.
    #expect(shown(matches, LeagueRules(ties: [.goalAverage])) == ["1 B 3", "2 A 3", "3 C 0", "4 D 0"])
  }

  @Test func `head-to-head rules count only matches among the level teams`() {
    let matches = [
      match("A", "B", (1, 0)), match("B", "A", (0, 0)), match("B", "C", (8, 0)), match("C", "B", (0, 0)),
      match("A", "C", (0, 0)), match("C", "A", (0, 0)),
    ]
    // A has 6 points, B 5, C 3: one more for B makes it level with A.
    let level = matches + [match("B", "D", (1, 1)), match("D", "C", (0, 1))]
    #expect(shown(level, LeagueRules(ties: [.headToHeadPoints])).prefix(3) == ["1 A 6", "2 B 6", "3 C 6"])
    #expect(shown(level, LeagueRules(ties: [.goalDifference])).prefix(3) == ["1 B 6", "2 A 6", "3 C 6"])
  }

  @Test func `head-to-head waits until all meetings are played where the rules require it`() {
    let ties: [TieBreak] = [.headToHeadPoints, .goalDifference]
    // A and B have three points; A beat B at home, and the return match is still to come.
    let early = [match("A", "B", (1, 0)), match("B", "C", (5, 0))]
    #expect(shown(early, LeagueRules(ties: ties)).prefix(2) == ["1 A 3", "2 B 3"])
    #expect(shown(early, LeagueRules(ties: ties, needsAllMeetings: true)).prefix(2) == ["1 B 3", "2 A 3"])
  }

  @Test func `the head-to-head table keeps all teams that were level`() {
    // B and C won one each against the other. Against A, B did better; elsewhere C did.
    let matches = [
      match("A", "B", (1, 0)), match("B", "A", (0, 0)), match("A", "C", (5, 0)), match("C", "A", (0, 0)),
      match("B", "C", (1, 0)), match("C", "B", (1, 0)), match("B", "D", (1, 0)), match("D", "B", (0, 0)),
      match("C", "D", (9, 0)), match("D", "C", (0, 0)),
    ]
    let ties: [TieBreak] = [.headToHeadPoints, .headToHeadGoalDifference, .goalDifference]
    #expect(shown(matches, LeagueRules(ties: ties)) == ["1 A 8", "2 B 8", "3 C 8", "4 D 2"])
    #expect(
      shown(matches, LeagueRules(ties: [.headToHeadPoints, .goalDifference])).prefix(3) == ["1 A 8", "2 C 8", "3 B 8"])
  }

  @Test func `rules follow the era`() throws {
    func rules(_ competition: String, _ season: String) throws -> LeagueRules {
      LeagueRules(competition, try #require(Season(season)))
    }
    #expect(try rules("E0", "1980-81").winPoints == 2)
    #expect(try rules("E0", "1981-82").winPoints == 3)
    #expect(try rules("E0", "1975-76").ties == [.goalAverage])
    #expect(try rules("E0", "2018-19").ties == [.goalDifference, .goals])
    #expect(try rules("E0", "2019-20").ties == [.goalDifference, .goals, .headToHeadPoints, .headToHeadAwayGoals])
    #expect(try rules("SWE", "1989").winPoints == 2)
    #expect(try rules("SWE", "1990").winPoints == 3)
    #expect(try rules("D1", "1994-95").winPoints == 2)
    #expect(try rules("SP1", "2004-05").needsAllMeetings)
    #expect(try rules("SP1", "2004-05").ties?.first == .headToHeadPoints)
    #expect(try rules("XYZ", "2004-05") == LeagueRules())
  }

  @Test func `a play-off guest is recognised by its few matches`() {
    var season: [Match] = []
    let clubs = (0..<6).map { "Club \($0)" }
    for home in clubs { for away in clubs where home != away { season.append(match(home, away, (1, 0), league: "L")) } }
    let playOffs = [match("Club 5", "Guest", (1, 0), league: "L"), match("Guest", "Club 5", (1, 0), league: "L")]
    #expect(PlayOffs.guests(season + playOffs) == ["Guest"])
    #expect(PlayOffs.guests(season) == [])
    // Early in a season every club has few matches, and main league files have no play-offs.
    #expect(PlayOffs.guests([match("A", "B", (1, 0), league: "L")] + season.prefix(4)) == [])
    #expect(PlayOffs.guests((season + playOffs).map { match($0.home, $0.away, (1, 0)) }) == [])
  }

  @Test(
    .enabled(if: Reference.goldenIsThere, Reference.absent),
    arguments: [
      ("table_E0_2009-10.csv", "football-data/E0_2009-10.csv", "2009-10", nil),
      ("table_E0_2018-19.csv", "football-data/E0_2018-19.csv", "2018-19", nil),
      ("table_E0_2019-20_asof_2020-01-01.csv", "football-data/E0_2019-20.csv", "2019-20", "2020-01-01"),
      ("table_SP1_2004-05_h2h.csv", "football-data/SP1_2004-05.csv", "2004-05", nil),
      ("table_SWE_2012.csv", "football-data-new/SWE_2012-2018.csv", "2012", nil),
      ("table_SWE_2017.csv", "football-data-new/SWE_2012-2018.csv", "2017", nil),
    ] as [(String, String, String, String?)])
  func `a real table matches two independent programs`(
    _ golden: String, _ path: String, _ season: String, _ asof: String?
  ) throws {
    let season = try #require(Season(season))
    let all = try Reference.data(path).file().matches.filter { $0.season == season }
    let guests = PlayOffs.guests(all)
    let last = asof.flatMap { CalendarDate(iso: $0) }
    let counted = all.filter { match in
      !guests.contains(match.home) && !guests.contains(match.away) && (last.map { match.date <= $0 } ?? true)
    }
    let competition = try #require(all.first?.competition)
    let table = LeagueTable(counted, rules: LeagueRules(competition, season))
    let rows = try Reference.golden(golden)
    #expect(table.places.count == rows.count)
    for (place, row) in zip(table.places, rows) {
      // The golden points include deductions, which podium does not know; they changed no position.
      let points = Int(row["pts"] ?? "").map { $0 - (Int(row["adj"] ?? "") ?? 0) }
      #expect(place.position == Int(row["pos"] ?? ""))
      #expect(place.row.team == row["team"])
      #expect(place.row.points == points)
      for (name, value) in [
        ("played", place.row.played), ("won", place.row.won), ("drawn", place.row.drawn), ("lost", place.row.lost),
        ("gf", place.row.goalsFor), ("ga", place.row.goalsAgainst), ("gd", place.row.goalDifference),
      ] { #expect(value == Int(row[name] ?? ""), "\(place.row.team) \(name)") }
    }
  }
}
