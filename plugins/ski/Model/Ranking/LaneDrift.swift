/// How far the lanes of a session drift apart during the test.
public struct LaneDrift: Sendable {
  /// What the left lane gains on the right one, in cm per run.
  public let centimetresPerRun: Double
  public let p: Double
  public let runs: Double

  /// Fits lane and drift in addition to the requested effects. Nil if drift was requested anyway, or if these glides cannot
  /// identify it.
  public init?(_ graph: GlideGraph, effects: [GlideEffect]) {
    guard !effects.contains(where: { $0.name == "drift" }), let drift = GlideEffect.drift(graph.glides) else {
      return nil
    }
    let others = effects.contains { $0.name == "lane" } ? effects : effects + [.lane]
    let order = LeastSquaresOrder(graph, effects: others + [drift])
    guard let place = order.effects.firstIndex(where: { $0.name == "drift" }), let p = order.p(ofEffect: place) else {
      return nil
    }
    (centimetresPerRun, self.p) = (order.effects[place].centimetres, p)
    // A file may give a run any number; as doubles they cannot overflow.
    let numbers = graph.glides.compactMap(\.run).map(Double.init)
    runs = (numbers.max() ?? 0) - (numbers.min() ?? 0)
  }
}
