/// The conditions of a test session, or of a race to come.
struct TestConditions: Sendable, Hashable, Codable {
  /// Degrees Celsius.
  var air: Double
  /// Shares of new, old and wet snow from 0 to 1.
  var new: Double
  var old: Double
  var wet: Double

  /// What effects of bases and grindings go by: 1, degrees / 15, and the three shares.
  var basis: [Double] { [1, air / 15, new, old, wet] }

  /// How many numbers the basis has.
  static let basisCount = 5

  /// How far apart two conditions are: 1 is five degrees, or half of the snow of another kind.
  func distance(to other: TestConditions) -> Double {
    let degrees = (air - other.air) / 5
    let snow = 2 * snowDistance(to: other)
    return (degrees * degrees + snow * snow).squareRoot()
  }

  /// The share of snow that would have to be of another kind.
  private func snowDistance(to other: TestConditions) -> Double {
    ((new - other.new).magnitude + (old - other.old).magnitude + (wet - other.wet).magnitude) / 2
  }

  /// Whether tests under those say much about these: within the distance 1.
  func isNear(_ other: TestConditions) -> Bool { distance(to: other) <= 1 }
}

/// A ski pair as the model of pairs sees it.
struct TestedPair: Sendable, Equatable, Codable {
  /// The serial number.
  var serial: String
  /// Whose it is; nil for pairs without an owner.
  var owner: String?
  /// The ski type, where it is known.
  var type: String?
  /// The base, where it is known.
  var base: String?
  /// The grinding it has now, where it is known.
  var grinding: String?
}

/// A past session: conditions, the pairs that took part, glides between them or ranks.
struct SkiTest: Sendable, Codable {
  /// A pair that took part.
  struct Entry: Sendable, Codable {
    /// The place of the pair in the list of pairs.
    var pair: Int
    /// The grinding it had then; nil where it is not known.
    var grinding: String?
    /// The rank from 1; nil where it has none.
    var rank: Double?
  }

  /// A glide between two entries.
  struct Meeting: Sendable, Codable {
    var winner: Int
    var loser: Int
    /// Centimetres from 0.
    var difference: Double
  }

  /// The session's name.
  var name: String
  /// What it was like.
  var conditions: TestConditions
  /// Who took part.
  var entries: [Entry]
  /// The glides, by places in `entries`.
  var glides: [Meeting]
}
