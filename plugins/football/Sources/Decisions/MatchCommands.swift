internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The kick-off of a match as it is typed.
enum TypedKickoff {
  static let fold = Parameter<String?>.choice(
    "fold", LocalClock.Fold.allCases.map(\.rawValue),
    help: "Which of two moments is meant by a time that the clock shows twice.")

  /// The day, and the moment unless the time is unknown. Throws `bad-value`, `skipped-time` and `repeated-time`.
  static func read(
    _ typed: String, _ parameter: String, _ clock: LocalClock?, _ call: Call, at span: SourceSpan?
  ) throws(Diagnostic) -> (date: CalendarDate, kickoff: Moment?) {
    let read = try TypedMoment.checked(
      typed, parameter, allowed: "a day or a time, as in 2015-04-18 or 2015-04-18T15:00", now: nil,
      from: MatchImport.firstDay, at: span)
    let date = (read.offset == nil ? read.moment : clock?.shown(at: read.moment) ?? read.moment).date
    var kickoff: Moment? = read.offset == nil ? nil : read.moment
    if read.isLocal {
      guard let clock else {
        throw Diagnostic(
          "no-time-zone", "the time zone of the competition is unknown", span: span,
          help: "add it, as in zone=Europe/Stockholm, or give the offset, as in 2015-04-18T15:00+02:00")
      }
      do throws(Diagnostic) {
        kickoff = try clock.moment(showing: read.moment, fold: call[fold].flatMap { LocalClock.Fold(rawValue: $0) })
      } catch { throw error.at(span) }
    }
    guard date.civil.year <= 2200 else {
      throw .badValue(parameter, typed.abridged, allowed: "a day from 1850 to 2200", span: span)
    }
    return (date, kickoff)
  }
}

struct MatchAddCommand: Command {
  static let competition = Parameter<String>.required(
    "competition", allowed: "a competition code", help: "Competition code, or its name in quotes.",
    completion: .records([RecordNames(FootballKinds.competition, "code")], words: []))
  static let home = Parameter<String>.required(
    "home", allowed: "a team", help: "Home side.", completion: ChosenSeason.teams)
  static let away = Parameter<String>.required(
    "away", allowed: "a team", help: "Away side.", completion: ChosenSeason.teams)
  static let at = Parameter<String?>.text(
    "at", help: "Kick-off, as in 2015-04-18T15:00 in the competition's zone, or the day while the time is unknown.")
  static let round = Parameter<String?>.text("round", help: "Round.")
  static let stage = Parameter<String?>.text("stage", help: "Stage, as in play-off.")
  static let ground = Parameter<String?>.text("ground", help: "Ground.")

