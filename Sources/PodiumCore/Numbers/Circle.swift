internal import Glibc

/// A scale whose values come round again: directions at 360, hours of the day at 24.
public struct Circle: Sendable, Equatable, Hashable {
  /// The number at which the values start again at 0; positive and finite.
  public let period: Double

  /// Nil for a period that is not a positive, finite number.
  public init?(period: Double) {
    guard period.isFinite, period > 0 else { return nil }
    self.period = period
  }

  init(_ period: Double) { self.period = period }

  /// Directions in degrees.
  public static let degrees = Circle(360)

  /// The same place on the circle in 0 ≤ v < period.
  public func normalised(_ value: Double) -> Double {
    let rest = value.truncatingRemainder(dividingBy: period)
    // A tiny negative remainder rounds up to the period itself.
    let turned = rest < 0 ? rest + period : rest
    return turned >= period ? 0 : turned
  }

  /// How far a is after b, from minus half the period up to half of it.
  public func difference(_ a: Double, _ b: Double) -> Double { normalised(a - b + period / 2) - period / 2 }

  /// The sine and cosine of the angle of a value, exact at the quarters.
  public func components(_ value: Double) -> (sine: Double, cosine: Double) {
    switch value {
    case 0, period: (0, 1)
    case period / 4: (1, 0)
    case period / 2: (0, -1)
    case period * 3 / 4: (-1, 0)
    default: (sin(value * .pi / (period / 2)), cos(value * .pi / (period / 2)))
    }
  }
}

/// The mean of values on a circle and how much they agree.
public struct CircularMean: Sendable, Equatable {
  /// The mean in 0 ≤ v < period; nil when the values cancel out (length below 0.05).
  public let direction: Double?
  /// The length R of the mean vector: 1 when all values are equal, 0 when they cancel out.
  public let length: Double
  /// How many values counted.
  public let count: Int
  private let circle: Circle

  /// The circular standard deviation √(−2 ln R), as a part of the circle; nil where there is no mean.
  ///
  /// Source: Mardia and Jupp, *Directional Statistics*, 2000.
  public var deviation: Double? {
    direction == nil ? nil : max(0, -2 * log(length)).squareRoot() * (circle.period / 2) / .pi
  }

  /// A mean vector shorter than this has no direction.
  public static let shortest = 0.05

  /// The mean, weighted: atan2(Σ w sin, Σ w cos).
  ///
  /// Ignores missing and infinite values, and rows without a positive weight; nil when none is left.
  public init?(_ values: [Double], weights: [Double]? = nil, on circle: Circle = .degrees) {
    var (east, north, total, count) = (0.0, 0.0, 0.0, 0)
    for (place, value) in values.enumerated() where value.isFinite {
      let weight = weights.map { place < $0.count ? $0[place] : 0 } ?? 1
      guard weight > 0, weight.isFinite else { continue }
      let (sine, cosine) = circle.components(value)
      east += weight * sine
      north += weight * cosine
      total += weight
      count += 1
    }
    guard total > 0, total.isFinite else { return nil }
    self.init(east: east, north: north, total: total, count: count, on: circle)
  }

  /// The mean of values whose sines and cosines have these means; nil for missing ones.
  init?(sine: Double, cosine: Double, count: Int, on circle: Circle) {
    guard sine.isFinite, cosine.isFinite else { return nil }
    self.init(east: sine, north: cosine, total: 1, count: count, on: circle)
  }

  private init(east: Double, north: Double, total: Double, count: Int, on circle: Circle) {
    let length = (east * east + north * north).squareRoot() / total
    self.length = min(1, length)
    (self.count, self.circle) = (count, circle)
    let angle = atan2(east, north)
    // Values on both sides of 0 leave a rest of rounding, not a direction.
    let mean = angle.magnitude < 1e-14 ? 0 : circle.normalised(angle * (circle.period / 2) / .pi)
    direction = length < CircularMean.shortest ? nil : mean
  }
}
