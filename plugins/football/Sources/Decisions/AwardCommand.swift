internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football award`: a match decided at the table: a winner, or the goals as decreed.
struct AwardCommand: Command {
  static let decision = Parameter<String>.required(
    "decision", allowed: "home, away, none, or goals as in 3-0",
    help: "home or away wins, none loses for both, or the goals as decreed.",
    completion: .words(["home", "away", "none", "3-0", "0-3"]))

  let signature = Signature(
    "football award", topic: .plugins, summary: "Award a match: name the winner, or the goals as decreed.",
    details: """
      An awarded match counts in the table: with the decreed goals, or with points alone if only a winner is named. It \
      is left out of goal models and ratings, because the goals were not played.
      """,
    parameters: [MatchFinder.match.any, decision.any, MatchFinder.on.any],
    examples: [
      Example("football award 3 3-0", after: ["football import football-league"], "decreed goals", prints: "awarded"),
      Example("football award 3 away", after: ["football import football-league"], "a winner alone", prints: "away"),
      Example(
        "football award Aldmoor home on=2023-08-04", after: ["football import football-league"],
        "a match by team and day", prints: "awarded"),
      Example(
        "football award 3 soon", after: ["football import football-league"], "not a decision", fails: "bad-value"),
    ], seeAlso: ["football table", "football show"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    var match = try workspace.stored(number: MatchFinder(workspace, session).match(call, in: session).number)
    let word = call[AwardCommand.decision]
    if let winner = StoredMatch.Winner(rawValue: word) {
      (match.winner, match.fullTime) = (winner, nil)
    } else if let goals = TextScore.goals(word) {
      (match.winner, match.fullTime) = (nil, goals)
    } else {
      throw .badValue(
        "decision", word, allowed: "home, away, none, or goals as in 3-0", span: call.span(of: AwardCommand.decision))
    }
    guard match.state != .awarded else {
      throw Diagnostic(
        "wrong-state", "match \(match.number) is already awarded", span: call.span(of: MatchFinder.match),
        help: "undo the earlier award first")
    }
    (match.state, match.halfTime, match.extraTime, match.penalties) = (.awarded, nil, nil, nil)
    try workspace.replace(match)
    return [MatchScreen.record(match, clock: ZoneClocks(workspace, session).clock(of: match.competition))]
  }
}
