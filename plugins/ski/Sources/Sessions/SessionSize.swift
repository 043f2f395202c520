internal import PodiumCore
internal import PodiumPlugin

/// How large a session may be: an order takes time by the cube of what it compares.
enum SessionSize {
  /// The most pairs of one session.
  static let mostPairs = 500
  /// The most treatments that one wax test compares.
  static let mostTreatments = 500
  /// The most testers whose effects are fitted with an order.
  static let mostTesters = 50

  /// Throws `too-large` for more of something than an order compares.
  static func check(
    _ count: Int, of noun: String, most: Int, in session: String, at span: SourceSpan? = nil
  ) throws(Diagnostic) {
    guard count > most else { return }
    throw Diagnostic(
      "too-large", "session '\(session)' has \(count) \(noun), and an order compares at most \(most)", span: span,
      help: "divide the test into several sessions")
  }
}

extension SkiWorkspace {
  /// Runs what adds pairs to one session, or to any: throws `too-large`, which takes them back, where a session grew beyond
  /// what an order compares. One that an older version stored as large keeps what it has.
  func limitingSizes<Value>(
    of session: String? = nil, at span: SourceSpan? = nil, _ work: () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    let before = try largeSessions(session)
    let value = try work()
    let grown = try largeSessions(session).filter { $0.value > before[$0.key] ?? 0 }
    if let large = grown.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) {
      try SessionSize.check(large.value, of: "pairs", most: SessionSize.mostPairs, in: large.key, at: span)
    }
    return value
  }

  /// The sessions of more pairs than an order compares, with their number.
  private func largeSessions(_ session: String?) throws(Diagnostic) -> [String: Int] {
    let only: [RecordQuery.Condition] = session.map { [.equals("session", .text($0))] } ?? []
    guard try store.count(RecordQuery(SkiKinds.participation, where: only)) > SessionSize.mostPairs else { return [:] }
    var counts: [String: Int] = [:]
    for name in try store.texts("session", of: SkiKinds.participation, where: only) { counts[name, default: 0] += 1 }
    return counts.filter { $0.value > SessionSize.mostPairs }
  }
}
