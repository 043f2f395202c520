internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct EventCommand: Command {
  static let words = Parameter<[String]>.words(
    "words", required: true,
    help: "Team (or match number and side), then the minute and the player, as in SKIF 33 Zaynal.",
    completion: ChosenSeason.sides)

  let kind: MatchReport.Kind
  let signature: Signature

  static let all: [EventCommand] = [
    EventCommand("goal", .goal, "a goal", "1", seeAlso: ["football own-goal", "football penalty", "football void"]),
    EventCommand(
      "own-goal", .ownGoal, "an own goal: name the team of the player; the goal counts for the other one", "0",
      seeAlso: ["football goal", "football void"]),
    EventCommand(
      "penalty", .penaltyGoal, "a goal from a penalty", "1", seeAlso: ["football missed-penalty", "football goal"]),
    EventCommand("missed-penalty", .missedPenalty, "a missed or saved penalty", "0", seeAlso: ["football penalty"]),
    EventCommand("yellow", .yellow, "a yellow card", "0", seeAlso: ["football second-yellow", "football red"]),
    EventCommand(
      "second-yellow", .secondYellow, "a second yellow card, which sends the player off", "0",
      seeAlso: ["football yellow", "football red"]),
    EventCommand("red", .red, "a red card", "0", seeAlso: ["football yellow", "football second-yellow"]),
  ]

  private init(_ verb: String, _ kind: MatchReport.Kind, _ what: String, _ goals: String, seeAlso: [String]) {
    self.kind = kind
    let name = "football " + verb
    signature = Signature(
      name, topic: .plugins, summary: "Report \(what).",
      details: """
        Name a team that plays today; its beginning is enough. If several matches fit, name the match by its number and \
        add home or away. Without a minute the report has that of the clock. A report that does not fit the state of \
        the match is refused; football void corrects one.
        """,
      parameters: [EventCommand.words.any] + ReportEntry.keys,
      exampleLines: MatchDay.lines(
        """
        with minute and player: {started}; \(name) Hamnvik 33 Zaynal @15:35 -> Hamnvik IF \(goals)-
        at the clock's minute: {started}; \(name) Hamnvik @15:12 -> 12, first half
        by number and side; key=k1 counts once: {started}; \(name) 1 home 45+2 key=k1 @15:49 -> 45+4, first half
        before the kick-off: {setup}; \(name) Hamnvik 3 @12:00 -> !wrong-state
        """), seeAlso: seeAlso + ["football show"])
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let entry = try ReportEntry(
      call, words: call[EventCommand.words], at: call.span(of: EventCommand.words), in: session)
    let side = try entry.needsSide()
    let (minute, player) = try entry.minuteAndPlayer()
    let report = MatchReport(
      number: 0, kind: kind, side: side, minute: minute, player: player, at: entry.moment, by: "")
    if try entry.repeated(call, of: report) == nil { try entry.needsBegun() }
    return try entry.store(report, call)
  }
}

struct ShootOutCommand: Command {
  let signature = Signature(
    "football shoot-out", topic: .plugins, summary: "Report a penalty of a shoot-out, scored or missed.",
    details:
      "Report the start of the shoot-out first: football start TEAM period=penalties. Its goals are counted apart.",
    parameters: [EventCommand.words.any] + ReportEntry.keys,
    exampleLines: MatchDay.lines(
      """
      scored: {shootOut}; football shoot-out Hamnvik scored Zaynal @17:01 -> 1-0
      missed: {shootOut}; football shoot-out Bergsta missed @17:02 -> 0-0
      by number and side: {shootOut}; football shoot-out 1 away scored @17:02 -> 0-1
      during the match: {started}; football shoot-out Hamnvik scored @15:30 -> !wrong-state
      """), seeAlso: ["football start", "football show"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: EventCommand.words)
    let entry = try ReportEntry(call, words: call[EventCommand.words], at: span, in: session)
    let side = try entry.needsSide()
    let kind: MatchReport.Kind
    switch entry.rest.first {
    case "scored"?: kind = .shootOutGoal
    case "missed"?, "saved"?: kind = .shootOutMiss
    default: throw .badWord("result", entry.rest.first ?? "", allowed: "scored or missed after the team", span)
    }
    let player = entry.rest.dropFirst().joined(separator: " ").trimmed
    let report = MatchReport(
      number: 0, kind: kind, side: side, player: player.isEmpty ? nil : player, at: entry.moment, by: "")
    if try entry.repeated(call, of: report) == nil, entry.live.phases.state != .penalties {
      throw Diagnostic(
        "wrong-state", "match \(entry.live.match.number) is \(entry.live.phases.state.whereabouts), not in a shoot-out",
        span: span, help: "start it first: football start \(entry.live.match.number) period=penalties")
    }
    return try entry.store(report, call)
  }
}

