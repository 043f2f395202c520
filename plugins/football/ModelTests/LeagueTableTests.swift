import PodiumCore
import Testing

@testable import FootballModel

/// League tables: points, tie-breakers, adjustments, splits.
struct LeagueTableTests {
  @Test func `rules have a first and a last season`() throws {
    let rules = { (code: String, year: Int) in LeagueRules(code, season: Season(start: year, isSplit: true)) }
    #expect(rules("I1", 2021).playOffs == [] && rules("I1", 2022).playOffs == [1, 17])
    #expect(rules("I1", 2021).ties == rules("I1", 2022).ties && rules("I1", 2004).ties == nil)
    #expect(rules("E0", 2018).ties?.count == 2 && rules("E0", 2019).ties?.count == 4)
    #expect(
      rules("E2", 2019).isPointsPerMatch && !rules("E2", 2020).isPointsPerMatch
        && rules("E2", 1995).ties?.first == .goals)
    #expect(rules("E2", 1991).ties == [.goalDifference, .goals] && rules("D1", 1968).ties == [.goalAverage])
    #expect(rules("T1", 2009).ties == nil && rules("T1", 2010).ties?.first == .headToHeadPoints)
    #expect(rules("JPN", 2002).ties == nil && rules("POL", 2019).ties == nil && rules("UCL", 1969).awayGoals == nil)
    #expect(rules("G1", 2018).split == nil && rules("G1", 2019).split?.groups == [6, 8])
    #expect(rules("DNK", 2015).split == nil && rules("DNK", 2016).split?.matches == 26)
    #expect(rules("SC2", 2020).split?.groups == [5, 5] && rules("SC1", 2020).split == nil)
    #expect(
      rules("E1", 1975).ties == [.goalAverage] && rules("SC0", 2000).split != nil && rules("SC0", 1999).split == nil)
    #expect(LeagueRules.history(of: "I1").map(\.years.lowerBound) == [2005, 2022])
    #expect(rules("AUT", 2017).split == nil && rules("AUT", 2018).split?.carry == [.halfDown])
    #expect(rules("AUT", 2025).split?.carry == [.halfDown] && rules("AUT", 2026).split?.carry == [.all])
    #expect(rules("G1", 2024).split?.groups == [4, 4, 6] && rules("G1", 2025).split?.carry == [.all, .halfUp, .all])
    #expect(rules("G1", 2025).split?.rounds(of: 2) == 36 && rules("G1", 2026).split == nil)
    #expect(rules("B1", 2025).split?.groups == [6, 6, 4] && rules("B1", 2026).split == nil)
    #expect(rules("FIN", 2025).split?.rounds(of: 0) == 32 && rules("FIN", 2025).split?.rounds(of: 1) == 27)
    #expect(rules("B1", 2018).split?.groups == [6, 10] && rules("B1", 2021).split?.groups == [4, 4, 10])
    for code in ["SC0", "SC1", "SC2", "SC3", "EC"] {
      #expect(
        rules(code, 2019).isPointsPerMatch && rules(code, 2019).split == nil && !rules(code, 2020).isPointsPerMatch)
    }
    #expect(rules("F1", 2019).isPointsPerMatch && rules("F1", 2018).ties == [.goalDifference])
    #expect(rules("WC", 2022).ties?.first == .goalDifference && rules("WC", 2026).ties?.first == .headToHeadPoints)
    #expect(
      rules("EURO", 1996).winPoints == 3 && rules("EURO", 1992).winPoints == 2 && rules("WC", 1990).winPoints == 2)
  }

  @Test func `rules of Poland, Romania and Russia give the order of published tables`() {
    func row(_ points: Int, _ played: Int, won: Int = 0, _ goals: Int = 0, _ against: Int = 0) -> TableRow {
      var row = TableRow()
      (row.points, row.played, row.won, row.goalsFor, row.goalsAgainst) = (points, played, won, goals, against)
      return row
    }
    func rules(_ code: String, _ year: Int) -> LeagueRules {
      LeagueRules(code, season: Season(start: year, isSplit: true))
    }
    /// The upper group of a split: the points of each team before it, and all that were won.
    func split(_ rules: LeagueRules, _ teams: [(name: String, before: Int, all: Int)], _ later: [TableMatch])
      -> [String]
    {
      let before = teams.map { row($0.before, 30) }
      let cut = LeagueSplit.Cut(
        groups: teams.map { _ in 0 }, before: before, later: later, table: LeagueTable(before, [], rules: rules))
      return LeagueTable(teams.map { row($0.all, 37) }, later, rules: rules, cut: cut).places.map {
        "\($0.position) \(teams[$0.team].name) \($0.row.points)"
      }
    }
    #expect(
      split(
        rules("POL", 2016), [("Lechia", 51, 67), ("Lech", 53, 68), ("Legia", 57, 72), ("Jagiellonia", 57, 70)], [])
        == ["1 Legia 44", "2 Jagiellonia 42", "3 Lech 42", "4 Lechia 42"])
    // The first won one of the meetings with the second after the split, and drew the other.
    let teams = [
      ("FCSB", 47, 67), ("Viitorul", 51, 69), ("Dinamo", 41, 60), ("CFR", 43, 54), ("Craiova", 43, 52),
      ("Astra", 44, 49),
    ]
    #expect(
      split(
        rules("ROU", 2016), teams,
        [.init(home: 1, away: 0, homeGoals: 1, awayGoals: 0), .init(home: 0, away: 1, homeGoals: 1, awayGoals: 1)])
        == ["1 Viitorul 44", "2 FCSB 44", "3 Dinamo 40", "4 CFR 33", "5 Craiova 31", "6 Astra 27"])
    let russia = [
      row(38, 30, won: 9, 36, 37), row(38, 30, won: 9, 36, 30), row(38, 30, won: 10, 40, 42),
      row(50, 30, won: 15, 46, 36), row(50, 30, won: 15, 46, 39),
    ]
    let meeting = [TableMatch(home: 4, away: 3, homeGoals: 1, awayGoals: 0)]
    #expect(LeagueTable(russia, meeting, rules: rules("RUS", 2013)).places.map(\.team) == [4, 3, 2, 1, 0])
    #expect(rules("RUS", 2016).ties == nil && rules("RUS", 2019).ties?.first == .headToHeadPoints)
    #expect(rules("POL", 2018).ties == nil && rules("POL", 2018).split?.carry == [.all])
    #expect(rules("ROU", 2020).split?.groups == [6, 10] && rules("CHN", 2020).ties?.count == 3)
  }

  @Test func `a match decides between two teams level on points, and before it they share the place`() {
    // Each beats the next ones, but the last two beat each other once.
    var matches: [TableMatch] = []
    for home in 0..<4 {
      for away in 0..<4 where home != away {
        let isHome = home < away || (home, away) == (3, 2)
        matches.append(TableMatch(home: home, away: away, homeGoals: isHome ? 2 + home : 0, awayGoals: isHome ? 0 : 1))
      }
    }
    var rules = LeagueRules(ties: [.goalDifference, .goals])
    rules.playOffs = [3]
    let open = LeagueTable(matches, teams: 4, rules: rules)
    #expect(open.places.map(\.position) == [1, 2, 3, 3] && open.awaitsPlayOff)
    let played = LeagueTable(matches, teams: 4, rules: rules, decided: [.init(winner: 3, loser: 2)])
    #expect(played.places.map(\.team) == [0, 1, 3, 2] && played.places.map(\.position) == [1, 2, 3, 4])
    // Before the season is over the tie-breakers order them.
    #expect(LeagueTable(Array(matches.dropLast()), teams: 4, rules: rules).awaitsPlayOff == false)
  }

  /// A match of teams by name.
  private struct Named {
    var home: String
    var away: String
    var score: (Int, Int)
  }

  private func match(_ home: String, _ away: String, _ score: (Int, Int)) -> Named {
    Named(home: home, away: away, score: score)
  }

  private func shown(_ matches: [Named], _ rules: LeagueRules) -> [String] {
    let teams = Set(matches.flatMap { [$0.home, $0.away] }).sorted()
    func place(_ team: String) -> Int { teams.firstIndex(of: team) ?? 0 }
    let rows = matches.map {
      TableMatch(home: place($0.home), away: place($0.away), homeGoals: $0.score.0, awayGoals: $0.score.1)
    }
    return LeagueTable(rows, teams: teams.count, rules: rules).places.map {
      "\($0.position) \(teams[$0.team]) \($0.row.points)"
    }
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
      LeagueRules(competition, season: try #require(Season(season)))
    }
    #expect(try rules("E0", "1980-81").winPoints == 2)
    #expect(try rules("E0", "1981-82").winPoints == 3)
    #expect(try rules("E0", "1975-76").ties == [.goalAverage])
    #expect(try rules("E0", "2018-19").ties == [.goalDifference, .goals])
    #expect(try rules("E0", "2019-20").ties == [.goalDifference, .goals, .headToHeadPoints, .headToHeadAwayGoals])
    #expect(try rules("SWE", "1989").winPoints == 2)
    #expect(try rules("SWE", "1990").winPoints == 3)
    #expect(try rules("D1", "1994-95").winPoints == 2)
    // Three points were tried in France for one season.
    for code in ["F1", "F2"] {
      let points = try ["1987-88", "1988-89", "1989-90", "1993-94", "1994-95"].map { try rules(code, $0).winPoints }
      #expect(points == [2, 3, 2, 2, 3])
    }
    #expect(try rules("SP1", "2004-05").needsAllMeetings)
    #expect(try rules("SP1", "2004-05").ties?.first == .headToHeadPoints)
    #expect(try rules("XYZ", "2004-05") == LeagueRules())
    // The names of sources have the rules of the codes, and not those of a code with the same first letter.
    #expect(try rules("FIFA World Cup", "1990") == rules("WC", "1990") && rules("UEFA Euro", "2020").ties != nil)
    #expect(try rules("UEFA Champions League", "2011-12").awayGoals == true && rules("WC", "1990").winPoints == 2)
    #expect(try rules("Elitettan", "1985").hasGuessedPoints && !rules("E0", "1985-86").hasGuessedPoints)
    #expect(try !rules("Elitettan", "1996").hasGuessedPoints)
    // No two rows of a code are for the same season, but for one season in a longer row.
    for code in Set(KnownCompetitions.published + ["UCL", "UEL", "WC", "EURO"]) {
      for row in LeagueRules.history(of: code) { #expect(row.rules.source?.isEmpty == false, "\(code)") }
    }
  }

  @Test func `level teams that a rule leaves level start the head-to-head rules again, where they do`() {
    // A, B and C have six points each among themselves and three from D; B beat C, C beat A, A beat B by more.
    let matches = [
      match("A", "B", (3, 0)), match("B", "C", (1, 0)), match("C", "A", (1, 0)), match("A", "D", (1, 0)),
      match("B", "D", (5, 0)), match("C", "D", (1, 0)),
    ]
    var rules = LeagueRules(ties: [.headToHeadPoints, .headToHeadGoalDifference, .goalDifference])
    // Goal differences among the three: A +2, C 0, B -2.
    #expect(shown(matches, rules) == ["1 A 6", "2 C 6", "3 B 6", "4 D 0"])
    let level = [
      match("A", "B", (1, 0)), match("B", "C", (1, 0)), match("C", "A", (1, 0)), match("A", "D", (0, 0)),
      match("B", "D", (0, 0)), match("C", "D", (0, 0)), match("B", "A", (0, 2)), match("C", "B", (0, 1)),
      match("A", "C", (0, 0)),
    ]
    rules = LeagueRules(ties: [.headToHeadGoalDifference, .goals])
    let once = shown(level, rules)
    rules.reapplies = true
    #expect(shown(level, rules).count == once.count)
  }

  @Test func `adjustments, verdicts and sides count`() {
    let matches = [
      TableMatch(home: 0, away: 1, homeGoals: 2, awayGoals: 0),
      TableMatch(home: 1, away: 0, homeGoals: 0, awayGoals: 0, verdict: .winner(home: true)),
      TableMatch(home: 1, away: 2, homeGoals: 0, awayGoals: 0, verdict: .lostByBoth),
    ]
    let rules = LeagueRules(ties: [.goalDifference])
    let table = LeagueTable(
      matches, teams: 3, rules: rules, adjustments: [TableAdjustment(team: 0, points: -4, goalsFor: 1)])
    #expect(table.places.map(\.team) == [1, 2, 0])
    #expect(table.places[2].row.points == -1)
    #expect(table.places[2].row.adjustment == -4)
    #expect(table.places[2].row.goalsFor == 3)
    #expect([table.places[0].row.won, table.places[0].row.lost, table.places[0].row.drawn] == [1, 2, 0])
    let away = LeagueTable(matches, teams: 3, rules: rules, side: .away)
    #expect(away.places.first { $0.team == 0 }?.row.played == 1)
    #expect(away.places.first { $0.team == 2 }?.row.lost == 1)
  }

  @Test func `after a split the groups keep apart`() {
    // Four teams meet once; then two groups of two meet again.
    let first = [
      TableMatch(home: 0, away: 1, homeGoals: 1, awayGoals: 1),
      TableMatch(home: 2, away: 3, homeGoals: 1, awayGoals: 0),
      TableMatch(home: 0, away: 2, homeGoals: 1, awayGoals: 0),
      TableMatch(home: 1, away: 3, homeGoals: 1, awayGoals: 0),
      TableMatch(home: 0, away: 3, homeGoals: 1, awayGoals: 0),
      TableMatch(home: 1, away: 2, homeGoals: 1, awayGoals: 0),
    ]
    let split = LeagueSplit(after: 3, groups: [2, 2])
    let rules = LeagueRules(ties: [.goalDifference])
    #expect(split.cut(Array(first.dropLast()), teams: 4, rules: rules) == nil)
    let later =
      first
      + (0..<3).flatMap { _ in
        [
          TableMatch(home: 2, away: 3, homeGoals: 5, awayGoals: 0),
          TableMatch(home: 0, away: 1, homeGoals: 0, awayGoals: 0),
        ]
      }
    let cut = split.cut(later, teams: 4, rules: rules)
    #expect(cut?.groups == [0, 0, 1, 1])
    let table = LeagueTable(later, teams: 4, rules: rules, cut: cut)
    // Team 2 has more points than the upper group.
    #expect(table.places.map(\.team).suffix(2) == [2, 3])
    #expect(table.places[2].row.points > table.places[1].row.points)
    #expect(table.places.map(\.position) == [1, 1, 3, 4])
    #expect(LeagueSplit(after: 3, groups: [6, 6]).cut(later, teams: 4, rules: rules) == nil)
  }

  @Test func `the two groups against relegation of a Danish season take their places in turn`() {
    var split = LeagueSplit(after: 1, groups: [2, 4, 4])
    split.takesTurns = true
    let matches = (0..<5).map { TableMatch(home: $0, away: $0 + 5, homeGoals: 5 - $0, awayGoals: 0) }
    // The places go to 0, 1, 2, 3, 4, 9, 8, 7, 6, 5.
    let cut = split.cut(matches, teams: 10, rules: LeagueRules(ties: [.goalDifference]))
    #expect(cut?.groups == [0, 0, 1, 2, 2, 1, 2, 2, 1, 1])
    let danish = LeagueRules("DNK", season: Season(start: 2017, isSplit: true)).split
    #expect(danish?.takesTurns == true && danish?.rounds(of: 0) == 36 && danish?.rounds(of: 2) == 32)
  }

  @Test func `points per match decide where a season was cut short`() {
    let matches = [
      TableMatch(home: 0, away: 1, homeGoals: 1, awayGoals: 0),
      TableMatch(home: 0, away: 1, homeGoals: 0, awayGoals: 0),
      TableMatch(home: 2, away: 1, homeGoals: 1, awayGoals: 0),
    ]
    var rules = LeagueRules(ties: [.goalDifference])
    #expect(LeagueTable(matches, teams: 3, rules: rules).places.map(\.team) == [0, 2, 1])
    rules.isPointsPerMatch = true
    #expect(LeagueTable(matches, teams: 3, rules: rules).places.map(\.team) == [2, 0, 1])
  }

  @Test func `every line of the verified rules is read`() {
    #expect(LeagueRules.Row.all.count == LeagueRules.Row.table.split(separator: "\n").count)
    let belgium = LeagueRules("B1", season: Season(start: 2021, isSplit: true))
    #expect(belgium.split?.groups == [4, 4, 10] && belgium.split?.carry == [.halfUp, .halfUp, .all])
    #expect(belgium.split?.keepsGoals == false && belgium.split?.rounds(of: 0) == 40)
    #expect(LeagueRules("UCL", season: Season(start: 2019, isSplit: true)).awayGoals == true)
  }
}
