/// A predicted chance with its interval, and whose experience it is from.
public struct Chance: Sendable, Equatable {
  /// Whose sessions decide.
  public enum Source: String, Sendable, CaseIterable {
    /// The surfer's at this spot.
    case person
    /// Everyone's at this spot.
    case spot
    /// Everyone's at every spot.
    case all
  }

  public let value: Double
  /// The 95 % interval.
  public let low: Double
  public let high: Double
  public let source: Source

  /// The least chance that so many rows can show: half a row of one more, and never below a thousandth.
  static func least(of rows: Int) -> Double { max(0.001, 0.5 / Double(max(1, rows) + 1)) }

  /// A chance that rows can show: neither 0 nor 1.
  static func bounded(_ chance: Double, of rows: Int) -> Double {
    let least = least(of: rows)
    return min(1 - least, max(least, chance))
  }
}
