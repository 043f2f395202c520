/// What a session showed: the rank of each entry, by hand where there are ranks, else by its glides.
public struct ObservedOrder {
  /// One an entry, from 1; nil for pairs without a rank.
  public let ranks: [Double?]
  /// The covariance of what the glides showed in units of a glide's variance, entries × entries; empty for ranks by hand.
  let error: [Double]

  /// Reads a session.
  public init(_ test: SkiTest) {
    let given = test.entries.map(\.rank)
    let n = test.entries.count
    let names = (0..<n).map { MadeTeam.padded($0, 4) }
    let graph = GlideGraph(
      test.glides.map { Glide(names[$0.winner], names[$0.loser], $0.difference) }, participants: names)
    let order = LeastSquaresOrder(graph)
    if given.count(where: { $0 != nil }) >= 2 {
      ranks = given
      error = graph.componentCount == 1 && !test.glides.isEmpty ? order.pseudoInverse : []
      return
    }
    // Ranks across parts that never met would be made up: only a whole graph gives them.
    guard graph.componentCount == 1, n >= 2 else {
      ranks = [Double?](repeating: nil, count: n)
      error = []
      return
    }
    ranks = RatingOrder.ranks(order.ratings).map(Double.init)
    error = order.pseudoInverse
  }
}
