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

  /// Reads `36.97,-121.96`, also with a space, letters or minutes (`33.65N 118°0.3'W`); nil for any other text and for a place
  /// that does not exist.
  public init?(_ text: String) {
    var parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 1 {
      let end = text.firstIndex { "NSns".contains($0) }.map { text.index(after: $0) } ?? text.firstIndex(of: " ")
      guard let end else { return nil }
      parts = [text[..<end], text[end...]]
    }
    guard parts.count == 2, let latitude = Self.degrees(parts[0], "N", "S"),
      let longitude = Self.degrees(parts[1], "E", "W")
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Degrees, with a letter also in minutes and seconds.
  private static func degrees(_ text: Substring, _ positive: Character, _ negative: Character) -> Double? {
    var plain = text[...]
    while let last = plain.last, last == " " { plain.removeLast() }
    plain = plain.drop { $0 == " " }
    var sign = 1.0
    let letter = plain.last.flatMap { $0.uppercased().first }
    if letter == positive || letter == negative {
      plain.removeLast()
      sign = letter == negative ? -1 : 1
    } else if let number = InstrumentNumber.read(String(plain)) {
      return number
    } else {
      return nil
    }
    var (degrees, unit) = (0.0, 1.0)
    let numbers = plain.split { " °º'’′\"”″".contains($0) }.map { InstrumentNumber.read(String($0)) }
    guard (1...3).contains(numbers.count) else { return nil }
    for (place, number) in numbers.enumerated() {
      guard let number, number >= 0, place == 0 || number < 60 else { return nil }
      degrees += number / unit
      unit *= 60
    }
    return sign * degrees
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
