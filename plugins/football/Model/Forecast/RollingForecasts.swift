public import PodiumCore

/// Forecasts of a season's matches, each from earlier days only.
///
/// Before each match day every model is fitted again to all earlier matches of the training seasons and the season
/// itself. A match is forecast when both teams have played `minimumPlayed` matches before, and has odds where a model
/// needs them, so that all models face one set of matches.
public struct RollingForecasts: Sendable {
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
  public let rows: [Row]
  /// Matches of the season that were not forecast because a team had too few matches before, and for want of odds.
  public let tooEarly: Int
  public let withoutOdds: Int

  /// Forecasts the matches of `season`; `training` are matches of earlier seasons.
  ///
  /// Throws what `GoalModelFit` throws, and `cancelled`.
  public init(
    season: [ForecastMatch], training: [ForecastMatch], teams: [String], models: [ForecastModel],
    options: Options = Options(), cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    self.models = models
    let needsOdds = models.contains { if case .odds = $0 { true } else { false } }
    let order = season.indices.sorted { (season[$0].day, $0) < (season[$1].day, $1) }
    let earlier = training.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
      .map(\.element)
    var state = ForecastState(teams: teams, options: options)
    var (taken, start) = (0, 0)
    let first = order.first.map { season[$0].day } ?? 0
    var (rows, tooEarly, withoutOdds): ([Row], Int, Int) = ([], 0, 0)
    while start < order.count {
      try cancellation.check()
      let day = season[order[start]].day
      let end = order[start...].firstIndex { season[$0].day != day } ?? order.count
      while taken < earlier.count, earlier[taken].day < day {
        state.learn(earlier[taken])
        taken += 1
      }
      if day == first { state.begin() }
      var wanted: [Int] = []
      for place in order[start..<end] {
        let match = season[place]
        if options.only?.contains(place) == false { continue }
        if min(state.played[match.home], state.played[match.away]) < options.minimumPlayed {
          tooEarly += 1
        } else if needsOdds, OddsMargin.basic.probabilities(match.odds ?? []) == nil {
          withoutOdds += 1
        } else {
          wanted.append(place)
        }
      }
      if !wanted.isEmpty {
        let forecasts = try state.forecasts(wanted.map { season[$0] }, day: day, models: models)
        for (place, probabilities) in zip(wanted, forecasts) {
          rows.append(Row(match: place, probabilities: probabilities))
        }
      }
      for place in order[start..<end] { state.learn(season[place]) }
      start = end
    }
    (self.rows, self.tooEarly, self.withoutOdds) = (rows, tooEarly, withoutOdds)
  }
}

/// What is known before a day, and the models fitted to it.
private struct ForecastState {
  private let teams: [String]
  private let options: RollingForecasts.Options
  private(set) var played: [Int]
  private var goals: [(day: Int, row: GoalRow)] = []
  /// How many of the matches are of earlier seasons.
  private var trained = 0
  private var results = [0, 0, 0]
  private var ratings: EloRatings
  private var fitted: [ForecastModel: GoalModel] = [:]

  init(teams: [String], options: RollingForecasts.Options) {
    (self.teams, self.options) = (teams, options)
    played = [Int](repeating: 0, count: teams.count)
    ratings = EloRatings(options.elo, teams: teams.count)
  }

  /// New teams take the ratings of those that left, and from here on matches are of the season.
  mutating func begin() {
    trained = goals.count
    guard let mean = options.teams.departed.map({ ratings.values[$0] }).mean else { return }
    for team in options.teams.promoted { ratings.values[team] = mean }
  }

  mutating func learn(_ match: ForecastMatch) {
    played[match.home] += 1
    played[match.away] += 1
    results[match.result.rawValue] += 1
    goals.append((match.day, GoalRow(match)))
    ratings.learn(match)
  }

  mutating func forecasts(
    _ matches: [ForecastMatch], day: Int, models: [ForecastModel]
  ) throws(Diagnostic) -> [[[Double]]] {
    var found = [[[Double]]](repeating: [], count: matches.count)
    for model in models {
      switch model {
      case .dixonColes, .poisson:
        let fit = try fit(model, day: day)
        for (place, match) in matches.enumerated() {
          found[place].append(fit.grid(home: match.home, away: match.away).results)
        }
      case .elo:
        let draw = ratings.draw
        for (place, match) in matches.enumerated() {
          found[place].append(Elo.results(expected: ratings.expected(match), draw: draw))
        }
      case .climatology:
        let all = results.reduce(0, +)
        let shares = results.map { all > 0 ? Double($0) / Double(all) : 1.0 / 3 }
        for place in matches.indices { found[place].append(shares) }
      case .uniform:
        for place in matches.indices { found[place].append([1.0 / 3, 1.0 / 3, 1.0 / 3]) }
      case .odds(let margin):
        for (place, match) in matches.enumerated() {
          found[place].append(margin.probabilities(match.odds ?? [])?.values ?? [])
        }
      }
    }
    return found
  }

  /// A team that has played little may have no maximum yet; that does not move the others' forecasts.
  private mutating func fit(_ model: ForecastModel, day: Int) throws(Diagnostic) -> GoalModel {
    var rows = goals.map { played, row in
      var row = row
      row.weight = GoalRow.weight(daysAgo: day - played, decay: options.decay)
      return row
    }
    rows += options.teams.rows(rows.prefix(trained))
    let fit = try GoalModelFit(
      rows, teams: teams,
      options: .init(correlation: model == .dixonColes, ridge: options.ridge, refusesUnbounded: false),
      from: fitted[model])
    fitted[model] = fit.model
    return fit.model
  }
}
