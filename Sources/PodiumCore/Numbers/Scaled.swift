/// Numbers divided by a power of two, so that their squares neither overflow nor vanish; nothing is rounded.
package struct Scaled {
  /// The numbers, all of magnitude below 1.
  package let values: [Double]
  /// What a result in the unit of the numbers is multiplied by: 2 to this power.
  package let exponent: Int

  /// Scales finite numbers, by the exponent of the largest or by a given one.
  package init(_ numbers: [Double], exponent: Int? = nil) {
    let power = exponent ?? Scaled.exponent(numbers)
    self.exponent = power
    values = power == 0 ? numbers : numbers.map { Scaled.times($0, -power) }
  }

  /// Whether squares of these numbers, or of the distances between them, may overflow or vanish.
  package static func isNeeded(_ numbers: [Double]) -> Bool {
    numbers.contains { $0.magnitude > 0x1p490 || $0.magnitude < 0x1p-430 && $0 != 0 }
  }

  /// The mean of finite numbers and their standard deviation, with divisor n − `lost`; NaN where there are too few, or a
  /// result is beyond the largest number.
  package static func moments(_ numbers: [Double], less lost: Int = 1) -> (mean: Double, sd: Double) {
    let scaled = Scaled(numbers)
    let mean = Scaled.mean(scaled.values)
    let divisor = numbers.count - lost
    let sd = divisor > 0 ? (squares(scaled.values, around: mean) / Double(divisor)).squareRoot() : .nan
    return (scaled.back(mean) ?? .nan, scaled.back(sd) ?? .nan)
  }

  /// The power of two above the largest magnitude; 0 for zeros.
  package static func exponent(_ numbers: [Double]) -> Int {
    let largest = numbers.reduce(0) { max($0, $1.magnitude) }
    return largest > 0 && largest.isFinite ? Int(largest.exponent) + 1 : 0
  }

  /// x·2^power, in two steps where one would overflow.
  package static func times(_ x: Double, _ power: Int) -> Double {
    let half = power / 2
    return Double(sign: .plus, exponent: power - half, significand: Double(sign: .plus, exponent: half, significand: x))
  }

  /// A result back in the unit of the numbers; nil beyond the largest number.
  package func back(_ x: Double) -> Double? {
    let value = Scaled.times(x, exponent)
    return value.isFinite ? value : nil
  }

  /// Groups of numbers without the first number of all: what is far from 0 loses no digits to it.
  package static func near(_ groups: [[Double]]) -> [[Double]] {
    guard let first = groups.lazy.compactMap(\.first).first else { return groups }
    return groups.map { $0.map { $0 - first } }
  }

  /// The mean by a compensated sum, exact for equal numbers.
  package static func mean(_ x: [Double]) -> Double {
    guard let first = x.first else { return .nan }
    if x.allSatisfy({ $0 == first }) { return first }
    var sum = CompensatedSum()
    for value in x { sum.add(value) }
    return sum.mean
  }

  /// The sum of the squared distances from their mean, 0 for equal numbers.
  package static func squares(_ x: [Double], around mean: Double) -> Double {
    guard let first = x.first, !x.allSatisfy({ $0 == first }) else { return 0 }
    var distances = SquaredDistances()
    for value in x { distances.add(value - mean) }
    return distances.squares
  }
}

/// Distances from a mean that was rounded: they do not add up to 0, and what is left of them is taken out of their squares
/// (Chan, Golub and LeVeque 1983, the corrected two-pass algorithm).
package struct SquaredDistances: Sendable {
  private var sum = CompensatedSum()
  private var rest = 0.0

  package init() {}

  /// Adds the distance of a number.
  @inline(__always)
  package mutating func add(_ distance: Double) {
    sum.add(distance * distance)
    rest += distance
  }

  /// Adds the distances of other numbers from the same mean.
  package mutating func add(_ other: SquaredDistances) {
    sum.add(other.sum)
    rest += other.rest
  }

  /// How many numbers there are.
  package var count: Int { sum.count }

  /// The squared distances from the mean itself.
  package var squares: Double {
    let squares = sum.value - (count > 0 ? rest * rest / Double(count) : 0)
    return squares < 0 ? 0 : squares
  }
}
