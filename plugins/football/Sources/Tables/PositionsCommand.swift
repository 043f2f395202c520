internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct PositionsCommand: Command {
  static let team = Parameter<[String]?>.list(
    "team", help: "Only these teams, as in team=Aldmoor,Brinfell.", completion: ChosenSeason.teams)

  let signature = Signature(
    "football positions", topic: .plugins, summary: "Show each team's position after each round.",
    details: """
      A match belongs to the round that its source numbers. Without numbers, a team's first match is in round 1, its \
      second in round 2, and a match of teams that have played differently often belongs to the later round. Points, \
      adjustments and tie-breakers count as in football table.
      """,
    parameters: [ChosenSeason.competition.any, ChosenSeason.season.any, team.any],
    exampleLines: MatchDay.lines(
      """
      a season: {league}; football positions M1 2023-24 -> Aldmoor
      two teams: {league}; football positions M1 2023-24 team=Aldmoor,Brinfell -> Brinfell
      saved to a file: {league}; football positions M1 2023-24 to positions.csv -> positions.csv
      an unknown team: {league}; football positions M1 2023-24 team=Nowhere -> !unknown-team
      """), traits: .readsOnly, seeAlso: ["football table", "football matches"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    var table = try SeasonTable(workspace, code, season)
    table.count(upTo: nil)
    guard !table.rows.isEmpty else {
      throw Diagnostic(
        "no-matches", "'\(code)' \(season) has no matches to count", span: call.span(of: ChosenSeason.season))
    }
    let rounds = SeasonRounds(table.counted)
    let picture = PositionsPicture(table: table, title: "\(code) \(season): position after each round")
    let final = table.table().places
    var shown = final.map(\.team)
    if let names = call[PositionsCommand.team] {
      let chosen = try names.map { (name) throws(Diagnostic) in
        try workspace.team(name, among: table.teams, at: call.span(of: PositionsCommand.team))
      }
      shown = shown.filter { chosen.contains(table.teams[$0]) }
    }
    var columns = [Column("team", .category(Categorical(shown.map { table.teams[$0] })))]
    for (round, positions) in try rounds.positions(in: table, session.cancellation) {
      columns.append(Column(String(round), .integer(shown.map { positions[$0] ?? ColumnValues.missingInteger })))
    }
    var output = TableOutput(
      try Table(columns), title: "\(code) \(season): position after each round",
      footer: [
        "\(table.rows.count.counted("match", plural: "matches")); rounds as "
          + (rounds.isNumbered ? "the source numbers them" : "the teams' matches count, since the source has no rounds")
      ] + FootballTableCommand.footer(table.table(), table, isTyped: false).dropFirst())
    output.picture = picture.picture(of: Set(shown))
    // The last round is seen on any screen.
    output = output.showing(["team"] + (output.table.columns.last.map { [$0.name] } ?? []))
    return [.table(output)] + FootballTableCommand.warnings(table.table(), table).map(Output.warning)
  }
}
