internal import Glibc
public import PodiumCore

/// A played match as forecasts use it.
public struct ForecastMatch: Sendable, Equatable {
  /// Days since 1970-01-01.
  public var day: Int
  /// The numbers of the teams.
  public var home: Int
  public var away: Int
  public var homeGoals: Int
  public var awayGoals: Int
  /// Decimal odds for H, D and A.
  public var odds: [Double]?

  public init(day: Int, home: Int, away: Int, homeGoals: Int, awayGoals: Int, odds: [Double]? = nil) {
    (self.day, self.home, self.away) = (day, home, away)
    (self.homeGoals, self.awayGoals, self.odds) = (homeGoals, awayGoals, odds)
  }

  public var result: MatchResult { MatchResult(homeGoals: homeGoals, awayGoals: awayGoals) }
}

/// A way to forecast a match from earlier days.
public enum ForecastModel: Sendable, Hashable, CustomStringConvertible {
  case dixonColes
  case poisson
  case elo
  case climatology
  case uniform
  case odds(OddsMargin)

  public static let all: [ForecastModel] =
    [.dixonColes, .poisson, .elo, .climatology, .uniform] + [.odds(.shin), .odds(.power), .odds(.basic)]

  public var description: String {
    switch self {
    case .dixonColes: "dixon-coles"
    case .poisson: "poisson"
    case .elo: "elo"
    case .climatology: "climatology"
    case .uniform: "uniform"
    case .odds(let margin): "odds-" + margin.rawValue
    }
  }
}

/// Scores of three-way forecasts in the order H, D, A: their means over the matches that were added.
public struct ForecastScores: Sendable {
  public private(set) var count = 0
  /// The number of forecasts that gave probability 0 to the actual result.
  public private(set) var impossible = 0
  private var rpsSum = 0.0
  private var brierSum = 0.0
  private var logSum = 0.0
  private var hits = 0

  public init() {}

  /// The mean ranked probability score; nil without forecasts, as are the next three.
  public var rps: Double? { mean(rpsSum) }

  /// The mean of Σ (p − e)² over the three outcomes, 0 to 2.
  public var brier: Double? { mean(brierSum) }

  /// The share of matches whose most probable result happened; the first of H, D, A among equals.
  public var accuracy: Double? { mean(Double(hits)) }

  /// The mean of −ln p of the actual result; also nil where it is infinite.
  public var logLoss: Double? { impossible == 0 ? mean(logSum) : nil }

  /// The mean ignorance in bits; nil as `logLoss`.
  public var ignorance: Double? { logLoss.map { $0 / log(2) } }

  private func mean(_ sum: Double) -> Double? { count > 0 ? sum / Double(count) : nil }

  public mutating func add(_ forecast: [Double], _ happened: Int) {
    count += 1
    rpsSum += ForecastScores.rps(forecast, happened)
    for (outcome, p) in forecast.enumerated() {
      let error = p - (outcome == happened ? 1 : 0)
      brierSum += error * error
    }
    if forecast[happened] > 0 { logSum -= log(forecast[happened]) } else { impossible += 1 }
    if let best = forecast.max(), forecast.firstIndex(of: best) == happened { hits += 1 }
  }

  /// ½ [(p_H − e_H)² + (p_H + p_D − e_H − e_D)²], 0 for a certain and correct forecast, 1 at worst. Epstein (1969); for
  /// football Constantinou and Fenton (2012).
  public static func rps(_ forecast: [Double], _ happened: Int) -> Double {
    var sum = 0.0
    var distance = 0.0
    for outcome in 0..<(forecast.count - 1) {
      distance += forecast[outcome] - (outcome == happened ? 1 : 0)
      sum += distance * distance
    }
    return sum / Double(forecast.count - 1)
  }
}

/// What is assumed of teams without a match in the seasons that a model is trained on. They take the places of teams
/// that left, and are assumed to be like them: each starts with the matches of all teams that left, with the weight of
/// ten matches together, as much as the ridge of a season's strengths is worth.
public struct PromotedTeams: Sendable, Equatable {
  /// How many matches the assumption counts as.
  public static let worth = 10.0

