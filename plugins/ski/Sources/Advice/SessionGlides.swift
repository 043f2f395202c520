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

/// `ski next`: the most informative next glide.
struct NextCommand: Command {
  static let goal = Parameter<String>.choice(
    "goal", NextGlide.Goal.allCases.map(\.rawValue), default: "best",
    help: "Goal: find the fastest pair, or the order of all pairs.")

  let signature = Signature(
    "ski next", topic: .plugins, summary: "Propose the most informative next glide.",
    details: """
      Pairs that no chain of glides connects are connected first. Then goal=best runs the leader against the challenger \
      whose gap is smallest relative to its error, and goal=order runs the two pairs whose difference is least certain. \
      In simulations, 12 glides chosen this way find the best pair nearly as often as the 28 glides of a round robin of \
      eight pairs. If the glides name lanes and both testers, lane and tester show how the first of the two pairs \
      should glide next, so that each pair runs in each lane and then the testers swap.
      """, parameters: [OrderCommand.session.any, goal.any],
    exampleLines: """
      which pair could still be the best: \(OrderCommand.scene); ski next 1 -> reason
      for the whole order: \(OrderCommand.scene); ski next 1 goal=order -> parts
      before the first glide: ski import ski-thesis; ski next 3 -> cannot be compared
      an unknown session: \(OrderCommand.scene); ski next 99 -> !unknown-session
      """, traits: .readsOnly, seeAlso: ["ski order"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let test = try SkiWorkspace(session).session(call, OrderCommand.session)
    let glides = SessionGlides(test)
    let (order, goal) = (LeastSquaresOrder(glides.graph), NextGlide.Goal(rawValue: call[Self.goal]) ?? .best)
    guard let next = NextGlide(order, goal: goal) else {
      throw Diagnostic(
        "too-few-pairs", "session '\(test.number)' has \(glides.graph.serials.count.counted("pair"))",
        span: call.span(of: OrderCommand.session), help: "add pairs: ski add \(CommandText.word(test.number)) PAIR PAIR"
      )
    }
    var record = RecordOutput(test.heading + ": next glide")
    record.add("session", .text(test.number))
    record.add("goal", .text(goal.rawValue))
    record.add("pair", list: [.text(next.first), .text(next.second)])
    record.add("reason", .text(next.reason))
    record.add("glides", .integer(glides.plain.count))
    let crossover = Crossover(glides.plain, next.first, next.second)
    if let lane = crossover.lane { record.add("lane", .text(lane)) }
    if let testers = crossover.testers { record.add("tester", .text(testers.joined(separator: ","))) }
    if let run = glides.plain.compactMap(\.run).max(), run < 10_000 { record.add("run", .integer(run + 1)) }
    return [.record(record)] + glides.notes.map(Output.note)
  }
}
