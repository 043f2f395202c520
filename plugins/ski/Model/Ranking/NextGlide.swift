internal import PodiumCore

/// The most informative next glide.
public struct NextGlide: Sendable, Equatable {
  public enum Goal: String, CaseIterable, Sendable {
    case best
    case order
  }

  public let first: String
  public let second: String
  public let reason: String

  /// Proposes a glide; nil below two pairs. If the glides form several parts, it takes the first two pairs by serial number that
  /// connect two of them. Then, for the order, the two pairs with the largest effective resistance, whose difference is least
  /// certain; for the best, the leader against the challenger with the smallest gap relative to its error; ties in the order of
  /// serial numbers. Section 5 of the source's simulation: twelve glides chosen this way find the best nearly as often as a round
  /// robin of 28.
  public init?(_ order: LeastSquaresOrder, goal: Goal) {
    let graph = order.graph
    let n = graph.serials.count
    guard n >= 2 else { return nil }
    if graph.componentCount > 1 {
      guard let other = graph.componentOf.firstIndex(where: { $0 != graph.componentOf[0] }) else { return nil }
      (first, second) = (graph.serials[0], graph.serials[other])
      reason =
        "no chain of glides connects \(first) and \(second): "
        + "the \(n) pairs form \(graph.componentCount) parts that cannot be compared"
      return
    }
    switch goal {
    case .order:
      var best: (i: Int, j: Int, resistance: Double) = (0, 1, -1)
      for i in 0..<n {
        for j in (i + 1)..<max(n, i + 1) {
          guard let resistance = order.resistance(i, j), resistance > best.resistance + 1e-9 else { continue }
          best = (i, j, resistance)
        }
      }
      (first, second) = (graph.serials[best.i], graph.serials[best.j])
      let error = order.sigma.map { ", ±\(NumberText.fixed($0 * best.resistance.squareRoot(), 1)) cm" } ?? ""
      reason =
        "their difference is least certain: effective resistance \(NumberText.significant(best.resistance, 4))\(error)"
    case .best:
      let places = order.order
      let leader = places[0]
      var best: (j: Int, ratio: Double, gap: Double) = (places[1], .infinity, 0)
      for j in graph.serials.indices where j != leader {
        guard let resistance = order.resistance(leader, j), resistance > 0 else { continue }
        let gap = max(0, order.ratings[leader] - order.ratings[j])
        let ratio = gap / resistance.squareRoot()
        if ratio < best.ratio - 1e-9 { best = (j, ratio, gap) }
      }
      let (ahead, challenger) = (graph.serials[leader], graph.serials[best.j])
      let chance = order.probabilityFaster(best.j, leader).map {
        "; \(challenger) is faster with a probability of \(NumberText.fixed(100 * $0, 0)) %"
      }
      (first, second) = (ahead, challenger)
      reason =
        "\(ahead) leads; \(challenger) trails by \(NumberText.fixed(best.gap, 1)) cm, the smallest gap relative to its error"
        + (chance ?? "")
    }
  }
}
