public import PodiumCore

/// The rest of a season played many times with the probabilities of a goal model, counted by the league's own rules.
public struct SeasonSimulation: Sendable {
  /// A match that is still to be played, by the numbers of the teams.
  public struct Fixture: Sendable, Equatable {
    public var home: Int
    public var away: Int

    public init(home: Int, away: Int) { (self.home, self.away) = (home, away) }
  }

  /// The rows of a table so far, and what is still to be played.
  public struct Input: Sendable {
    public var played: [TableMatch]
    public var remaining: [Fixture]
    public var teams: Int
    public var rules: LeagueRules
    public var adjustments: [TableAdjustment]

    public init(
      played: [TableMatch], remaining: [Fixture], teams: Int, rules: LeagueRules,
      adjustments: [TableAdjustment] = []
    ) {
      (self.played, self.remaining, self.teams) = (played, remaining, teams)
      (self.rules, self.adjustments) = (rules, adjustments)
    }
  }

  public let runs: Int
  /// Each team's points at the end, the mean of all runs.
  public let meanPoints: [Double]
  /// The share of runs that a team ends in each position: by team, then by position from the top.
  ///
  /// Teams that no rule separates share the positions they take up in equal parts.
  public let positions: [[Double]]

  /// Runs of one job: each job has a generator derived from the seed and its number, so any number of threads gives the
  /// same result.
  private static let runsPerJob = 500

  /// Plays the remaining matches `runs` times; throws `cancelled`.
  public init(
    _ input: Input, model: GoalModel, runs: Int, seed: Seed, threads: Int = 1,
    cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    let samplers = input.remaining.map { ScoreSampler(model.grid(home: $0.home, away: $0.away)) }
    let base = LeagueTable.rows(
      input.played, teams: input.teams, rules: input.rules, adjustments: input.adjustments)
    let jobs = (runs + SeasonSimulation.runsPerJob - 1) / SeasonSimulation.runsPerJob
    let parts = Parallel.map(count: jobs, threads: threads) { job in
      var random = seed.derived("football.simulate", job).source()
      var part = Part(teams: input.teams)
      for _ in 0..<min(SeasonSimulation.runsPerJob, runs - job * SeasonSimulation.runsPerJob) {
        if cancellation.isCancelled { break }
        part.play(input, base, samplers, &random)
      }
      return part
    }
    try cancellation.check()
    var sum = Part(teams: input.teams)
    for part in parts { sum.add(part) }
    self.runs = runs
    meanPoints = sum.points.map { Double($0) / Double(runs) }
    positions = (0..<input.teams).map { team in
      (0..<input.teams).map { sum.shares[team * input.teams + $0] / Double(runs) }
    }
  }

  /// The counts of some runs.
  private struct Part: Sendable {
    let teams: Int
    var points: [Int]
    var shares: [Double]

    init(teams: Int) {
      self.teams = teams
      points = [Int](repeating: 0, count: teams)
      shares = [Double](repeating: 0, count: teams * teams)
    }

    mutating func play(
      _ input: Input, _ base: [TableRow], _ samplers: [ScoreSampler], _ random: inout RandomSource
    ) {
      var rows = base
      var matches = input.played
      for (match, sampler) in zip(input.remaining, samplers) {
        let score = sampler.score(&random)
        let played = TableMatch(home: match.home, away: match.away, homeGoals: score.home, awayGoals: score.away)
        rows[match.home].count(played, isHome: true, input.rules)
        rows[match.away].count(played, isHome: false, input.rules)
        matches.append(played)
      }
      let groups = input.rules.split?.groups(
        matches, teams: teams, rules: input.rules, adjustments: input.adjustments)
      let places = LeagueTable(rows, matches, rules: input.rules, groups: groups).places
      var first = 0
      while first < places.count {
        let end = places[first...].firstIndex { $0.position != places[first].position } ?? places.count
        for place in places[first..<end] {
          points[place.team] += place.row.points
          for position in first..<end { shares[place.team * teams + position] += 1 / Double(end - first) }
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

/// Draws scores from a grid.
struct ScoreSampler: Sendable {
  /// The sums of the probabilities, the most probable score first, so that most searches end early.
  private let sums: [Double]
  private let scores: [(home: Int, away: Int)]

  init(_ grid: ScoreGrid) {
    let order = grid.likeliest(grid.probabilities.count)
    var sum = 0.0
    sums = order.map {
      sum += $0.probability
      return sum
    }
    scores = order.map { ($0.home, $0.away) }
  }

  func score(_ random: inout RandomSource) -> (home: Int, away: Int) {
    let drawn = random.uniform()
    var place = 0
    while place < sums.count - 1, sums[place] <= drawn { place += 1 }
    return scores[place]
  }
}
