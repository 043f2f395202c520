internal import PodiumCore

/// The conditions of a test session or of a race.
public struct TestConditions: Sendable, Hashable, Codable {
  /// Degrees Celsius.
  public var air: Double
  /// The share of new snow, from 0 to 1.
  public var new: Double
  public var old: Double
  public var wet: Double

  /// Takes degrees Celsius and the shares of snow from 0 to 1.
  public init(air: Double, new: Double, old: Double, wet: Double) {
    (self.air, self.new, self.old, self.wet) = (air, new, old, wet)
  }

  /// The basis of the effects of bases and grindings: 1, degrees / 15, and the three shares.
  var basis: [Double] { [1, air / 15, new, old, wet] }

  static let basisCount = 5

  /// The conditions in one phrase: `-5 °C, new 50, old 50`.
  public var text: String {
    let parts = [("new", new), ("old", old), ("wet", wet)].filter { $0.1 > 0 }
      .map { $0.0 + " " + NumberText.significant(100 * $0.1, 3) }
    return ([NumberText.significant(air, 3) + " °C"] + parts).joined(separator: ", ")
  }

  /// The distance of two conditions: 1 is five degrees, or half of the snow of another kind.
  public func distance(to other: TestConditions) -> Double {
    let (degrees, snow) = ((air - other.air) / 5, 2 * snowDistance(to: other))
    return (degrees * degrees + snow * snow).squareRoot()
  }

  /// The share of snow that would have to be of another kind.
  private func snowDistance(to other: TestConditions) -> Double {
    ((new - other.new).magnitude + (old - other.old).magnitude + (wet - other.wet).magnitude) / 2
  }

  /// Whether other conditions are near: within distance 1.
  public func isNear(_ other: TestConditions) -> Bool { distance(to: other) <= 1 }
}

/// A ski pair, for the model of pairs.
public struct TestedPair: Sendable, Equatable, Codable {
  public var serial: String
  /// The owner; nil for pairs without one.
  public var owner: String?
  public var type: String?
  public var base: String?
  /// The current grinding, if known.
  public var grinding: String?

  public init(serial: String, owner: String?, type: String?, base: String?, grinding: String?) {
    (self.serial, self.owner, self.type, self.base, self.grinding) = (serial, owner, type, base, grinding)
  }
}

/// A past session: conditions, the pairs that took part, glides between them or ranks.
public struct SkiTest: Sendable, Codable {
  public struct Entry: Sendable, Codable {
    /// The index of the pair in the list of pairs.
    public var pair: Int
    /// The grinding it had then; nil if unknown.
    public var grinding: String?
    /// The rank from 1; nil if unranked.
    public var rank: Double?

    public init(pair: Int, grinding: String?, rank: Double?) {
      (self.pair, self.grinding, self.rank) = (pair, grinding, rank)
    }
  }

  public struct Meeting: Sendable, Codable {
    /// The entry that was ahead, or one of a tie.
    public var winner: Int
    /// The entry that was not.
    public var loser: Int
    /// Centimetres from 0.
    public var difference: Double

    public init(winner: Int, loser: Int, difference: Double) {
      (self.winner, self.loser, self.difference) = (winner, loser, difference)
    }
  }

  public var name: String
  public var conditions: TestConditions
  public var entries: [Entry]
  /// The glides, by indices in `entries`.
  public var glides: [Meeting]

  public init(name: String, conditions: TestConditions, entries: [Entry], glides: [Meeting]) {
    (self.name, self.conditions, self.entries, self.glides) = (name, conditions, entries, glides)
  }
}