  public let promoted: [Int]
  public let departed: [Int]

  public init(promoted: [Int] = [], departed: [Int] = []) { (self.promoted, self.departed) = (promoted, departed) }

  /// The matches of the teams that left as matches of those that came; `rows` are those of the earlier seasons.
  public func rows(_ rows: some Collection<GoalRow>) -> [GoalRow] {
    let (left, came) = (Set(departed), Set(promoted))
    guard !left.isEmpty, !came.isEmpty else { return [] }
    var own: [GoalRow] = []
    var total = 0.0
    for row in rows where !came.contains(row.home) && !came.contains(row.away) {
      for isHome in [true, false] where left.contains(isHome ? row.home : row.away) {
        var copy = row
        if isHome { copy.home = -1 } else { copy.away = -1 }
        own.append(copy)
        total += row.weight
      }
    }
    guard total > 0 else { return [] }
    let share = min(1, PromotedTeams.worth / total)
    return promoted.flatMap { team in
      own.map { row in
        var row = row
        if row.home < 0 { row.home = team } else { row.away = team }
        row.weight *= share
        return row
      }
    }
  }
}

/// Probabilities from decimal odds: three ways to remove the bookmaker's margin. π = 1 / o, B = Σ π. Basic: π / B.
/// Power: π^k with Σ π^k = 1. Shin (1993), as Strumbelj (2014) writes it: p = (√(z² + 4 (1 − z) π² / B) − z) / (2 (1 −
/// z)) with z, the share of insiders, from Σ p = 1.
public enum OddsMargin: String, CaseIterable, Sendable {
  case basic
  case power
  case shin

  /// One probability per outcome, with Shin's z, which is 0 for the other ways and without a margin. Nil unless all
  /// odds are above 1.
  public func probabilities(_ odds: [Double]) -> (values: [Double], insiders: Double)? {
    guard odds.count > 1, odds.allSatisfy({ $0 > 1 && $0.isFinite }) else { return nil }
    let shares = odds.map { 1 / $0 }
    let book = shares.reduce(0, +)
    let basic = shares.map { $0 / book }
    switch self {
    case .basic: return (basic, 0)
    case .power:
      // The sum falls as k grows: above 1 at one end and below at the other.
      let k = OddsMargin.root(between: 0, and: 100) { k in shares.reduce(-1) { $0 + pow($1, k) } }
      return (OddsMargin.normalised(shares.map { pow($0, k) }), 0)
    case .shin:
      guard book > 1 else { return (basic, 0) }
      func shin(_ z: Double) -> [Double] {
        shares.map { (sqrt(z * z + 4 * (1 - z) * $0 * $0 / book) - z) / (2 * (1 - z)) }
      }
      let z = OddsMargin.root(between: 0, and: 0.999) { shin($0).reduce(-1, +) }
      return (OddsMargin.normalised(shin(z)), z)
    }
  }

  /// The root of a decreasing function, by bisection to the last bit.
  private static func root(between low: Double, and high: Double, of f: (Double) -> Double) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if f(middle) > 0 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Removes the rounding error of the bisection.
  private static func normalised(_ values: [Double]) -> [Double] {
    let sum = values.reduce(0, +)
    return values.map { $0 / sum }
  }
}

/// Forecasts of a season's matches, each from earlier days only. Each fold tests the matches of a day, and every model
/// is fitted again to the matches that the fold trains on: those of the training seasons and of the season itself. A
/// match is forecast when both teams have played `minimumPlayed` matches before, and has odds where a model needs them,
/// so that all models face one set of matches.
public struct RollingForecasts: Sendable {
  /// The places of the matches of a day, and of those that are known before it.
  public typealias Fold = (train: [Int], test: [Int])

  public struct Options: Sendable {
    /// ξ, the decay of a match's weight per day.
    public var decay = 0.0
    public var ridge = 0.0
    public var elo = Elo()
    public var minimumPlayed = 5
    /// What is assumed of teams that are new in the season.
    public var teams = PromotedTeams()
    /// The places of the matches to forecast; nil for all.
    public var only: Set<Int>?

