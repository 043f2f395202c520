internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct FootballPredictCommand: Command {
  static let home = Parameter<String?>.text(
    "home", positional: true, help: "Home team; without teams the matches of a round.", completion: ChosenSeason.teams)
  static let away = Parameter<String?>.text(
    "away", positional: true, help: "Away team.", completion: ChosenSeason.teams)
  static let model = Parameter<String>.choice(
    "model", GoalModelName.allCases.map(\.rawValue), default: GoalModelName.dixonColes.rawValue,
    help: "Goal model to fit.")
  static let round = Parameter<Int?>.optionalInt(
    "round", in: 1...200, help: "Round to predict, from the days before it; by default each team's next match.")
  static let scores = Parameter<Int?>.optionalInt(
    "scores", in: 1...100, help: "Number of most probable scores to list, as in scores=5.")
  static let over = Parameter<Double?>.number(
    "over", in: 0...20, help: "Line of goals for p_over_line, as in over=3.5.")
  static let handicap = Parameter<Double?>.number(
    "handicap", in: -10...10, help: "Goals added to the home side for p_home_handicap, as in handicap=-1.5.")

  let signature = Signature(
    "football predict", topic: .plugins, summary: "Predict a match, or a round, from the results so far.",
    details: """
      Fits a goal model to the season up to asof= and gives the expected goals, the probabilities of home win, draw and \
      away win, of more than 2.5 goals, of goals by both sides, and the most probable score, from a grid of scores from \
      0-0 to 14-14. Without teams each match of a round has a row. With train= earlier seasons count too, and a team that is \
      new in the season starts like those that left; without it a team needs a match in the season.
      """,
    parameters: [
      ChosenSeason.competition.any, ChosenSeason.season.any, home.any, away.any, model.any, round.any,
      ForecastKeys.training.any, ForecastKeys.xi.any, ForecastKeys.ridge.any, ForecastKeys.asof.any, scores.any,
      over.any, handicap.any,
    ],
    exampleLines: MatchDay.lines(
      """
      one match: {league}; football predict M1 2023-24 Aldmoor Quarrydale -> p_home
      the first round, from the season before: {league}; football predict M1 2024-25 round=1 train=2023-24 -> p_draw
      scores and markets: {league}; football predict M1 2023-24 Aldmoor Quarrydale scores=5 over=3.5 handicap=-1.5 -> p_over_line
      from the results of autumn: {league}; football predict M1 2024-25 Aldmoor Quarrydale asof=2024-12-31 xi=0.002 -> expected_home
      an unknown team: {league}; football predict M1 2023-24 Aldmoor Nowhere -> !unknown-team
      """), traits: .readsOnly, seeAlso: ["football fit", "football simulate"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let training = try ForecastKeys.seasons(call, code, before: season, workspace)
    var day = try call.day(ForecastKeys.asof, in: session)
    guard let first = call[FootballPredictCommand.home] else {
      let matches = try FootballPredictCommand.matches(call, try workspace.matches(code, season), after: day)
      if call[FootballPredictCommand.round] != nil, day == nil {
        day = matches.map(\.date.days).min().map { CalendarDate(days: $0 - 1) }
      }
      let (data, fit) = try fit(call, workspace, code, season, training, day, session.cancellation)
      return [.table(try FootballPredictCommand.table(matches, data, fit, call))] + data.notes + fit.notes
    }
    guard let second = call[FootballPredictCommand.away] else {
      throw Diagnostic(
        "missing-argument", "who plays against '\(first.abridged)'?", span: call.span(of: FootballPredictCommand.home),
        help: GoalModelName(rawValue: first).map { "choose the model with a key: model=\($0.rawValue)" }
          ?? "name both teams, or none for a whole round")
    }
    try call.refuseKeys(
      except: signature.parameters.filter { $0.description.name != "round" }, of: "football predict HOME AWAY",
      instead: "football predict round=")
    let (data, fit) = try fit(call, workspace, code, season, training, day, session.cancellation)
    let home = try data.place(first, in: workspace, at: call.span(of: FootballPredictCommand.home))
    let away = try data.place(second, in: workspace, at: call.span(of: FootballPredictCommand.away))
    guard home != away else {
      throw Diagnostic(
        "same-team", "'\(data.teams[home])' is on both sides", span: call.span(of: FootballPredictCommand.away),
        help: "name two teams")
    }
    let rates = fit.model.rates(home: home, away: away)
    let grid = fit.model.grid(home: home, away: away)
    let results = grid.results
    let likeliest = grid.likeliest(call[FootballPredictCommand.scores] ?? 1)
    var record = RecordOutput(
      "\(data.teams[home]) against \(data.teams[away])",
      [
        "expected_home": .real(rates.home), "expected_away": .real(rates.away), "p_home": .real(results[0]),
        "p_draw": .real(results[1]), "p_away": .real(results[2]), "p_over_2_5": .real(grid.over(2.5)),
        "p_both_score": .real(grid.bothScore), "p_home_to_nil": .real(grid.winToNil.home),
        "p_away_to_nil": .real(grid.winToNil.away),
        "p_over_line": call[FootballPredictCommand.over].map { .real(grid.over($0)) },
        "p_home_handicap": call[FootballPredictCommand.handicap].map { .real(grid.home(handicap: $0)) },
        "score": .text("\(likeliest[0].home)-\(likeliest[0].away)"), "matches": .integer(data.count),
      ])
    ForecastKeys.Values(call, isTrained: !training.isEmpty).add(to: &record)
    var outputs: [Output] = [.record(record)]
    if call[FootballPredictCommand.scores] != nil {
      outputs.append(
        .table(
          TableOutput(
            try Table([
              Column("score", .text(likeliest.map { "\($0.home)-\($0.away)" })),
              Column("probability", .number(likeliest.map(\.probability))),
            ]), title: "most probable scores", decimals: ["probability": 4])))
    }
    return outputs + data.notes + fit.notes
  }

  private func fit(
    _ call: Call, _ workspace: FootballWorkspace, _ code: String, _ season: Season, _ training: [Season],
    _ day: CalendarDate?, _ cancellation: Cancellation
  ) throws(Diagnostic) -> (ForecastSeason, GoalModelFit) {
    let data = try ForecastSeason(workspace, code, season, training: training, upTo: day)
    let fit = try ForecastKeys.fit(
      data, correlation: call[FootballPredictCommand.model] == "dixon-coles",
      ForecastKeys.Values(call, isTrained: !training.isEmpty), asof: day,
      at: call.span(of: ForecastKeys.asof) ?? call.span(of: FootballPredictCommand.round)
        ?? call.span(of: ChosenSeason.season), cancellation)
    return (data, fit)
  }

  /// The matches of the typed round, or each team's next one; throws `no-matches` and `bad-value`.
  private static func matches(
    _ call: Call, _ all: [StoredMatch], after day: CalendarDate?
  ) throws(Diagnostic) -> [StoredMatch] {
    let playOffs = PlayOffs(all)
    let open: (StoredMatch) -> Bool = {
      ![.cancelled, .abandoned, .awarded].contains($0.state)
        && !playOffs.draws.contains($0.home) && !playOffs.draws.contains($0.away)
    }
    let season = all.filter { playOffs.isInside($0) && open($0) }
    if let round = call[round] {
      let numbers = SeasonRounds(season).numbers
      let found = season.indices.filter { numbers[$0] == round }.map { season[$0] }
      guard !found.isEmpty else {
        throw .badValue(
          "round", String(round), allowed: "a round of the season, 1 to \(numbers.max() ?? 0)",
          span: call.span(of: FootballPredictCommand.round))
      }
      return found
    }
    var taken: Set<String> = []
    let next = all.filter { match in
      guard open(match), day.map({ match.date > $0 }) ?? !match.state.isFinal, !taken.contains(match.home),
        !taken.contains(match.away)
      else { return false }
      taken.formUnion([match.home, match.away])
      return true
    }
    guard !next.isEmpty else {
      throw Diagnostic(
        "no-matches", "no match of the season is to come", span: call.span(of: ChosenSeason.season),
        help: "name two teams, a round with round=, or an earlier day with asof=")
    }
    return next
  }

  private static func table(
    _ matches: [StoredMatch], _ data: ForecastSeason, _ fit: GoalModelFit, _ call: Call
  ) throws(Diagnostic) -> TableOutput {
    var rows: [(match: StoredMatch, home: Int, away: Int)] = []
    var unknown: Set<String> = []
    let places = Dictionary(uniqueKeysWithValues: data.teams.enumerated().map { ($1, $0) })
    for match in matches {
      if let home = places[match.home], let away = places[match.away] { rows.append((match, home, away)) }
      unknown.formUnion([match.home, match.away].filter { places[$0] == nil })
    }
    let grids = rows.map { fit.model.grid(home: $0.home, away: $0.away) }
    func share(_ name: String, _ value: (ScoreGrid) -> Double) -> Column { Column(name, .number(grids.map(value))) }
    let rates = rows.map { fit.model.rates(home: $0.home, away: $0.away) }
    let table = try Table([
      Column("number", .integer(rows.map(\.match.number))), Column("date", .date(rows.map(\.match.date))),
      Column("home", .text(rows.map(\.match.home))), Column("away", .text(rows.map(\.match.away))),
      share("p_home") { $0.results[0] }, share("p_draw") { $0.results[1] }, share("p_away") { $0.results[2] },
      Column("expected_home", .number(rates.map(\.home))), Column("expected_away", .number(rates.map(\.away))),
      Column("score", .text(grids.map { $0.likeliest(1).first.map { "\($0.home)-\($0.away)" } })),
    ])
    let values = ForecastKeys.Values(call, isTrained: !data.training.isEmpty)
    var footer = [
      "\(rows.count.counted("match", plural: "matches")) to play, from \(data.count.counted("match", plural: "matches")); "
        + values.sentence
    ]
    if !unknown.isEmpty {
      footer.append(
        "left out, without a match so far: " + unknown.inCodePointOrder().joined(separator: ", ")
          + "; train= adds earlier seasons")
    }
    let output = TableOutput(
      table, title: "forecasts of \(data.competition) \(data.season)", footer: footer,
      decimals: ["p_home": 3, "p_draw": 3, "p_away": 3, "expected_home": 2, "expected_away": 2])
    return MatchRows.showing(output, scores: [("p_home", "1"), ("p_draw", "x"), ("p_away", "2")])
  }
}
