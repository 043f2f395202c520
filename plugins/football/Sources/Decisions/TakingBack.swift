internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

extension FootballWorkspace {
  /// What a decision by hand changes.
  private static let decided = [
    "state", "home_goals", "away_goals", "half_time_home", "half_time_away", "extra_time_home", "extra_time_away",
    "penalties_home", "penalties_away", "winner", "source", "file", "line", "settled",
  ]

  /// Takes a decision about a match back: state and score are those of the log before it.
  ///
  /// `isDecided` tells from the fields whether the decision holds; throws `wrong-state` with `what` for a match without one.
  func takeBack(
    _ number: Int, _ what: String, at span: SourceSpan?, isDecided: ([String: Value]) -> Bool
  ) throws(Diagnostic) -> StoredMatch {
    let query = RecordQuery(FootballKinds.match, where: [.equals("number", .integer(number))], limit: 1)
    let none = Diagnostic(
      "wrong-state", "match \(number) has no \(what) that was entered by hand", span: span,
      help: "football show \(number) has its sources")
    guard let record = try store.records(query).first, isDecided(record.fields) else { throw none }
    var before = record.fields
    for change in try store.changes(kind: record.kind, record: record.id, limit: 10_000) where isDecided(before) {
      guard change.action == .update else { throw none }
      before.merge(change.before) { $1 }
    }
    guard !isDecided(before) else { throw none }
    let setting = FootballWorkspace.decided.reduce(into: [:]) { $0[$1] = before[$1] ?? .missing }
    _ = try store.update(record.id, of: record.kind, setting: setting, revision: record.revision)
    return try stored(number: number)
  }
}
