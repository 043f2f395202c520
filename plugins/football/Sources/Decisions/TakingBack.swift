internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

extension FootballWorkspace {
  /// What a decision by hand changes.
  private static let decided = [
    "state", "home_goals", "away_goals", "half_time_home", "half_time_away", "extra_time_home", "extra_time_away",
    "penalties_home", "penalties_away", "winner", "source", "file", "line", "settled",
  ]

  /// Takes a decision about a match back and shows it: state and score are those of the log before it, or of the reports since.
  ///
  /// `isDecided` tells from the fields whether the decision holds; throws `wrong-state` with `what` for a match without one.
  func takeBack(
    _ number: Int, _ what: String, also more: [String] = [], at span: SourceSpan?, isDecided: ([String: Value]) -> Bool
  ) throws(Diagnostic) -> [Output] {
    guard let (record, before) = try beforeDecision(number, isDecided) else {
      throw Diagnostic(
        "wrong-state", "match \(number) has no \(what) that was entered by hand", span: span,
        help: "football show \(number) has its sources")
    }
    let setting = (FootballWorkspace.decided + more).reduce(into: [:]) { $0[$1] = before[$1] ?? .missing }
    _ = try store.update(record.id, of: record.kind, setting: setting, revision: record.revision)
    return [MatchScreen.record(try LiveMatch(number: number, in: self).reported, in: self)]
  }

  /// Whether a match was awarded by hand; an award of a file can be replaced, and its walkover has no winner yet.
  func isAwardedByHand(_ number: Int) throws(Diagnostic) -> Bool {
    try beforeDecision(number, AwardCommand.isByHand) != nil
  }

  /// A match with its fields before a decision; nil where there is none that was entered by hand.
  private func beforeDecision(
    _ number: Int, _ isDecided: ([String: Value]) -> Bool
  ) throws(Diagnostic) -> (record: Record, before: [String: Value])? {
    let query = RecordQuery(FootballKinds.match, where: [.equals("number", .integer(number))], limit: 1)
    guard let record = try store.records(query).first, isDecided(record.fields) else { return nil }
    var before = record.fields
    for change in try store.changes(kind: record.kind, record: record.id, limit: 10_000) where isDecided(before) {
      guard change.action == .update else { return nil }
      before.merge(change.before) { $1 }
    }
    return isDecided(before) ? nil : (record, before)
  }
}
