internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct AliasJoinCommand: Command {
  let signature = Signature(
    "football alias join", topic: .plugins, summary: "Join the teams of a season that two sources name differently.",
    details: """
      Two names are those of one team if they have the same results on the same days, and have never met. The name that was \
      stored first stays, the other becomes its alias, and the matches that both sources have become one. Names that only \
      look alike are left as they are: 'football alias add' joins two. 'undo' takes all of it back.
      """,
    parameters: [ChosenSeason.competition.any, ChosenSeason.season.any],
    exampleLines: MatchDay.lines(
      """
      a season of one source: {league}; football alias join M1 2023-24 -> 0 aliases
      an unknown competition: {league}; football alias join M2 2023-24 -> !unknown-competition
      """), seeAlso: ["football alias", "football alias add", "football import"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let matches = try workspace.matches(code, season)
    var first: [String: Int] = [:]
    for match in matches {
      for team in [match.home, match.away] { first[team] = min(first[team] ?? .max, match.number) }
    }
    // A team that has aliases keeps its name.
    let kept = Set(try workspace.aliases().values)
    func order(_ team: String) -> (Int, Int) { (kept.contains(team) ? 0 : 1, first[team] ?? .max) }
    var teams: [String: String] = [:]
    var rows: [(name: String, team: String, joined: Int)] = []
    var warnings: [String] = []
    for twin in TeamNames.twins(matches) {
      try session.cancellation.check()
      let (a, b) = (teams[twin.first] ?? twin.first, teams[twin.second] ?? twin.second)
      if a == b { continue }
      let (team, name) = order(a) <= order(b) ? (a, b) : (b, a)
      guard !kept.contains(name) else {
        warnings.append("'\(name.abridged)' and '\(team.abridged)' have the same results, and both have aliases")
        continue
      }
      let done = try AliasCommand.store(name, team, workspace, session)
      for (other, known) in teams where known == name { teams[other] = team }
      teams[name] = team
      rows.append((name, team, done.joined))
      warnings += done.warnings
    }
    let table = try Table([
      Column("name", .text(rows.map(\.name))), Column("team", .text(rows.map(\.team))),
      Column("joined", .integer(rows.map(\.joined))),
    ])
    let output = TableOutput(table, title: rows.count.counted("alias", plural: "aliases"))
    return [.table(output.showing(["name", "team", "joined"]))] + warnings.map(Output.warning)
  }
}
