internal import Glibc
internal import PodiumLearn

/// Entropy in bits or Gini impurity of classes whose rows have weights.
///
/// Weights multiply whole counts, so the same rows give the same bits in any order.
struct WeightedCriterion: SplitCriterion {
  private var sides: SideCounts
  private let weights: [Double]
  private let isGini: Bool

  /// `weights` has the weight of a row of each class, above 0.
  init(_ target: ClassTarget, weights: [Double], isGini: Bool) {
    sides = SideCounts(target)
    self.weights = weights
    self.isGini = isGini
  }

  mutating func enter(_ rows: ArraySlice<Int32>) { sides.enter(rows) }
  mutating func rewind() { sides.rewind() }
  mutating func moveLeft(_ row: Int) { sides.moveLeft(row) }
  var isPure: Bool { sides.isPure }
  var tolerance: Double { 1e-10 * zip(sides.total, weights).reduce(0) { $0 + Double($1.0) * $1.1 } }

  var leaf: [Double] {
    let own = zip(sides.total, weights).map { Double($0) * $1 }
    let sum = own.reduce(0, +)
    return own.map { $0 / sum }
  }

  var score: Double {
    impurity { sides.left[$0] } + impurity { sides.total[$0] - sides.left[$0] }
  }

  var nodeScore: Double { impurity { sides.total[$0] } }

  /// Weight times impurity of some counts.
  private func impurity(_ count: (Int) -> Int) -> Double {
    var (all, sum) = (0.0, 0.0)
    for c in weights.indices {
      let weight = Double(count(c)) * weights[c]
      all += weight
      sum += isGini ? weight * weight : weight > 0 ? weight * log2(weight) : 0
    }
    if all <= 0 { return 0 }
    return isGini ? all - sum / all : all * log2(all) - sum
  }
}
