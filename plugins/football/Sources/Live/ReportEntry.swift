internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// What all commands that report about a match share: finding the match, the minute, repeated requests, the record.
struct ReportEntry {
  static let on = MatchFinder.on
  static let now = FootballNow.parameter
  static let key = Parameter<String?>.text(
    "key", help: "Your name for this report; if you send it twice, it counts once.")
  static let revision = Parameter<Int?>.optionalInt(
    "revision", in: 0...1_000_000, help: "Revision of the match that you saw; the report is refused if it has changed.")
  static let device = Parameter<String?>.text(
    "device", help: "Time on your device, as in 2015-04-18T14:30:05+02:00, stored with the report.")

  static let keys: [AnyParameter] = [on.any, now.any, key.any, revision.any, device.any]

  let live: LiveMatch
  let moment: Moment
  /// The side of the team that was named; nil where a match number came without one.
  let side: MatchReport.Side?
  /// The words after the team.
  private(set) var rest: [String]
  private let workspace: FootballWorkspace
  private let span: SourceSpan?
  private let clock: LocalClock?

  /// Finds the match of the first words: a team that plays that day, or a number. Throws what `MatchFinder` throws, and
  /// `missing-match`.
  init(_ call: Call, words: [String], at span: SourceSpan?, in session: Session) throws(Diagnostic) {
    workspace = try FootballWorkspace(session)
    self.span = span
    guard let first = words.first else {
      throw Diagnostic(
        "missing-match", "the command needs a match", span: call.verbSpan,
        help: "name a team that plays today, or a match's number: football today")
    }
    let time = try FootballNow(call, in: session)
    let match: StoredMatch
    if first.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(first) {
      match = try workspace.match(number: number, at: span)
      let word = words.dropFirst().first
      side = word.flatMap { ReportEntry.side(of: $0, in: match) }
      rest = Array(words.dropFirst(side == nil ? 1 : 2))
    } else {
      let day = try workspace.playing(on: call.day(ReportEntry.on, in: session), now: time, call, in: session)
      let aliases = try workspace.aliases()
      let count = ReportEntry.teamWords(words, in: day.teams, aliases)
      let name = words.prefix(count).joined(separator: " ")
      match = try workspace.match(of: name, playing: day, at: span)
      side = ReportEntry.side(ofTeam: aliases[name] ?? name, in: match)
      rest = Array(words.dropFirst(count))
    }
    live = try LiveMatch(number: match.number, in: workspace)
    clock = workspace.clock(of: match.competition)
    moment = try time.moment(clock)
  }

  private static func side(of word: String, in match: StoredMatch) -> MatchReport.Side? {
    MatchReport.Side(rawValue: word) ?? side(ofTeam: word, in: match)
  }

  private static func side(ofTeam name: String, in match: StoredMatch) -> MatchReport.Side? {
    let team = MatchFinder.fitting(name, in: [match.home, match.away])
    return team.count == 1 ? (team[0] == match.home ? .home : .away) : nil
  }

  /// How many of the first words name a team: as many as make up a whole name, or else one.
  private static func teamWords(_ words: [String], in teams: [String], _ aliases: [String: String]) -> Int {
    let known = Set(teams.map { $0.lowercased() } + aliases.keys.map { $0.lowercased() })
    // A name has no more words than spaces and one, so the words of a long line are not joined again and again.
    let most = min(words.count, known.lazy.map { $0.utf8.count { $0 == 0x20 } + 1 }.max() ?? 1)
    return stride(from: most, to: 1, by: -1).first {
      known.contains(words.prefix($0).joined(separator: " ").lowercased())
    } ?? 1
  }

  /// The side; throws `missing-side` where a number came without one.
  func needsSide() throws(Diagnostic) -> MatchReport.Side {
    if let side { return side }
    throw Diagnostic(
      "missing-side", "a report about match \(live.match.number) needs its side", span: span,
      help: "add home (\(live.match.home)) or away (\(live.match.away))")
  }

