/// The observed order of a session: manual ranks where there are any, otherwise from its glides.
public struct ObservedOrder {
  /// One rank per entry, from 1; nil for pairs without a rank.
  public let ranks: [Double?]
  /// The covariance of the glides' results in units of a glide's variance, entries × entries; empty for manual ranks.
  let error: [Double]

  public init(_ test: SkiTest) {
    let (given, n) = (test.entries.map(\.rank), test.entries.count)
    let names = (0..<n).map { String(10_000 + $0) }
    let graph = GlideGraph(
      test.glides.map { Glide(names[$0.winner], names[$0.loser], $0.difference) }, participants: names)
    let order = LeastSquaresOrder(graph)
    if given.count(where: { $0 != nil }) >= 2 {
      (ranks, error) = (given, graph.componentCount == 1 && !test.glides.isEmpty ? order.pseudoInverse : [])
      return
    }
    // Ranks across parts that never met would be invented: only a connected graph gives ranks.
    guard graph.componentCount == 1, n >= 2 else {
      (ranks, error) = ([Double?](repeating: nil, count: n), [])
      return
    }
    (ranks, error) = (RatingOrder.ranks(order.ratings).map(Double.init), order.pseudoInverse)
  }
}
