internal import PodiumCore

extension PairModel {
  /// What a pair is worth beyond base and grinding, without shrinkage, and its weight. The shrunken effect over its reliability r =
  /// 1 − posterior / prior variance, with the weight r: deregressed, since a regression on shrunken effects would be shrunk twice
  /// (Garrick, Taylor and Fernando 2009). Nil for pairs about which tests say almost nothing.
  public func worth(_ pair: Int, _ conditions: TestConditions) -> (value: Double, weight: Double)? {
    guard let place = places[pair] else { return nil }
    let t = (conditions.air - meanAir) / 15
    let (u, v) = (2 * place.place, 2 * place.place + 1)
    var (means, posterior, prior) = ([Double](), 0.0, 0.0)
    for state in states {
      guard let block = state.solution.blocks[place.block] else { return nil }
      let size = block.factor.size
      means.append(state.unit * (block.effects[u] + t * block.effects[v]))
      var half = [Double](repeating: 0, count: size)
      half[u] = 1
      half[v] = t
      block.factor.solveLower(&half)
      var shared = (0..<state.solution.shared.count).map {
        block.coupling[$0 * size + u] + t * block.coupling[$0 * size + v]
      }
      state.solution.factor.solveLower(&shared)
      posterior += state.unit * state.unit * (half + shared).reduce(0) { $0 + $1 * $1 }
      prior += state.variances.pair + t * t * state.variances.slope
    }
    let count = Double(states.count)
    let mean = means.reduce(0, +) / count
    posterior = (posterior + means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }) / count
    let reliability = 1 - posterior / (prior / count)
    return reliability > 0.1 ? (mean / reliability, reliability) : nil
  }
}
