internal import PodiumCore

/// What conditions may be: the one home of the ranges that commands and imports refuse and warn by.
enum SessionChecks {
  /// Temperatures of air in °C in which anybody tests skis.
  static let air = -45.0...25.0
  /// Temperatures of snow in °C; snow above zero is water.
  static let snow = -45.0...0.0
  /// Per cent.
  static let humidity = 0.0...100.0
  /// The most that shares of snow may be off 100 in sum: three thirds with one decimal are 99.9.
  static let shareTolerance = 0.1

  /// Parts of snow as they are to be kept.
  ///
  /// Throws `bad-snow` for a share outside 0 to 100, a type given twice, and shares that do not sum to 100; `scaled`
  /// scales them to 100 instead. No parts mean "unknown".
  static func snow(
    _ parts: [(type: String, share: Double)], scaled: Bool, of what: String
  ) throws(Diagnostic) -> [(type: String, share: Double)] {
    guard !parts.isEmpty else { return [] }
    var seen: Set<String> = []
    for (type, share) in parts {
      guard share >= 0, share <= 100 else {
        throw Diagnostic(
          "bad-snow", "\(what): \(NumberText.shortest(share)) % of '\(type)' is no share",
          help: "a share lies between 0 and 100")
      }
      guard seen.insert(type).inserted else {
        throw Diagnostic(
          "bad-snow", "\(what): '\(type)' is given twice", help: "a type of snow has one share in a session")
      }
    }
    let sum = parts.reduce(0) { $0 + $1.share }
    // A hair more than the tolerance: 33.3 three times is 99.89999 in binary.
    if (sum - 100).magnitude <= shareTolerance + 1e-9 { return parts }
    guard scaled, sum > 0 else {
      throw Diagnostic(
        "bad-snow", "\(what): the shares of snow sum to \(NumberText.significant(sum, 6)) %, not 100 %",
        help: "normalise=yes scales them to 100")
    }
    return parts.map { ($0.type, $0.share * 100 / sum) }
  }

  /// What is odd about conditions, each a sentence.
  static func doubts(_ conditions: Conditions, of what: String) -> [String] {
    var doubts: [String] = []
    if let air = conditions.air {
      let wet = conditions.shares?.wet ?? 0
      if air < -5, wet > 0 {
        doubts.append("\(what): \(NumberText.shortest(wet)) % wet snow at \(NumberText.shortest(air)) °C of air is odd")
      }
      if air > 15 {
        doubts.append("\(what): \(NumberText.shortest(air)) °C of air is warm for skis; were these Fahrenheit?")
      }
    }
    return doubts
  }

  /// The error for conditions that cannot be, in a file; nil when they can.
  static func refusal(_ conditions: Conditions, of what: String) -> Diagnostic? {
    func outside(_ name: String, _ value: Double?, _ range: ClosedRange<Double>, _ unit: String) -> Diagnostic? {
      guard let value, !range.contains(value) else { return nil }
      let bounds = NumberText.shortest(range.lowerBound) + " to " + NumberText.shortest(range.upperBound)
      return Diagnostic(
        "bad-value", "\(what): \(name) must be from \(bounds) \(unit), not '\(NumberText.shortest(value))'")
    }
    return outside("the temperature of the air", conditions.air, air, "°C")
      ?? outside("the temperature of the snow", conditions.snowTemperature, snow, "°C")
      ?? outside("the humidity", conditions.humidity, humidity, "%")
      ?? outside("the humidity of the snow", conditions.snowHumidity, humidity, "%")
  }

  /// Throws `bad-place` for one coordinate without the other.
  static func place(_ latitude: Double?, _ longitude: Double?, of what: String) throws(Diagnostic) {
    guard (latitude == nil) != (longitude == nil) else { return }
    throw Diagnostic("bad-place", "\(what): latitude and longitude go together", help: "give both, or neither")
  }

  /// A sentence where coordinates look swapped beside those that are known of a place.
  static func swapped(
    _ latitude: Double?, _ longitude: Double?, known: (latitude: Double, longitude: Double)?, of what: String
  ) -> String? {
    guard let latitude, let longitude, let known else { return nil }
    func distance(_ a: Double, _ b: Double) -> Double {
      max((a - known.latitude).magnitude, (b - known.longitude).magnitude)
    }
    guard distance(longitude, latitude) < 1, distance(latitude, longitude) >= 1 else { return nil }
    return "\(what): latitude and longitude look swapped beside those known of the place"
  }

  /// Whether serial numbers look as if a spreadsheet had eaten their zeros.
  static func unequalLengths(_ serials: [String]) -> String? {
    let digits = serials.filter { $0.allSatisfy(\.isNumber) }
    let lengths = Set(digits.map(\.count))
    guard lengths.count > 1, let shortest = digits.min(by: { $0.count < $1.count }) else { return nil }
    return "serial numbers of unequal length, such as '\(shortest)': a spreadsheet eats leading zeros"
  }
}
