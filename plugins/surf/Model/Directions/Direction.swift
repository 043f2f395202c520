internal import Glibc

/// Directions in degrees clockwise from north, 0 ≤ d < 360: where wind and waves come from.
public enum Direction {
  /// The same direction in 0 ≤ d < 360.
  public static func normalised(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    // A tiny negative remainder rounds up to 360 itself.
    let turned = rest < 0 ? rest + 360 : rest
    return turned >= 360 ? 0 : turned
  }

  /// How far a is clockwise from b, from −180 up to 180 degrees.
  public static func difference(_ a: Double, _ b: Double) -> Double { normalised(a - b + 180) - 180 }

  /// The sine and cosine of a direction, exact at multiples of 90 degrees.
  public static func components(_ degrees: Double) -> (sine: Double, cosine: Double) {
    switch degrees {
    case 0, 360: (0, 1)
    case 90: (1, 0)
    case 180: (0, -1)
    case 270: (-1, 0)
    default: (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }
  }
}
