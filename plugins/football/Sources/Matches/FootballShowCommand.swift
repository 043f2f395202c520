internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct FootballShowCommand: Command {
  let signature = Signature(
    "football show", topic: .plugins, summary: "Show one match, its reports, and where its values are from.",
    details: """
      Name the match by its number, or by a team with on=DATE; without on= it is the team's match of today. The minute \
      is that of the clock now, or at now=. Void reports are listed with their reasons. Without reports the goals are those of the file. An event that two people \
      reported within two minutes is listed once, with both.
      """,
    parameters: [MatchFinder.match.any, MatchFinder.on.any, FootballNow.parameter.any],
    exampleLines: MatchDay.lines(
      """
      by its number: {league}; football show 3 -> kickoff
      by a team and a day: {league}; football show Aldmoor on=2023-08-04 -> Quarrydale
      a match under way: {started}; football goal Hamnvik 33 Zaynal @15:35; football show Hamnvik @15:40 -> Zaynal
      an unknown match: {league}; football show 9999 -> !unknown-match
      """), traits: .readsOnly, seeAlso: ["football matches", "football today", "football void", "football award"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let hasTime = call[FootballNow.parameter] != nil || session.services.now != nil
    let now = hasTime ? try FootballNow(call, in: session) : nil
    let match = try workspace.match(call, now: now, in: session)
    let clock = workspace.clock(of: match.competition)
    let live = try LiveMatch(number: match.number, in: workspace)
    var outputs = [MatchScreen.record(match, clock: clock)]
    if let moment = try now?.moment(clock) {
      let course = live.course(at: moment)
      outputs = [MatchScreen.record(live, course: course, clock: clock)]
      if let events = try MatchScreen.events(live, course: course, now: moment) { outputs.append(events) }
      outputs += MatchScreen.disputes(course).map(Output.warning)
    } else if let last = live.reports.map(\.report.at).max(),
      // Where time does not move, the match is as its last report left it, without a minute.
      let events = try MatchScreen.events(live, course: live.course(at: last), now: last)
    {
      outputs.append(events)
    }
    if !live.reports.contains(where: { $0.report.kind.isGoal && $0.voidReason == nil }) {
      let goals = try StoredGoal.shown(match, in: workspace.store)
      if !goals.isEmpty { outputs.append(try MatchScreen.goals(goals, of: match)) }
    }
    let versions = try SourceVersion.all(of: live.match, in: workspace.store)
    if !versions.isEmpty {
      var table = TableOutput(
        try Table([
          Column("source", .text(versions.map(\.source))), Column("file", .text(versions.map(\.file))),
          Column("line", .integer(versions.map { $0.line ?? ColumnValues.missingInteger })),
          Column("date", .date(versions.map(\.date))), Column("state", .text(versions.map(\.state.rawValue))),
          Column("score", .text(versions.map(\.score?.description))),
        ]), title: versions.count.counted("source"))
      table.isAside = true
      table = table.showing(["source", "date", "score"])
      outputs.append(.table(table))
    }
    return outputs
  }
}