  mutating func dropFirst() { rest.removeFirst() }

  /// What the same reporter stored under the key of a call; nil for a new key.
  func known(_ call: Call) throws(Diagnostic) -> StoredReport? {
    guard let key = call[ReportEntry.key] else { return nil }
    let author = workspace.store.author
    return try StoredReport.read([.equals("request", .text(key))], in: workspace.store).first {
      author == nil || $0.report.by == author
    }
  }

  /// What the same reporter stored under the same key before; nil for a new report. Throws `used-key` where the key
  /// belongs to another report, and `stale-report` where the match has changed since the revision that was seen.
  func repeated(_ call: Call, of report: MatchReport) throws(Diagnostic) -> StoredReport? {
    if let key = call[ReportEntry.key], let known = try known(call) {
      let (old, isHere) = (known.report, known.match == live.match.number)
      guard isHere, old.kind == report.kind, old.side == report.side, old.state == report.state,
        old.homeGoals == report.homeGoals, old.awayGoals == report.awayGoals, old.player == report.player,
        // Sent again without a minute, a report has that of a later clock.
        !hasTypedMinute || old.minute == report.minute
      else {
        throw Diagnostic(
          "used-key",
          "'\(key.abridged)' is the key of "
            + (isHere ? MatchScreen.sentence(old, of: live.match) : "report \(old.number) about match \(known.match)"),
          span: call.span(of: ReportEntry.key), help: "use another key for another report")
      }
      return known
    }
    if let seen = call[ReportEntry.revision], seen != live.revision { throw stale(seen, call) }
    return nil
  }

  /// Stores a report with the next number, and shows the match after it.
  func store(_ report: MatchReport, _ call: Call) throws(Diagnostic) -> [Output] {
    if let known = try repeated(call, of: report) {
      let text = "report \(known.report.number) about match \(known.match) has this key already; nothing was added"
      return [screen(live, title: text)]
    }
    var stored = report
    stored.number = (live.reports.map(\.report.number).max() ?? 0) + 1
    let device = try call[ReportEntry.device].map { (typed) throws(Diagnostic) in
      if let moment = Moment(iso: typed) { return moment }
      throw Diagnostic.badValue(
        "device", typed.abridged, allowed: "a time, as in 2015-04-18T14:30:05+02:00",
        span: call.span(of: ReportEntry.device))
    }
    let fields: [String: Value?] = [
      "match": .integer(live.match.number), "number": .integer(stored.number), "kind": .text(report.kind.rawValue),
      "at": .datetime(moment), "side": report.side.map { .text($0.rawValue) },
      "minute": report.minute.map { .text($0.description) }, "player": report.player.map(Value.text),
      "state": report.state.map { .text($0.rawValue) }, "home_goals": report.homeGoals.map(Value.integer),
      "away_goals": report.awayGoals.map(Value.integer), "request": call[ReportEntry.key].map(Value.text),
      "device_time": device.map(Value.datetime),
    ]
    _ = try workspace.store.insert(FootballKinds.report, fields.compactMapValues(\.self))
    let after = try LiveMatch(number: live.match.number, in: workspace)
    return [screen(after, title: MatchScreen.sentence(stored, of: live.match))]
      + warnings(report, after).map(Output.warning)
  }

