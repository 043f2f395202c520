/// The 16 compass points.
public enum Compass {
  /// The names, clockwise from north.
  public static let points = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
  ]

  /// The index in `points` of a direction: each point covers the 22.5 degrees around it, including the first edge.
  public static func place(of degrees: Double) -> Int {
    let sector = (Direction.normalised(degrees) + 11.25) / 22.5
    return (Int(exactly: sector.rounded(.down)) ?? 0) % points.count
  }

  public static func name(of degrees: Double) -> String { points[place(of: degrees)] }

  /// A direction as people type it: a compass point, or degrees from 0 to 360; nil for any other text.
  public static func direction(_ text: some StringProtocol) -> Double? {
    degrees(of: text) ?? InstrumentNumber.read(text).flatMap { (0...360).contains($0) ? $0 : nil }
  }

  /// The direction of a compass point, in upper or lower case; nil for any other text.
  public static func degrees(of name: some StringProtocol) -> Double? {
    points.firstIndex(of: name.uppercased()).map { Double($0) * 22.5 }
  }
}
