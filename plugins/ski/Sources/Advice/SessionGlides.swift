internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// The glides of a session that compare pairs, and what is said about the others.
struct SessionGlides {
  /// The glides in which no treatment is compared.
  let plain: [Glide]
  /// How many compare treatments.
  let treated: Int
  /// All pairs that take part, with the plain glides.
  let graph: GlideGraph
  /// The number of the session.
  let session: String

  init(_ test: TestSession) {
    session = test.number
    plain = test.glides.filter { $0.winnerTreatment == nil && $0.loserTreatment == nil }
    treated = test.glides.count - plain.count
    graph = GlideGraph(plain, participants: test.participations.map(\.serialNumber))
  }

  /// What is left out.
  var notes: [String] {
    treated == 0
      ? []
      : ["\(treated.counted("glide")) between treatments left out: ski wax \(Session.quoted(session)) orders those"]
  }

  /// The error of a session without glides between pairs.
  func nothing(at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      "no-glides",
      treated > 0
        ? "session '\(session)' has glides between treatments only" : "session '\(session)' has no glide",
      span: span,
      help: treated > 0
        ? "ski wax \(Session.quoted(session)) orders the treatments"
        : "enter one: ski glide \(Session.quoted(session)) WINNER beats LOSER margin=14cm")
  }
}
