import PodiumCore
import Testing

@testable import FootballModel
@testable import FootballStudies

/// Simulated seasons: chances that come true, and none that is 0 or 1 without being certain.
struct SimulationTests {
  /// A small form of what `football-bench calibration` prints. Each figure is asked for within three standard errors, which
  /// one of 370 exceeds by chance; the seed is fixed.
  @Test func `chances of simulated seasons come true in leagues with known strengths`() throws {
    let experiment = try SimulationExperiment(
      .init(leagues: 60, clubs: 8, played: 0.5, runs: 300), seed: Seed(4), threads: 2)
    let asked = experiment.buckets.filter { $0.lower == nil || $0.lower == 0.9 }
    #expect(asked.count >= 5)
    for bucket in asked where bucket.count >= 20 {
      #expect(abs(bucket.distance ?? 0) < 3, "\(bucket)")
    }
  }

  @Test(arguments: [-0.3, 0, 0.12, 5])
  func `scores are drawn as often as the grid says`(rho: Double) {
    let sampler = ScoreSampler(GoalModel(intercept: 0, home: 0.2, rho: rho, attack: [0.1, -0.3], defence: [0, 0.1]))
    let (home, away) = sampler.rates((home: 0, away: 1))
    let grid = ScoreGrid(home: home, away: away, rho: min(rho, 1 / (home * away)))
    var random = Seed(3).source()
    let draws = 40_000
    var counts = [Int](repeating: 0, count: ScoreGrid.size * ScoreGrid.size)
    for _ in 0..<draws {
      let score = sampler.score((home: 0, away: 1), &random)
      counts[score.home * ScoreGrid.size + score.away] += 1
    }
    // The seed is fixed: four standard errors of each of the likelier scores.
    for (count, chance) in zip(counts, grid.probabilities) where chance > 0.002 || chance == 0 {
      let error = (chance * (1 - chance) / Double(draws)).squareRoot()
      #expect(abs(Double(count) / Double(draws) - chance) <= 4 * error + 1e-12)
    }
  }

  private func simulation(_ played: [TableMatch], _ left: [(home: Int, away: Int)]) throws -> SeasonSimulation {
    let rows = played.map { GoalRow(home: $0.home, away: $0.away, homeGoals: $0.homeGoals, awayGoals: $0.awayGoals) }
    return try SeasonSimulation(
      .init(played: played, remaining: left, teams: 4, rules: LeagueRules(ties: [.goalDifference, .goals])),
      strengths: GoalPosterior(rows, teams: ["A", "B", "C", "D"]), runs: 200, seed: Seed(1))
  }

  @Test func `only what the points decide is certain`() throws {
    // A has won everything, so one match cannot take the first place from it, nor the last one from D.
    let played = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (1, 0), (2, 0)].map { home, away in
      TableMatch(home: home, away: away, homeGoals: home < away ? 1 : 0, awayGoals: home < away ? 0 : 1)
    }
    let found = try simulation(played, [(home: 1, away: 2)])
    #expect(found.positions[0] == [1, 0, 0, 0] && found.positions[3] == [0, 0, 0, 1])
    let open = try simulation(Array(played.prefix(2)), [(home: 2, away: 3), (home: 1, away: 2)])
    #expect(open.positions[0][0] < 1 && open.positions[3][3] > 0 && open.positions[3][3] < 1)
    for row in found.positions + open.positions { #expect(abs(row.reduce(0, +) - 1) < 1e-12) }
  }

  @Test func `a team without a match has the prior, and one without a goal no bound`() throws {
    let played = [TableMatch(home: 0, away: 1, homeGoals: 3, awayGoals: 0)]
    let found = try simulation(played, [(home: 2, away: 3), (home: 1, away: 0)])
    #expect(found.positions.allSatisfy { $0.allSatisfy { $0 > 0 && $0 < 1 || $0 == 0 } })
    let strengths = try GoalPosterior([GoalRow(home: 0, away: 1, homeGoals: 3, awayGoals: 0)], teams: ["A", "B", "C"])
    #expect(strengths.isEstimated && (0.5...1000).contains(strengths.ridge))
    #expect(strengths.model.attack.allSatisfy { abs($0) < 1 } && abs(strengths.model.defence[2]) < 0.2)
  }

  @Test func `a place that the points of a group exclude has no chance`() throws {
    let played = [(0, 2), (0, 3), (1, 2), (1, 3)].flatMap { home, away in
      [0, 4].map { TableMatch(home: home + $0, away: away + $0, homeGoals: 1, awayGoals: 0) }
    }
    let left = [(0, 1), (2, 3), (4, 5), (6, 7)].map { (home: $0, away: $1) }
    var input = SeasonSimulation.Input(
      played: played, remaining: left,
      teams: 8, rules: LeagueRules(ties: [.goalDifference, .goals]))
    input.groups = [0, 0, 0, 0, 1, 1, 1, 1]
    let rows = played.map { GoalRow(home: $0.home, away: $0.away, homeGoals: $0.homeGoals, awayGoals: $0.awayGoals) }
    let found = try SeasonSimulation(
      input, strengths: GoalPosterior(rows, teams: (0..<8).map { "T\($0)" }), runs: 200, seed: Seed(1))
    for team in [2, 3, 6, 7] {
      #expect(found.positions[team].prefix(2) == [0, 0] && found.positions[team][4...] == [0, 0, 0, 0])
    }
    for row in found.positions { #expect(abs(row.reduce(0, +) - 1) < 1e-12) }
  }
}
