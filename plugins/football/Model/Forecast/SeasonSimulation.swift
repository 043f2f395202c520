internal import Glibc
public import PodiumCore

/// The rest of a season played many times with the probabilities of a goal model, counted by the league's own rules.
/// Each season has strengths of its own, drawn from what the results so far say of them: strengths that are taken for
/// known make chances that are too sure.
public struct SeasonSimulation: Sendable {
  /// The rows of a table so far, and what is still to be played.
  public struct Input: Sendable {
    public var played: [TableMatch]
    /// The numbers of the teams of each match.
    public var remaining: [(home: Int, away: Int)]
    public var teams: Int
    public var rules: LeagueRules
    /// Each team's group, whose places are apart; nil for a league.
    public var groups: [Int]?
    public var adjustments: [TableAdjustment]

    public init(
      played: [TableMatch], remaining: [(home: Int, away: Int)], teams: Int, rules: LeagueRules,
      adjustments: [TableAdjustment] = []
    ) {
      (self.played, self.remaining, self.teams) = (played, remaining, teams)
      (self.rules, self.adjustments) = (rules, adjustments)
    }
  }

  public let runs: Int
  /// Each team's points at the end, the mean of all runs.
  public let meanPoints: [Double]
  /// The chance that a team ends in each position: by team, then by position from the top. Of k among N runs it is (k +
  /// ½) / (N + m / 2) with the m positions that the points leave possible, so that 0 and 1 are certain. Teams that no
  /// rule separates share the positions they take up in equal parts.
  public let positions: [[Double]]

  /// Runs of one job: each job has a generator derived from the seed and its number, so any number of threads gives the
  /// same result.
  private static let runsPerJob = 500

  /// Plays the remaining matches `runs` times; the first teams of `strengths` are those of the input. Throws `cancelled`.
  public init(
    _ input: Input, strengths: GoalPosterior, runs: Int, seed: Seed, threads: Int = 1,
    cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    let base = LeagueTable.rows(input.played, teams: input.teams, rules: input.rules, adjustments: input.adjustments)
    let jobs = (runs + SeasonSimulation.runsPerJob - 1) / SeasonSimulation.runsPerJob
    var sum = Part(input)
    // The counts of all jobs at once would be many: each has those of every team by every position.
    let together = max(16, threads)
    for first in stride(from: 0, to: jobs, by: together) {
      let parts = Parallel.map(count: min(together, jobs - first), threads: threads) { place in
        let job = first + place
        var random = seed.derived("football.simulate", job).source()
        var part = Part(input)
        for _ in 0..<min(SeasonSimulation.runsPerJob, runs - job * SeasonSimulation.runsPerJob) {
          if cancellation.isCancelled { break }
          part.play(input, base, ScoreSampler(strengths.draw(&random)), &random)
        }
        return part
      }
      try cancellation.check()
      for part in parts { sum.add(part) }
    }
    self.runs = runs
    meanPoints = sum.points.map { Double($0) / Double(runs) }
    let possible = SeasonSimulation.possible(input, base)
    positions = (0..<input.teams).map { team in
      let all = Double(runs) + Double(possible[team].count) / 2
      return (0..<input.teams).map { position in
        if possible[team] == position...position { return 1 }
        return possible[team].contains(position) ? (sum.shares[team * input.teams + position] + 0.5) / all : 0
      }
    }
  }

  /// The positions, from 0, that the points leave possible to each team; all of them where points alone do not order.
  private static func possible(_ input: Input, _ rows: [TableRow]) -> [ClosedRange<Int>] {
    var left = [Int](repeating: 0, count: input.teams)
    for match in input.remaining { for team in [match.home, match.away] { left[team] += 1 } }
    let most = rows.indices.map { rows[$0].points + input.rules.winPoints * left[$0] }
    return rows.indices.map { team in
      let rivals = rows.indices.filter { input.groups?[$0] == input.groups?[team] }
      if input.groups == nil && input.rules.split != nil || input.rules.isPointsPerMatch {
        return 0...(rivals.count - 1)
      }
      let above = rivals.count { rows[$0].points > most[team] }
      let below = rivals.count { most[$0] < rows[team].points }
      return above...(rivals.count - 1 - below)
    }
  }

  /// The counts of some runs.
  private struct Part: Sendable {
    let teams: Int
    var points: [Int]
    var shares: [Double]
    /// Those of the run; kept, since making room for them in each run takes longer than playing some.
    private var matches: [TableMatch]

    init(_ input: Input) {
      (teams, matches) = (input.teams, input.played)
      points = [Int](repeating: 0, count: teams)
      shares = [Double](repeating: 0, count: teams * teams)
      matches.reserveCapacity(matches.count + input.remaining.count)
    }