    public init(decay: Double = 0, ridge: Double = 0, elo: Elo = Elo(), minimumPlayed: Int = 5) {
      (self.decay, self.ridge, self.elo, self.minimumPlayed) = (decay, ridge, elo, minimumPlayed)
    }
  }

  /// The forecasts of one match: three probabilities for each model.
  public struct Row: Sendable {
    /// The place of the match in the season.
    public let match: Int
    public let probabilities: [[Double]]
  }

  public let models: [ForecastModel]
  /// In the order of the days; within one in the order of the season's matches.
  public private(set) var rows: [Row] = []
  /// Matches of the season that were not forecast because a team had too few matches before, and for want of odds.
  public private(set) var tooEarly = 0
  public private(set) var withoutOdds = 0
  private let teams: [String]
  private let options: Options
  private var fitted: [ForecastModel: GoalModel] = [:]

  /// Forecasts the matches of a season, which follow `trained` matches of earlier seasons, by folds of both. Throws
  /// what `GoalModelFit` throws, and `cancelled`.
  public init(
    _ matches: [ForecastMatch], after trained: Int = 0, folds: [Fold], teams: [String], models: [ForecastModel],
    options: Options = Options(), cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    (self.models, self.teams, self.options) = (models, teams, options)
    let needsOdds = models.contains { if case .odds = $0 { true } else { false } }
    for (train, test) in folds {
      try cancellation.check()
      let past = train.map { matches[$0] }
      var played = [Int](repeating: 0, count: teams.count)
      for match in past { for team in [match.home, match.away] { played[team] += 1 } }
      var wanted: [Int] = []
      for place in test where place >= trained && options.only?.contains(place - trained) != false {
        let match = matches[place]
        guard min(played[match.home], played[match.away]) >= options.minimumPlayed else { continue }
        if needsOdds, OddsMargin.basic.probabilities(match.odds ?? []) == nil {
          withoutOdds += 1
        } else {
          wanted.append(place)
        }
      }
      guard let day = wanted.first.map({ matches[$0].day }) else { continue }
      let earlier = train.count { $0 < trained }
      var forecasts: [(ForecastMatch) -> [Double]] = []
      for model in models { forecasts.append(try forecast(model, from: past, earlier, day: day)) }
      rows += wanted.map { place in Row(match: place - trained, probabilities: forecasts.map { $0(matches[place]) }) }
    }
    tooEarly = (options.only?.count ?? matches.count - trained) - rows.count - withoutOdds
  }

  /// What a model says of the matches of a day, from those before, of which the first `trained` are of earlier seasons.
  private mutating func forecast(
    _ model: ForecastModel, from past: [ForecastMatch], _ trained: Int, day: Int
  ) throws(Diagnostic) -> (ForecastMatch) -> [Double] {
    switch model {
    case .dixonColes, .poisson:
      var rows = past.map { GoalRow($0, weight: GoalRow.weight(daysAgo: day - $0.day, decay: options.decay)) }
      rows += options.teams.rows(rows.prefix(trained))
      // A team that has played little may have no maximum yet; that does not move the others' forecasts.
      let fit = try GoalModelFit(
        rows, teams: teams,
        options: .init(correlation: model == .dixonColes, ridge: options.ridge, refusesUnbounded: false),
        from: fitted[model]
      ).model
      fitted[model] = fit
      return { fit.grid(home: $0.home, away: $0.away).results }
    case .elo:
      var ratings = EloRatings(options.elo, teams: teams.count)
      ratings.learn(past.prefix(trained))
      ratings.start(options.teams)
      ratings.learn(past.dropFirst(trained))
      return { [ratings, draw = ratings.draw] in Elo.results(expected: ratings.expected($0), draw: draw) }
    case .climatology:
      let all = Double(past.count)
      let shares = MatchResult.allCases.map { result in
        past.isEmpty ? 1.0 / 3 : Double(past.count { $0.result == result }) / all
      }
      return { _ in shares }
    case .uniform: return { _ in [1.0 / 3, 1.0 / 3, 1.0 / 3] }
    case .odds(let margin): return { margin.probabilities($0.odds ?? [])?.values ?? [] }
    }
  }
}
