internal import PodiumCore
internal import PodiumPlugin

/// Lists that are shown page by page: `limit=` rows, and `after=` the last one of the page before.
///
/// A page is found by what it comes after, not by how many rows were shown, so that nothing is missed or shown twice
/// when records are added between two pages.
enum Paging {
  /// What a list says below when there is more; `most` is the largest `limit=` it takes.
  static func footer(
    shown: Int, left: Int, total: Int, last: String?, more: String = "more", most: Int = .max
  ) -> [String] {
    guard left > shown, let last else { return [] }
    let whole = total > most ? "limit=\(most) more at once" : "limit=\(total) all"
    return ["\(left - shown) \(more): after=\(Session.quoted(last)) shows the next, \(whole)"]
  }

  /// The sessions behind one in the list, newest first and those without a time last.
  static func sessions(behind session: Record) -> [RecordQuery.Condition] {
    let later = RecordQuery.Condition.not(.isAtMost("session", session["session"]))
    let time = session["time_of_test"]
    if time.isMissing { return [.isMissing("time_of_test"), later] }
    // Both must hold of two sessions at one time.
    let tie = RecordQuery.Condition.not(.any([.not(.equals("time_of_test", time)), .not(later)]))
    return [.any([.isBefore("time_of_test", time), .isMissing("time_of_test"), tie])]
  }

  /// The order of the list of sessions.
  static let newestFirst: [(field: String, descending: Bool)] = [("time_of_test", true), ("session", false)]
}