  let signature = Signature(
    "football match add", topic: .plugins, summary: "Add a match by hand.",
    details: """
      The season follows from the day; season= sets it. zone= is the time zone of a new competition. A time that the \
      clock skips is refused; of a time that it shows twice, fold=first or fold=second chooses one.
      """,
    parameters: [
      competition.any, home.any, away.any, at.any, FootballImporter.season.any, FootballImportCommand.zone.any,
      TypedKickoff.fold.any, round.any, stage.any, ground.any,
    ],
    exampleLines: MatchDay.lines(
      """
      a match of a new competition: football match add "Div 4A" "Hamnvik IF" "Bergsta BK" at=2015-04-18T15:00 zone=Europe/Stockholm -> 2015-04-18 15:00
      while the time is unknown: football match add "Div 4A" "Hamnvik IF" "Bergsta BK" at=2015-04-18 -> scheduled
      with its ground: {setup}; football match add "Div 4A" Torslunda Ekhaga at=2015-04-19T13:00 ground=Ekvallen -> Ekvallen
      a time that the clock skips: football match add "Div 4A" A B at=2015-03-29T02:30 zone=Europe/Stockholm -> !skipped-time
      """), seeAlso: ["football match move", "football match result", "football import"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let code = call[MatchAddCommand.competition].trimmed
    let aliases = try workspace.aliases()
    func name(_ parameter: Parameter<String>) throws(Diagnostic) -> String {
      let typed = call[parameter].trimmed
      guard !typed.isEmpty, typed.count <= 80 else {
        throw .badValue(
          parameter.name, typed.abridged, allowed: "a name of at most 80 characters", span: call.span(of: parameter))
      }
      return typed
    }
    guard !code.isEmpty, code.count <= 60 else {
      throw .badValue(
        "competition", code.abridged, allowed: "a code of at most 60 characters",
        span: call.span(of: MatchAddCommand.competition))
    }
    let (typedHome, typedAway) = (try name(MatchAddCommand.home), try name(MatchAddCommand.away))
    let (home, away) = (aliases[typedHome] ?? typedHome, aliases[typedAway] ?? typedAway)
    guard home != away else {
      throw Diagnostic(
        "same-team", "'\(home)' is on both sides", span: call.span(of: MatchAddCommand.away), help: "name two teams")
    }
    guard let typed = call[MatchAddCommand.at] else {
      throw Diagnostic(
        "missing-day", "a match needs its day", span: call.verbSpan, help: "add it, as in at=2015-04-18T15:00")
    }
    var competition = workspace.competition(code)
    if let zone = call[FootballImportCommand.zone] { competition.zone = zone }
    var clock: LocalClock?
    if let zone = competition.zone {
      do throws(Diagnostic) { clock = try session.clock(in: zone) } catch {
        throw error.at(call.span(of: FootballImportCommand.zone))
      }
    }
    let (date, kickoff) = try TypedKickoff.read(typed, "at", clock, call, at: call.span(of: MatchAddCommand.at))
    let season =
      try FootballImporter.season(call[FootballImporter.season], at: call.span(of: FootballImporter.season))
      ?? competition.season(of: date) ?? Season(start: date.civil.year, isSplit: false)
    if competition.seasons == nil { competition.seasons = season.isSplit ? .winter : .calendar }
    let near = try workspace.matches([
      .equals("competition", .text(code)), .equals("home", .text(home)), .equals("away", .text(away)),
    ]).first { abs($0.date.days - date.days) <= IncomingMatches.nearDays }
    if let near {
      throw Diagnostic(
        "known-match", "this is match \(near.number), \(near.title)", span: call.verbSpan,
        help: "move it, if it has another day: football match move \(near.number)")
    }
    let strangers = try MatchAddCommand.strangers(code, [home, away], workspace)
    if competition != workspace.competitions[code] {
      try workspace.store(competition, cancellation: session.cancellation)
    }
    var match = StoredMatch(competition: code, season: season, date: date, home: home, away: away)
    match.number = try workspace.store.nextNumber(of: FootballKinds.match)
    (match.kickoff, match.source) = (kickoff, MatchResultCommand.source)
    (match.round, match.stage) = (call[MatchAddCommand.round], call[MatchAddCommand.stage])
    match.ground = call[MatchAddCommand.ground]
    _ = try workspace.store.merge(
      StoredMatch.table([match]), into: FootballKinds.match, rule: .update, cancellation: session.cancellation)
    return [MatchScreen.record(match, clock: clock)] + strangers.map(Output.warning)
  }

  /// New names that are much like known ones.
  private static func strangers(
    _ code: String, _ teams: [String], _ workspace: FootballWorkspace
  ) throws(Diagnostic) -> [String] {
    guard try workspace.hasMatches(code) else {
      let known = try workspace.seasons().keys.inCodePointOrder()
      let near = Suggestion.nearest(to: code, among: known)
      return near.map { ["'\(code.abridged)' is a new competition; there is also '\($0.abridged)'"] } ?? []
    }
    let stored = try workspace.stored([.equals("competition", .text(code))])
    let known = Set(stored.flatMap { [$0.home, $0.away] })
    return teams.filter { !known.contains($0) }.compactMap { team in
      Suggestion.nearest(to: team, among: known.inCodePointOrder()).map {
        "'\(team.abridged)' is new in \(code.abridged); there is also '\($0.abridged)', and if they are one: football alias "
          + "\(CommandText.quoted(team)) \(CommandText.quoted($0))"
      }
    }
  }
}

struct MatchMoveCommand: Command {
  static let at = Parameter<String>.required(
    "at", allowed: "a day or a time, as in 2015-04-18 or 2015-04-18T15:00",
    help: "New kick-off in the competition's zone, or the day while the time is unknown.")

