internal import Glibc
internal import PodiumCore
internal import PodiumLearn

/// The first and second derivatives of a loss for each row.
struct BoostSlopes {
  var first: [Double]
  var second: [Double]
}

/// A loss as boosting sees it: scores that start somewhere, and its derivatives.
protocol BoostLoss {
  /// The classes that have rows, in order; none for numbers.
  var present: [Int] { get }
  /// The best constant scores.
  var start: [Double] { get }
  /// Whether a tree could lower the loss.
  var needsTrees: Bool { get }
  /// For each score the derivatives at some scores.
  func slopes(_ scores: [[Double]]) -> [BoostSlopes]
}

/// ½(y − score)².
struct SquaredBoostLoss: BoostLoss {
  private let values: [Double]
  let present: [Int] = []
  let start: [Double]
  let needsTrees: Bool

  /// Throws `not-finite` for numbers whose squares are too large.
  init(_ values: [Double]) throws(Diagnostic) {
    self.values = values
    let n = Double(values.count)
    let mean = values.reduce(0) { $0 + $1 / n }
    let centre = mean + values.reduce(0) { $0 + ($1 - mean) / n }
    start = [centre]
    needsTrees = values.contains { $0 != values[0] }
    guard values.reduce(0, { $0 + ($1 - centre) * ($1 - centre) }).isFinite else {
      throw Diagnostic(
        "not-finite", "the target is too large to square", help: "omit those rows: if abs(COLUMN) < 1e150")
    }
  }

  func slopes(_ scores: [[Double]]) -> [BoostSlopes] {
    [
      BoostSlopes(
        first: zip(scores[0], values).map { $0 - $1 }, second: [Double](repeating: 1, count: values.count))
    ]
  }
}

/// −log of the probability of the actual class of two, by one score of the second.
struct BinaryBoostLoss: BoostLoss {
  private let isSecond: [Bool]
  private let weights: [Double]
  let present: [Int]
  let start: [Double]
  let needsTrees = true

  init(_ target: ClassTarget, _ present: [Int], _ weights: [Double]) {
    self.present = present
    self.weights = weights
    let isSecond = target.codes.map { $0 == present[1] }
    self.isSecond = isSecond
    let all = weights.reduce(0, +)
    let share = zip(weights, isSecond).reduce(0) { $1.1 ? $0 + $1.0 : $0 } / all
    start = [log(share / (1 - share))]
  }

  func slopes(_ scores: [[Double]]) -> [BoostSlopes] {
    var slopes = BoostSlopes(first: weights, second: weights)
    for row in isSecond.indices {
      let chance = 1 / (1 + exp(-scores[0][row]))
      slopes.first[row] *= chance - (isSecond[row] ? 1 : 0)
      slopes.second[row] *= chance * (1 - chance)
    }
    return [slopes]
  }
}

/// −log of the probability of the actual class, by a score for each that has rows.
struct SoftmaxBoostLoss: BoostLoss {
  private let places: [Int]
  private let weights: [Double]
  let present: [Int]
  let start: [Double]
  let needsTrees: Bool

  init(_ target: ClassTarget, _ present: [Int], _ weights: [Double]) {
    self.present = present
    self.weights = weights
    var placeOfClass = [Int](repeating: 0, count: target.classes.count)
    for (place, code) in present.enumerated() { placeOfClass[code] = place }
    let places = target.codes.map { placeOfClass[$0] }
    self.places = places
    needsTrees = present.count > 1
    var sums = [Double](repeating: 0, count: present.count)
    for (place, weight) in zip(places, weights) { sums[place] += weight }
    let all = sums.reduce(0, +)
    start = sums.map { log($0 / all) }
  }

  func slopes(_ scores: [[Double]]) -> [BoostSlopes] {
    var all = present.map { _ in BoostSlopes(first: weights, second: weights) }
    var chances = [Double](repeating: 0, count: present.count)
    for row in places.indices {
      var largest = scores[0][row]
      for place in chances.indices { largest = max(largest, scores[place][row]) }
      var sum = 0.0
      for place in chances.indices {
        chances[place] = exp(scores[place][row] - largest)
        sum += chances[place]
      }
      for place in chances.indices {
        let chance = chances[place] / sum
        all[place].first[row] *= chance - (places[row] == place ? 1 : 0)
        all[place].second[row] *= chance * (1 - chance)
      }
    }
    return all
  }
}
