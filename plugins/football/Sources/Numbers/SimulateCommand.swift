internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football simulate`: the rest of a season played many times.
struct SimulateCommand: Command {
  static let asof = Parameter<String?>.text(
    "asof", help: "Last day whose results count, as in asof=2020-01-01; by default the day of the last result.")
  static let runs = Parameter<Int?>.optionalInt("runs", in: 1...1_000_000, help: "Number of seasons; by default 10000.")

  let signature = Signature(
    "football simulate", topic: .plugins, summary: "Play the rest of a season many times: chances of each position.",
    details: """
      Fits Dixon and Coles's model to the results up to asof= and draws the scores of the later matches. The tables \
      follow the competition's own rules, with deductions, head-to-head results and splits. p1 is the share of runs that \
      end in position 1. Teams that no rule separates share their positions. The spread shows chance in the matches, not \
      the uncertainty of the strengths.
      """,
    parameters: [
      ChosenSeason.competition.any, ChosenSeason.season.any, asof.any, runs.any, ForecastKeys.xi.any,
      ForecastKeys.ridge.any,
    ],
    examples: [
      Example(
        "football simulate M1 2024-25 asof=2024-12-31 runs=1000", after: ["football import football-league"],
        "from the New Year on", prints: "points_mean"),
      Example(
        "football simulate M1 2024-25 asof=2024-12-31 runs=1000 ridge=1", after: ["football import football-league"],
        "strengths drawn to the mean", prints: "p1"),
      Example(
        "football simulate M1 2024-25 asof=2025-03-01 runs=1000 to chances.csv",
        after: ["football import football-league"], "saved to a file", prints: "chances.csv"),
      Example(
        "football simulate M1 2024-25 asof=2024-08-01", after: ["football import football-league"],
        "before the season", fails: "no-matches"),
    ], seeAlso: ["football table", "football predict"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let typed = try FootballDays.day(call, SimulateCommand.asof)
    let span = call.span(of: SimulateCommand.asof) ?? call.span(of: ChosenSeason.season)
    let data = try ForecastSeason(workspace, code, season, upTo: typed)
    guard let day = typed ?? data.stored.last?.date else {
      throw Diagnostic("no-matches", "'\(code)' \(season) has no result yet", span: span, help: "import results first")
    }
    let fit = try ForecastKeys.fit(
      data, correlation: true, xi: call[ForecastKeys.xi] ?? 0, ridge: call[ForecastKeys.ridge] ?? 0, asof: day, at: span
    )
    var table = try SeasonTable(workspace, code, season)
    table.count(upTo: day, allTeams: true)
    let known = Set(table.counted.map(\.number))
    let left = table.matches.filter { match in
      !known.contains(match.number) && match.state != .cancelled && match.state != .abandoned
        && table.place(of: match.home) != nil && table.place(of: match.away) != nil
    }
    guard !left.isEmpty else {
      throw Diagnostic(
        "no-matches", "'\(code)' \(season) has no match after \(day) to play", span: span,
        help: "import the fixtures, or choose an earlier day")
    }
    // The model knows the teams that have played, the table all of them.
    let strengths = try table.teams.map { (team) throws(Diagnostic) in
      guard let place = data.teams.firstIndex(of: team) else {
        throw Diagnostic(
          "unknown-team", "'\(team)' has not played up to \(day)", span: span, help: "choose a later day")
      }
      return place
    }
    let model = GoalModel(
      intercept: fit.model.intercept, home: fit.model.home, rho: fit.model.rho,
      attack: strengths.map { fit.model.attack[$0] }, defence: strengths.map { fit.model.defence[$0] })
    let input = SeasonSimulation.Input(
      played: table.rows,
      remaining: left.compactMap { match in
        guard let home = table.place(of: match.home), let away = table.place(of: match.away) else { return nil }
        return .init(home: home, away: away)
      }, teams: table.teams.count, rules: table.rules, adjustments: table.tableAdjustments)
    let runs = call[SimulateCommand.runs] ?? 10_000
    let result = try SeasonSimulation(
      input, model: model, runs: runs, seed: Seed(session.state.settings.seed),
      threads: session.state.settings.threads, cancellation: session.cancellation)
    let order = table.teams.indices.sorted {
      let (a, b) = (result.meanPoints[$0], result.meanPoints[$1])
      return a != b ? a > b : $0 < $1
    }
    var columns = [
      Column("team", .category(Categorical(order.map { table.teams[$0] }))),
      Column("points_mean", .number(order.map { result.meanPoints[$0] })),
    ]
    var decimals = ["points_mean": 1]
    for position in table.teams.indices {
      columns.append(Column("p\(position + 1)", .number(order.map { result.positions[$0][position] })))
      decimals["p\(position + 1)"] = 3
    }
    return [
      .table(
        TableOutput(
          try Table(columns), title: "\(code) \(season) from \(day): \(runs.counted("season"))",
          footer: [
            "\(fit.matches.counted("match", plural: "matches")) played, \(left.count.counted("match", plural: "matches")) simulated; seed \(session.state.settings.seed)"
          ], decimals: decimals))
    ] + fit.notes
  }
}
