internal import PodiumCore

/// The checks on conditions: the only definition of the ranges that commands and imports accept.
enum SessionChecks {
  /// Air temperatures in °C in which skis are tested.
  static let air = -45.0...25.0
  /// Snow temperatures in °C; snow above zero is water.
  static let snow = -45.0...0.0
  /// Percent.
  static let humidity = 0.0...100.0
  /// Minutes between local time and UTC; adding a larger offset to a moment could overflow.
  static let offsets = -1080...1080
  /// How far snow percentages may sum from 100: three thirds with one decimal are 99.9.
  static let shareTolerance = 0.1

  /// Parts of snow as they are stored. Throws `bad-snow` for a percentage outside 0 to 100, a repeated type, and a sum other than
  /// 100; `scaled` scales the sum to 100 instead. No parts mean "unknown".
  static func snow(
    _ parts: [(type: String, share: Double)], scaled: Bool, of what: String
  ) throws(Diagnostic) -> [(type: String, share: Double)] {
    guard !parts.isEmpty else { return [] }
    var seen: Set<String> = []
    for (type, share) in parts {
      guard share >= 0, share <= 100 else {
        throw Diagnostic(
          "bad-snow", "\(what): \(NumberText.shortest(share)) % of '\(type)' is not a percentage",
          help: "use a value from 0 to 100")
      }
      guard seen.insert(type).inserted else {
        throw Diagnostic("bad-snow", "\(what): '\(type)' is given twice", help: "give each type of snow once")
      }
    }
    let sum = parts.reduce(0) { $0 + $1.share }
    // Slightly above the tolerance: three times 33.3 is 99.89999 in binary.
    if (sum - 100).magnitude <= shareTolerance + 1e-9 { return parts }
    guard scaled, sum > 0 else {
      throw Diagnostic(
        "bad-snow", "\(what): the snow percentages sum to \(NumberText.significant(sum, 6)) %, not 100 %",
        help: "use normalise=yes to scale them to 100")
    }
    return parts.map { ($0.type, $0.share * 100 / sum) }
  }

  /// Warnings about unusual conditions.
  static func doubts(_ conditions: SkiConditions, of what: String) -> [String] {
    var doubts: [String] = []
    if let air = conditions.air {
      let wet = conditions.shares?.wet ?? 0
      if air < -5, wet > 0 {
        doubts.append(
          "\(what): \(NumberText.shortest(wet)) % wet snow is unusual at an air temperature of \(NumberText.shortest(air)) °C"
        )
      }
      if air > 15 {
        doubts.append("\(what): an air temperature of \(NumberText.shortest(air)) °C is unusual; was it in Fahrenheit?")
      }
    }
    return doubts
  }

  /// Throws `bad-place` for one coordinate without the other.
  static func place(_ latitude: Double?, _ longitude: Double?, of what: String? = nil) throws(Diagnostic) {
    guard (latitude == nil) != (longitude == nil) else { return }
    throw Diagnostic(
      "bad-place", "\(what.map { $0 + ": " } ?? "")latitude and longitude must be given together",
      help: "give both, or neither")
  }

  /// A warning if coordinates look swapped compared with the known ones of a place.
  static func swapped(
    _ latitude: Double?, _ longitude: Double?, known: (latitude: Double, longitude: Double)?, of what: String
  ) -> String? {
    guard let latitude, let longitude, let known else { return nil }
    func distance(_ a: Double, _ b: Double) -> Double {
      max((a - known.latitude).magnitude, (b - known.longitude).magnitude)
    }
    guard distance(longitude, latitude) < 1, distance(latitude, longitude) >= 1 else { return nil }
    return "\(what): latitude and longitude look swapped compared with those of the place"
  }

  /// A warning if serial numbers look as if a spreadsheet had dropped leading zeros.
  static func unequalLengths(_ serials: [String]) -> String? {
    let digits = serials.filter { $0.allSatisfy(\.isNumber) }
    let lengths = Set(digits.map(\.count))
    guard lengths.count > 1, let shortest = digits.min(by: { $0.count < $1.count }) else { return nil }
    return "serial numbers differ in length, such as '\(shortest)': a spreadsheet may have dropped leading zeros"
  }
}
