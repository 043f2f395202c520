internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct DayCommand: Command {
  enum View: Int, CaseIterable, Sendable { case today, live, finished, upcoming }

  /// By view: what it shows, more of it, the scene of its examples with the time and what they print, and its title.
  private static let texts = [
    "today's matches, with minute and score|Matches that began yesterday and go on are listed too.|started|18T15:40|40|today",
    "the matches under way|A match without reports is under way by its kick-off; its minute is estimated (~63)."
      + "|started|18T15:40|40|under way",
    "today's matches that have ended|~FT marks a match that must have ended, but has no result yet."
      + "|ended|18T17:30|FT|ended",
    "the next matches|Matches of the next seven days (days=) that have not begun; postponed ones are not listed."
      + "|started|17T12:00|15:00|to come",
  ].map { $0.split(separator: "|").map(String.init) }

  static let days = Parameter<Int>.int("days", in: 1...60, default: 7, help: "Number of days ahead.")

  let view: View
  let signature: Signature

  static let all = View.allCases.map(DayCommand.init)

  private init(_ view: View) {
    self.view = view
    let name = "football \(view)"
    let texts = DayCommand.texts[view.rawValue]
    let (day, at) = (texts[2], texts[3])
    signature = Signature(
      name, topic: .plugins, summary: "Show \(texts[0]).",
      details: texts[1] + """
         Two lines a match: a dot for its state (● under way, ○ not begun, ■ ended, × postponed, abandoned or \
        cancelled), its number, the home side and the away side; scorers and ground are below them. Files and JSON hold a table. 'watch 60 \(name)' shows it \
        again every minute.
        """,
      parameters: [MatchesCommand.competition.any] + (view == .upcoming ? [DayCommand.days.any] : [])
        + [FootballNow.parameter.any],
      exampleLines: MatchDay.lines(
        """
        at a given time: {\(day)}; \(name) now=2015-04-\(at) -> \(texts[4])
        of one competition: {\(day)}; \(name) "Div 4A" now=2015-04-\(at) -> Hamnvik
        saved to a file: {\(day)}; \(name) now=2015-04-\(at) to matches.csv -> matches.csv
        not a time: {\(day)}; \(name) now=soon -> !bad-value
        """), traits: .readsOnly,
      seeAlso: View.allCases.filter { $0 != view }.map { "football \($0)" } + ["football show"])
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let now = try FootballNow(call, in: session)
    var matches =
      view == .upcoming
      ? try workspace.matches([
        .isAtLeast("date", .date(CalendarDate(days: now.days.lowerBound))),
        .isAtMost("date", .date(CalendarDate(days: now.days.upperBound + call[DayCommand.days]))),
      ]) : try workspace.today(now)
    if let code = try workspace.competition(typed: MatchesCommand.competition, call) {
      matches = matches.filter { $0.competition == code }
    }
    let courses = try LiveMatch.courses(matches, in: workspace, at: now)
    var chosen: [(match: StoredMatch, course: MatchCourse)] = []
    for (match, course) in zip(matches, courses) {
      let isShown =
        switch view {
        case .today: true
        case .live: course.state.isLive
        case .finished: course.state.isFinal
        case .upcoming:
          try isUpcoming(match, course, now, workspace.clock(of: match.competition), days: call[DayCommand.days])
        }
      if isShown { chosen.append((match, course)) }
    }
    chosen.sort { order($0.match) < order($1.match) }
    let scorers = try MatchScorers(
      chosen.map(\.match),
      courses: Dictionary(chosen.map { ($0.match.number, $0.course) }, uniquingKeysWith: { first, _ in first }),
      in: workspace.store)
    let table = try MatchRows.table(chosen.map(\.match), courses: chosen.map(\.course), scorers: scorers) {
      workspace.clock(of: $0.competition)
    }
    var output = TableOutput(
      table, title: chosen.count.counted("match", plural: "matches") + " " + DayCommand.texts[view.rawValue][5])
    output.lines = MatchRows.lines(table)
    return [.table(output)]
      + chosen.flatMap { pair in MatchScreen.disputes(pair.course).map { .warning("match \(pair.match.number): \($0)") }
      }
  }

  private func isUpcoming(
    _ match: StoredMatch, _ course: MatchCourse, _ now: FootballNow, _ clock: LocalClock?, days: Int
  ) throws(Diagnostic) -> Bool {
    guard course.state == .scheduled || course.state == .delayed else { return false }
    let today = now.date(clock).days
    guard (today...(today + days)).contains(match.date.days) else { return false }
    if let kickoff = match.kickoff { return try kickoff > now.moment(clock) || course.state == .delayed }
    return true
  }

  private func order(_ match: StoredMatch) -> (Int, Int, Int) {
    (match.date.days, match.kickoff?.microseconds ?? .max, match.number)
  }
}
