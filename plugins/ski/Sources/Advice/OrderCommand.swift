internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// `ski order`: the order of a session's pairs as its glides give it, with errors.
struct OrderCommand: Command {
  static let session = Parameter<String>.required(
    "session", allowed: "a session's number, or last", help: "The session.", completion: .sessions(["last"]))
  static let method = Parameter<String>.choice(
    "method", ["least-squares", "bradley-terry"], default: "least-squares",
    help: "By centimetres, or by who won alone.")
  static let alpha = Parameter<Double?>.number(
    "alpha", in: 0...1000, help: "The penalty of bradley-terry, 0.1 when left out; 0 is maximum likelihood.")
  static let effects = Parameter<[String]?>.list(
    "effects", help: "Effects to take out of the centimetres: lane, tester, drift (of the lanes, run by run).",
    completion: .words(OrderCommand.known))
  static let known = ["lane", "tester", "drift"]
  static let pairs = Parameter<Bool>.flag(
    "pairs", default: false, help: "Show of every two pairs how likely the first is the faster.")

  let signature = Signature(
    "ski order", topic: .plugins, summary: "Order a session's pairs by its glides, with errors and agreement.",
    details: """
      least-squares minimises the squared centimetres that the order leaves unexplained; pairs that no chain of glides \
      joins stand in parts of their own and are never compared. The standard error needs more glides than a tree has. \
      cyclic_share is the part of the centimetres that no order explains (0: the glides agree). Lanes, testers and the \
      drift of a track are effects that the glides tell from the pairs only where pairs change lanes and testers; drift is \
      what the left lane gains on the right one from run to run, and is told where it matters. Where the session has \
      ranks by hand, tau says how far both orders agree, and the pairs they put the other way round are listed. \
      Glides that compare treatments are left out: ski wax orders those.
      """,
    parameters: [session.any, method.any, alpha.any, effects.any, pairs.any],
    examples: [
      Example("ski order 1", after: OrderCommand.scene, "by centimetres", prints: "expected_rank"),
      Example(
        "ski order 1 method=bradley-terry", after: OrderCommand.scene, "by who won alone", prints: "bradley-terry"),
      Example("ski order 1 effects=lane pairs=yes", after: OrderCommand.scene, "without the lane", prints: "p_faster"),
      Example(
        "ski order 1 effects=lane,drift",
        after: OrderCommand.scene + [
          "ski glide 1 change=1 run=1", "ski glide 1 change=2 run=2", "ski glide 1 change=3 run=3",
          "ski glide 1 change=4 run=4", "ski glide 1 001 beats 002 margin=9 lane=R run=5",
          "ski glide 1 002 beats 003 margin=15 lane=R run=6",
        ], "a track that changes as the test goes on", prints: "drift_cm_per_run"),
      Example("ski order 99", after: OrderCommand.scene, "a session nobody knows", fails: "unknown-session"),
    ], seeAlso: ["ski next"])

  /// A session with some glides, for examples.
  static let scene = [
    "ski import ski-thesis", "ski glide 1 001 beats 002 margin=14 lane=L", "ski glide 1 001 beats 003 margin=31 lane=R",
    "ski glide 1 002 beats 003 margin=9 lane=L", "ski glide 1 003 beats 004 margin=5 lane=R",
  ]

  /// A session whose glides join all its pairs, for examples.
  static let whole =
    scene + [
      "ski glide 1 004 beats 005 margin=4", "ski glide 1 005 beats 006 margin=3", "ski glide 1 007 beats 006 margin=2",
      "ski glide 1 007 beats 008 margin=8",
    ]

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let test = try workspace.session(call[OrderCommand.session], at: call.span(of: OrderCommand.session))
    let glides = SessionGlides(test)
    guard !glides.plain.isEmpty else { throw glides.nothing(at: call.span(of: OrderCommand.session)) }
    let method = call[OrderCommand.method]
    let effects = try OrderCommand.effects(call, glides.plain)
    let order = LeastSquaresOrder(glides.graph, effects: effects)
    var outputs: [Output] = []
    if method == "bradley-terry" {
      if !effects.isEmpty {
        throw Diagnostic(
          "bad-value", "effects are in centimetres, which bradley-terry does not look at",
          span: call.span(of: OrderCommand.effects), help: "leave out effects or method")
      }
      let strengths: BradleyTerryOrder
      do throws(Diagnostic) {
        strengths = try BradleyTerryOrder(glides.graph, alpha: call[OrderCommand.alpha] ?? 0.1)
      } catch {
        throw error.at(call.span(of: OrderCommand.alpha))
      }
      let report = OrderReport(
        session: test, graph: glides.graph, method: method, estimates: strengths.strengths,
        errors: glides.graph.serials.indices.map { strengths.standardError($0) },
        expected: glides.graph.serials.indices.map { strengths.expectedRank($0) },
        faster: { strengths.probabilityFaster($0, $1) }, leastSquares: order)
      outputs = try report.outputs(showsPairs: call[OrderCommand.pairs])
    } else {
      if call.has(OrderCommand.alpha) {
        throw Diagnostic(
          "bad-value", "least squares takes no alpha", span: call.span(of: OrderCommand.alpha),
          help: "write: method=bradley-terry")
      }
      let report = OrderReport(
        session: test, graph: glides.graph, method: method, estimates: order.ratings,
        errors: glides.graph.serials.indices.map { order.standardError($0) },
        expected: glides.graph.serials.indices.map { order.expectedRank($0) },
        faster: { order.probabilityFaster($0, $1) }, leastSquares: order)
      outputs = try report.outputs(showsPairs: call[OrderCommand.pairs])
    }
    if method != "bradley-terry",
      let drift = LaneDrift(glides.graph, effects: effects)?.warning(session: test.number)
    {
      outputs.append(.warning(drift))
    }
    return outputs + glides.notes.map(Output.note) + workspace.remarks
  }

  private static func effects(_ call: Call, _ glides: [Glide]) throws(Diagnostic) -> [GlideEffect] {
    var effects: [GlideEffect] = []
    for name in call[OrderCommand.effects] ?? [] {
      switch name {
      case "lane": effects.append(.lane)
      case "tester": effects += GlideEffect.testers(glides)
      case "drift":
        guard let drift = GlideEffect.drift(glides) else {
          throw Diagnostic(
            "no-runs", "a drift needs glides with their lane and the number of the run",
            span: call.span(of: OrderCommand.effects),
            help: "as in: ski glide last 017 beats 006 margin=14cm lane=L run=3")
        }
        effects.append(drift)
      default:
        throw Diagnostic.unknownWord(
          "effects", name, among: OrderCommand.known, span: call.span(of: OrderCommand.effects))
      }
    }
    return effects
  }
}
