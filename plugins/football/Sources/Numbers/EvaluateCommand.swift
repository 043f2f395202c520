internal import FootballModel
internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct EvaluateCommand: Command {
  static let models = Parameter<[String]?>.list(
    "models", help: "Models to compare; by default all.", completion: .words(ForecastModel.all.map(\.description)))
  static let rounds = Parameter<String?>.text(
    "rounds", help: "Only the matches of these rounds, as in rounds=1..6; with train= those of new teams too.")
  static let rows = Parameter<Bool>.flag("rows", default: false, help: "Also list the forecast of each match.")

  let signature = Signature(
    "football evaluate", topic: .plugins, summary: "Compare forecasting models over a season, match day by match day.",
    details: """
      Before each match day every model is fitted again to the earlier days of the season and of the training seasons, \
      so no forecast looks ahead. All models face one set of matches: both teams have played five matches before, and \
      odds are there if a model uses them. rps, log_loss and brier are means, 0 is best; a probability of 0 for the \
      actual result makes log_loss infinite, which prints as undefined. A model that beats the closing odds by two \
      standard errors is reported as a possible leak. With train= and rounds= new teams are forecast from the first round, \
      as the teams that left.
      """,
    parameters: [
      ChosenSeason.competition.any, ChosenSeason.season.any, models.any, ForecastKeys.training.any, rounds.any,
      ForecastKeys.xi.any, ForecastKeys.ridge.any, rows.any,
    ],
    exampleLines: MatchDay.lines(
      """
      all models over a season: {league}; football evaluate M1 2024-25 train=2023-24 -> odds-shin
      three models, without odds: {league}; football evaluate M1 2024-25 models=dixon-coles,elo,climatology -> dixon-coles
      with the forecast of each match: {league}; football evaluate M1 2024-25 models=elo,odds-shin rows=yes -> p_draw
      the start of a season: {league}; football evaluate M1 2024-25 train=2023-24 rounds=1..6 models=dixon-coles,odds-shin -> low95
      an unknown model: {league}; football evaluate M1 2024-25 models=magic -> !unknown-model
      """), traits: .readsOnly, seeAlso: ["football fit", "football predict"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let models = try EvaluateCommand.models(call)
    let training = try ForecastKeys.seasons(call, code, before: season, workspace)
    let data = try ForecastSeason(workspace, code, season, training: training)
    let span = call.span(of: ChosenSeason.season)
    let only = try EvaluateCommand.rounds(call, data)
    let isStart = only != nil && !training.isEmpty
    let values = ForecastKeys.Values(call, isTrained: isStart)
    var options = RollingForecasts.Options(decay: values.xi, ridge: values.ridge, minimumPlayed: isStart ? 0 : 5)
    options.only = only
    if isStart { options.teams = data.promoted }
    let rolling: RollingForecasts
    do throws(Diagnostic) {
      let matches = data.training + data.matches
      rolling = try RollingForecasts(
        matches, after: data.training.count, folds: EvaluateCommand.folds(matches), teams: data.teams, models: models,
        options: options, cancellation: session.cancellation)
    } catch { throw error.at(span) }
    guard !rolling.rows.isEmpty else {
      throw Diagnostic(
        "no-matches",
        "no match of '\(code)' \(season) can be forecast: \(EvaluateCommand.left(rolling).joined(separator: ", "))",
        span: span, help: "add earlier seasons with train=, or leave out the odds with models=")
    }
    var outputs: [Output] = [.table(try EvaluateCommand.table(rolling, data, training, values))]
    if let differences = try EvaluateCommand.differences(rolling, data) { outputs.append(differences) }
    if call[EvaluateCommand.rows] { outputs.append(.table(try EvaluateCommand.forecasts(rolling, data))) }
    return outputs + (isStart ? data.notes : data.playedNotes)
      + EvaluateCommand.leaks(rolling, data).map(Output.warning)
  }

  /// The rolling folds of 'cv', a day each; none where all matches are of one day.
  private static func folds(_ matches: [ForecastMatch]) throws(Diagnostic) -> [RollingForecasts.Fold] {
    guard Set(matches.map(\.day)).count > 1 else { return [] }
    let table = try Table([
      Column("day", .integer(matches.map(\.day))), Column("home", .integer(matches.map(\.home)), role: .feature),
      Column("result", .category(Categorical(matches.map(\.result.letter)))),
    ])
    let folds = try ResamplingCatalogue.builtIn.allocate(
      ResamplingSpec(ResamplingName.rolling.key, settings: ["time": "day", "every": "1"]),
      LearningTask(table: table, target: "result"), seed: Seed(0))
    return (0..<folds.foldCount).map { fold in
      (folds.trainingRows(repeat: 0, fold: fold), folds.testRows(repeat: 0, fold: fold))
    }
  }

  private static func models(_ call: Call) throws(Diagnostic) -> [ForecastModel] {
    guard let typed = call[models] else { return ForecastModel.all }
    var found: [ForecastModel] = []
    for word in typed {
      guard let model = ForecastModel.all.first(where: { $0.description == word }) else {
        throw Diagnostic.unknown(
          "model", word, among: ForecastModel.all.map(\.description), span: call.span(of: models))
      }
      if !found.contains(model) { found.append(model) }
    }
    return found
  }

  /// The places of the matches in the typed rounds; throws `bad-value`.
  private static func rounds(_ call: Call, _ data: ForecastSeason) throws(Diagnostic) -> Set<Int>? {
    guard let typed = call[rounds] else { return nil }
    let ends = typed.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
    let numbers = SeasonRounds(data.stored).numbers
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first >= 1, first <= last else {
      throw .badValue(
        "rounds", typed.abridged, allowed: "a round, or the first and the last one, as in 1..6",
        span: call.span(of: rounds))
    }
    let found = Set(numbers.indices.filter { (first...last).contains(numbers[$0]) })
    guard !found.isEmpty else {
      throw .badValue(
        "rounds", typed.abridged, allowed: "rounds of the season, 1 to \(numbers.max() ?? 0)",
        span: call.span(of: rounds))
    }
    return found
  }

  private static func left(_ rolling: RollingForecasts) -> [String] {
    [(rolling.tooEarly, "a team had played fewer than 5 before"), (rolling.withoutOdds, "no odds")].filter { $0.0 > 0 }
      .map { "\($0.0.counted("match", plural: "matches")) left out: \($0.1)" }
  }

  private static func table(
    _ rolling: RollingForecasts, _ data: ForecastSeason, _ training: [Season], _ values: ForecastKeys.Values
  ) throws(Diagnostic) -> TableOutput {
    let scores = rolling.models.indices.map { model in
      var score = ForecastScores()
      for row in rolling.rows { score.add(row.probabilities[model], data.matches[row.match].result.rawValue) }
      return score
    }
    func numbers(_ name: String, _ value: (ForecastScores) -> Double?) -> Column {
      Column(name, .number(scores.map { value($0) ?? .nan }))
    }
    let table = try Table([
      Column("model", .category(Categorical(rolling.models.map(\.description)))),
      Column("matches", .integer(scores.map(\.count))), numbers("rps", \.rps), numbers("log_loss", \.logLoss),
      numbers("brier", \.brier), numbers("accuracy", \.accuracy),
    ])
    var footer = [
      "forecast from earlier days of "
        + (training + [data.season]).map(\.description).joined(separator: ", ") + "; " + values.sentence
    ]
    if rolling.models.contains(where: \.isOfOdds) {
      footer.append("odds as football import took them from the columns that it names")
    }
    footer += left(rolling)
    for (model, score) in zip(rolling.models, scores) where score.impossible > 0 {
      footer.append("\(model): \(score.impossible.counted("result")) had probability 0, so log_loss is infinite")
    }
    return TableOutput(
      table, title: "forecasts of \(data.competition) \(data.season)", footer: footer,
      decimals: ["rps": 4, "log_loss": 4, "brier": 4, "accuracy": 3])
  }

  private static func forecasts(_ rolling: RollingForecasts, _ data: ForecastSeason) throws(Diagnostic) -> TableOutput {
    struct Line { let row: RollingForecasts.Row, model: Int }
    let lines = rolling.rows.flatMap { row in rolling.models.indices.map { Line(row: row, model: $0) } }
    func share(_ name: String, _ outcome: Int) -> Column {
      Column(name, .number(lines.map { $0.row.probabilities[$0.model][outcome] }))
    }
    let table = try Table([
      Column("date", .date(lines.map { data.stored[$0.row.match].date })),
      Column("home", .category(Categorical(lines.map { data.stored[$0.row.match].home }))),
      Column("away", .category(Categorical(lines.map { data.stored[$0.row.match].away }))),
      Column("model", .category(Categorical(lines.map { rolling.models[$0.model].description }))),
      share("p_home", 0), share("p_draw", 1), share("p_away", 2),
    ])
    let output = TableOutput(table, title: "forecasts by match", decimals: ["p_home": 4, "p_draw": 4, "p_away": 4])
    return MatchRows.showing(output, scores: [("p_home", "1"), ("p_draw", "x"), ("p_away", "2")])
  }

  /// How much worse than the odds each model is, match by match, in rps; nil where no odds are among the models.
  private static func gains(_ rolling: RollingForecasts, _ data: ForecastSeason) -> (odds: Int, gains: [PairedGains])? {
    guard let odds = rolling.models.firstIndex(where: \.isOfOdds) else { return nil }
    return (
      odds,
      rolling.models.indices.map { model in
        var gains = PairedGains()
        for row in rolling.rows {
          let happened = data.matches[row.match].result.rawValue
          gains.add(
            ForecastScores.rps(row.probabilities[odds], happened)
              - ForecastScores.rps(row.probabilities[model], happened))
        }
        return gains
      }
    )
  }

  /// Models that beat the odds by two standard errors of the mean difference in rps.
  private static func leaks(_ rolling: RollingForecasts, _ data: ForecastSeason) -> [String] {
    guard let (odds, gains) = gains(rolling, data) else { return [] }
    return rolling.models.indices.compactMap { model in
      rolling.models[model].isOfOdds
        ? nil : gains[model].alarm.map { "\(rolling.models[model]) beats \(rolling.models[odds]) \($0)" }
    }
  }

  /// The mean difference in rps to the odds with its 95 % interval; nil without odds.
  private static func differences(_ rolling: RollingForecasts, _ data: ForecastSeason) throws(Diagnostic) -> Output? {
    guard let (odds, gains) = gains(rolling, data) else { return nil }
    let others = rolling.models.indices.filter { !rolling.models[$0].isOfOdds }
    let intervals = others.map { gains[$0].interval }
    guard !others.isEmpty, intervals.contains(where: { $0 != nil }) else { return nil }
    let table = try Table([
      Column("model", .category(Categorical(others.map { rolling.models[$0].description }))),
      Column("matches", .integer(others.map { _ in rolling.rows.count })),
      Column("rps_more", .number(intervals.map { $0.map { -$0.mean } ?? .nan })),
      Column("low95", .number(intervals.map { $0.map { -$0.mean - $0.half } ?? .nan })),
      Column("high95", .number(intervals.map { $0.map { -$0.mean + $0.half } ?? .nan })),
    ])
    return .table(
      TableOutput(
        table, title: "rps more than \(rolling.models[odds])",
        footer: ["mean difference over the same matches, with its 95 % interval: 1.96 standard errors"],
        decimals: ["rps_more": 4, "low95": 4, "high95": 4]))
  }
}

extension ForecastModel {
  fileprivate var isOfOdds: Bool { if case .odds = self { true } else { false } }
}
