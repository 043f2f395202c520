/// A unit of something that is measured at sea, with the exact step to the unit in which values are stored.
public struct SurfUnit: Sendable, Hashable {
  /// What is measured, and the unit in which it is stored.
  public enum Quantity: String, Sendable, CaseIterable {
    /// Metres.
    case length
    /// Metres per second.
    case speed
    /// Degrees Celsius.
    case temperature
    /// Seconds.
    case period
    /// Hectopascals.
    case pressure
    /// Degrees from north.
    case direction
    /// Hundredths of the whole.
    case share
    /// Millimetres of rain.
    case rain
  }

  public let quantity: Quantity
  /// The name as it is shown.
  public let name: String
  /// Stored = factor × (value − offset).
  let factor: Double
  let offset: Double

  private init(_ quantity: Quantity, _ name: String, _ factor: Double, offset: Double = 0) {
    (self.quantity, self.name, self.factor, self.offset) = (quantity, name, factor, offset)
  }

  /// A unit by a name in use: `ft`, `kn`, `km/h`, `°F`; nil for a name that is not known.
  public init?(_ text: String) {
    let lower = text.lowercased().filter { $0 != " " && $0 != "°" && $0 != "." }
    guard let found = SurfUnit.names[lower] else { return nil }
    self = found
  }

  /// Other names of the units with these names.
  public static func aliases(of words: [String]) -> [String: String] {
    var aliases: [String: String] = [:]
    for word in words {
      for (name, unit) in names where unit == SurfUnit(word) && !words.contains(name) { aliases[name] = word }
    }
    return aliases
  }

  /// A value as it is stored.
  public func stored(_ value: Double) -> Double { factor * (value - offset) }

  /// A stored value in this unit.
  public func shown(_ stored: Double) -> Double { stored / factor + offset }

  public static let metre = SurfUnit(.length, "m", 1)
  public static let foot = SurfUnit(.length, "ft", 0.3048)
  public static let knot = SurfUnit(.speed, "kn", 1852.0 / 3600)
  public static let metrePerSecond = SurfUnit(.speed, "m/s", 1)
  public static let celsius = SurfUnit(.temperature, "°C", 1)
  public static let fahrenheit = SurfUnit(.temperature, "°F", 1 / 1.8, offset: 32)

  private static let names: [String: SurfUnit] = {
    let kilometrePerHour = SurfUnit(.speed, "km/h", 1 / 3.6)
    let milePerHour = SurfUnit(.speed, "mph", 0.44704)
    let groups: [(SurfUnit, [String])] = [
      (metre, ["m", "metre", "metres", "meter", "meters"]),
      (foot, ["ft", "foot", "feet"]),
      (SurfUnit(.length, "cm", 0.01), ["cm"]), (SurfUnit(.length, "km", 1000), ["km"]),
      (SurfUnit(.length, "nmi", 1852), ["nmi"]), (SurfUnit(.length, "mi", 1609.344), ["mi"]),
      (metrePerSecond, ["m/s", "ms", "mps"]), (knot, ["kn", "kt", "kts", "knot", "knots"]),
      (kilometrePerHour, ["km/h", "kmh", "kph"]), (milePerHour, ["mph", "mp/h", "mi/h"]),
      (celsius, ["c", "degc", "celsius"]), (fahrenheit, ["f", "degf", "fahrenheit"]),
      (SurfUnit(.period, "s", 1), ["s", "sec", "seconds"]),
      (SurfUnit(.pressure, "hPa", 1), ["hpa", "mb", "mbar"]), (SurfUnit(.pressure, "inHg", 33.863886666667), ["inhg"]),
      (SurfUnit(.direction, "°", 1), ["", "deg", "degt", "degree", "degrees"]),
      (SurfUnit(.share, "%", 1), ["%", "percent", "pct"]),
      (SurfUnit(.rain, "mm", 1), ["mm"]), (SurfUnit(.rain, "inch", 25.4), ["in", "inch"]),
    ]
    return Dictionary(
      groups.flatMap { unit, names in names.map { ($0, unit) } }, uniquingKeysWith: { first, _ in first })
  }()
}
