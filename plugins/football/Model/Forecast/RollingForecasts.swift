public import PodiumCore

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
      for model in models { forecasts.append(try forecast(model, from: past, earlier, day: day, cancellation)) }
      rows += wanted.map { place in Row(match: place - trained, probabilities: forecasts.map { $0(matches[place]) }) }
    }
    tooEarly = (options.only?.count ?? matches.count - trained) - rows.count - withoutOdds
  }

  /// What a model says of the matches of a day, from those before, of which the first `trained` are of earlier seasons.
  private mutating func forecast(
    _ model: ForecastModel, from past: [ForecastMatch], _ trained: Int, day: Int, _ cancellation: Cancellation
  ) throws(Diagnostic) -> (ForecastMatch) -> [Double] {
    switch model {
    case .dixonColes, .poisson:
      var rows = past.map { GoalRow($0, weight: GoalRow.weight(daysAgo: day - $0.day, decay: options.decay)) }
      rows += options.teams.rows(rows.prefix(trained))
      // A team that has played little may have no maximum yet; that does not move the others' forecasts.
      let fit = try GoalModelFit(
        rows, teams: teams,
        options: .init(correlation: model == .dixonColes, ridge: options.ridge, refusesUnbounded: false),
        from: fitted[model], cancellation: cancellation
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
