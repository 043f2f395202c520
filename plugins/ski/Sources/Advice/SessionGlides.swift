internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// The glides of a session that compare pairs, and the note on the others.
struct SessionGlides {
  /// The glides without treatments.
  let plain: [Glide]
  /// How many compare treatments.
  let treated: Int
  /// All pairs of the session, connected by the glides without treatments.
  let graph: GlideGraph
  /// The number of the session.
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
      : ["\(treated.counted("glide")) between treatments left out: ski wax \(Session.quoted(session)) ranks those"]
  }

  /// The error of a session without glides between pairs.
  func nothing(at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      "no-glides",
      treated > 0
        ? "session '\(session)' only has glides between treatments" : "session '\(session)' has no glides",
      span: span,
      help: treated > 0
        ? "use ski wax \(Session.quoted(session)) to rank the treatments"
        : "enter one: ski glide \(Session.quoted(session)) WINNER beats LOSER margin=14cm")
  }
}
