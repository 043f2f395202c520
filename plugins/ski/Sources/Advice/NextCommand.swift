internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

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
