internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// `ski order`: the order of a session's pairs from its glides, with errors.
struct OrderCommand: Command {
  static let session = Parameter<String>.required(
    "session", allowed: "a session's number, or last", help: "Session.", completion: .sessions(["last"]))
  static let method = Parameter<String>.choice(
    "method", ["least-squares", "bradley-terry"], default: "least-squares",
    help: "Order by centimetres, or by wins alone.")
  static let alpha = Parameter<Double?>.number(
    "alpha", in: 0...1000, help: "Penalty of bradley-terry; default: 0.1; 0 is maximum likelihood.")
  static let effects = Parameter<[String]?>.list(
    "effects", help: "Effects to correct for: lane, tester, drift (of the lanes, from run to run).",
    completion: .words(Self.known))
  static let known = ["lane", "tester", "drift"]
  static let pairs = Parameter<Bool>.flag(
    "pairs", default: false, help: "Show, for every two pairs, the probability that the first is faster.")

  let signature = Signature(
    "ski order", topic: .plugins, summary: "Order a session's pairs by its glides, with standard errors and agreement.",
    details: """
      least-squares minimises the squared centimetres that the order leaves unexplained; pairs that no chain of glides \
      connects are ranked in separate parts and never compared. A standard error needs more glides than the minimum \
      that connects the pairs. cyclic_share is the share of the centimetres that no order explains (0: the glides \
      agree). Lane, tester and drift effects can be separated from the pairs only if pairs change lanes and testers; \
      drift is what the left lane gains on the right one from run to run, and a warning reports it if it is \
      significant. If the session has a manual order, manual_tau measures how well the two orders agree, and the pairs \
      they order differently are listed. Glides that compare treatments are left out: ski wax ranks those.
      """, parameters: [session.any, method.any, alpha.any, effects.any, pairs.any],
    exampleLines: """
      by centimetres: \(Self.scene); ski order 1 -> expected_rank
      by wins alone: \(Self.scene); ski order 1 method=bradley-terry -> bradley-terry
      corrected for the lane: \(Self.scene); ski order 1 effects=lane pairs=yes -> p_faster
      a track that changes during the test: \(Self.scene); ski glide 1 change=1 run=1; ski glide 1 change=2 run=2; ski glide 1 change=3 run=3; \
      ski glide 1 change=4 run=4; ski glide 1 001 beats 002 margin=9 lane=R run=5; ski glide 1 002 beats 003 margin=15 lane=R run=6; ski order 1 effects=lane,drift -> drift_cm_per_run
      an unknown session: \(Self.scene); ski order 99 -> !unknown-session
      """, traits: .readsOnly, seeAlso: ["ski next"])

  /// A session with some glides, for examples.
  static let scene = """
    ski import ski-thesis; ski glide 1 001 beats 002 margin=14 lane=L; ski glide 1 001 beats 003 margin=31 lane=R; \
    ski glide 1 002 beats 003 margin=9 lane=L; ski glide 1 003 beats 004 margin=5 lane=R
    """

  /// A session whose glides connect all its pairs, for examples.
  static let whole = """
    \(scene); ski glide 1 004 beats 005 margin=4; ski glide 1 005 beats 006 margin=3; \
    ski glide 1 007 beats 006 margin=2; ski glide 1 007 beats 008 margin=8
    """

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let test = try SkiWorkspace(session).session(call, Self.session)
    let glides = SessionGlides(test)
    guard !glides.plain.isEmpty else { throw glides.nothing(at: call.span(of: Self.session)) }
    let effects = try Self.effects(call, glides)
    let isByWins = call[Self.method] == "bradley-terry"
    if isByWins, !effects.isEmpty {
      throw Diagnostic(
        "bad-value", "effects are in centimetres, which bradley-terry does not use", span: call.span(of: Self.effects),
        help: "omit effects= or method=")
    }
    if !isByWins, call.has(Self.alpha) {
      throw Diagnostic(
        "bad-value", "least-squares has no alpha", span: call.span(of: Self.alpha),
        help: "add method=bradley-terry, or omit alpha=")
    }
    var strengths: BradleyTerryOrder?
    if isByWins {
      do throws(Diagnostic) {
        strengths = try BradleyTerryOrder(
          glides.graph, alpha: call[Self.alpha] ?? 0.1, cancellation: session.cancellation)
      } catch { throw error.at(call.span(of: Self.alpha)) }
    }
    let order = LeastSquaresOrder(glides.graph, effects: effects)
    var outputs = try OrderReport(session: test, graph: glides.graph, leastSquares: order, strengths: strengths)
      .outputs(showsPairs: call[Self.pairs])
    if !isByWins, let drift = LaneDrift(glides.graph, effects: effects)?.warning(session: test.number) {
      outputs.append(.warning(drift))
    }
    return outputs + glides.notes.map(Output.note)
  }

  private static func effects(_ call: Call, _ session: SessionGlides) throws(Diagnostic) -> [GlideEffect] {
    let glides = session.plain
    var effects: [GlideEffect] = []
    for name in call[Self.effects] ?? [] {
      switch name {
      case "lane": effects.append(.lane)
      case "tester":
        let testers = GlideEffect.testers(glides)
        try SessionSize.check(
          testers.count + 1, of: "testers", most: SessionSize.mostTesters, in: session.session,
          at: call.span(of: Self.effects))
        effects += testers
      case "drift":
        guard let drift = GlideEffect.drift(glides) else {
          throw Diagnostic(
            "no-runs", "drift needs glides with lane and run", span: call.span(of: Self.effects),
            help: "enter them, as in: ski glide last 017 beats 006 margin=14cm lane=L run=3")
        }
        effects.append(drift)
      default: throw Diagnostic.unknownWord("effects", name, among: Self.known, span: call.span(of: Self.effects))
      }
    }
    return effects
  }
}

extension LaneDrift {
  /// The warning; nil where the drift is not significant (p above 0.05).
  func warning(session: String) -> String? {
    guard p <= 0.05 else { return nil }
    let amount = NumberText.fixed(centimetresPerRun.magnitude, 1)
    let (gains, other) = centimetresPerRun > 0 ? ("left", "right") : ("right", "left")
    return "the track drifts: the \(gains) lane gains \(amount) cm per run on the \(other) one "
      + "(p \(p < 0.001 ? "below 0.001" : NumberText.fixed(p, 3)), \(NumberText.fixed((centimetresPerRun * runs).magnitude, 0)) cm "
      + "over the test): ski order \(CommandText.word(session)) effects=lane,drift corrects for it"
  }
}
