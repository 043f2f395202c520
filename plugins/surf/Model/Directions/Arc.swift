internal import PodiumCore

/// An arc of directions, clockwise, including both ends.
public struct Arc: Sendable, Equatable {
  public let from: Double
  /// The end; when it equals the start, the arc is that single direction.
  public let to: Double
  /// Whether it is every direction, as `0..360` is.
  public let isFull: Bool

  /// Accepts 360 for north; ends a full turn apart are every direction.
  public init(from: Double, to: Double) {
    isFull = to - from == 360
    self.from = Direction.normalised(from)
    self.to = Direction.normalised(to)
  }

  /// Reads `290..20` or `NW..NNE`; nil for any other form and for numbers outside 0 to 360.
  public init?(_ text: String) {
    let halves = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    guard let from = Compass.direction(halves[0]), let to = Compass.direction(halves[1]) else { return nil }
    self.init(from: from, to: to)
  }

  public func contains(_ direction: Double) -> Bool {
    isFull || Direction.normalised(direction - from) <= Direction.normalised(to - from)
  }

  /// As `290..20`, or `0..360` for every direction.
  public var text: String { isFull ? "0..360" : NumberText.shortest(from) + ".." + NumberText.shortest(to) }
}
