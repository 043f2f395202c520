internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// How a new glide contradicts earlier ones: a repeat that went the other way, or a cycle of winners. A glide compares pairs with
/// their treatments. In a wax test the same pairs meet with other treatments, and that is a different comparison, not a
/// contradiction.
struct GlideContradictions {
  struct Side: Hashable, CustomStringConvertible {
    let serial: String
    let treatment: String?

    init(_ serial: String, _ treatment: String?) { (self.serial, self.treatment) = (serial, treatment) }
    init(_ serial: String, _ treatment: Value) { self.init(serial, treatment.isMissing ? nil : treatment.fileText) }

    var description: String { treatment.map { "\(serial) (\($0))" } ?? serial }
  }

  private let glides: [(number: Int, winner: Side, loser: Side, difference: Double)]

  init(_ glides: [Glide]) {
    self.glides = glides.map {
      ($0.number, Side($0.winner, $0.winnerTreatment), Side($0.loser, $0.loserTreatment), $0.difference)
    }
  }

  /// Warnings about a glide that was just entered.
  func about(_ winner: Side, _ loser: Side, _ difference: Double) -> [String] {
    var doubts: [String] = []
    let other = glides.last { $0.winner == loser && $0.loser == winner && $0.difference > 0 }
    if let other, difference > 0 {
      doubts.append(
        "glide \(other.number) went the other way by \(NumberText.shortest(other.difference)) cm: they differ by "
          + "\(NumberText.shortest(other.difference + difference)) cm, more than either margin")
    }
    // A reversed repeat is reported above; a cycle has three pairs or more.
    if difference > 0, let path = path(from: loser, to: winner), path.count > 2 {
      let circle = [winner] + path
      let steps = zip(circle, circle.dropFirst()).map { a, b in
        (a, b, a == winner && b == loser ? difference : margin(a, b))
      }
      let text = circle.map(\.description).joined(separator: " > ")
      let weakest = steps.min { $0.2 < $1.2 }
      doubts.append("the winners form a cycle: \(text)" + (weakest.map { "; repeat \($0.0) against \($0.1)" } ?? ""))
    }
    return doubts
  }

  private func margin(_ winner: Side, _ loser: Side) -> Double {
    glides.last { $0.winner == winner && $0.loser == loser && $0.difference > 0 }?.difference ?? 0
  }

  /// The shortest path of wins from one pair to another, both included; nil if there is none.
  private func path(from start: Side, to end: Side) -> [Side]? {
    var losers: [Side: [Side]] = [:]
    for glide in glides where glide.difference > 0 { losers[glide.winner, default: []].append(glide.loser) }
    var before: [Side: Side] = [:]
    var queue = [start][...]
    var seen: Set<Side> = [start]
    while let pair = queue.popFirst() {
      if pair == end {
        var path = [end]
        while let last = path.last, last != start, let previous = before[last] { path.append(previous) }
        return path.reversed()
      }
      for next in losers[pair] ?? [] where seen.insert(next).inserted {
        before[next] = pair
        queue.append(next)
      }
    }
    return nil
  }
}

/// The checks on glides, for commands and imports.
enum GlideChecks {
  /// Margin in cm above which a warning is shown.
  static let doubtful = 300.0
  static let most = 10_000.0
  static let numbers = 1...1_000_000_000

  static let runs = 1...10_000

  /// Throws `same-pair` for a pair against itself, `bad-margin` for an invalid margin.
  static func check(
    winner: String, loser: String, difference: Double, of what: String? = nil, at span: SourceSpan? = nil
  ) throws(Diagnostic) {
    let start = what.map { $0 + ": " } ?? ""
    guard winner != loser else {
      throw Diagnostic(
        "same-pair", "\(start)'\(winner)' cannot glide against itself", span: span, help: "name two pairs")
    }
    guard difference >= 0, difference <= most else {
      throw Diagnostic(
        "bad-margin",
        "\(start)a margin must be from 0 to \(NumberText.shortest(most)) cm, not '\(NumberText.shortest(difference))'",
        span: span, help: "name the winner first; use 0 for a tie")
    }
  }

  /// A margin in cm as typed: `14`, `14cm`, `1,5 m` and the like; nil for anything else.
  static func margin(_ text: String) -> Double? {
    let plain = text.filter { $0 != " " }.lowercased()
    if plain.hasSuffix("cm") { return Double(decimal: plain.dropLast(2)) }
    if plain.hasSuffix("m") { return Double(decimal: plain.dropLast()).map { $0 * 100 } }
    return Double(decimal: plain)
  }

  /// The number of a run, 1 to 10000; nil for anything else.
  static func run(_ text: String) -> Int? {
    (Int(text) ?? Double(decimal: text).flatMap { Int(exactly: $0) }).flatMap { runs.contains($0) ? $0 : nil }
  }

  static func notRun(_ text: String) -> String {
    "the run must be a whole number from 1 to 10000, not \(Abridged.quoted(text))"
  }

  /// A warning about an unusual margin; nil for others.
  static func doubt(_ difference: Double, of what: String) -> String? {
    difference > doubtful
      ? "\(what): a margin of \(NumberText.shortest(difference)) cm is unusual; was it in metres or millimetres?" : nil
  }
}

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
