import PodiumCore
import Testing

@testable import FootballPlugin

/// Matches as stored in the workspace.
struct KeptMatchesTests {
  private func match(_ home: String, _ away: String, _ score: (Int, Int), day: Int = 0, league: String? = nil) -> Match
  {
    Match(
      competition: "X", league: league, season: Season(start: 2018, isSplit: true),
      date: CalendarDate(days: 17_800 + day),
      home: home, away: away, homeGoals: score.0, awayGoals: score.1)
  }

  @Test func `records keep everything in a match`() throws {
    var full = match("A", "B", (2, 1), league: "L")
    full.time = "15:00"
    full.halfTime = .init(home: 1, away: 0)
    full.odds = [2, 3.5, 4]
    let matches = [full, match("C", "D", (0, 0), day: 1)]
    #expect(MatchRecords.matches(try MatchRecords.table(matches)) == matches)
  }

  @Test func `a match close to a stored one and a similar team name are reported`() {
    let known = KeptMatches([match("A", "St Pauli", (1, 0), day: 10)])
    let doubts = known.doubts(
      about: [
        match("A", "St Pauli", (1, 0), day: 11), match("A", "St Pauli", (1, 0), day: 60),
        match("St. Pauli", "A", (1, 0)),
      ],
      file: "f.csv")
    #expect(
      doubts == [
        "1 row may repeat a match stored under another day; kept both: f.csv:0 (A against St Pauli on 2018-10-07 and on 2018-10-06)"
      ])
    #expect(
      known.doubts(about: [match("A", "St. Pauli", (1, 0))], file: "f.csv")
        == ["'St Pauli' and 'St. Pauli' are counted as two teams"])
    #expect(known.doubts(about: [match("A", "St Pauli", (1, 0), day: 10)], file: "f.csv") == [])
  }
}
