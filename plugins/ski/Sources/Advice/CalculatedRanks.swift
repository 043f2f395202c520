internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

extension TestSession {
  /// The ranks that the glides give, by serial number; nil where no chain of glides joins all pairs.
  var calculatedRanks: [String: Int]? {
    let glides = SessionGlides(self)
    guard !glides.plain.isEmpty, glides.graph.componentCount == 1 else { return nil }
    let ranks = RatingOrder.ranks(LeastSquaresOrder(glides.graph).ratings)
    return Dictionary(zip(glides.graph.serials, ranks), uniquingKeysWith: { first, _ in first })
  }

  /// The session with the ranks that count: those of the glides where they are to, else those given by hand.
  var counted: TestSession {
    guard !usesManualRank else { return self }
    var session = self
    let ranks = calculatedRanks ?? [:]
    for place in participations.indices {
      session.participations[place].rank = ranks[participations[place].serialNumber]
    }
    return session
  }

  /// What is said of ranks that are calculated.
  var calculatedNote: String? {
    guard !usesManualRank, !participations.isEmpty else { return nil }
    return calculatedRanks == nil
      ? "ranks are those of the glides, and no chain of glides joins all pairs: ski next \(Session.quoted(number))"
      : "ranks are those of the glides (rank=calculated): ski order \(Session.quoted(number)) has the errors"
  }
}

extension SkiWorkspace {
  /// After an order by hand it is that which counts.
  mutating func countByHand(_ session: TestSession) throws(Diagnostic) {
    guard !session.usesManualRank else { return }
    let record = try record(SkiKinds.session, "session", session.number)
    _ = try store.update(
      record.id, of: SkiKinds.session, setting: ["using_manual_rank": .boolean(true)], revision: record.revision)
    note(
      "the order by hand counts from now on; ski session edit \(Session.quoted(session.number)) rank=calculated "
        + "lets that of the glides count again")
  }
}
