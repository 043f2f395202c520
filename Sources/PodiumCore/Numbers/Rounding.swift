/// Numbers that the rounding of a computation tells apart.
public enum Rounding {
  /// The largest difference that rounding explains, as a share of the larger number.
  private static let tolerance = 1e-12

  /// Whether two numbers are equal but for rounding; whole ones are as exact as they look.
  ///
  /// `unit` is the size of what they were computed from, where that was larger: 0.7 − 0.6 is as exact as 0.7.
  public static func explains(_ a: Double, _ b: Double, unit: Double = 0) -> Bool {
    if a == b { return true }
    if unit == 0, a == a.rounded(), b == b.rounded() { return false }
    return (a - b).magnitude <= tolerance * max(a.magnitude, b.magnitude, unit)
  }
}
