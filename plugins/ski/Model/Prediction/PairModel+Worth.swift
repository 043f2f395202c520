internal import PodiumCore

extension PairModel {
  /// What a pair is worth beyond base and grinding, without shrinkage, and its weight.
  ///
  /// The shrunken effect over its reliability r = 1 − posterior / prior variance, with the weight r: deregressed, since
  /// a regression on shrunken effects would be shrunk twice (Garrick, Taylor and Fernando 2009). Nil for pairs about
  /// which tests say almost nothing.
  public func worth(_ pair: Int, _ conditions: TestConditions) -> (value: Double, weight: Double)? {
    guard let place = places[pair], let block = solution.blocks[place.block] else { return nil }
    let t = (conditions.air - meanAir) / 15
    let (u, v) = (2 * place.place, 2 * place.place + 1)
    let size = block.factor.size
    let mean = block.effects[u] + t * block.effects[v]
    var half = [Double](repeating: 0, count: size)
    half[u] = 1
    half[v] = t
    block.factor.solveLower(&half)
    var shared = (0..<solution.shared.count).map { block.coupling[$0 * size + u] + t * block.coupling[$0 * size + v] }
    solution.factor.solveLower(&shared)
    let posterior = (half + shared).reduce(0) { $0 + $1 * $1 }
    let reliability = 1 - posterior / (variances.pair + t * t * variances.slope)
    return reliability > 0.1 ? (mean / reliability, reliability) : nil
  }
}
