internal import PodiumCore
internal import PodiumPlugin

/// `GET /api/v1/changes` is the log as an account may see it; `POST …/changes/ID/revert` takes back what it did itself.
struct ChangesResource: Sendable {
  let rules: ServedRules

  /// How many changes one answer has at most.
  private static let most = 500

  /// The changes after a number, the oldest first.
  func list(_ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    let own = GivenParameters(visit.request.query)
    try own.mustBe(among: ["after", "limit"])
    var after = try own.whole("after", from: 0) ?? 0
    let limit = try own.whole("limit", from: 1, to: ChangesResource.most) ?? ResourceQuery.usualItems
    let store = GuardedStore(visit, rules)
    let last = try store.lastChange()
    var items: [Change] = []
    // What an account does not see is skipped, so that a page is full until the end.
    while items.count <= limit, after < last {
      try visit.cancellation.check()
      let page = try visit.store.changes(after: after, kinds: nil, limit: ChangesResource.most)
      guard let end = page.last else { break }
      items += try store.seen(page)
      after = end.number
    }
    // The lines of the log that were made at once share a number, so a page ends between two numbers.
    var shown = items.prefix(limit)
    if shown.count < items.count, let next = items[shown.count...].first, next.number == shown.last?.number {
      shown = items.prefix { $0.number <= next.number }
    }
    let next: JSONValue =
      if shown.count < items.count, let end = shown.last {
        .string("/api/v1/changes?after=\(end.number)&limit=\(limit)")
      } else {
        .null
      }
    return ServedAnswer(
      json: .object([("items", .array(try store.withheld(Array(shown)).map(ChangesResource.json))), ("next", next)]),
      header: ServedAnswer.ofAccount)
  }

  private static func json(_ change: Change) -> JSONValue {
    .object([
      ("id", .integer(change.number)), ("at", JSONValue(.datetime(change.at))), ("by", .string(change.by)),
      ("command", .string(change.command)), ("kind", .string(change.kind)), ("record", .string(change.record.text)),
      ("action", .string(change.action.rawValue)),
    ])
  }

  /// Takes back the command that a change belongs to, if the account gave it.
  ///
  /// Throws `not-found` for a change that it does not see, `forbidden` for one of another, and `changed-since` where somebody
  /// went on from there.
  func revert(_ name: String, _ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    let store = GuardedStore(visit.store, for: visit.reader, rules, request: visit.key)
    guard let number = Int(name), number > 0,
      let change = try visit.store.changes(after: number - 1, kinds: nil, limit: 1).first, change.number == number,
      let seen = try store.seen([change]).first
    else { throw .notFound }
    guard seen.by == visit.reader.name || visit.reader.role == .admin else { throw store.forbidden(seen.kind) }
    store.begin("undo " + seen.command)
    do throws(Diagnostic) {
      try store.lock()
      _ = try store.revert([seen.set])
      _ = try store.commit()
    } catch {
      store.rollBack()
      throw error
    }
    return ServedAnswer(
      json: .object([("changes", .array(store.committed.map { .integer($0.number) }))]), header: ServedAnswer.ofAccount)
  }
}
