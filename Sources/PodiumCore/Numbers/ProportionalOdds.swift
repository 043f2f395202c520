internal import Glibc

/// Proportional odds of ordered classes.
///
/// Minimizes the mean of −log P(class of the row) plus |w|² / (2·c·rows), where P(class ≤ j) = 1 / (1 + exp(x·w − t_j)) and
/// the thresholds t rise; thresholds are not penalized. Newton's method: each round solves the equations of the second
/// derivatives by Cholesky's factors and halves the step until the thresholds rise and the value falls enough. Stops when
/// every slope is below 1e-9 of its column's unit; 200 rounds without that are an error. Without a penalty
/// there is no finite optimum where thresholds separate the classes, or where the step is large although the gradient is 0.
/// The loss is convex (J. W. Pratt, Concavity of the log likelihood, 1981). Reference: P. McCullagh, Regression models for ordinal data,
/// 1980.
public struct ProportionalOdds: Sendable {
  let features: Matrix
  let places: [Int]
  let classes: Int
  private let squared: Double
  let units: [Double]
  static let tolerance = 1e-9
  static let maxRounds = 200

  /// `places` has the place of the class of each row among the `classes` that have rows; `c` nil means no penalty.
  ///
  /// Throws `not-finite`.
  public init(_ features: Matrix, _ places: [Int], classes: Int, c: Double?) throws(Diagnostic) {
    self.features = features
    self.places = places
    self.classes = classes
    squared = c.map { 1 / ($0 * Double(features.rows)) } ?? 0
    var squares = [Double](repeating: 0, count: features.columns)
    for place in features.elements.indices {
      squares[place % features.columns] += features.elements[place] * features.elements[place] / Double(features.rows)
    }
    guard squares.allSatisfy(\.isFinite) else {
      throw Diagnostic("not-finite", "the features are too large for proportional odds", help: "type: scale")
    }
    units = squares.map { max(1, $0.squareRoot()) }
  }