  let signature = Signature(
    "football match move", topic: .plugins, summary: "Move a match to another day or time.",
    details: """
      A postponed, cancelled or abandoned match is scheduled again. The reports about an abandoned match become void, \
      since it is played again from the start.
      """,
    parameters: [MatchFinder.match.any, at.any, MatchFinder.on.any, TypedKickoff.fold.any],
    exampleLines: MatchDay.lines(
      """
      another time: {setup}; football match move 1 2015-04-18T16:30 -> 16:30
      another day: {setup}; football match move 1 2015-05-02 -> 2015-05-02
      after a postponement: {setup}; football match postpone 1; football match move Hamnvik 2015-05-02T15:00 on=2015-04-18 -> scheduled
      not a day: {setup}; football match move 1 tomorrow -> !bad-value
      """), seeAlso: ["football match postpone", "football match add", "football show"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let number = try workspace.match(call, in: session).number
    let live = try LiveMatch(number: number, in: workspace)
    let state = live.reported.state
    guard !state.isLive, !state.isFinal else {
      throw Diagnostic(
        "wrong-state", "match \(number) is \(state.whereabouts) and cannot be moved",
        span: call.span(of: MatchFinder.match), help: "only a match that is to be played can be moved")
    }
    var match = live.match
    let clock = workspace.clock(of: match.competition)
    (match.date, match.kickoff) = try TypedKickoff.read(
      call[MatchMoveCommand.at], "at", clock, call, at: call.span(of: MatchMoveCommand.at))
    match.state = .scheduled
    try workspace.replace(match)
    let open = live.reports.filter { $0.voidReason == nil }
    for report in open {
      _ = try workspace.store.update(
        report.id, of: FootballKinds.report, setting: ["void_reason": .text("moved to \(match.date)")],
        revision: report.revision)
    }
    let note =
      open.isEmpty ? [] : [Output.note("\(open.count.counted("report")) about the earlier attempt became void")]
    return [MatchScreen.record(match, clock: clock)] + note
  }
}

struct MatchStopCommand: Command {
  static let remove = Parameter<Bool>.flag(
    "remove", default: false, help: "Take it back: the match has the state and score that it had before.")

  let state: MatchState
  let signature: Signature

  static let all = [
    MatchStopCommand("postpone", .postponed, "Postpone a match; its new day is not known yet.", "football match move"),
    MatchStopCommand("cancel", .cancelled, "Cancel a match; it will not be played.", "football award"),
  ]

  private init(_ verb: String, _ state: MatchState, _ summary: String, _ next: String) {
    self.state = state
    let name = "football match " + verb
    signature = Signature(
      name, topic: .plugins, summary: summary,
      details:
        "It counts in no table, and \(next) changes it again. A match that has begun cannot be \(state.rawValue). "
        + "remove=yes gives the match the state and score that it had before.",
      parameters: [MatchFinder.match.any, MatchFinder.on.any, MatchStopCommand.remove.any],
      exampleLines: MatchDay.lines(
        """
        by its number: {setup}; \(name) 1 -> \(state.rawValue)
        by a team and a day: {setup}; \(name) Hamnvik on=2015-04-18 -> \(state.rawValue)
        the match after it: {setup}; \(name) 1; football show 1 -> \(state.rawValue)
        taken back: {setup}; \(name) 1; \(name) 1 remove=yes -> scheduled
        a match under way: {started}; \(name) 1 -> !wrong-state
        """), seeAlso: [next, "football match add"])
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let number = try workspace.match(call, in: session).number
    if call[MatchStopCommand.remove] {
      let what = state == .cancelled ? "cancellation" : "postponement"
      return try workspace.takeBack(number, what, at: call.span(of: MatchFinder.match)) {
        $0["state"] == .text(state.rawValue) && ($0["file"] ?? .missing).isMissing
      }
    }
    let live = try LiveMatch(number: number, in: workspace)
    try live.needsMove(to: state, at: call.span(of: MatchFinder.match))
    var match = live.match
    (match.state, match.fullTime, match.halfTime) = (state, nil, nil)
    try workspace.replace(match)
    return [MatchScreen.record(match, in: workspace)]
  }
}

struct MatchResultCommand: Command {
  /// The source of what was entered by hand.
  static let source = "by hand"
  static let score = Parameter<String?>.text(
    "score", positional: true, help: "Result after 90 minutes, home side first, as in 2-1.")
  static let remove = Parameter<Bool>.flag(
    "remove", default: false, help: "Take a result back that was entered by hand.")
  static let half = Parameter<String?>.text("half", help: "Score at half-time, as in 1-0.")
  static let extra = Parameter<String?>.text("extra", help: "Score after extra time, as in 3-2.")
  static let penalties = Parameter<String?>.text("penalties", help: "Score of the shoot-out, as in 4-3.")

