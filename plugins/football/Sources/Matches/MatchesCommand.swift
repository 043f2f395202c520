internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football matches`: stored matches, by competition, season and team.
struct MatchesCommand: Command {
  static let competition = Parameter<String?>.text(
    "competition", positional: true, help: "Competition code; by default all.",
    completion: .records([RecordNames(FootballKinds.match, "competition")], words: []))
  static let season = Parameter<String?>.text(
    "season", positional: true, help: "Season, as in 2012 or 2018-19; by default all.")
  static let team = Parameter<String?>.text("team", help: "Only matches of this team.")
  static let state = Parameter<String?>.choice(
    "state", MatchState.allCases.map(\.rawValue), help: "Only matches in this state.")

  let signature = Signature(
    "football matches", topic: .plugins, summary: "List stored matches, in order of their days.",
    details: """
      Each match has a short number that other commands take. The kick-off is in the competition's time zone, the day \
      alone while the time is unknown. Matches without a score are fixtures.
      """,
    parameters: [competition.any, season.any, team.any, state.any],
    examples: [
      Example(
        "football matches M1 2024-25 team=Aldmoor", after: ["football import football-league"], "a team's season",
        prints: "Aldmoor"),
      Example(
        "football matches M1 2023-24 to matches.csv", after: ["football import football-league"], "saved to a file",
        prints: "matches.csv"),
      Example(
        "football matches M1 state=scheduled", after: ["football import football-league"], "fixtures",
        prints: "0 matches"),
      Example(
        "football matches M1 2023-24 team=Nowhere", after: ["football import football-league"], "an unknown team",
        fails: "unknown-team"),
    ], seeAlso: ["football import", "football show", "football table"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    var conditions: [RecordQuery.Condition] = []
    if let code = call[MatchesCommand.competition] {
      let known = try workspace.seasons()
      guard let seasons = known[code] else {
        throw Diagnostic.unknown(
          "competition", code, among: known.keys.sorted(by: CodePointOrder.precedes),
          span: call.span(of: MatchesCommand.competition))
      }
      conditions.append(.equals("competition", .text(code)))
      if let typed = call[MatchesCommand.season] {
        guard let season = Season(typed), seasons.contains(season) else {
          throw Diagnostic.unknown(
            "season", typed, among: seasons.sorted().map(\.description), span: call.span(of: MatchesCommand.season))
        }
        conditions.append(.equals("season", .text(season.description)))
      }
    }
    if let state = call[MatchesCommand.state] { conditions.append(.equals("state", .text(state))) }
    var matches = try workspace.matches(conditions)
    if let word = call[MatchesCommand.team] {
      let names = matches.flatMap { [$0.home, $0.away] }
      let teams = MatchFinder.fitting(try workspace.aliases()[word] ?? word, in: names)
      guard teams.count == 1 else {
        throw Diagnostic.unknown(
          "team", word, among: Set(names).sorted(by: CodePointOrder.precedes), span: call.span(of: MatchesCommand.team))
      }
      matches = matches.filter { $0.home == teams[0] || $0.away == teams[0] }
    }
    let clocks = ZoneClocks(workspace, session)
    let table = try MatchRows.table(matches, courses: nil) { clocks.clock(of: $0.competition) }
    return [
      .table(TableOutput(table, title: matches.count.counted("match", plural: "matches")))
    ]
  }
}

/// `football show`: one match with its sources.
struct ShowCommand: Command {
  let signature = Signature(
    "football show", topic: .plugins, summary: "Show one match and where its values are from.",
    details: "Name the match by its number, or by a team with on=DATE.",
    parameters: [MatchFinder.match.any, MatchFinder.on.any],
    examples: [
      Example("football show 3", after: ["football import football-league"], "by its number", prints: "kickoff"),
      Example(
        "football show Aldmoor on=2023-08-04", after: ["football import football-league"], "by a team and a day",
        prints: "Quarrydale"),
      Example(
        "football show 3 to match.json", after: ["football import football-league"], "saved to a file",
        prints: "match.json"),
      Example(
        "football show 9999", after: ["football import football-league"], "an unknown match", fails: "unknown-match"),
    ], seeAlso: ["football matches", "football award"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let match = try MatchFinder(workspace).match(call, in: session)
    let versions = try SourceVersion.read([.equals("match", .integer(match.number))], in: workspace.store)
    var outputs = [MatchScreen.record(match, clock: ZoneClocks(workspace, session).clock(of: match.competition))]
    if !versions.isEmpty {
      let table = try Table([
        Column("source", .text(versions.map(\.source))), Column("file", .text(versions.map(\.file))),
        Column("line", .integer(versions.map { $0.line ?? ColumnValues.missingInteger })),
        Column("date", .date(versions.map(\.date))), Column("state", .text(versions.map(\.state.rawValue))),
        Column("score", .text(versions.map { version in version.score.map { "\($0.home)-\($0.away)" } })),
      ])
      outputs.append(.table(TableOutput(table, title: versions.count.counted("source"))))
    }
    return outputs
  }
}
