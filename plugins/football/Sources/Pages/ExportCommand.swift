internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct LiveScoreExportCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a file that ends in .json", help: "JSON file to write.", completion: .files)
  static let replace = Parameter<Bool>.flag("replace", default: false, help: "Overwrite an existing file.")

  let signature = Signature(
    "football export json", topic: .plugins, summary: "Write a day's matches in the JSON form of the live score app.",
    details: """
      The form of the source system, with divisions and match numbers: homeTeam, awayTeam, homeScore, awayScore, time \
      (FT, the minute, or the kick-off), tempTime (the kick-off) and events. state, halfTime, fullTime and penalties \
      are added where the app has no place for them. It has no date, so a name such as livescore-2014-11-04.json lets \
      football import read it again, with all events.
      """,
    parameters: [file.any, MatchesCommand.competition.any, MatchFinder.on.any, FootballNow.parameter.any, replace.any],
    exampleLines: MatchDay.lines(
      """
      today's matches: {started}; football export json livescore-2015-04-18.json @15:40 -> 1 match
      of a day: {started}; football export json day.json on=2015-04-18 @20:00 -> day.json
      of a competition: {started}; football export json day.json "Div 4A" @15:40 -> day.json
      another file extension: {started}; football export json day.txt @15:40 -> !unknown-ending
      """), seeAlso: ["football import", "football export html", "football today"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let file = call[LiveScoreExportCommand.file]
    guard FilePath(file).ending == "json" else {
      throw Diagnostic(
        "unknown-ending", "'\(file.abridged)' does not end in .json", span: call.span(of: LiveScoreExportCommand.file))
    }
    let now = try FootballNow(call, in: session)
    let day = try workspace.playing(on: call.day(MatchFinder.on, in: session), now: now, call, in: session)
    let competition = try workspace.competition(typed: MatchesCommand.competition, call)
    let matches = day.matches.filter { match in competition.map { $0 == match.competition } ?? true }
      .sorted { $0.number < $1.number }
    let courses = try LiveMatch.courses(matches, in: workspace, at: now)
    let reports = try StoredReport.byMatch(matches.map(\.number), in: workspace.store)
    var keys: [String: Int] = [:]
    let entries = try zip(matches, courses).map {
      (match, course) throws(Diagnostic) -> (division: String, key: String, value: JSONValue) in
      let place = keys[match.competition, default: 0]
      keys[match.competition] = place + 1
      let clock = workspace.clock(of: match.competition)
      let kickoff = MatchRows.hour(match, clock)
      let none = course.state.isFinal ? nil : 0
      let events =
        reports[match.number] == nil
        ? try StoredGoal.shown(match, in: workspace.store).map(\.report) : course.events.map(\.report)
      let value = LiveScoreJSON.value(
        home: match.home, away: match.away, score: (course.score?.home ?? none, course.score?.away ?? none),
        time: course.state == .fullTime && !course.isEstimated ? "FT" : course.minute ?? kickoff, kickoff: kickoff,
        events: events, more: LiveScoreExportCommand.more(match, course))
      return (division: match.competition, key: match.sourceNumber ?? String(place), value: value)
    }
    let text = LiveScoreJSON.value(entries).text + "\n"
    try session.write(
      Array(text.utf8), to: file, replacing: call[LiveScoreExportCommand.replace],
      span: call.span(of: LiveScoreExportCommand.file))
    let winners = matches.count { $0.state == .awarded && $0.score == nil && $0.winner != nil }
      .counted("awarded match", plural: "awarded matches")
    return [.note("wrote \(entries.count.counted("match", plural: "matches")) to '\(file)'")]
      + (winners.hasPrefix("0 ") ? [] : [.note("the form has no place for the winner of \(winners) without a score")])
  }

  /// What the form of the app has no place for.
  private static func more(_ match: StoredMatch, _ course: MatchCourse) -> [(name: String, text: String)] {
    func text(_ name: String, _ goals: SourceMatch.Goals?) -> (name: String, text: String)? {
      goals.map { (name, $0.description) }
    }
    let isPlain = course.isEstimated || course.state == .scheduled || course.state == .fullTime
    return [
      isPlain ? nil : ("state", course.state.rawValue), text("halfTime", match.halfTime),
      match.extraTime == nil ? nil : text("fullTime", match.fullTime),
      text("penalties", course.shootOut ?? match.penalties),
    ].compactMap { $0 }
  }
}
