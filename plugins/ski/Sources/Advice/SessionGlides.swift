internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// The glides of a session that compare pairs, and the note on the others.
struct SessionGlides {
  /// The glides without treatments.
  let plain: [Glide]
  /// How many compare treatments.
  let treated: Int
  /// All pairs of the session, connected by the glides without treatments.
  let graph: GlideGraph
  let session: String

  init(_ test: TestSession) {
    session = test.number
    plain = test.glides.filter { $0.winnerTreatment == nil && $0.loserTreatment == nil }
    treated = test.glides.count - plain.count
    graph = GlideGraph(plain, participants: test.participations.map(\.serialNumber))
  }

  /// The note on glides that are left out.
  var notes: [String] {
    treated == 0
      ? []
      : ["\(treated.counted("glide")) between treatments left out: ski wax \(CommandText.word(session)) ranks those"]
  }

  func nothing(at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      "no-glides",
      treated > 0 ? "session '\(session)' only has glides between treatments" : "session '\(session)' has no glides",
      span: span,
      help: treated > 0
        ? "use ski wax \(CommandText.word(session)) to rank the treatments"
        : "enter one: ski glide \(CommandText.word(session)) WINNER beats LOSER margin=14cm")
  }
}

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

  var calculatedNote: String? {
    guard !usesManualRank, !participations.isEmpty else { return nil }
    return calculatedRanks == nil
      ? "ranks come from the glides, but no chain of glides connects all pairs: ski next \(CommandText.word(number))"
      : "ranks come from the glides (rank=calculated): ski order \(CommandText.word(number)) shows their errors"
  }
}

extension SkiWorkspace {
  /// Entering a manual order puts it in force.
  mutating func countByHand(_ session: TestSession) throws(Diagnostic) {
    guard !session.usesManualRank else { return }
    let record = try TestSession.thing.record(.text(session.number), in: store)
    try store.update(record, ["using_manual_rank": .boolean(true)])
    note(
      "the manual order is now in force; ski session edit \(CommandText.word(session.number)) rank=calculated "
        + "returns to the order from the glides")
  }
}
