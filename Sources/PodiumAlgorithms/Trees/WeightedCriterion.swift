internal import Glibc
internal import PodiumLearn

/// Entropy in bits or Gini impurity of classes whose rows have weights.
///
/// Weights multiply whole counts, so the same rows give the same bits in any order.
struct WeightedCriterion: SplitCriterion {
  private var counts: ClassCounts
  private let weights: [Double]
  private let isGini: Bool

  /// `weights` has the weight of a row of each class, above 0.
  init(_ target: ClassTarget, _ rows: TreeRows, weights: [Double], isGini: Bool) {
    counts = ClassCounts(target, rows)
    self.weights = weights
    self.isGini = isGini
  }

  mutating func enter(_ rows: UnsafeBufferPointer<UInt32>) { counts.enter(rows) }
  func sides() -> Sides { Sides(sides: counts.sides(), weights: weights, isGini: isGini) }
  var rowCount: Int { counts.rowCount }
  var isPure: Bool { counts.isPure }
  var tolerance: Double { 1e-10 * zip(counts.total, weights).reduce(0) { $0 + Double($1.0) * $1.1 } }

  var leaf: [Double] {
    let own = zip(counts.total, weights).map { Double($0) * $1 }
    let sum = own.reduce(0, +)
    return own.map { $0 / sum }
  }

  var nodeScore: Double { WeightedCriterion.impurity(weights, isGini: isGini) { counts.total[$0] } }

  /// Weight times impurity of some counts.
  @inline(__always)
  fileprivate static func impurity(_ weights: [Double], isGini: Bool, _ count: (Int) -> Int) -> Double {
    var (all, sum) = (0.0, 0.0)
    for c in weights.indices {
      let weight = Double(count(c)) * weights[c]
      all += weight
      sum += isGini ? weight * weight : weight > 0 ? weight * log2(weight) : 0
    }
    if all <= 0 { return 0 }
    return isGini ? all - sum / all : all * log2(all) - sum
  }

  struct Sides: SplitSides {
    fileprivate var sides: ClassSides
    fileprivate let weights: [Double]
    fileprivate let isGini: Bool

    var leftCount: Int { sides.leftCount }
    mutating func moveLeft(_ row: Int) { _ = sides.moveLeft(row) }

    var score: Double {
      WeightedCriterion.impurity(weights, isGini: isGini) { sides.left[$0] }
        + WeightedCriterion.impurity(weights, isGini: isGini) { sides.right[$0] }
    }
  }
}