  let signature = Signature(
    "football match result", topic: .plugins, summary: "Enter the result of a match by hand.",
    details: """
      Overrides what files and reports say; the versions of files are kept (football show). football award is for \
      results that were decided at the table. remove=yes gives the match the state and score that it had before.
      """,
    parameters: [MatchFinder.match.any, score.any, MatchFinder.on.any, half.any, extra.any, penalties.any, remove.any],
    exampleLines: MatchDay.lines(
      """
      with half-time: {setup}; football match result 1 2-1 half=1-0 -> full time
      by a team and a day: {setup}; football match result Hamnvik 2-1 on=2015-04-18 -> home_goals   2
      after extra time and penalties: {setup}; football match result 1 2-2 extra=3-3 penalties=4-3 -> 4-3
      taken back: {setup}; football match result 1 2-1; football match result 1 remove=yes -> scheduled
      an impossible score: {setup}; football match result 1 2-1 half=3-0 -> !bad-score
      """), seeAlso: ["football award", "football score", "football match add"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let found = try workspace.match(call, in: session)
    var match = try workspace.stored(number: found.number)
    if call[MatchResultCommand.remove] {
      try call.refuseKeys(
        except: [MatchResultCommand.remove.any, MatchFinder.on.any], of: "football match result … remove=yes",
        instead: "football match result MATCH SCORE")
      try call.refuse(
        MatchResultCommand.score, "a result is taken back without a score",
        write: "football match result \(match.number) remove=yes")
      return try workspace.takeBack(match.number, "result", at: call.span(of: MatchFinder.match)) {
        $0["source"] == .text(MatchResultCommand.source) && $0["settled"] == .boolean(true)
          && $0["state"] == .text(MatchState.fullTime.rawValue)
      }
    }
    guard call.has(MatchResultCommand.score) else {
      throw Diagnostic(
        "missing-argument", "which score has match \(match.number)?", span: call.verbSpan, help: "add it, as in 2-1")
    }
    func goals(_ parameter: Parameter<String?>) throws(Diagnostic) -> SourceMatch.Goals? {
      guard let typed = call[parameter] else { return nil }
      if let goals = TextScore.goals(typed) { return goals }
      throw .badValue(parameter.name, typed.abridged, allowed: "goals as in 2-1", span: call.span(of: parameter))
    }
    let isAwarded = try workspace.isAwardedByHand(found.number)
    guard !isAwarded else {
      throw Diagnostic(
        "wrong-state", "match \(found.number) is awarded", span: call.span(of: MatchFinder.match),
        help: "take the award back first: football award \(found.number) remove=yes")
    }
    if let now = session.services.now, match.date.days > now().date.days + 1 {
      throw Diagnostic(
        "future-result", "match \(match.number) is on \(match.date), which is in the future",
        span: call.span(of: MatchFinder.match), help: "move it first, if it was played earlier: football match move")
    }
    match.fullTime = try goals(MatchResultCommand.score)
    match.halfTime = try goals(MatchResultCommand.half)
    match.extraTime = try goals(MatchResultCommand.extra)
    match.penalties = try goals(MatchResultCommand.penalties)
    func check(_ part: SourceMatch.Goals?, atMost whole: SourceMatch.Goals?, _ words: String) throws(Diagnostic) {
      guard let part, let whole, !part.isWithin(whole) else { return }
      throw Diagnostic("bad-score", words, span: call.span(of: MatchResultCommand.score), help: "check the score")
    }
    try check(match.halfTime, atMost: match.fullTime, "half-time has more goals than full time")
    try check(match.fullTime, atMost: match.extraTime, "full time has more goals than extra time")
    if let shots = match.penalties, shots.home == shots.away {
      throw Diagnostic(
        "bad-score", "a shoot-out does not end level, \(shots)", span: call.span(of: MatchResultCommand.penalties),
        help: "give the score with which it was won, as in penalties=4-3")
    }
    (match.state, match.winner, match.isSettled) = (.fullTime, nil, true)
    match.source = MatchResultCommand.source
    try workspace.replace(match)
    return [MatchScreen.record(match, in: workspace)]
  }
}
