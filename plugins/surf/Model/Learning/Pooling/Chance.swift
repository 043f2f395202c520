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
}
