internal import Glibc
internal import PodiumCore

/// Directions in degrees clockwise from north, 0 ≤ d < 360: where wind and waves come from.
enum Direction {
  /// The same direction between 0 and 360.
  static func normalised(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    // A tiny negative rest rounds up to 360 itself.
    let turned = rest < 0 ? rest + 360 : rest
    return turned >= 360 ? 0 : turned
  }

  /// The sine and cosine of a direction; a quarter turn gives exact zeros and ones.
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
  /// The length R of the mean vector: 1 when all directions are one, 0 when they cancel out.
  let length: Double

  /// The shortest mean vector that still points somewhere.
  static let shortest = 0.05

  /// The mean of directions under weights of zero or more: atan2(Σ w sin, Σ w cos).
  ///
  /// Missing directions (NaN) and those without a positive weight take no part; nil when none is left.
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

/// The sixteen points of the compass.
enum Compass {
  /// The names from north clockwise.
  static let points = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
  ]

  /// The place in `points` of a direction: each point holds the 22.5 degrees around it, its first edge included.
  static func place(of degrees: Double) -> Int {
    let sector = (Direction.normalised(degrees) + 11.25) / 22.5
    return (Int(exactly: sector.rounded(.down)) ?? 0) % points.count
  }

  /// The name of a direction.
  static func name(of degrees: Double) -> String { points[place(of: degrees)] }

  /// The direction of a name of a point, in small or capital letters; nil for any other text.
  static func degrees(of name: some StringProtocol) -> Double? {
    points.firstIndex(of: name.uppercased()).map { Double($0) * 22.5 }
  }
}

/// The directions from one to another, clockwise; both ends belong to it.
struct Arc: Equatable {
  /// Where it begins.
  let from: Double
  /// Where it ends; when that is where it begins, the arc is this one direction.
  let to: Double

  /// Takes two directions as they are given, 360 for north included.
  init(from: Double, to: Double) {
    self.from = Direction.normalised(from)
    self.to = Direction.normalised(to)
  }

  /// Reads `290..20` and `NW..NNE`; nil for any other form and for numbers outside 0 to 360.
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

  /// Whether a direction lies on the arc.
  func contains(_ direction: Double) -> Bool {
    Direction.normalised(direction - from) <= Direction.normalised(to - from)
  }
}

/// Numbers as instruments write them: a sign, digits and a point, nothing else.
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