struct ScoreCommand: Command {
  let signature = Signature(
    "football score", topic: .plugins, summary: "Report the score without the scorers.",
    details: """
      Goals of the home side first. Goals that are reported before or after with their scorers count into it: those up \
      to the minute of the score are among its goals, later ones add to it. If two reporters give different scores, the \
      later one is shown, and a warning shows the other.
      """,
    parameters: [EventCommand.words.any] + ReportEntry.keys,
    exampleLines: MatchDay.lines(
      """
      at the clock's minute: {started}; football score Hamnvik 2-1 @15:41 -> Hamnvik IF 2-1
      with its minute: {started}; football score 1 2-1 40 @15:44 -> 2-1 40
      a goal before it is one of the two: {started}; football goal Hamnvik 12 Zaynal @15:13; football score Hamnvik 2-1 @15:41 -> Hamnvik IF 2-1
      not a score: {started}; football score Hamnvik two @15:41 -> !bad-value
      """), seeAlso: ["football goal", "football void", "football show"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: EventCommand.words)
    var entry = try ReportEntry(call, words: call[EventCommand.words], at: span, in: session)
    guard let word = entry.rest.first, let goals = TextScore.goals(word) else {
      throw .badWord(
        "score", entry.rest.first ?? "", allowed: "the score after the team, home side first, as in 2-1", span)
    }
    entry.dropFirst()
    let (minute, extra) = try entry.minuteAndPlayer(isScore: true)
    if let extra { throw .badWord("minute", extra, allowed: "a team, the score and a minute", span) }
    let report = MatchReport(
      number: 0, kind: .score, minute: minute, homeGoals: goals.home, awayGoals: goals.away, at: entry.moment, by: "")
    if try entry.repeated(call, of: report) == nil { try entry.needsBegun() }
    return try entry.store(report, call)
  }
}

struct VoidCommand: Command {
  static let match = Parameter<String>.required(
    "match", allowed: "a match's number, or a team", help: "Match: its number, or a team that plays today.")
  static let number = Parameter<Int?>.optionalInt(
    "number", in: 1...100_000, positional: true,
    help: "Number of the report, as football show lists it; default: the last one of the team, or of the match.")
  static let reason = Parameter<String?>.text("reason", help: "Why it was wrong; required.")
  static let remove = Parameter<Bool>.flag(
    "remove", default: false, help: "Take the void back: the report counts again.")

  let signature = Signature(
    "football void", topic: .plugins, summary: "Void a report that was wrong; it is kept with the reason.",
    details: """
      The report no longer counts, and football show lists it as void. A team in quotes, then the number of the report; \
      without a number the last report of that team that is not void, or of the match if its number is given. remove=yes \
      counts a void report again.
      """,
    parameters: [match.any, number.any, reason.any, remove.any]
      + ReportEntry.keys.filter { $0.description.name != "device" },
    exampleLines: MatchDay.lines(
      """
      a report by its number: {goal}; football void Hamnvik 2 reason=offside @15:15 -> Hamnvik IF 0-0
      the team's last report: {goal}; football void Hamnvik reason=offside @15:15 -> Hamnvik IF 0-0
      it is kept: {goal}; football void Hamnvik 2 reason=offside @15:15; football show Hamnvik @15:16 -> offside
      taken back: {goal}; football void Hamnvik 2 reason=offside @15:15; football void Hamnvik 2 remove=yes @15:16 -> Hamnvik IF 1-0
      without a reason: {goal}; football void Hamnvik 2 @15:15 -> !missing-reason
      """), seeAlso: ["football show", "football goal"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: VoidCommand.match)
    let entry = try ReportEntry(call, words: [call[VoidCommand.match]], at: span, in: session)
    let isBack = call[VoidCommand.remove]
    let reason = call[VoidCommand.reason]?.trimmed ?? ""
    guard isBack == reason.isEmpty else {
      throw Diagnostic(
        isBack ? "unexpected-key" : "missing-reason",
        isBack ? "a void is taken back without a reason, so nothing was done" : "a void report needs its reason",
        span: call.verbSpan, help: isBack ? "omit reason= or remove=yes" : "add it, as in reason=offside")
    }
    return try entry.void(
      call[VoidCommand.number], reason: isBack ? nil : reason, call, at: call.span(of: VoidCommand.number))
  }
}

extension Diagnostic {
  /// The error for one of the words of a report, which are one parameter; whoever filled in a form knows it by its own name.
  fileprivate static func badWord(_ name: String, _ found: String, allowed: String, _ span: SourceSpan?) -> Diagnostic {
    var error = badValue("words", found.abridged, allowed: allowed, span: span)
    error.subject = name
    return error
  }
}
