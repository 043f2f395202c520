import FootballModel
import PodiumCore
import PodiumTestKit
import Testing

/// Goal models: the maximum of the likelihood, the grid of scores, and leagues that have no estimate.
struct GoalModelTests {
  /// A made league of known rates: every pair meets twice, with the scores of a fixed stream.
  static func made(teams: Int, seed: UInt64) -> (rows: [GoalRow], truth: GoalModel) {
    var random = Seed(seed).source()
    func strengths() -> [Double] {
      let values = (0..<teams).map { _ in random.uniform() - 0.5 }
      let mean = values.reduce(0, +) / Double(teams)
      return values.map { $0 - mean }
    }
    let truth = GoalModel(intercept: 0.1, home: 0.25, rho: -0.05, attack: strengths(), defence: strengths())
    var rows: [GoalRow] = []
    for home in 0..<teams {
      for away in 0..<teams where home != away {
        let scores = truth.grid(home: home, away: away).likeliest(225)
        var left = random.uniform()
        let score = scores.first {
          left -= $0.probability
          return left < 0
        }
        rows.append(GoalRow(home: home, away: away, homeGoals: score?.home ?? 0, awayGoals: score?.away ?? 0))
      }
    }
    return (rows, truth)
  }

  private static let names = (0..<20).map { "T\($0)" }

  @Test func `the fit is at the maximum, and its sums are 0`() throws {
    let league = Self.made(teams: 20, seed: 1)
    let fit = try GoalModelFit(league.rows, teams: Self.names)
    #expect(fit.gradient < 1e-7)
    #expect(abs(fit.model.attack.reduce(0, +)) < 1e-12)
    #expect(abs(fit.model.defence.reduce(0, +)) < 1e-12)
    #expect(fit.matches == 380)
    // The likelihood is lower at the truth, and the estimates are near it.
    let close = zip(fit.model.attack, league.truth.attack).map { abs($0 - $1) }.max() ?? 1
    #expect(close < 0.6)
    #expect(abs(fit.model.home - 0.25) < 0.25)
  }

