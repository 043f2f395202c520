internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Lists shown in pages: `limit=` rows, starting `after=` the last row of the previous page. A page starts after a named row, not
/// at a row number, so that nothing is missed or repeated when records are added between two pages.
enum Paging {
  /// The footer of a list with more rows; `most` is the largest `limit=`.
  static func footer(
    shown: Int, left: Int, total: Int, last: String?, more: String = "more", most: Int = .max
  ) -> [String] {
    guard left > shown, let last else { return [] }
    let whole = total > most ? "limit=\(most) shows more at once" : "limit=\(total) shows all"
    return ["\(left - shown) \(more): after=\(CommandText.word(last)) shows the next, \(whole)"]
  }

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