  /// Voids a report for a reason, the team's last one by default; without a reason the report counts again. Throws
  /// `unknown-report`, `void-report`, and `wrong-state` where another report says the same of the match's course.
  func void(_ number: Int?, reason: String?, _ call: Call, at span: SourceSpan?) throws(Diagnostic) -> [Output] {
    if let seen = call[ReportEntry.revision], seen != live.revision { throw stale(seen, call) }
    let isBack = reason == nil
    let fitting = live.reports.filter { $0.report.isVoid == isBack && (side == nil || $0.report.side == side) }
    guard let chosen = number.map({ number in live.reports.first { $0.report.number == number } }) ?? fitting.last
    else {
      throw Diagnostic(
        "unknown-report",
        number.map { "match \(live.match.number) has no report \($0)" }
          ?? "\(side.map { "'\($0 == .home ? live.match.home : live.match.away)' in match " } ?? "match ")"
          + "\(live.match.number) has no \(isBack ? "void report" : "report to void")", span: span ?? self.span,
        help:
          "list the reports and name one: football show \(live.match.number); football void \(live.match.number) 1 reason=…"
      )
    }
    let report = chosen.report
    guard report.isVoid == isBack else {
      let state = "report \(report.number) is \(isBack ? "not void" : "void already")"
      if call[ReportEntry.key] != nil { return [screen(live, title: state)] }
      throw Diagnostic(
        "void-report", state + (chosen.voidReason.map { ": \($0.abridged)" } ?? ""), span: span ?? self.span)
    }
    if isBack, let state = report.state,
      let other = live.reports.last(where: { !$0.report.isVoid && $0.report.state == state })?.report
    {
      throw Diagnostic(
        "wrong-state", "report \(other.number) says the same", span: span ?? self.span,
        help: "void that one first: football void \(live.match.number) \(other.number) reason=…")
    }
    _ = try workspace.store.update(
      chosen.id, of: FootballKinds.report, setting: ["void_reason": reason.map(Value.text) ?? .missing],
      revision: chosen.revision)
    let after = try LiveMatch(number: live.match.number, in: workspace)
    let title = MatchScreen.sentence(report, of: live.match, void: reason)
    return [screen(after, title: title)] + MatchScreen.disputes(after.course(at: moment)).map(Output.warning)
  }

  private func stale(_ seen: Int, _ call: Call) -> Diagnostic {
    Diagnostic(
      "stale-report", "match \(live.match.number) is at revision \(live.revision), not \(seen)",
      span: call.span(of: ReportEntry.revision), help: "look at it again: football show \(live.match.number)")
  }

  private func screen(_ live: LiveMatch, title: String? = nil) -> Output {
    MatchScreen.record(live, course: live.course(at: moment), clock: clock, title: title)
  }

  /// What is odd about a report, or disputed after it.
  private func warnings(_ report: MatchReport, _ after: LiveMatch) -> [String] {
    var found: [String] = []
    if let minute = report.minute, let shown = live.course(at: moment).minute.flatMap({ MatchMinute($0) }),
      minute > shown
    {
      found.append("minute \(minute) is later than the clock (\(shown))")
    }
    if report.kind == .yellow, let player = report.player,
      live.course(at: moment).events.contains(where: {
        $0.report.kind == .yellow && $0.report.side == report.side && $0.report.player == player
      })
    {
      found.append("\(player) has a yellow card already; a second one is football second-yellow")
    }
    let by = after.reports.map(\.report).max { $0.number < $1.number }?.by
    let earlier = live.reports.map(\.report).filter {
      !$0.isVoid && $0.side == report.side && $0.player == report.player
    }
    // Two reporters confirm each other.
    if let same = earlier.last(where: { known in
      report.kind.isGoal && known.kind == report.kind && known.minute == report.minute && known.by == by
    }) {
      found.append("report \(same.number) says the same; if it is one goal: football void \(live.match.number)")
    }
    if report.player != nil, let sent = earlier.first(where: { $0.kind == .red || $0.kind == .secondYellow }) {
      found.append("\(report.player ?? "") was sent off by report \(sent.number)")
    }
    return found + MatchScreen.disputes(after.course(at: moment))
  }

  // MARK: Words

  private var hasTypedMinute: Bool { rest.first?.first?.isNumber == true }