    mutating func play(_ input: Input, _ base: [TableRow], _ sampler: ScoreSampler, _ random: inout RandomSource) {
      var rows = base
      matches.removeLast(matches.count - input.played.count)
      var rates: [Double] = []
      rates.reserveCapacity(2 * input.remaining.count)
      for match in input.remaining {
        let (home, away) = sampler.rates(match)
        rates.append(home)
        rates.append(away)
      }
      let none = Exponentials.ofNegatives(rates)
      for (place, match) in input.remaining.enumerated() {
        let score = sampler.score(rates[2 * place], rates[2 * place + 1], none[2 * place], none[2 * place + 1], &random)
        let played = TableMatch(home: match.home, away: match.away, homeGoals: score.home, awayGoals: score.away)
        rows[match.home].count(played, isHome: true, input.rules)
        rows[match.away].count(played, isHome: false, input.rules)
        matches.append(played)
      }
      let cut = input.rules.split?.cut(matches, teams: teams, rules: input.rules, adjustments: input.adjustments)
      let places = LeagueTable(rows, matches, rules: input.rules, cut: cut, groups: input.groups).places
      var first = 0
      while first < places.count {
        let (level, group) = (places[first].position, input.groups?[places[first].team])
        let end =
          places[first...].firstIndex { $0.position != level || input.groups?[$0.team] != group } ?? places.count
        for place in places[first..<end] {
          points[place.team] += place.row.points
          for position in (level - 1)..<(level - 1 + end - first) {
            shares[place.team * teams + position] += 1 / Double(end - first)
          }
        }
        first = end
      }
    }

    mutating func add(_ other: Part) {
      for place in points.indices { points[place] += other.points[place] }
      for place in shares.indices { shares[place] += other.shares[place] }
    }
  }
}

/// Draws scores of a model's matches. Home goals are Poisson, by inversion, which the correction of low scores leaves as they
/// are (Dixon and Coles 1997, 4.1); it moves some chance between none and one away goal where the home team has none or one.
struct ScoreSampler {
  private let base: Double
  private let baseAtHome: Double
  private let rho: Double
  private let attack: [Double]
  private let defence: [Double]

  /// Beyond these no draw ends.
  private static let highestRate = 30.0
  private static let mostGoals = 99

  init(_ model: GoalModel) {
    (base, rho) = (ScoreSampler.factor(model.intercept), model.rho)
    baseAtHome = base * ScoreSampler.factor(model.home)
    (attack, defence) = (model.attack.map(ScoreSampler.factor), model.defence.map(ScoreSampler.factor))
  }

  /// A factor of goals whose products with others are finite.
  private static func factor(_ logarithm: Double) -> Double { logarithm > -20 ? exp(min(logarithm, 20)) : exp(-20) }

  func score(_ match: (home: Int, away: Int), _ random: inout RandomSource) -> (home: Int, away: Int) {
    let (lambda, mu) = rates(match)
    return score(lambda, mu, exp(-lambda), exp(-mu), &random)
  }

  /// The mean goals of both teams.
  func rates(_ match: (home: Int, away: Int)) -> (home: Double, away: Double) {
    (
      min(baseAtHome * attack[match.home] * defence[match.away], ScoreSampler.highestRate),
      min(base * attack[match.away] * defence[match.home], ScoreSampler.highestRate)
    )
  }

  /// A score by the rates and the chances of no goal.
  func score(
    _ lambda: Double, _ mu: Double, _ noHome: Double, _ noAway: Double, _ random: inout RandomSource
  ) -> (home: Int, away: Int) {
    let home = ScoreSampler.goals(lambda, noHome, moved: 0, &random)
    // Within the bounds of these two teams, where no score is impossible.
    let (larger, product) = (max(lambda, mu), max(lambda * mu, 1))
    let isWithin = rho * larger >= -1 && rho * product <= 1
    let rho = isWithin ? rho : max(-1 / larger, min(rho, 1 / product))
    let moved = (Double(home.isOne) - lambda * Double(home.isNone)) * (mu * rho * noAway)
    return (home.count, ScoreSampler.goals(mu, noAway, moved: moved, &random).count)
  }

  /// `moved` is added to the chance of no goal, and taken from that of one; `isNone` and `isOne` are 0 or 1.
  ///
  /// Up to five goals without a branch, which the processor would foresee as seldom as anyone does.
  private static func goals(
    _ rate: Double, _ none: Double, moved: Double, _ random: inout RandomSource
  ) -> (count: Int, isNone: Int, isOne: Int) {
    let one = none * rate
    let two = one * (rate * 0.5)
    let three = two * (rate * (1 / 3))
    let four = three * (rate * 0.25)
    var share = four * (rate * 0.2)
    let upToOne = none + one
    let upToTwo = upToOne + two
    let upToThree = upToTwo + three
    let upToFour = upToThree + four
    let draw = random.uniform()
    /// 1 where the draw is below a limit, by the sign of the difference.
    func isBelow(_ limit: Double) -> Int { Int(truncatingIfNeeded: (draw - limit).bitPattern >> 63) }
    let (below0, below1) = (isBelow(none + moved), isBelow(upToOne))
    var count = 5 - below0 - below1 - isBelow(upToTwo) - isBelow(upToThree) - isBelow(upToFour)
    var left = draw - (upToFour + share)
    if left >= 0 {
      count = 6
      while left >= 0, count < mostGoals {
        share *= rate / Double(count)
        left -= share
        if left >= 0 { count += 1 }
      }
    }
    return (count, below0, below1 - below0)
  }
}