  @Test
  func `more teams than the memory allows are refused before anything is made, and a fit stops when it is asked to`() {
    let names = (0..<3000).map { "T\($0)" }
    let rows = names.indices.map {
      GoalRow(home: $0, away: ($0 + 1) % names.count, homeGoals: $0 % 3, awayGoals: $0 % 2)
    }
    #expect(code { () throws(Diagnostic) in _ = try GoalModelFit(rows, teams: names) } == "too-large")
    #expect(code { () throws(Diagnostic) in _ = try GoalPosterior(rows, teams: names) } == "too-large")
    let stopped = Cancellation()
    stopped.cancel()
    let few = Self.made(teams: 8, seed: 2).rows
    #expect(
      code { () throws(Diagnostic) in _ = try GoalModelFit(few, teams: Self.names, cancellation: stopped) }
        == "interrupted")
    #expect(
      code { () throws(Diagnostic) in _ = try GoalPosterior(few, teams: Self.names, cancellation: stopped) }
        == "interrupted")
  }

  /// The code of what the work throws.
  private func code(_ work: () throws(Diagnostic) -> Void) -> String? {
    do throws(Diagnostic) { try work() } catch { return error.code }
    return nil
  }

  @Test func `every step away from the maximum lowers the likelihood`() throws {
    let league = Self.made(teams: 8, seed: 2)
    let names = Array(Self.names.prefix(8))
    let fit = try GoalModelFit(league.rows, teams: names)
    // A fit that starts elsewhere ends at the same place.
    var start = fit.model
    start.rho = 0.1
    start.attack = start.attack.map { -$0 }
    let again = try GoalModelFit(league.rows, teams: names, from: start)
    #expect(abs(again.logLikelihood - fit.logLikelihood) < 1e-9)
    #expect(abs(again.model.rho - fit.model.rho) < 1e-6)
  }

  @Test func `few matches leave every score possible`() throws {
    // Four rounds of eight teams with many goals: alone they would give rho no bound.
    let names = Array(Self.names.prefix(8))
    let scores = [
      (0, 7, 5, 1), (1, 6, 1, 2), (2, 5, 5, 3), (3, 4, 2, 0), (6, 0, 0, 0), (5, 7, 4, 1), (4, 1, 2, 0), (3, 2, 1, 8),
      (0, 5, 3, 0), (6, 4, 2, 0), (7, 3, 1, 3), (1, 2, 1, 3), (4, 0, 0, 0), (3, 5, 0, 2), (2, 6, 2, 2), (1, 7, 1, 1),
    ]
    let rows = scores.map { GoalRow(home: $0.0, away: $0.1, homeGoals: $0.2, awayGoals: $0.3) }
    let fit = try GoalModelFit(rows, teams: names, options: .init(ridge: 1))
    #expect(fit.isLimited)
    for home in 0..<8 {
      for away in 0..<8 where home != away {
        let (lambda, mu) = fit.model.rates(home: home, away: away)
        #expect(fit.model.rho > max(-1 / lambda, -1 / mu) && fit.model.rho < min(1 / (lambda * mu), 1))
        #expect(fit.model.grid(home: home, away: away).probabilities.allSatisfy { $0 > 0 && $0 < 0.9 })
      }
    }
    #expect((0.05...0.45).contains(fit.model.grid(home: 0, away: 1).results[1]))
    #expect(try !GoalModelFit(Self.made(teams: 20, seed: 1).rows, teams: Self.names).isLimited)
  }

  @Test func `independent goals have no correlation and a lower likelihood`() throws {
    let league = Self.made(teams: 20, seed: 1)
    let both = try GoalModelFit(league.rows, teams: Self.names)
    let poisson = try GoalModelFit(league.rows, teams: Self.names, options: .init(correlation: false))
    #expect(poisson.model.rho == 0)
    #expect(poisson.logLikelihood <= both.logLikelihood)
    // At the maximum of independent Poisson rates, the expected goals add up to the actual ones.
    let expected = league.rows.reduce(0) { $0 + poisson.model.rates(home: $1.home, away: $1.away).home }
    #expect(abs(expected - Double(league.rows.reduce(0) { $0 + $1.homeGoals })) < 1e-6)
  }

  @Test func `weights count as repetitions`() throws {
    let league = Self.made(teams: 6, seed: 3)
    let names = Array(Self.names.prefix(6))
    let doubled = try GoalModelFit(league.rows + league.rows, teams: names)
    let weighted = try GoalModelFit(
      league.rows.map {
        var row = $0
        row.weight = 2
        return row
      }, teams: names)
    #expect(abs(doubled.logLikelihood - weighted.logLikelihood) < 1e-9)
    #expect(zip(doubled.model.attack, weighted.model.attack).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(abs(GoalRow.weight(daysAgo: 100, decay: 0.01) - 0.36787944117144233) < 1e-15)
  }

  @Test func `leagues without an estimate are refused, and a ridge gives one`() throws {
    func failure(_ rows: [GoalRow], _ teams: Int) -> Diagnostic? {
      do throws(Diagnostic) {
        _ = try GoalModelFit(rows, teams: Array(Self.names.prefix(teams)))
        return nil
      } catch {
        return error
      }
    }
    func code(_ rows: [GoalRow], _ teams: Int) -> String? { failure(rows, teams)?.code }
    #expect(code([], 2) == "no-matches")
    #expect(code([GoalRow(home: 0, away: 0, homeGoals: 1, awayGoals: 0)], 1) == "no-matches")
    // Two teams cannot separate attack from defence; four in two pairs never met.
    let pair = [
      GoalRow(home: 0, away: 1, homeGoals: 2, awayGoals: 1), GoalRow(home: 1, away: 0, homeGoals: 1, awayGoals: 1),
    ]
    #expect(code(pair, 2) == "separate-teams")
    #expect(failure(pair, 2)?.message.hasPrefix("too few matches") == true)
    let others = pair.map { GoalRow(home: $0.home + 2, away: $0.away + 2, homeGoals: 1, awayGoals: 2) }
    #expect(code(pair + others, 4) == "separate-teams")
    #expect(failure(pair + others, 4)?.message.contains("'\(Self.names[0])' and '\(Self.names[2])'") == true)
    var silent = Self.made(teams: 6, seed: 4).rows
    for place in silent.indices {
      if silent[place].home == 2 { silent[place].homeGoals = 0 }
      if silent[place].away == 2 { silent[place].awayGoals = 0 }
    }
    #expect(code(silent, 6) == "unbounded-team")
    let fit = try GoalModelFit(silent, teams: Array(Self.names.prefix(6)), options: .init(ridge: 0.1))
    #expect(fit.model.attack[2] == fit.model.attack.min())
    #expect(fit.gradient < 1e-7)
  }

  @Test func `all draws without goals are refused, never a crash`() {
    let rows = Self.made(teams: 6, seed: 5).rows.map {
      GoalRow(home: $0.home, away: $0.away, homeGoals: 0, awayGoals: 0)
    }
    #expect(throws: Diagnostic.self) { try GoalModelFit(rows, teams: Array(Self.names.prefix(6))) }
  }

  @Test func `the grid sums to 1, and its markets agree`() {
    let grid = ScoreGrid(home: 1.4, away: 1.1, rho: -0.05)
    #expect(abs(grid.probabilities.reduce(0, +) - 1) < 1e-12)
    #expect(abs(grid.results.reduce(0, +) - 1) < 1e-12)
    #expect(abs(grid.over(2.5) + grid.probability { $0 + $1 < 3 } - 1) < 1e-12)
    #expect(grid.home(handicap: -0.5) == grid.results[0])
    #expect(abs(grid.home(handicap: 0.5) - grid.results[0] - grid.results[1]) < 1e-12)
    #expect(grid.winToNil.home < grid.results[0])
    #expect(abs(grid.bothScore - grid.probability { min($0, $1) > 0 }) < 1e-12)
    let top = grid.likeliest(3)
    #expect(top.map(\.probability) == top.map(\.probability).sorted(by: >))
    #expect(grid[15, 0] == 0 && grid[-1, 0] == 0)
    // The correction moves probability between low scores only.
    let plain = ScoreGrid(home: 1.4, away: 1.1, rho: 0)
    #expect(grid[0, 0] > plain[0, 0] && grid[1, 0] < plain[1, 0])
    #expect(abs(grid[2, 1] / plain[2, 1] - 1) < 1e-12)
  }
}
