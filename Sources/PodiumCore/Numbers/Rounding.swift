/// Numbers that the rounding of a computation tells apart.
public enum Rounding {
  /// The largest difference that rounding explains, as a share of the larger number.
  private static let tolerance = 1e-12

  /// Whether two numbers are equal but for rounding; whole ones are as exact as they look.
  ///
  /// `unit` is the size of what they were computed from, where that was larger: 0.7 − 0.6 is as exact as 0.7. `most` is the
  /// largest difference that rounding explains among the numbers they are of, as `most(from:to:)` gives it.
  public static func explains(_ a: Double, _ b: Double, unit: Double = 0, most: Double = .infinity) -> Bool {
    if a == b { return true }
    if unit == 0, a == a.rounded(), b == b.rounded() { return false }
    let (difference, size) = ((a - b).magnitude, max(a.magnitude, b.magnitude, unit))
    return difference.isFinite && difference <= max(exact * size, min(tolerance * size, most))
  }

  /// A few steps from one double to the next, as a share of a number.
  private static let exact = 1e-15

  /// The largest difference that rounding explains among numbers of a range: far from 0, such as moments in seconds, numbers
  /// that clearly differ are closer than `tolerance`. Without a limit where rounding explains the whole range.
  public static func most(from low: Double, to high: Double, unit: Double = 0) -> Double {
    let range = high - low
    return range > tolerance / 10 * max(low.magnitude, high.magnitude, unit) ? 1e-9 * range : .infinity
  }
}
