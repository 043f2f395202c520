internal import Glibc

/// A place on Earth in degrees, north and east positive.
public struct Coordinate: Sendable, Hashable, CustomStringConvertible {
  /// From −90 to 90.
  public let latitude: Double
  /// From −180 to 180.
  public let longitude: Double

  /// The mean radius of Earth in kilometres.
  public static let earthRadius = 6371.0088

  /// 0° north, 0° east.
  public static let origin = Coordinate()

  private init() { (latitude, longitude) = (0, 0) }

  /// Nil for a place that does not exist.
  public init?(latitude: Double, longitude: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Reads `36.97,-121.96`; nil for any other text and for a place that does not exist.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    }
    guard parts.count == 2, let latitude = InstrumentNumber.read(String(parts[0])),
      let longitude = InstrumentNumber.read(String(parts[1]))
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// The distance in kilometres along a great circle, by the haversine formula.
  public func distance(to other: Coordinate) -> Double {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let (north, east) = (radians(other.latitude - latitude), radians(other.longitude - longitude))
    let half =
      sin(north / 2) * sin(north / 2)
      + cos(radians(latitude)) * cos(radians(other.latitude)) * sin(east / 2) * sin(east / 2)
    return 2 * Coordinate.earthRadius * asin(min(1, half.squareRoot()))
  }

  /// The same to four decimals, some ten metres, as people read it.
  public var shortened: Coordinate {
    func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
    return Coordinate(latitude: rounded(latitude), longitude: rounded(longitude)) ?? self
  }

  public var description: String { "\(latitude),\(longitude)" }
}
