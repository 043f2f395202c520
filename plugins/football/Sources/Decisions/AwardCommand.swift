internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct AwardCommand: Command {
  static let match = Parameter<String?>.text(
    "match", positional: true, help: "Match: its number, or a team with on=; by default awarded matches are listed.",
    completion: MatchFinder.match.description.completion)
  static let decision = Parameter<String?>.text(
    "decision", positional: true, help: "home or away wins, none loses for both, or the goals as decreed, as in 3-0.",
    completion: .words(["home", "away", "none", "3-0", "0-3"]))

  static let remove = Parameter<Bool>.flag("remove", default: false, help: "Take the award back.")

  let signature = Signature(
    "football award", topic: .plugins, summary: "Award a match, take an award back, or list the awarded matches.",
    details: """
      An awarded match counts in the table: with the decreed goals, or with points alone if only a winner is named. It \
      is left out of goal models and ratings, because the goals were not played. remove=yes gives the match the state and \
      score that it had before.
      """,
    parameters: [match.any, decision.any, MatchFinder.on.any, remove.any],
    exampleLines: MatchDay.lines(
      """
      decreed goals: {league}; football award 3 3-0 -> awarded
      a winner alone: {league}; football award 3 away -> away
      a match by team and day: {league}; football award Aldmoor home on=2023-08-04 -> awarded
      taken back: {league}; football award 3 3-0; football award 3 remove=yes -> full time
      the awarded matches: football award -> 0 matches
      not a decision: {league}; football award 3 soon -> !bad-value
      """), seeAlso: ["football table", "football show"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    guard call.has(AwardCommand.match) else {
      try call.refuseKeys(except: [], of: "football award", instead: "football award MATCH DECISION")
      let awarded = try workspace.matches([.equals("state", .text(MatchState.awarded.rawValue))])
      return [try MatchRows.list(awarded, in: workspace)]
    }
    var match = try workspace.stored(number: workspace.match(call, in: session).number)
    if call[AwardCommand.remove] {
      try call.refuse(
        AwardCommand.decision, "an award is taken back without a decision",
        write: "football award \(match.number) remove=yes")
      return try workspace.takeBack(
        match.number, "award", at: call.span(of: AwardCommand.match), isDecided: AwardCommand.isByHand)
    }
    guard let word = call[AwardCommand.decision] else {
      throw Diagnostic(
        "missing-argument", "how is match \(match.number) decided?", span: call.verbSpan,
        help: "home, away, none, or goals as in 3-0")
    }
    if let winner = StoredMatch.Winner(rawValue: word) {
      (match.winner, match.fullTime) = (winner, nil)
    } else if let goals = TextScore.goals(word) {
      (match.winner, match.fullTime) = (nil, goals)
    } else {
      throw .badValue(
        "decision", word, allowed: "home, away, none, or goals as in 3-0", span: call.span(of: AwardCommand.decision))
    }
    let isAwarded = try workspace.isAwardedByHand(match.number)
    guard !isAwarded else {
      throw Diagnostic(
        "wrong-state", "match \(match.number) is already awarded", span: call.span(of: MatchFinder.match),
        help: "take the earlier award back first: football award \(match.number) remove=yes")
    }
    (match.state, match.halfTime, match.extraTime, match.penalties) = (.awarded, nil, nil, nil)
    try workspace.replace(match)
    return [MatchScreen.record(match, in: workspace)]
  }

  /// Whether the fields of a match are those of an award by hand: with an outcome, and from no file.
  static func isByHand(_ fields: [String: Value]) -> Bool {
    func has(_ name: String) -> Bool { !(fields[name] ?? .missing).isMissing }
    return fields["state"] == .text(MatchState.awarded.rawValue) && !has("file") && (has("winner") || has("home_goals"))
  }
}
