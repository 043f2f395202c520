internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct MatchesCommand: Command {
  static let competition = Parameter<String?>.text(
    "competition", positional: true, help: "Competition code; by default all.",
    completion: .records([RecordNames(FootballKinds.match, "competition")], words: []))
  static let season = Parameter<String?>.text(
    "season", positional: true, help: "Season, as in 2012 or 2018-19; by default all.")
  static let team = Parameter<String?>.text("team", help: "Only matches of this team.", completion: ChosenSeason.teams)
  static let from = Parameter<String?>.text("from", help: "Only matches from this day on, as in 2015-04-18.")
  static let until = Parameter<String?>.text("until", help: "Only matches up to this day.")
  static let state = Parameter<String?>.choice(
    "state", MatchState.allCases.map(\.rawValue), help: "Only matches in this state.")

  let signature = Signature(
    "football matches", topic: .plugins, summary: "List stored matches, in order of their days.",
    details: """
      Each match has a short number that other commands take. The kick-off is in the competition's time zone, the day \
      alone while the time is unknown. Matches without a score are fixtures.
      """,
    parameters: [competition.any, season.any, team.any, state.any, from.any, until.any, FootballNow.parameter.any],
    exampleLines: MatchDay.lines(
      """
      a team's season: {league}; football matches M1 2024-25 team=Aldmoor -> Aldmoor
      saved to a file: {league}; football matches M1 2023-24 to matches.csv -> matches.csv
      as a calendar: {league}; football matches M1 from=2024-05-01 until=2024-05-31 to may.ics -> may.ics
      fixtures: {league}; football matches M1 state=scheduled -> 0 matches
      an unknown team: {league}; football matches M1 2023-24 team=Nowhere -> !unknown-team
      """), traits: .readsOnly, seeAlso: ["football import", "football show", "football table"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    var conditions: [RecordQuery.Condition] = []
    if let code = try workspace.competition(typed: MatchesCommand.competition, call) {
      conditions.append(.equals("competition", .text(code)))
      if let season = try workspace.season(typed: MatchesCommand.season, of: code, call) {
        conditions.append(.equals("season", .text(season.description)))
      }
    }
    var matches = try workspace.matches(conditions)
    if let day = try call.day(MatchesCommand.from, in: session) {
      matches = matches.filter { $0.date.days >= day.days }
    }
    if let day = try call.day(MatchesCommand.until, in: session) {
      matches = matches.filter { $0.date.days <= day.days }
    }
    if let word = call[MatchesCommand.team] {
      let names = matches.flatMap { [$0.home, $0.away] }
      let team = try workspace.team(word, among: names, at: call.span(of: MatchesCommand.team))
      matches = matches.filter { $0.home == team || $0.away == team }
    }
    var courses: [MatchCourse]?
    if call[FootballNow.parameter] != nil {
      courses = try LiveMatch.courses(matches, in: workspace, at: FootballNow(call, in: session))
    }
    if let state = call[MatchesCommand.state] {
      let kept = matches.indices.filter { (courses?[$0].state ?? matches[$0].state).rawValue == state }
      (matches, courses) = (kept.map { matches[$0] }, courses.map { all in kept.map { all[$0] } })
    }
    return [try MatchRows.list(matches, courses: courses, in: workspace)]
  }
}
