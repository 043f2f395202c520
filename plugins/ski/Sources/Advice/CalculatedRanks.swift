internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

extension TestSession {
  /// The ranks from the glides, by serial number; nil unless a chain of glides connects all pairs.
  var calculatedRanks: [String: Int]? {
    let glides = SessionGlides(self)
    guard !glides.plain.isEmpty, glides.graph.componentCount == 1 else { return nil }
    let ranks = RatingOrder.ranks(LeastSquaresOrder(glides.graph).ratings)
    return Dictionary(zip(glides.graph.serials, ranks), uniquingKeysWith: { first, _ in first })
  }

  /// The session with the ranks in force: calculated from the glides where it says so, otherwise manual.
  var counted: TestSession {
    guard !usesManualRank else { return self }
    var session = self
    let ranks = calculatedRanks ?? [:]
    for place in participations.indices {
      session.participations[place].rank = ranks[participations[place].serialNumber]
    }
    return session
  }

  /// The note on calculated ranks.
  var calculatedNote: String? {
    guard !usesManualRank, !participations.isEmpty else { return nil }
    return calculatedRanks == nil
      ? "ranks come from the glides, but no chain of glides connects all pairs: ski next \(Session.quoted(number))"
      : "ranks come from the glides (rank=calculated): ski order \(Session.quoted(number)) shows their errors"
  }
}

extension SkiWorkspace {
  /// Entering a manual order puts it in force.
  mutating func countByHand(_ session: TestSession) throws(Diagnostic) {
    guard !session.usesManualRank else { return }
    let record = try TestSession.thing.record(.text(session.number), in: store)
    try store.update(record, ["using_manual_rank": .boolean(true)])
    note(
      "the manual order is now in force; ski session edit \(Session.quoted(session.number)) rank=calculated "
        + "returns to the order from the glides")
  }
}
