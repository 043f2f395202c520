internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football today`, `football live`, `football finished`, `football upcoming`: what is on.
struct DayCommand: Command {
  enum View: String, CaseIterable, Sendable {
    case today
    case live
    case finished
    case upcoming
  }

  static let days = Parameter<Int>.int("days", in: 1...60, default: 7, help: "Number of days ahead.")

  let view: View
  let signature: Signature

  static let all = View.allCases.map(DayCommand.init)

  private init(_ view: View) {
    self.view = view
    let name = "football " + view.rawValue
    let (summary, details): (String, String) =
      switch view {
      case .today:
        ("Show today's matches, with minute and score.", "Matches that began yesterday and go on are listed too.")
      case .live:
        (
          "Show the matches under way.",
          "A match without reports is under way by its kick-off; its minute is estimated (~63)."
        )
      case .finished:
        ("Show today's matches that have ended.", "~FT marks a match that must have ended, but has no result yet.")
      case .upcoming:
        (
          "Show the next matches.",
          "Matches of the next seven days (days=) that have not begun; postponed ones are not listed."
        )
      }
    let at = view == .finished ? "2015-04-18T17:30" : view == .upcoming ? "2015-04-17T12:00" : "2015-04-18T15:40"
    let seen = view == .finished ? "FT" : view == .upcoming ? "15:00" : "40"
    let day = view == .finished ? MatchDay.ended : MatchDay.started
    signature = Signature(
      name, topic: .plugins, summary: summary,
      details: details + """
         Two lines a match: a dot for its state (● under way, ○ not begun, ■ ended, × postponed, abandoned or \
        cancelled), its number, the home side and the away side; scorers and ground are below them. Files and JSON hold a table. 'watch 60 \(name)' shows it \
        again every minute.
        """,
      parameters: [MatchesCommand.competition.any] + (view == .upcoming ? [DayCommand.days.any] : [])
        + [FootballNow.parameter.any],
      examples: [
        Example("\(name) now=\(at)", after: day, "at a given time", prints: seen),
        Example("\(name) \"Div 4A\" now=\(at)", after: day, "of one competition", prints: "Hamnvik"),
        Example("\(name) now=\(at) to matches.csv", after: day, "saved to a file", prints: "matches.csv"),
        Example("\(name) now=soon", after: day, "not a time", fails: "bad-value"),
      ],
      traits: .readsOnly,
      seeAlso: View.allCases.filter { $0 != view }.map { "football " + $0.rawValue } + ["football show"])
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
    var output = TableOutput(table, title: title(chosen.count))
    output.lines = MatchRows.lines(table)
    return [.table(output)]
      + chosen.flatMap { pair in
        MatchScreen.disputes(pair.course).map { .warning("match \(pair.match.number): \($0)") }
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

  private func title(_ count: Int) -> String {
    let matches = count.counted("match", plural: "matches")
    return switch view {
    case .today: "\(matches) today"
    case .live: "\(matches) under way"
    case .finished: "\(matches) ended"
    case .upcoming: "\(matches) to come"
    }
  }
}
