internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

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
    exampleLines: MatchDay.lines(
      """
      after a season: {league}; football elo M1 2023-24 -> rating
      with the goal difference: {league}; football elo M1 2023-24 k=30 home=60 margin=sqrt -> rating
      at the end of the year: {league}; football elo M1 2024-25 asof=2024-12-31 -> 2024-12-31
      a negative K: {league}; football elo M1 2023-24 k=-1 -> !bad-value
      """), traits: .readsOnly, seeAlso: ["football fit", "football evaluate"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let day = try call.day(ForecastKeys.asof, in: session)
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
