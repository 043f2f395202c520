internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// One match as a record, and its reports as a table.
enum MatchScreen {
  static func record(_ match: StoredMatch, in workspace: FootballWorkspace) -> Output {
    record(match, clock: workspace.clock(of: match.competition))
  }

  /// A match as it is stored, with what its reports changed.
  static func record(_ match: StoredMatch, clock: LocalClock?) -> Output { .record(output(match, nil, nil, clock)) }

  /// A match at a moment.
  static func record(_ live: LiveMatch, course: MatchCourse, clock: LocalClock?, title: String? = nil) -> Output {
    let match = live.reported
    let score = course.score
    var record = output(match, course, live.revision, clock)
    if let title {
      // The answer to a report: what was reported and the score, in two lines at most.
      let shots = course.shootOut.map { " (pens \($0))" } ?? ""
      let goals = (score?.description ?? "–") + shots
      // `35, first half`; HT, FT and pens say it all.
      let minute = course.minute ?? course.state.rawValue
      let when = minute.contains(where: \.isNumber) ? minute + ", " + course.state.rawValue : minute
      let late = course.isOverdue ? "; " + overdue(course) : ""
      record.title = "\(title) · \(match.home) \(goals) \(match.away), \(when)\(late)"
      record.isBrief = true
    }
    return .record(record)
  }

  private static func overdue(_ course: MatchCourse) -> String {
    course.state == .firstHalf ? "half-time not reported" : "the end is not reported"
  }

  private static func output(
    _ match: StoredMatch, _ course: MatchCourse?, _ revision: Int?, _ clock: LocalClock?
  ) -> RecordOutput {
    let score = course.map(\.score) ?? match.score
    func text(_ goals: SourceMatch.Goals?) -> Value? { goals.map { .text($0.description) } }
    return RecordOutput(
      "match \(match.number)",
      [
        "number": .integer(match.number), "competition": .text(match.competition),
        "season": .text(match.season.description), "kickoff": .text(MatchRows.kickoff(match, clock)),
        "state": .text((course?.state ?? match.state).rawValue), "minute": course?.minute.map(Value.text) ?? .missing,
        "home": .text(match.home), "away": .text(match.away), "home_goals": score.map { .integer($0.home) } ?? .missing,
        "away_goals": score.map { .integer($0.away) } ?? .missing,
        "estimated": course?.isEstimated == true ? .boolean(true) : nil,
        "clock": course.flatMap { $0.isOverdue ? .text(overdue($0)) : nil }, "revision": revision.map(Value.integer),
        "half_time": text(match.halfTime), "full_time": match.extraTime == nil ? nil : text(match.fullTime),
        "penalties": text(course?.shootOut ?? match.penalties), "winner": match.winner.map { .text($0.rawValue) },
        "stage": match.stage.map(Value.text), "round": match.round.map(Value.text),
        "ground": match.ground.map(Value.text), "source": match.source.map(Value.text),
      ])
  }

  /// The reports of a match: those that count in the order of their minutes, void ones among them.
  static func events(_ live: LiveMatch, course: MatchCourse, now: Moment) throws(Diagnostic) -> Output? {
    var rows: [(order: (Int, Int, Int), report: MatchReport, by: [String], reason: String?)] = []
    let confirmed = Dictionary(
      course.events.map { ($0.report.number, $0.reporters) }, uniquingKeysWith: { first, _ in first })
    var place = (0, 0)
    for stored in live.reports where stored.report.at <= now {
      let report = stored.report
      let isConfirmation =
        stored.voidReason == nil && report.kind != .state && report.kind != .score && confirmed[report.number] == nil
      if isConfirmation { continue }
      let own = report.minute.map { ($0.minute, $0.added) } ?? MatchScreen.place(of: report, live.rules)
      if place < own, report.minute == nil || stored.voidReason == nil { place = own }
      let shown = report.minute == nil ? place : own
      rows.append(
        ((shown.0, shown.1, report.number), report, confirmed[report.number] ?? [report.by], stored.voidReason))
    }
    guard !rows.isEmpty else { return nil }
    rows.sort { $0.order < $1.order }
    let hasVoid = rows.contains { $0.reason != nil }
    let columns = [
      Column("void", .boolean(rows.map { $0.reason != nil })),
      Column("by", .text(rows.map { $0.by.joined(separator: ", ") })),
    ]
    return try table(
      rows.map(\.report), of: live.match, columns + (hasVoid ? [Column("reason", .text(rows.map(\.reason)))] : []),
      title: rows.count.counted("report"))
  }

  /// Reports as rows; a phone shows who scored, with the side in place of the team where its name does not fit.
  private static func table(
    _ reports: [MatchReport], of match: StoredMatch, _ more: [Column], title: String
  ) throws(Diagnostic) -> Output {
    let minutes = ColumnValues.text(reports.map { $0.minute?.description })
    let table = try Table(
      [
        Column("number", .integer(reports.map(\.number))), Column("minute", minutes),
        Column("kind", .text(reports.map(kind))), Column("team", .text(reports.map { team($0, match) })),
        Column("player", .text(reports.map(\.player))),
      ] + more)
    return .table(
      TableOutput(table, title: title).showing(
        ["minute", "kind", "team", "player"],
        narrow: ["team": Column("side", .text(reports.map { $0.side?.rawValue })), "minute": Column("min", minutes)]))
  }

  /// The goals that a file gives, in the form of reports.
  static func goals(_ goals: [StoredGoal], of match: StoredMatch) throws(Diagnostic) -> Output {
    let what = goals.allSatisfy { $0.report.kind.isGoal } ? "goal" : "event"
    return try table(
      goals.map(\.report), of: match, [Column("void", .boolean(goals.map { _ in false }))],
      title: goals.count.counted(what) + " from \(goals[0].source)")
  }

  /// Where a report without a minute goes among the minutes: at the start or end of its period.
  private static func place(of report: MatchReport, _ rules: ClockRules) -> (Int, Int) {
    switch report.state {
    case .firstHalf?: (0, 0)
    case .secondHalf?: (rules.half, 1000)
    case .extraTime1?, .penalties?: (2 * rules.half, 2000)
    case .fullTime?: (2 * rules.half, 1000)
    default: (0, 0)
    }
  }

  /// A report in a line: `report 3: goal Floda 20 Bo, void: offside`.
  static func sentence(_ report: MatchReport, of match: StoredMatch, void reason: String? = nil) -> String {
    let parts = [kind(report), team(report, match), report.minute?.description, report.player].compactMap { $0 }
    return "report \(report.number): " + parts.joined(separator: " ") + (reason.map { ", void: \($0)" } ?? "")
  }

  private static func kind(_ report: MatchReport) -> String {
    switch report.kind {
    case .state: report.state?.rawValue ?? "state"
    case .score: "score \(report.homeGoals ?? 0)-\(report.awayGoals ?? 0)"
    default: report.kind.rawValue
    }
  }

  private static func team(_ report: MatchReport, _ match: StoredMatch) -> String? {
    report.side.map { $0 == .home ? match.home : match.away }
  }

  /// One sentence for each score that someone gives differently.
  static func disputes(_ course: MatchCourse) -> [String] {
    course.disputes.map { claim in
      let shown = course.score?.description ?? "no score"
      return "disputed: the score shown is \(shown), but \(claim.by.isEmpty ? "another report" : claim.by) has "
        + "\(claim.score)" + (claim.minute.map { " (minute \($0))" } ?? "")
        + (course.score == nil ? "" : "; \(shown) is from \(claim.shownBy.isEmpty ? "the result" : claim.shownBy)")
    }
  }
}
