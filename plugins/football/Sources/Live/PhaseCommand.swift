internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football start`, `football end` and their relatives: the match enters another state.
struct PhaseCommand: Command {
  static let words = Parameter<[String]>.words(
    "match", required: true, help: "Team that plays today, or a match's number.", completion: ChosenSeason.sides)
  static let period = Parameter<String?>.choice(
    "period", ["extra", "penalties"], help: "After full time: extra time or a shoot-out.")

  enum Move: Sendable {
    case start
    case end
    case resume
    case enter(MatchState)
  }

  let move: Move
  let signature: Signature

  static let all: [PhaseCommand] = [
    PhaseCommand(
      "start", .start, "Report that a period starts: the kick-off, or the next period.",
      """
      Starts the first half of a match that is scheduled, the second half after half-time, and the second half of extra \
      time after its break. After full time, period= chooses extra time or a shoot-out.
      """, [period.any],
      """
      the kick-off: {setup}; football start Hamnvik @15:01 -> first half
      the second half: {halfTime}; football start Hamnvik @16:02 -> second half
      by the match's number: {setup}; football start 1 @15:01 -> first half
      it has started: {started}; football start Hamnvik @15:30 -> !wrong-state
      """, ["football end", "football today"]),
    PhaseCommand(
      "end", .end, "Report that a period ends: half-time or full time.",
      "Ends the first half, the second half, a half of extra time or a shoot-out.", [],
      """
      half-time: {started}; football end Hamnvik @15:47 -> half-time
      full time: {halfTime}; football start Hamnvik @16:02; football end Hamnvik @16:50 -> full time
      by number: {started}; football end 1 @15:47 -> HT
      it has not started: {setup}; football end Hamnvik @15:30 -> !wrong-state
      """, ["football start", "football show"]),
    PhaseCommand(
      "interrupt", .enter(.interrupted), "Report that play is interrupted; the clock stops.",
      "football resume continues the period where it was; football abandon ends the match.", [],
      """
      at once: {started}; football interrupt Hamnvik @15:20 -> interrupted
      by number: {started}; football interrupt 1 @15:20 -> interrupted
      while it lasts: {interrupted}; football show Hamnvik @15:40 -> interrupted
      before the match: {setup}; football interrupt Hamnvik @14:20 -> !wrong-state
      """, ["football resume", "football abandon"]),
    PhaseCommand(
      "resume", .resume, "Report that an interrupted match resumes.",
      "The clock continues at the minute at which it stopped.", [],
      """
      in the same half: {interrupted}; football resume Hamnvik @15:30 -> 20, first half
      by number: {interrupted}; football resume 1 @15:30 -> first half
      five minutes later: {interrupted}; football resume Hamnvik @15:30; football show 1 @15:35 -> minute       25
      it was not interrupted: {started}; football resume Hamnvik @15:30 -> !wrong-state
      """, ["football interrupt"]),
    PhaseCommand(
      "abandon", .enter(.abandoned), "Report that a match is abandoned; it counts in no table.",
      "football award decides it at the table; football match move plays it again.", [],
      """
      at once: {started}; football abandon Hamnvik @15:50 -> abandoned
      by number: {started}; football abandon 1 @15:50 -> abandoned
      and decided at the table: {started}; football abandon Hamnvik @15:50; football award 1 0-3 -> awarded
      before the match: {setup}; football abandon Hamnvik @14:00 -> !wrong-state
      """, ["football interrupt", "football award", "football match move"]),
    PhaseCommand(
      "delay", .enter(.delayed), "Report that the kick-off is delayed.",
      "A delayed match has no estimated clock until football start.", [],
      """
      at once: {setup}; football delay Hamnvik @15:05 -> delayed
      by number: {setup}; football delay 1 @15:05 -> delayed
      then it starts: {setup}; football delay Hamnvik @15:05; football start Hamnvik @15:20 -> first half
      after the kick-off: {started}; football delay Hamnvik @15:30 -> !wrong-state
      """, ["football start", "football match postpone"]),
  ]

  private init(
    _ verb: String, _ move: Move, _ summary: String, _ details: String,
    _ more: @escaping @autoclosure @Sendable () -> [AnyParameter],
    _ examples: @escaping @autoclosure @Sendable () -> String, _ seeAlso: [String]
  ) {
    self.move = move
    signature = Signature(
      "football " + verb, topic: .plugins, summary: summary, details: details,
      parameters: [PhaseCommand.words.any] + more() + ReportEntry.keys, exampleLines: MatchDay.lines(examples()),
      seeAlso: seeAlso)
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: PhaseCommand.words)
    let entry = try ReportEntry(call, words: call[PhaseCommand.words], at: span, in: session)
    if let word = entry.rest.first {
      throw .badValue("match", word.abridged, allowed: "a team or a match's number alone", span: span)
    }
    let phases = entry.live.phases
    // A request that is sent again finds the match in a later state.
    if let known = try entry.known(call) {
      let state = known.report.state.flatMap { reaches($0) ? $0 : nil }
      return try entry.store(MatchReport(number: 0, kind: .state, state: state, at: entry.moment, by: ""), call)
    }
    let next: MatchState?
    switch move {
    case .start:
      switch call[PhaseCommand.period] {
      case "penalties"?: next = .penalties
      case "extra"?: next = phases.isExtraTime ? .extraTime2 : .extraTime1
      default: next = phases.state == .fullTime ? nil : phases.nextPeriod
      }
    case .end: next = phases.periodEnd
    case .resume: next = phases.state == .interrupted ? phases.resumes : nil
    case .enter(let state): next = state
    }
    guard let next else {
      throw Diagnostic(
        "wrong-state", "match \(entry.live.match.number) is \(phases.state.whereabouts), so no period can \(verb)",
        span: span,
        help: phases.state == .fullTime ? "add period=extra or period=penalties if the match goes on" : entry.live.wayOn
      )
    }
    if phases.state == .penalties, next == .fullTime { try entry.needsWinner() }
    try entry.needsMove(to: next)
    return try entry.store(MatchReport(number: 0, kind: .state, state: next, at: entry.moment, by: ""), call)
  }

  /// Whether the move may have led to a state.
  private func reaches(_ state: MatchState) -> Bool {
    switch move {
    case .start, .resume: state.isPlaying || state == .penalties || state == .halfTime
    case .end: state == .halfTime || state == .fullTime
    case .enter(let entered): state == entered
    }
  }

  private var verb: String { if case .enter = move { "change" } else { "\(move)" } }
}
