internal import Glibc
internal import PodiumCore
internal import PodiumLearn

/// The first and second derivatives of a loss for each row.
typealias BoostSlopes = RawBuffer<SIMD2<Double>>

/// A loss as boosting sees it: scores that start somewhere, and its derivatives.
protocol BoostLoss {
  /// The classes that have rows, in order; none for numbers.
  var present: [Int] { get }
  /// The best constant scores.
  var start: [Double] { get }
  /// Whether a tree could lower the loss.
  var needsTrees: Bool { get }
  /// Writes for each score the derivatives at some scores, on the threads of a team.
  func slopes(_ scores: [[Double]], into slopes: [BoostSlopes], by team: ThreadTeam)
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

  func slopes(_ scores: [[Double]], into slopes: [BoostSlopes], by team: ThreadTeam) {
    let (scores, values, slopes) = (scores[0], values, slopes[0])
    team.run(pieces: values.count) { rows in
      for row in rows { slopes.start[row] = SIMD2(scores[row] - values[row], 1) }
    }
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

  func slopes(_ scores: [[Double]], into slopes: [BoostSlopes], by team: ThreadTeam) {
    let (scores, weights, isSecond, slopes) = (scores[0], weights, isSecond, slopes[0])
    team.run(pieces: isSecond.count) { rows in
      for row in rows {
        let chance = 1 / (1 + exp(-scores[row]))
        let weight = weights[row]
        slopes.start[row] = SIMD2(weight * (chance - (isSecond[row] ? 1 : 0)), weight * (chance * (1 - chance)))
      }
    }
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

  func slopes(_ scores: [[Double]], into slopes: [BoostSlopes], by team: ThreadTeam) {
    let (weights, actual, count) = (weights, places, present.count)
    team.run(pieces: actual.count) { rows in
      var chances = [Double](repeating: 0, count: count)
      for row in rows {
        var largest = scores[0][row]
        for place in 0..<count { largest = max(largest, scores[place][row]) }
        var sum = 0.0
        for place in 0..<count {
          chances[place] = exp(scores[place][row] - largest)
          sum += chances[place]
        }
        let weight = weights[row]
        for place in 0..<count {
          let chance = chances[place] / sum
          slopes[place].start[row] = SIMD2(
            weight * (chance - (actual[row] == place ? 1 : 0)), weight * (chance * (1 - chance)))
        }
      }
    }
  }
}
