internal import Glibc
internal import PodiumCore

/// Directions in degrees clockwise from north, 0 ≤ d < 360: where wind and waves come from.
enum Direction {
  /// The same direction in 0 ≤ d < 360.
  static func normalised(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    // A tiny negative remainder rounds up to 360 itself.
    let turned = rest < 0 ? rest + 360 : rest
    return turned >= 360 ? 0 : turned
  }

  /// The sine and cosine of a direction, exact at multiples of 90 degrees.
  static func components(_ degrees: Double) -> (sine: Double, cosine: Double) {
    switch degrees {
    case 0, 360: (0, 1)
    case 90: (1, 0)
    case 180: (0, -1)
    case 270: (-1, 0)
    default: (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }
  }
}

/// The mean of directions and how much they agree.
struct CircularMean: Equatable {
  /// The mean direction in degrees; nil when the directions cancel out (length below 0.05).
  let direction: Double?
  /// The length R of the mean vector: 1 when all directions are equal, 0 when they cancel out.
  let length: Double

  /// A mean vector shorter than this has no direction.
  static let shortest = 0.05

  /// The mean direction, weighted: atan2(Σ w sin, Σ w cos).
  ///
  /// Ignores missing directions (NaN) and rows without a positive weight; nil when none is left.
  init?(_ directions: [Double], weights: [Double]? = nil) {
    var east = 0.0
    var north = 0.0
    var total = 0.0
    for (place, direction) in directions.enumerated() where !direction.isNaN {
      let weight = weights.map { place < $0.count ? $0[place] : 0 } ?? 1
      guard weight > 0, weight.isFinite else { continue }
      let (sine, cosine) = Direction.components(direction)
      east += weight * sine
      north += weight * cosine
      total += weight
    }
    guard total > 0, total.isFinite else { return nil }
    let length = (east * east + north * north).squareRoot() / total
    self.length = min(1, length)
    direction = length < CircularMean.shortest ? nil : Direction.normalised(atan2(east, north) * 180 / .pi)
  }
}

/// The 16 compass points.
enum Compass {
  /// The names, clockwise from north.
  static let points = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
  ]

  /// The index in `points` of a direction: each point covers the 22.5 degrees around it, including the first edge.
  static func place(of degrees: Double) -> Int {
    let sector = (Direction.normalised(degrees) + 11.25) / 22.5
    return (Int(exactly: sector.rounded(.down)) ?? 0) % points.count
  }

  static func name(of degrees: Double) -> String { points[place(of: degrees)] }

  /// The direction of a compass point, in upper or lower case; nil for any other text.
  static func degrees(of name: some StringProtocol) -> Double? {
    points.firstIndex(of: name.uppercased()).map { Double($0) * 22.5 }
  }
}

/// An arc of directions, clockwise, including both ends.
struct Arc: Equatable {
  let from: Double
  /// The end; when it equals the start, the arc is that single direction.
  let to: Double

  /// Accepts 360 for north.
  init(from: Double, to: Double) {
    self.from = Direction.normalised(from)
    self.to = Direction.normalised(to)
  }

  /// Reads `290..20` or `NW..NNE`; nil for any other form and for numbers outside 0 to 360.
  init?(_ text: String) {
    let halves = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    func end(_ part: Substring) -> Double? {
      if let point = Compass.degrees(of: part) { return point }
      guard let number = PlainNumber.read(part), (0...360).contains(number) else { return nil }
      return number
    }
    guard let from = end(halves[0]), let to = end(halves[1]) else { return nil }
    self.init(from: from, to: to)
  }

  func contains(_ direction: Double) -> Bool {
    Direction.normalised(direction - from) <= Direction.normalised(to - from)
  }
}

/// Numbers as instruments write them: a sign, digits and a decimal point, nothing else.
enum PlainNumber {
  /// The number, or nil: no words (`nan`, `inf`), no hexadecimal digits, no exponent, no more than 24 characters.
  static func read(_ text: some StringProtocol) -> Double? {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= 24,
      bytes.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2D || $0 == 0x2B })
    else { return nil }
    return Double(String(text)).flatMap { $0.isFinite ? $0 : nil }
  }
}
