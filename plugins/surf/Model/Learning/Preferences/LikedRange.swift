/// What is liked of one variable.
public struct LikedRange: Sendable, Equatable {
  public let variable: ConditionVariable
  /// For directions the clockwise ends of an arc.
  public let low: Double
  public let high: Double
  public let weight: Double
  /// Whether all above the lower end is inside; `high` only says how wide it is.
  public let isOpen: Bool

  public init(
    variable: ConditionVariable, low: Double, high: Double, weight: Double = 1, isOpen: Bool = false
  ) {
    (self.variable, self.low, self.high, self.weight, self.isOpen) = (variable, low, high, weight, isOpen)
  }

  /// The width of the range.
  public var width: Double { variable.isCircular ? Direction.normalised(high - low) : high - low }

  /// How far a value is outside, in half widths; 0 inside, nil where it is not known.
  public func distance(_ value: Double) -> Double? {
    guard value.isFinite, width > 0 else { return nil }
    if variable.isCircular {
      let inside = Direction.normalised(value - low) <= width
      let (a, b) = (Direction.difference(low, value).magnitude, Direction.difference(value, high).magnitude)
      return inside ? 0 : min(a, b) / (width / 2)
    }
    return max(0, low - value, isOpen ? 0 : value - high) / (width / 2)
  }

  /// Where conditions are in stated ranges: −1 at the lower end, 1 at the upper, at most 4 either way, and at most 0 in one
  /// without an upper end.
  public static func position(_ conditions: Conditions, _ likings: [LikedRange]) -> Conditions {
    var position = Conditions()
    for liking in likings {
      let value = conditions[liking.variable]
      guard value.isFinite, liking.width > 0 else { continue }
      let half = liking.width / 2
      let apart =
        liking.variable.isCircular
        ? Direction.difference(value, Direction.normalised(liking.low + half)) : value - liking.low - half
      position[liking.variable] = min(liking.isOpen ? 0 : 4, max(-4, apart / half))
    }
    return position
  }
}
