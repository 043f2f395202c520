internal import Glibc

/// The mean of directions and how much they agree.
public struct CircularMean: Sendable, Equatable {
  /// The mean direction in degrees; nil when the directions cancel out (length below 0.05).
  public let direction: Double?
  /// The length R of the mean vector: 1 when all directions are equal, 0 when they cancel out.
  public let length: Double

  /// The circular standard deviation in degrees, √(−2 ln R); nil where there is no mean direction.
  ///
  /// Source: Mardia and Jupp 2000.
  public var deviation: Double? {
    direction == nil ? nil : (-2 * log(length)).squareRoot() * 180 / .pi
  }

  /// A mean vector shorter than this has no direction.
  public static let shortest = 0.05

  /// The mean direction, weighted: atan2(Σ w sin, Σ w cos).
  ///
  /// Ignores missing directions (NaN) and rows without a positive weight; nil when none is left.
  public init?(_ directions: [Double], weights: [Double]? = nil) {
    var east = 0.0
    var north = 0.0
    var total = 0.0
    for (place, direction) in directions.enumerated() where !direction.isNaN {
      let weight = weights.map { place < $0.count ? $0[place] : 0 } ?? 1
      guard weight > 0, weight.isFinite else { continue }
      let (sine, cosine) = Direction.components(direction)
      east += weight * sine
      north += weight * cosine
      total += weight
    }
    guard total > 0, total.isFinite else { return nil }
    let length = (east * east + north * north).squareRoot() / total
    self.length = min(1, length)
    direction = length < CircularMean.shortest ? nil : Direction.normalised(atan2(east, north) * 180 / .pi)
  }
}
