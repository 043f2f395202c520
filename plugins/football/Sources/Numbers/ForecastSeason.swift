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
  /// The teams that are new in the season, and those that left with the last training season.
  let promoted: PromotedTeams
  /// What to say of the matches that count, and of those that do not.
  let playedNotes: [Output]
  /// Those, and what is assumed of new teams.
  let notes: [Output]

  /// Reads a season up to a day and, in full, the training seasons; awarded matches are left out, since no one played
  /// them.
  init(
    _ workspace: FootballWorkspace, _ competition: String, _ season: Season, training: [Season] = [],
    upTo last: CalendarDate? = nil
  ) throws(Diagnostic) {
    var said: [String] = []
    func played(_ season: Season, upTo last: CalendarDate? = nil) throws(Diagnostic) -> [StoredMatch] {
      let all = try workspace.matches(competition, season)
      let playOffs = PlayOffs(all)
      let counted = last.map { day in all.filter { $0.date <= day } } ?? all
      said += playOffs.notes(counted).filter { !said.contains($0) }
      return counted.filter { $0.state == .fullTime && $0.fullTime != nil && playOffs.isOfTeams($0) }
    }
    (self.competition, self.season) = (competition, season)
    stored = try played(season, upTo: last)
    var earlier: [StoredMatch] = []
    var before: Set<String> = []
    for season in training.sorted() {
      let matches = try played(season)
      before = Set(matches.flatMap { [$0.home, $0.away] })
      earlier += matches
    }
    var members = Set(stored.flatMap { [$0.home, $0.away] })
    if !training.isEmpty {
      let all = try workspace.matches(competition, season)
      let playOffs = PlayOffs(all)
      members.formUnion(all.filter(playOffs.isInside).flatMap { [$0.home, $0.away] })
    }
    let known = Set(earlier.flatMap { [$0.home, $0.away] })
    let names = members.union(known).inCodePointOrder()
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    func row(_ match: StoredMatch) -> ForecastMatch? {
      guard let home = places[match.home], let away = places[match.away], let goals = match.fullTime else { return nil }
      return ForecastMatch(
        day: match.date.days, home: home, away: away, homeGoals: goals.home, awayGoals: goals.away, odds: match.odds)
    }
    teams = names
    matches = stored.compactMap(row)
    self.training = earlier.compactMap(row)
    let came = training.isEmpty ? [] : names.filter { !known.contains($0) }
    let left = names.filter { before.contains($0) && !members.contains($0) }
    promoted = PromotedTeams(promoted: came.compactMap { places[$0] }, departed: left.compactMap { places[$0] })
    playedNotes = said.map(Output.note)
    if !came.isEmpty {
      said.append(
        left.isEmpty
          ? "nothing is known of \(came.joined(separator: ", ")): no team left after the last training season"
          : "\(came.joined(separator: ", ")): no match in the training seasons; start like the teams that left "
            + "(\(left.joined(separator: ", "))), with the weight of \(Int(PromotedTeams.worth)) matches")
    }
    notes = said.map(Output.note)
  }

  /// The rows of a goal model with weights by age, counted back from a day (the last one by default): those of the training
  /// seasons, of the season, and what is assumed of new teams.
  func rows(decay xi: Double, from day: CalendarDate? = nil) -> [GoalRow] {
    let last = day?.days ?? (matches + training).map(\.day).max() ?? 0
    func row(_ match: ForecastMatch) -> GoalRow {
      GoalRow(match, weight: GoalRow.weight(daysAgo: last - match.day, decay: xi))
    }
    let earlier = training.map(row)
    return earlier + matches.map(row) + promoted.rows(earlier)
  }

  /// How many matches the rows are of.
  var count: Int { matches.count + training.count }

  /// The number of a team as it is typed; throws `unknown-team`.
  func place(_ word: String, in workspace: FootballWorkspace, at span: SourceSpan?) throws(Diagnostic) -> Int {
    let team = try workspace.team(word, among: teams, at: span)
    return teams.firstIndex(of: team) ?? 0
  }
}

extension GoalModelFit {
  /// What to say of the fit.
  var notes: [Output] {
    let few = "\(matches.counted("match", plural: "matches")) are too few to estimate it"
    let sentence =
      model.rho == 0
      ? "rho is 0: " + few
      : "limited rho to \(NumberText.fixed(model.rho, 3)): beyond it some score would be impossible; " + few
    return isLimited ? [.note(sentence)] : []
  }
}

/// The keys that several forecasting commands share.
enum ForecastKeys {
  static let xi = Parameter<Double?>.number(
    "xi", in: 0...1,
    help: "Decay of a match's weight per day, as in xi=0.0018; by default 0: all count the same; 0.0018 with train=.")
  static let ridge = Parameter<Double?>.number(
    "ridge", in: 0...1000, help: "Ridge penalty on attacks and defences, for short seasons; by default 0.")
  static let asof = Parameter<String?>.text("asof", help: "Last day to use, as in asof=2020-01-01.")

  static let training = Parameter<[String]?>.list(
    "train", help: "Earlier seasons to learn from, as in train=2016-17,2017-18.")

  /// The decay a day where seasons before are learned from and none is typed.
  static let trainingDecay = 0.0018

  /// The seasons of `train=`, each before the season that is forecast.
  static func seasons(
    _ call: Call, _ code: String, before season: Season, _ workspace: FootballWorkspace
  ) throws(Diagnostic) -> [Season] {
    var found: [Season] = []
    for word in call[training] ?? [] {
      let read = try workspace.season(word, of: code, at: call.span(of: training))
      guard read < season else {
        throw Diagnostic(
          "bad-value", "the training season \(read) is not before \(season)", span: call.span(of: training),
          help: "name earlier seasons")
      }
      if !found.contains(read) { found.append(read) }
    }
    return found
  }

  /// The decay and the ridge of a call: what judges a model and what predicts with it take the same.
  struct Values {
    let xi: Double
    let ridge: Double

    /// `isTrained` says that earlier seasons count, which weigh less by default.
    init(_ call: Call, isTrained: Bool = false) {
      xi = call[ForecastKeys.xi] ?? (isTrained ? ForecastKeys.trainingDecay : 0)
      ridge = call[ForecastKeys.ridge] ?? 0
    }

    /// As a footer has them.
    var sentence: String { "xi \(NumberText.shortest(xi)), ridge \(NumberText.shortest(ridge))" }

    func add(to record: inout RecordOutput) { record.add(["xi": .real(xi), "ridge": .real(ridge)]) }
  }

  /// A model fitted to a season up to a day.
  static func fit(
    _ season: ForecastSeason, correlation: Bool, _ values: Values, asof: CalendarDate?, at span: SourceSpan?,
    _ cancellation: Cancellation
  ) throws(Diagnostic) -> GoalModelFit {
    do throws(Diagnostic) {
      return try GoalModelFit(
        season.rows(decay: values.xi, from: asof), teams: season.teams,
        options: .init(correlation: correlation, ridge: values.ridge), cancellation: cancellation)
    } catch { throw withHelp(error, season).at(span) }
  }

  /// The error of a fit; without matches its help names the key that adds some.
  static func withHelp(_ error: Diagnostic, _ season: ForecastSeason) -> Diagnostic {
    guard error.code == "no-matches" else { return error }
    var error = error
    error.help =
      season.training.isEmpty
      ? "train= adds earlier seasons, as in train=\(season.season.before)"
      : "choose a later day, or other seasons in train="
    return error
  }
}
