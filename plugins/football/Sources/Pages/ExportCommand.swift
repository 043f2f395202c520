internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football export json`: a day's matches in the form of the live score app.
struct LiveScoreExportCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a file that ends in .json", help: "JSON file to write.", completion: .files)
  static let replace = Parameter<Bool>.flag("replace", default: false, help: "Overwrite an existing file.")

  let signature = Signature(
    "football export json", topic: .plugins, summary: "Write a day's matches in the JSON form of the live score app.",
    details: """
      The form of the source system, with divisions and match numbers: homeTeam, awayTeam, homeScore, awayScore, time \
      (FT, the minute, or the kick-off), tempTime (the kick-off) and events. It has no date, so a name such as \
      livescore-2014-11-04.json lets football import read it again.
      """,
    parameters: [file.any, DayCommand.competition.any, MatchFinder.on.any, FootballNow.parameter.any, replace.any],
    examples: [
      Example(
        "football export json livescore-2015-04-18.json now=2015-04-18T15:40", after: MatchDay.started,
        "today's matches",
        prints: "1 match"),
      Example(
        "football export json day.json on=2015-04-18 now=2015-04-18T20:00", after: MatchDay.started, "of a day",
        prints: "day.json"),
      Example(
        "football export json day.json \"Div 4A\" now=2015-04-18T15:40", after: MatchDay.started, "of a competition",
        prints: "day.json"),
      Example(
        "football export json day.txt now=2015-04-18T15:40", after: MatchDay.started, "another file extension",
        fails: "unknown-ending"),
    ], seeAlso: ["football import", "football export html", "football today"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let file = call[LiveScoreExportCommand.file]
    guard FilePath(file).ending == "json" else {
      throw Diagnostic(
        "unknown-ending", "'\(file.abridged)' does not end in .json", span: call.span(of: LiveScoreExportCommand.file))
    }
    let now = try FootballNow(call, in: session)
    let clocks = ZoneClocks(workspace, session)
    let day = try MatchFinder(workspace, session).playing(
      on: FootballDays.day(call, MatchFinder.on), now: now, call, in: session)
    let matches = day.matches.filter { match in call[DayCommand.competition].map { $0 == match.competition } ?? true }
      .sorted { $0.number < $1.number }
    let courses = try LiveDay.courses(matches, workspace, clocks, now)
    let reports = try StoredReport.byMatch(matches.map(\.number), in: workspace.store)
    var keys: [String: Int] = [:]
    let entries = try zip(matches, courses).map { (match, course) throws(Diagnostic) in
      let place = keys[match.competition, default: 0]
      keys[match.competition] = place + 1
      let clock = clocks.clock(of: match.competition)
      let kickoff = match.kickoff == nil ? "" : String(MatchRows.kickoff(match, clock).suffix(5))
      var entry = LiveScoreJSON.Entry(
        division: match.competition, key: match.sourceNumber ?? String(place), home: match.home, away: match.away,
        homeGoals: course.score?.home ?? 0, awayGoals: course.score?.away ?? 0,
        time: course.state == .fullTime && !course.isEstimated ? "FT" : course.minute ?? kickoff, kickoff: kickoff)
      if reports[match.number] != nil {
        entry.events = course.events.map { event in
          .init(
            kind: event.report.kind.rawValue, team: event.report.side == .home ? match.home : match.away,
            minute: event.report.minute?.description, player: event.report.player)
        }
      } else {
        entry.events = try StoredGoal.shown(match, in: workspace.store).map { goal in
          .init(
            kind: goal.kind.rawValue, team: goal.side == .home ? match.home : match.away,
            minute: goal.minute?.description, player: goal.player)
        }
      }
      return entry
    }
    let text = LiveScoreJSON.value(entries).text + "\n"
    try session.write(
      Array(text.utf8), to: file, replacing: call[LiveScoreExportCommand.replace],
      span: call.span(of: LiveScoreExportCommand.file))
    return [.note("wrote \(entries.count.counted("match", plural: "matches")) to '\(file)'")]
  }
}
