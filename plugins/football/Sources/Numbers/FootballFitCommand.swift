internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct FootballFitCommand: Command {
  static let model = Parameter<String>.required(
    "model", allowed: "dixon-coles or poisson",
    help: "dixon-coles corrects low scores; poisson takes both sides' goals as independent.",
    completion: .words(GoalModelName.allCases.map(\.rawValue)))

  /// Smaller derivatives are rounding errors, which differ from one processor to the next.
  static let rounding = 1e-9

  let signature = Signature(
    "football fit", topic: .plugins, summary: "Fit a goal model to a season: attack, defence, home advantage.",
    details: """
      Both sides' goals follow Poisson distributions with log rates intercept + home + attack + the opponent's defence; \
      a higher defence concedes more, and attacks and defences each sum to 0. Dixon and Coles (1997) add rho for low \
      scores. The likelihood is at its maximum: gradient is the largest derivative left, or 1e-9 if it is smaller. \
      Awarded matches are left out. With train= earlier seasons count too, and a team that is new in the season starts like \
      those that left.
      """,
    parameters: [
      model.any, ChosenSeason.competition.any, ChosenSeason.season.any, ForecastKeys.training.any, ForecastKeys.xi.any,
      ForecastKeys.ridge.any, ForecastKeys.asof.any,
    ],
    examples: MatchDay.examples(
      """
      football fit dixon-coles M1 2023-24 | league | a season | log_likelihood
      football fit poisson M1 2023-24 xi=0.002 | league | independent goals, recent matches weigh more | attack
      football fit dixon-coles M1 2024-25 asof=2024-12-31 ridge=1 | league | half a season, drawn to the mean | rho
      football fit dixon-coles M1 2024-25 train=2023-24 asof=2024-08-31 | league | a few matches, and the season before | xi
      football fit dixon-coles M1 2023-24 asof=2023-08-20 | league | too early in the season | ! unbounded-team
      """), traits: .readsOnly, seeAlso: ["football predict", "football evaluate"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let model = GoalModelName(rawValue: call[FootballFitCommand.model]) else {
      throw .unknownWord(
        "model", call[FootballFitCommand.model], among: GoalModelName.allCases.map(\.rawValue),
        span: call.span(of: FootballFitCommand.model))
    }
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let day = try FootballDays.day(call, ForecastKeys.asof)
    let training = try ForecastKeys.seasons(call, code, before: season, workspace)
    let data = try ForecastSeason(workspace, code, season, training: training, upTo: day)
    let values = ForecastKeys.Values(call, isTrained: !training.isEmpty)
    let fit = try ForecastKeys.fit(
      data, correlation: model == .dixonColes, values, asof: day,
      at: call.span(of: ForecastKeys.asof) ?? call.span(of: ChosenSeason.season))
    var record = RecordOutput(
      "\(model.rawValue) of \(code) \(season)" + (day.map { " up to \($0)" } ?? ""),
      [
        "log_likelihood": .real(fit.logLikelihood), "home": .real(fit.model.home), "rho": .real(fit.model.rho),
        "intercept": .real(fit.model.intercept), "matches": .integer(data.count),
        "gradient": .real(max(fit.gradient, FootballFitCommand.rounding)),
      ])
    values.add(to: &record)
    let order = data.teams.indices.sorted {
      let (a, b) = (fit.model.attack[$0] - fit.model.defence[$0], fit.model.attack[$1] - fit.model.defence[$1])
      return a != b ? a > b : $0 < $1
    }
    let table = try Table([
      Column("team", .category(Categorical(order.map { data.teams[$0] }))),
      Column("attack", .number(order.map { fit.model.attack[$0] })),
      Column("defence", .number(order.map { fit.model.defence[$0] })),
    ])
    return [
      .record(record),
      .table(
        TableOutput(
          table, title: "strengths, best first",
          footer: ["attack above 0 scores more than average, defence above 0 concedes more"],
          decimals: ["attack": 3, "defence": 3])),
    ] + data.notes + fit.notes
  }
}

/// The goal models by the names that people type.
enum GoalModelName: String, CaseIterable {
  case dixonColes = "dixon-coles"
  case poisson
}

struct EloCommand: Command {
  static let k = Parameter<Double?>.number(
    "k", in: 0...1000, help: "K, the most a rating changes in one match; by default 20.")
  static let home = Parameter<Double?>.number(
    "home", in: -1000...1000, help: "Home advantage in rating points; by default 100.")
  static let margin = Parameter<String>.choice(
    "margin", Elo.Margin.allCases.map(\.rawValue), default: Elo.Margin.none.rawValue,
    help: "Whether a change counts the square root of the goal difference.")

  let signature = Signature(
    "football elo", topic: .plugins, summary: "Rate the teams of a season by Elo, from 1500.",
    details: """
      E = 1 / (1 + 10^(−(home rating + home − away rating) / 400)); both ratings change by K (S − E), where S is 1, ½ or \
      0. All teams start at 1500, and the ratings always sum to the same.
      """,
    parameters: [
      ChosenSeason.competition.any, ChosenSeason.season.any, k.any, home.any, margin.any, ForecastKeys.asof.any,
    ],
    examples: [
      Example("football elo M1 2023-24", "after a season", prints: "rating"),
      Example("football elo M1 2023-24 k=30 home=60 margin=sqrt", "with the goal difference", prints: "rating"),
      Example("football elo M1 2024-25 asof=2024-12-31", "at the end of the year", prints: "2024-12-31"),
      Example("football elo M1 2023-24 k=-1", "a negative K", fails: "bad-value"),
    ].after(MatchDay.league), traits: .readsOnly, seeAlso: ["football fit", "football evaluate"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let day = try FootballDays.day(call, ForecastKeys.asof)
    let data = try ForecastSeason(workspace, code, season, upTo: day)
    let elo = Elo(
      kFactor: call[EloCommand.k] ?? 20, homeAdvantage: call[EloCommand.home] ?? 100,
      margin: Elo.Margin(rawValue: call[EloCommand.margin]) ?? .none)
    var learned = EloRatings(elo, teams: data.teams.count)
    learned.learn(data.matches)
    let ratings = learned.values
    let order = data.teams.indices.sorted { ratings[$0] != ratings[$1] ? ratings[$0] > ratings[$1] : $0 < $1 }
    let table = try Table([
      Column("team", .category(Categorical(order.map { data.teams[$0] }))),
      Column("rating", .number(order.map { ratings[$0] })),
    ])
    return [
      .table(
        TableOutput(
          table, title: "Elo ratings of \(code) \(season)" + (day.map { " up to \($0)" } ?? ""),
          footer: ["\(data.matches.count.counted("match", plural: "matches")), all teams from 1500"],
          decimals: ["rating": 1]))
    ] + data.notes
  }
}

struct SimulateCommand: Command {
  static let asof = Parameter<String?>.text(
    "asof", help: "Last day whose results count, as in asof=2020-01-01; by default the day of the last result.")
  static let runs = Parameter<Int?>.optionalInt("runs", in: 1...1_000_000, help: "Number of seasons; by default 10000.")

  let signature = Signature(
    "football simulate", topic: .plugins, summary: "Play the rest of a season many times: chances of each position.",
    details: """
      Fits Dixon and Coles's model to the results up to asof= and draws the scores of the later matches. Each season draws \
      the teams' strengths too, as uncertain as the results leave them: around the average they are a priori normal with \
      the precision ridge=, by default the one that the results show. The tables follow the competition's own rules, with \
      deductions, head-to-head results and splits. p1 is the chance of position 1; only what the points decide is 0 or 1. \
      Teams that no rule separates share their positions. With train= earlier seasons count too, also before the first match, \
      and a team that is new in the season starts like those that left.
      """,
    parameters: [
      ChosenSeason.competition.any, ChosenSeason.season.any, asof.any, runs.any, ForecastKeys.training.any,
      ForecastKeys.xi.any, ForecastKeys.ridge.any,
    ],
    examples: MatchDay.examples(
      """
      football simulate M1 2024-25 asof=2024-12-31 runs=1000 | league | from the New Year on | points_mean
      football simulate M1 2024-25 asof=2024-12-31 runs=1000 ridge=1 | league | strengths drawn to the mean | p1
      football simulate M1 2024-25 asof=2024-08-01 runs=1000 train=2023-24 | league | before the first match | in earlier seasons
      football simulate M1 2024-25 asof=2025-03-01 runs=1000 to chances.csv | league | saved to a file | chances.csv
      football simulate M1 2024-25 asof=2024-08-01 | league | before the season | ! no-matches
      """), traits: .readsOnly, seeAlso: ["football table", "football predict"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let typed = try FootballDays.day(call, SimulateCommand.asof)
    let span = call.span(of: SimulateCommand.asof) ?? call.span(of: ChosenSeason.season)
    let training = try ForecastKeys.seasons(call, code, before: season, workspace)
    let data = try ForecastSeason(workspace, code, season, training: training, upTo: typed)
    guard let day = typed ?? data.stored.last?.date ?? data.training.map(\.day).max().map({ CalendarDate(days: $0) })
    else {
      throw Diagnostic("no-matches", "'\(code)' \(season) has no result yet", span: span, help: "import results first")
    }
    var table = try SeasonTable(workspace, code, season)
    table.count(upTo: day, allTeams: true)
    let known = Set(table.counted.map(\.number))
    let left = table.matches.filter { match in
      !known.contains(match.number) && table.playOffs.isInside(match)
        && !table.deciders.contains { $0.number == match.number } && match.state != .cancelled
        && match.state != .abandoned && table.place(of: match.home) != nil && table.place(of: match.away) != nil
    }
    guard !left.isEmpty else {
      throw Diagnostic(
        "no-matches", "'\(code)' \(season) has no match after \(day) to play", span: span,
        help: "import the fixtures, or choose an earlier day")
    }
    let values = ForecastKeys.Values(call, isTrained: !training.isEmpty)
    // The table's teams come first; matches of others say something of them too.
    let teams = table.teams + data.teams.filter { table.place(of: $0) == nil }
    let places = Dictionary(teams.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let strengths: GoalPosterior
    do throws(Diagnostic) {
      strengths = try GoalPosterior(
        data.rows(decay: values.xi, from: day).compactMap { row in
          guard let home = places[data.teams[row.home]], let away = places[data.teams[row.away]] else { return nil }
          return GoalRow(home: home, away: away, homeGoals: row.homeGoals, awayGoals: row.awayGoals, weight: row.weight)
        }, teams: teams, ridge: call[ForecastKeys.ridge])
    } catch { throw ForecastKeys.withHelp(error, data).at(span) }
    var input = SeasonSimulation.Input(
      played: table.rows,
      remaining: left.compactMap { match in
        guard let home = table.place(of: match.home), let away = table.place(of: match.away) else { return nil }
        return .init(home: home, away: away)
      }, teams: table.teams.count, rules: table.rules, adjustments: table.tableAdjustments)
    input.groups = table.groups
    let runs = call[SimulateCommand.runs] ?? 10_000
    let result = try SeasonSimulation(
      input, strengths: strengths, runs: runs, seed: Seed(session.state.settings.seed),
      threads: session.state.settings.threads, cancellation: session.cancellation)
    let groups = table.groups ?? table.teams.map { _ in 0 }
    let order = table.teams.indices.sorted {
      if groups[$0] != groups[$1] { return groups[$0] < groups[$1] }
      let (a, b) = (result.meanPoints[$0], result.meanPoints[$1])
      return a != b ? a > b : $0 < $1
    }
    let positions = 0..<(Dictionary(grouping: groups) { $0 }.values.map(\.count).max() ?? 0)
    var columns =
      table.groups == nil ? [] : [Column("group", .category(Categorical(order.map { table.group(of: $0) })))]
    columns += [
      Column("team", .category(Categorical(order.map { table.teams[$0] }))),
      Column("points_mean", .number(order.map { result.meanPoints[$0] })),
    ]
    var decimals = ["points_mean": 1]
    for position in positions {
      columns.append(Column("p\(position + 1)", .number(order.map { result.positions[$0][position] })))
      decimals["p\(position + 1)"] = 3
    }
    var output = TableOutput(
      try Table(columns), title: "\(code) \(season) from \(day): \(runs.counted("season"))",
      footer: [
        "\(data.matches.count.counted("match", plural: "matches")) played\(training.isEmpty ? "" : ", \(data.training.count) in earlier seasons"), \(left.count.counted("match", plural: "matches")) simulated; xi \(NumberText.shortest(values.xi)), ridge \(NumberText.significant(strengths.ridge, 3))\(strengths.isEstimated ? " (estimated)" : ""), seed \(session.state.settings.seed)"
      ], decimals: decimals)
    output.chances = Set(positions.map { "p\($0 + 1)" })
    return [.table(output)] + FootballTableCommand.parts(of: table).map(Output.warning) + data.notes
      + unplayed(table, data).map(Output.note)
  }

  /// Teams without a match, of which nothing is known but that they are teams of the league.
  private func unplayed(_ table: SeasonTable, _ data: ForecastSeason) -> [String] {
    let missing = table.teams.filter { !data.teams.contains($0) }
    return missing.isEmpty
      ? []
      : [
        "no result yet of \(missing.prefix(4).map { "'\($0.abridged)'" }.joined(separator: ", "))"
          + (missing.count > 4 ? ", …" : "") + ": average strength, as uncertain as that of a team of the league"
      ]
  }
}
