internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

struct MatchCommand: Command {
  private static let match = Parameter<String?>.text(
    "match", positional: true, help: "Match: its number, or a team with on=; by default all are listed.",
    completion: MatchFinder.match.description.completion)

  let signature = Signature(
    "football match", topic: .plugins, summary: "List the stored matches, or show one.",
    details: "'football matches' lists those of a competition, season or team.",
    parameters: [match.any, MatchFinder.on.any, FootballNow.parameter.any],
    exampleLines: MatchDay.lines(
      """
      all matches: {setup}; football match -> Hamnvik
      one by its number: {setup}; football match 1 -> kickoff
      by a team and a day: {setup}; football match Hamnvik on=2015-04-18 -> kickoff
      an unknown match: {setup}; football match 9999 -> !unknown-match
      """), traits: .readsOnly, seeAlso: ["football matches", "football show", "football match add"])

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    if call.has(MatchCommand.match) { return try FootballShowCommand().run(call, in: &session) }
    try call.refuseKeys(except: [FootballNow.parameter.any], of: "football match", instead: "football match MATCH")
    return try MatchesCommand().run(call, in: &session)
  }
}

extension FootballThings {
  /// What can be done with a stored match, beside the office's verbs.
  static let matchActions: [ThingAction] = [
    ThingAction(
      .show, names: [MatchFinder.match], keys: { [MatchFinder.on.any, FootballNow.parameter.any] },
      details: "The same as 'football show'.",
      exampleLines: MatchDay.lines(
        """
        by its number: {setup}; football match show 1 -> Hamnvik
        an unknown match: {setup}; football match show 9999 -> !unknown-match
        """), seeAlso: ["football show"]
    ) { (work) throws(Diagnostic) in try FootballShowCommand().run(work.call, in: &work.session) },
    ThingAction(
      .delete, names: [MatchFinder.match], keys: { [MatchFinder.on.any] }, summary: "Delete a match without reports.",
      details: "'undo' brings it back, and so does an import of its file. 'football match cancel' calls a match off.",
      exampleLines: MatchDay.lines(
        """
        typed by mistake: {setup}; football match delete 1 -> removed
        a match with reports: {started}; football match delete 1 -> !record-in-use
        """), seeAlso: ["football match add", "football match cancel"]
    ) { (work) throws(Diagnostic) in
      let workspace = try FootballWorkspace(work.session)
      let match = try workspace.match(work.call, in: work.session)
      let open = try LiveMatch(number: match.number, in: workspace).reports.count { $0.voidReason == nil }
      guard open == 0 else {
        throw Diagnostic(
          "record-in-use", "match \(match.number) is in use: \(open.counted("report"))", span: work.span,
          help: "void its reports first: football void \(match.number)")
      }
      try workspace.remove(match: match.number, work.session)
      return [.note("removed match \(match.number), \(match.title)")]
    },
  ]
}
