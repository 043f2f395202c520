internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football predict`: the probabilities of one match, and the markets that follow from them.
struct PredictCommand: Command {
  static let home = Parameter<String>.required("home", allowed: "a team of the season", help: "Home team.")
  static let away = Parameter<String>.required("away", allowed: "a team of the season", help: "Away team.")
  static let model = Parameter<String>.choice(
    "model", GoalModelName.allCases.map(\.rawValue), default: GoalModelName.dixonColes.rawValue,
    help: "Goal model to fit.")
  static let scores = Parameter<Int?>.optionalInt(
    "scores", in: 1...100, help: "Number of most probable scores to list, as in scores=5.")
  static let over = Parameter<Double?>.number(
    "over", in: 0...20, help: "Line of goals for p_over_line, as in over=3.5.")
  static let handicap = Parameter<Double?>.number(
    "handicap", in: -10...10, help: "Goals added to the home side for p_home_handicap, as in handicap=-1.5.")

  let signature = Signature(
    "football predict", topic: .plugins, summary: "Predict a match from the season's results so far.",
    details: """
      Fits a goal model to the season up to asof= and gives the expected goals, the probabilities of home win, draw and \
      away win, of more than 2.5 goals, of goals by both sides, and the most probable score, from a grid of scores from \
      0-0 to 14-14. A team without a match in the season is refused.
      """,
    parameters: [
      ChosenSeason.competition.any, ChosenSeason.season.any, home.any, away.any, model.any, ForecastKeys.xi.any,
      ForecastKeys.ridge.any, ForecastKeys.asof.any, scores.any, over.any, handicap.any,
    ],
    examples: [
      Example(
        "football predict M1 2023-24 Aldmoor Quarrydale", after: ["football import football-league"], "one match",
        prints: "p_home"),
      Example(
        "football predict M1 2023-24 Aldmoor Quarrydale scores=5 over=3.5 handicap=-1.5",
        after: ["football import football-league"], "scores and markets", prints: "p_over_line"),
      Example(
        "football predict M1 2024-25 Aldmoor Quarrydale asof=2024-12-31 xi=0.002",
        after: ["football import football-league"], "from the results of autumn", prints: "expected_home"),
      Example(
        "football predict M1 2023-24 Aldmoor Nowhere", after: ["football import football-league"], "an unknown team",
        fails: "unknown-team"),
    ], traits: .readsOnly, seeAlso: ["football fit", "football simulate"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let day = try FootballDays.day(call, ForecastKeys.asof)
    let data = try ForecastSeason(workspace, code, season, upTo: day)
    let home = try data.place(call[PredictCommand.home], at: call.span(of: PredictCommand.home))
    let away = try data.place(call[PredictCommand.away], at: call.span(of: PredictCommand.away))
    guard home != away else {
      throw Diagnostic(
        "same-team", "'\(data.teams[home])' is on both sides", span: call.span(of: PredictCommand.away),
        help: "name two teams")
    }
    let values = ForecastKeys.Values(call)
    let fit = try ForecastKeys.fit(
      data, correlation: call[PredictCommand.model] == "dixon-coles", values, asof: day,
      at: call.span(of: ForecastKeys.asof) ?? call.span(of: ChosenSeason.season))
    let rates = fit.model.rates(home: home, away: away)
    let grid = fit.model.grid(home: home, away: away)
    let results = grid.results
    var record = RecordOutput("\(data.teams[home]) against \(data.teams[away])")
    record.add("expected_home", .real(rates.home))
    record.add("expected_away", .real(rates.away))
    record.add("p_home", .real(results[0]))
    record.add("p_draw", .real(results[1]))
    record.add("p_away", .real(results[2]))
    record.add("p_over_2_5", .real(grid.over(2.5)))
    record.add("p_both_score", .real(grid.bothScore))
    record.add("p_home_to_nil", .real(grid.winToNil.home))
    record.add("p_away_to_nil", .real(grid.winToNil.away))
    if let line = call[PredictCommand.over] { record.add("p_over_line", .real(grid.over(line))) }
    if let line = call[PredictCommand.handicap] { record.add("p_home_handicap", .real(grid.home(handicap: line))) }
    let likeliest = grid.likeliest(call[PredictCommand.scores] ?? 1)
    record.add("score", .text("\(likeliest[0].home)-\(likeliest[0].away)"))
    record.add("matches", .integer(fit.matches))
    values.add(to: &record)
    var outputs: [Output] = [.record(record)]
    if call[PredictCommand.scores] != nil {
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
}