  /// 1 / (1 + exp(−x)).
  public static func chance(_ x: Double) -> Double { x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x)) }

  /// The coefficients and thresholds at the minimum; throws `separable`, `no-convergence`, `too-large` and
  /// `interrupted`.
  public func solve(_ cancellation: Cancellation) throws(Diagnostic) -> (coefficients: [Double], thresholds: [Double]) {
    let (n, p) = (features.rows, features.columns)
    var unknowns = [Double](repeating: 0, count: p + classes - 1)
    if classes == 1 { return (unknowns, []) }
    try cancellation.memory.checkSquares(of: unknowns.count, cells: features.elements.count)
    var below = 0
    for place in 0..<(classes - 1) {
      below += places.count { $0 == place }
      let share = Double(below) / Double(n)
      unknowns[p + place] = log(share / (1 - share))
    }
    var value = try value(unknowns, at: sums(unknowns))
    for _ in 0..<Self.maxRounds {
      try cancellation.check()
      let (slope, bend, isSeparated) = derivatives(unknowns, at: sums(unknowns))
      if squared == 0, isSeparated { throw .separable }
      let isFlat = slope.indices.allSatisfy {
        slope[$0].magnitude <= Self.tolerance * ($0 < p ? units[$0] : 1)
      }
      if isFlat, squared > 0 { return parts(unknowns) }
      let direction = try direction(slope, bend)
      if isFlat {
        // Near an optimum a step is as short as the slope is small.
        let length = zip(direction, units + [Double](repeating: 1, count: classes - 1)).map { ($0 * $1).magnitude }
        if (length.max() ?? 0) < 1e-2 { return parts(unknowns) }
        throw .separable
      }
      let decrease = zip(slope, direction).reduce(0) { $0 + $1.0 * $1.1 }
      var step = 1.0
      var isShorter = false
      for _ in 0..<60 {
        let next = zip(unknowns, direction).map { $0 + step * $1 }
        let nextValue = try self.value(next, at: sums(next))
        if nextValue <= value + 1e-4 * step * decrease + 1e-14 * (1 + value) {
          (unknowns, value, isShorter) = (next, nextValue, true)
          break
        }
        step /= 2
      }
      if !isShorter { break }
    }
    throw .noConvergence(Self.maxRounds)
  }

  func parts(_ unknowns: [Double]) -> (coefficients: [Double], thresholds: [Double]) {
    (Array(unknowns.prefix(features.columns)), Array(unknowns.suffix(classes - 1)))
  }

  /// x·w of each row.
  func sums(_ unknowns: [Double]) -> [Double] {
    let p = features.columns
    return (0..<features.rows).map { row in
      (0..<p).reduce(0) { $0 + features.elements[row * p + $1] * unknowns[$1] }
    }
  }

  /// The mean loss for the sums of the rows, and the penalty; infinite where the thresholds do not rise.
  func value(_ unknowns: [Double], at sums: [Double]) throws(Diagnostic) -> Double {
    let p = features.columns
    let thresholds = unknowns[p...]
    guard zip(thresholds, thresholds.dropFirst()).allSatisfy({ $0 < $1 }) else { return .infinity }
    let sum = zip(places, sums).reduce(0.0) { $0 + loss($1.0, at: $1.1, thresholds) }
    let penalty = unknowns.prefix(p).reduce(0) { $0 + $1 * $1 }
    return sum / Double(features.rows) + 0.5 * squared * penalty
  }

  /// −log of the chance of a class, by its place, in a row with the sum `at`.
  func loss(_ place: Int, at: Double, _ thresholds: ArraySlice<Double>) -> Double {
    func logChance(_ x: Double) -> Double { x >= 0 ? -log1p(exp(-x)) : x - log1p(exp(x)) }
    let first = thresholds.startIndex
    var sum = 0.0
    // σ(a) − σ(b) = σ(a)·σ(−b)·(1 − exp(b − a)).
    if place < classes - 1 { sum -= logChance(thresholds[first + place] - at) }
    if place > 0 { sum -= logChance(at - thresholds[first + place - 1]) }
    if place > 0, place < classes - 1 {
      sum -= log(-expm1(thresholds[first + place - 1] - thresholds[first + place]))
    }
    return sum
  }

  /// The first and second derivatives, and whether every row is inside of its thresholds.
  func derivatives(_ unknowns: [Double], at sums: [Double]) -> (slope: [Double], bend: [Double], isSeparated: Bool) {
    let (n, p) = (features.rows, features.columns)
    let size = unknowns.count
    var slope = [Double](repeating: 0, count: size)
    var bend = [Double](repeating: 0, count: size * size)
    var isSeparated = true
    let share = 1 / Double(n)
    for (row, at) in sums.enumerated() {
      let place = places[row]
      let upper = place < classes - 1 ? p + place : nil
      let lower = place > 0 ? p + place - 1 : nil
      let a = upper.map { Self.chance(unknowns[$0] - at) } ?? 1
      let b = lower.map { Self.chance(unknowns[$0] - at) } ?? 0
      if upper != nil, a <= 0.5 { isSeparated = false }
      if lower != nil, b >= 0.5 { isSeparated = false }
      var gap = 0.0
      if let upper, let lower { gap = 1 / expm1(unknowns[upper] - unknowns[lower]) }
      let (slopeA, slopeB) = (upper == nil ? 0 : a - 1 - gap, lower == nil ? 0 : b + gap)
      let (bendA, bendB) = (a * (1 - a), b * (1 - b))
      let base = row * p
      for c in 0..<p {
        let x = features.elements[base + c] * share
        slope[c] -= (slopeA + slopeB) * x
        let weight = (bendA + bendB) * x
        for other in 0...c { bend[c * size + other] += weight * features.elements[base + other] }
        if let upper { bend[upper * size + c] -= bendA * x }
        if let lower { bend[lower * size + c] -= bendB * x }
      }
      let mixed = gap * (1 + gap) * share
      if let upper {
        slope[upper] += slopeA * share
        bend[upper * size + upper] += bendA * share + mixed
      }
      if let lower {
        slope[lower] += slopeB * share
        bend[lower * size + lower] += bendB * share + mixed
      }
      if let upper, let lower { bend[upper * size + lower] -= mixed }
    }
    for c in 0..<p {
      slope[c] += squared * unknowns[c]
      bend[c * size + c] += squared
    }
    return (slope, bend, isSeparated)
  }

  /// −H⁻¹·g; a small multiple of the unit matrix is added where columns depend on each other.
  func direction(_ slope: [Double], _ bend: [Double]) throws(Diagnostic) -> [Double] {
    let size = slope.count
    let largest = (0..<size).map { bend[$0 * size + $0] }.max() ?? 0
    var added = 0.0
    while added <= largest {
      var matrix = bend
      for place in 0..<size { matrix[place * size + place] += added }
      if let factor = CholeskyFactor(matrix, size: size, tolerance: 1e-13) { return factor.solve(slope.map { -$0 }) }
      added = max(added * 100, 1e-10 * max(largest, 1e-300))
    }
    throw Diagnostic("singular", "the equations of proportional odds are singular", help: "use penalty=l2")
  }
}

extension Diagnostic {
  /// Coefficients without a finite optimum.
  public static let separable = Diagnostic(
    "separable",
    "the features separate classes perfectly, so without a penalty the coefficients have no finite optimum",
    help: "use a penalty: penalty=l2")

  /// Coefficients that have not settled.
  public static func noConvergence(_ rounds: Int) -> Diagnostic {
    Diagnostic(
      "no-convergence", "the coefficients did not converge in \(rounds) rounds",
      help: "use a smaller c, or leave out columns that nearly add up to others")
  }
}
