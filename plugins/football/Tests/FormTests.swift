import FootballModel
import PodiumCore
import PodiumPlugin
import Testing

@testable import FootballPlugin

/// What was known on the morning of a match.
struct FormTests {
  private func features(_ file: MadeFile) throws -> [[Value]] {
    let table = try file.load().table
    let columns = table.columns(with: .feature) + ["home_elo", "away_elo"].compactMap { table[$0] }
    return (0..<table.rowCount).map { row in columns.map { $0[row] } }
  }

  @Test func `form is counted from earlier days of the season`() throws {
    let file = try MadeFile.main(
      "01/09/18,A,B,2,0", "01/09/18,C,D,1,1", "08/09/18,B,A,0,0", "30/09/18,A,C,0,3", "07/09/19,A,B,0,0",
      "14/09/19,B,A,5,0"
    ).file()
    let form = Form.before(file.matches)
    #expect(form[0].home == Form())
    #expect(form[2].home.played == 1)
    #expect((form[2].home.pointsPerMatch, form[2].home.goalDifferencePerMatch) == (0, -2))
    #expect((form[2].away.pointsPerMatch, form[2].away.goalDifferencePerMatch) == (3, 2))
    #expect((form[2].away.restDays, form[3].home.restDays) == (7, 14))
    #expect((form[3].home.played, form[3].home.pointsPerMatch, form[3].home.goalDifferencePerMatch) == (2, 2, 1))
    // The next season starts from zero, but the ratings carry over.
    #expect((form[4].home.played, form[4].home.pointsPerMatch, form[4].home.restDays) == (0, 1, 14))
    #expect(form[4].home.elo != Elo.start)
    #expect(form[5].away.played == 1)
  }

  @Test func `pi-ratings are updated by the paper's rule, and the table has the expected goal difference`() throws {
    let made = MadeFile.main("01/09/18,A,B,2,0", "08/09/18,A,B,0,0", "15/09/18,B,A,1,1")
    let form = Form.before(try made.file().matches)
    // Both at 0, so the error is the goal difference of 2: 0.035 · 3 · log10(3).
    let first = 0.105 * 0.477_121_254_719_662_4
    #expect(abs(form[1].home.pi.home - first) < 1e-12 && abs(form[1].home.pi.away - 0.7 * first) < 1e-12)
    #expect(abs(form[1].away.pi.away + first) < 1e-12 && abs(form[1].away.pi.home + 0.7 * first) < 1e-12)
    let table = try made.load().table
    let found = try #require(table["pi_difference"]?.numbers)
    // 10^(0.0500977 / 3) − 1, for each side.
    #expect(found[0] == 0 && abs(found[1] - 2 * 0.039_200_253) < 1e-6)
    #expect(found[2] < 0)
  }

  @Test func `probabilities without the margin are in the table and are not features`() throws {
    let text =
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365CH,B365CD,B365CA\nE0,01/09/18,A,B,2,0,2,3.5,4\nE0,02/09/18,C,D,1,1,,,\n"
    let table = try MadeFile(text).load().table
    let chances = ["p_home", "p_draw", "p_away"].map { table[$0] }
    #expect(chances.allSatisfy { $0?.role == .ignored && $0?[1].isMissing == true })
    let sum = chances.reduce(0) { $0 + ($1?.numbers?[0] ?? .nan) }
    #expect(abs(sum - 1) < 1e-12 && (chances[0]?.numbers?[0] ?? 1) < 0.5)
  }

  @Test func `recent points cover the last five matches`() throws {
    let days = (1...7).map { "0\($0)/09/18" }
    let rows = days.enumerated().map { "\($1),A,B,\($0 < 2 ? 1 : 0),0" }
    let text = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n" + rows.map { "E0," + $0 + "\n" }.joined()
    let form = Form.before(try MadeFile(text).file().matches)
    #expect(form[6].home.pointsPerMatch == 10.0 / 6)
    #expect(form[6].home.recentPoints == 7.0 / 5)
    #expect(form[6].home.played == 6)
  }

  @Test func `a score changes no row of its own or an earlier day`() throws {
    let rows = [
      "01/09/18,A,B,2,0", "01/09/18,C,D,1,1", "08/09/18,B,C,0,0", "08/09/18,D,A,0,3", "08/09/18,A,C,1,1",
      "15/09/18,A,D,0,0", "15/09/18,B,C,2,2",
    ]
    func file(_ rows: [String]) -> MadeFile {
      MadeFile("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n" + rows.map { "E0," + $0 + "\n" }.joined())
    }
    let before = try features(file(rows))
    for place in rows.indices {
      var changed = rows
      changed[place] = rows[place].split(separator: ",").prefix(3).joined(separator: ",") + ",9,1"
      let after = try features(file(changed))
      let day = rows[place].prefix(8)
      for other in rows.indices where rows[other].prefix(8) <= day { #expect(after[other] == before[other]) }
      // The score must change some later row, or this test would prove nothing.
      if day < "15" { #expect(after != before) }
    }
  }

  @Test func `the order of rows does not matter`() throws {
    let rows = ["01/09/18,A,B,2,0", "01/09/18,C,D,1,1", "08/09/18,B,C,0,0", "15/09/18,B,A,0,3"]
    func byMatch(_ rows: [String]) throws -> [String: [Value]] {
      let text = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n" + rows.map { "E0," + $0 + "\n" }.joined()
      return Dictionary(uniqueKeysWithValues: zip(rows, try features(MadeFile(text))))
    }
    #expect(try byMatch(rows) == byMatch(rows.reversed()))
  }

  @Test func `no feature is ever missing`() throws {
    let table = try MadeFile.main("01/09/18,A,B,2,0", "08/09/18,B,A,0,0").load().table
    for column in table.columns(with: .feature) { #expect(column.missingCount == 0, "\(column.name)") }
  }

  @Test func `each competition has its own form`() throws {
    let matches = try MadeFile(
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,01/09/18,A,B,2,0\nEC,08/09/18,A,B,2,0\n"
    ).file().matches
    #expect(Form.before(matches)[1].home == Form())
  }

  @Test(.enabled(if: Reference.goldenIsThere, Reference.absent))
  func `ratings match an independent program`() throws {
    let matches = try Reference.data("football-data/E0_2018-19.csv").file().matches
    let form = Form.before(matches)
    var final: [String: Double] = [:]
    for (match, form) in zip(matches, form) {
      let goals = try #require(match.fullTime)
      let gain = Elo().gain(
        homeGoals: goals.home, awayGoals: goals.away, home: form.home.elo, away: form.away.elo)
      final[match.home] = form.home.elo + gain
      final[match.away] = form.away.elo - gain
    }
    let golden = try Reference.golden("elo_E0_2018-19.csv")
    #expect(golden.count == 20)
    for row in golden {
      let expected = try #require(row["elo_k20_h100"].flatMap { Double($0) })
      let found = try #require(row["team"].flatMap { final[$0] })
      #expect((found - expected).magnitude < 1e-6)
    }
  }
}