  /// The minute and the player after the team; a missing minute is that of the clock. `isScore` takes the last minute
  /// of a half whose end no one reported. Throws `bad-value`, `wrong-state` for a minute after the end that was
  /// reported, and `missing-minute` in a break.
  func minuteAndPlayer(isScore: Bool = false) throws(Diagnostic) -> (minute: MatchMinute?, player: String?) {
    var words = rest
    var minute: MatchMinute?
    // A form sends the minute that was left out as an empty word.
    let isLeftOut = words.first?.isEmpty == true
    if isLeftOut { words.removeFirst() }
    if !isLeftOut, let word = words.first, word.first?.isNumber == true {
      guard let read = MatchMinute(word), read.minute <= 2 * (live.rules.half + live.rules.extraHalf) else {
        throw .badValue(
          "minute", word.abridged,
          allowed: "a minute from 1 to \(2 * (live.rules.half + live.rules.extraHalf)), as in 33 or 45+2", span: span)
      }
      guard live.rules.period(of: read) != nil else {
        throw .badValue(
          "minute", word.abridged,
          allowed: "added time after a half, as in \(live.rules.half)+2 or \(2 * live.rules.half)+2", span: span)
      }
      if let end = live.phases.end(before: read, live.rules) {
        let number = live.match.number
        let last = live.reports.last { $0.voidReason == nil && $0.report.kind == .state }?.report.number ?? 1
        throw Diagnostic(
          "wrong-state", "minute \(read) of match \(number) is after the end that was reported, \(end)", span: span,
          help:
            "correct the end: football void \(number) \(last) reason=…; or enter the result: football match result \(number) 2-1"
        )
      }
      minute = read
      words.removeFirst()
    }
    let player = words.joined(separator: " ").trimmed
    guard player.count <= 80 else {
      throw .badValue("player", player.abridged, allowed: "a name of at most 80 characters", span: span)
    }
    if minute == nil, !live.rules.isStopped, let shown = live.course(at: moment).minute {
      minute = MatchMinute(shown.filter { $0 != "~" })
      if minute == nil, isScore, shown.hasSuffix("+"), let last = Int(shown.dropLast()) {
        minute = MatchMinute(last, added: ClockRules.longestAdded)
      }
      if minute == nil {
        throw Diagnostic(
          "missing-minute", "the clock of match \(live.match.number) shows \(shown), so the report needs its minute",
          span: span, help: "add it after the team, as in 33 or 45+2")
      }
    }
    return (minute, player.isEmpty ? nil : player)
  }

  /// Throws `wrong-state` unless the match has begun, by its reports or by the clock.
  func needsBegun() throws(Diagnostic) {
    let course = live.course(at: moment)
    if course.state.hasBegun || course.state == .interrupted { return }
    let isToday = live.match.kickoff == nil && live.match.date.days <= moment.date.days + 1
    if isToday, course.state == .scheduled || course.state == .delayed { return }
    throw Diagnostic(
      "wrong-state",
      "match \(live.match.number) is \(course.state.whereabouts)"
        + (live.match.kickoff == nil ? "" : ", kick-off \(MatchRows.kickoff(live.match, clock))"), span: span,
      help: course.state == .scheduled || course.state == .delayed
        ? "report the kick-off first: football start \(live.match.number)"
        : "move it to its new day first: football match move \(live.match.number)")
  }

  /// Throws `wrong-state` where the penalties that were reported leave the shoot-out level.
  func needsWinner() throws(Diagnostic) {
    guard let shots = live.course(at: moment).shootOut, shots.home == shots.away else { return }
    let number = live.match.number
    throw Diagnostic(
      "wrong-state", "the shoot-out of match \(number) is level, \(shots), and does not end so", span: span,
      help:
        "report the penalty that is missing: football shoot-out \(number) home scored; or void a wrong one: football void \(number)"
    )
  }

  /// Throws `wrong-state`, naming both states, unless the match may enter a state, and after the report before it.
  func needsMove(to next: MatchState) throws(Diagnostic) {
    if let last = live.reports.map(\.report).filter({ !$0.isVoid && $0.kind == .state }).max(by: { $0.at < $1.at }),
      moment < last.at
    {
      throw Diagnostic(
        "wrong-state", "the time is before that of \(MatchScreen.sentence(last, of: live.match))", span: span,
        help: "give a later time, or void that report: football void \(live.match.number) \(last.number) reason=…")
    }
    try live.needsMove(to: next, at: span)
  }
}
