internal import PodiumCore

/// Directions in degrees clockwise from north, 0 ≤ d < 360: where wind and waves come from.
public enum Direction {
  /// The same direction in 0 ≤ d < 360.
  public static func normalised(_ degrees: Double) -> Double { Circle.degrees.normalised(degrees) }

  /// How far a is clockwise from b, from −180 up to 180 degrees.
  public static func difference(_ a: Double, _ b: Double) -> Double { Circle.degrees.difference(a, b) }

  /// The sine and cosine of a direction, exact at multiples of 90 degrees.
  public static func components(_ degrees: Double) -> (sine: Double, cosine: Double) {
    Circle.degrees.components(degrees)
  }
}
