internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// The played matches of some seasons as forecasts use them, with the teams by number.
struct ForecastSeason {
  let competition: String
  let season: Season
  /// In code-point order.
  let teams: [String]
  /// The matches of the season, by day and number, and what they are in the workspace.
  let matches: [ForecastMatch]
  let stored: [StoredMatch]
  let training: [ForecastMatch]
  /// What to say of the matches that count, and of those that do not.
  let notes: [Output]

  /// Reads a season up to a day and, in full, the training seasons; awarded matches are left out, since no one played
  /// them.
  init(
    _ workspace: FootballWorkspace, _ competition: String, _ season: Season, training: [Season] = [],
    upTo last: CalendarDate? = nil
  ) throws(Diagnostic) {
    var said: [String] = []
    func played(_ season: Season) throws(Diagnostic) -> [StoredMatch] {
      let all = try workspace.matches(competition, season)
      let playOffs = PlayOffs(all)
      said += playOffs.notes(all).filter { !said.contains($0) }
      return all.filter { match in
        match.state == .fullTime && match.fullTime != nil && !playOffs.guests.contains(match.home)
          && !playOffs.guests.contains(match.away)
      }
    }
    self.competition = competition
    self.season = season
    stored = try played(season).filter { match in last.map { match.date <= $0 } ?? true }
    var earlier: [StoredMatch] = []
    for season in training { earlier += try played(season) }
    let names = Set((stored + earlier).flatMap { [$0.home, $0.away] }).sorted(by: CodePointOrder.precedes)
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    func row(_ match: StoredMatch) -> ForecastMatch? {
      guard let home = places[match.home], let away = places[match.away], let goals = match.fullTime else { return nil }
      return ForecastMatch(
        day: match.date.days, home: home, away: away, homeGoals: goals.home, awayGoals: goals.away, odds: match.odds)
    }
    teams = names
    matches = stored.compactMap(row)
    self.training = earlier.compactMap(row)
    notes = said.map(Output.note)
  }

  /// The rows of a goal model with weights by age, counted back from a day (the last one by default).
  func rows(decay xi: Double, from day: CalendarDate? = nil) -> [GoalRow] {
    let last = day?.days ?? matches.map(\.day).max() ?? 0
    return matches.map { match in
      GoalRow(
        home: match.home, away: match.away, homeGoals: match.homeGoals, awayGoals: match.awayGoals,
        weight: GoalRow.weight(daysAgo: last - match.day, decay: xi))
    }
  }

  /// The number of a team; throws `unknown-team`.
  func place(_ team: String, at span: SourceSpan?) throws(Diagnostic) -> Int {
    if let place = teams.firstIndex(of: team) { return place }
    let lower = team.lowercased()
    let fitting = teams.indices.filter { teams[$0].lowercased() == lower }
    if fitting.count == 1 { return fitting[0] }
    throw Diagnostic.unknown("team", team, among: teams, span: span)
  }
}

extension GoalModelFit {
  /// What to say of the fit.
  var notes: [Output] {
    guard isLimited else { return [] }
    return [
      .note(
        "limited rho to \(NumberText.fixed(model.rho, 3)): beyond it some score would be impossible; "
          + "\(matches.counted("match", plural: "matches")) are too few to estimate it")
    ]
  }
}

/// The keys that several forecasting commands share.
enum ForecastKeys {
  static let xi = Parameter<Double?>.number(
    "xi", in: 0...1, help: "Decay of a match's weight per day, as in xi=0.0018; by default 0: all count the same.")
  static let ridge = Parameter<Double?>.number(
    "ridge", in: 0...1000, help: "Ridge penalty on attacks and defences, for short seasons; by default 0.")
  static let asof = Parameter<String?>.text("asof", help: "Last day to use, as in asof=2020-01-01.")

  /// The decay and the ridge of a call: what judges a model and what predicts with it take the same.
  struct Values {
    let xi: Double
    let ridge: Double

    init(_ call: Call) { (xi, ridge) = (call[ForecastKeys.xi] ?? 0, call[ForecastKeys.ridge] ?? 0) }

    /// As a footer has them.
    var sentence: String { "xi \(NumberText.shortest(xi)), ridge \(NumberText.shortest(ridge))" }

    func add(to record: inout RecordOutput) {
      record.add("xi", .real(xi))
      record.add("ridge", .real(ridge))
    }
  }

  /// A model fitted to a season up to a day.
  static func fit(
    _ season: ForecastSeason, correlation: Bool, _ values: Values, asof: CalendarDate?, at span: SourceSpan?
  ) throws(Diagnostic) -> GoalModelFit {
    do throws(Diagnostic) {
      return try GoalModelFit(
        season.rows(decay: values.xi, from: asof), teams: season.teams,
        options: .init(correlation: correlation, ridge: values.ridge))
    } catch {
      throw error.at(span)
    }
  }
}
