internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

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
    exampleLines: MatchDay.lines(
      """
      from the New Year on: {league}; football simulate M1 2024-25 asof=2024-12-31 runs=1000 -> points_mean
      strengths drawn to the mean: {league}; football simulate M1 2024-25 asof=2024-12-31 runs=1000 ridge=1 -> p1
      before the first match: {league}; football simulate M1 2024-25 asof=2024-08-01 runs=1000 train=2023-24 -> in earlier seasons
      saved to a file: {league}; football simulate M1 2024-25 asof=2025-03-01 runs=1000 to chances.csv -> chances.csv
      before the season: {league}; football simulate M1 2024-25 asof=2024-08-01 -> !no-matches
      """), traits: .readsOnly, seeAlso: ["football table", "football predict"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let typed = try call.day(SimulateCommand.asof, in: session)
    let span = call.span(of: SimulateCommand.asof) ?? call.span(of: ChosenSeason.season)
    let training = try ForecastKeys.seasons(call, code, before: season, workspace)
    let data = try ForecastSeason(workspace, code, season, training: training, upTo: typed)
    guard let day = typed ?? data.stored.last?.date ?? data.training.map(\.day).max().map({ CalendarDate(days: $0) })
    else {
      throw Diagnostic("no-matches", "'\(code)' \(season) has no result yet", span: span, help: "import results first")
    }
    var table = try SeasonTable(workspace, code, season)
    var whole = table
    whole.count(upTo: nil)
    table.count(upTo: day, allTeams: true)
    let known = Set((table.counted + table.deciders + whole.lateMatches).map(\.number))
    let left = table.matches.filter { match in
      !known.contains(match.number) && table.playOffs.isInside(match) && match.state != .cancelled
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
        }, teams: teams, ridge: call[ForecastKeys.ridge], cancellation: session.cancellation)
    } catch { throw ForecastKeys.withHelp(error, data).at(span) }
    var input = SeasonSimulation.Input(
      played: table.rows,
      remaining: left.compactMap { match in
        guard let home = table.place(of: match.home), let away = table.place(of: match.away) else { return nil }
        return (home, away)
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
