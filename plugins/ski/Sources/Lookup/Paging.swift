internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension Paging {
  /// The sessions after one in the list, newest first and those without a time last.
  static func sessions(after session: Record) -> [RecordQuery.Condition] {
    let later = RecordQuery.Condition.not(.isAtMost("session", session["session"]))
    let time = session["time_of_test"]
    if time.isMissing { return [.isMissing("time_of_test"), later] }
    // Sessions at the same time are ordered by number.
    let tie = RecordQuery.Condition.not(.any([.not(.equals("time_of_test", time)), .not(later)]))
    return [.any([.isBefore("time_of_test", time), .isMissing("time_of_test"), tie])]
  }

  static let newestFirst: [(field: String, descending: Bool)] = [("time_of_test", true), ("session", false)]
}

extension SkiWorkspace {
  /// Narrows conditions to the sessions after one that was typed, if any; returns how many fulfil them.
  func left(
    _ conditions: inout [RecordQuery.Condition], after text: String?, at span: SourceSpan?
  ) throws(Diagnostic) -> Int {
    if let text {
      let number = try sessionNumber(text, at: span)
      conditions += Paging.sessions(after: try TestSession.thing.record(.text(number), in: store))
    }
    return try store.count(RecordQuery(SkiKinds.session, where: conditions))
  }
}
