internal import PodiumCore

/// The range of one variable in good sessions, beside all hours that were available.
public struct LearnedRange: Sendable, Equatable {
  public let variable: ConditionVariable
  /// Good sessions in which it is known.
  public let count: Int
  /// Available hours in which it is known.
  public let backgroundCount: Int
  /// Of the good sessions; nil for directions that cancel out.
  public let median: Double?
  /// The 10 % quantile; for directions the start of the arc.
  public let low: Double?
  /// The 90 % quantile; for directions the end of the arc.
  public let high: Double?
  /// The distance of the quartiles, or 1 − R for directions, in good sessions.
  public let spread: Double
  /// The same over the available hours.
  public let backgroundSpread: Double
  /// How much the good sessions agree: max(0, 1 − spread / background spread), before shrinkage.
  public let concentration: Double

  /// The same as it is, so that its mean over many surfers is near 0 for what no one likes; below 0 where good sessions
  /// differ more than all hours do. Nil where the background does not vary.
  public var agreement: Double? { backgroundSpread > 0 ? 1 - spread / backgroundSpread : nil }

  public var arc: Arc? {
    guard variable.isCircular, let low, let high else { return nil }
    return Arc(from: low, to: high)
  }

  /// Nil where no good session or no available hour knows the variable.
  public init?(_ variable: ConditionVariable, good: [Double], background: [Double]) {
    let (good, background) = (good.filter(\.isFinite), background.filter(\.isFinite))
    guard let spread = LearnedRange.spread(variable, good),
      let backgroundSpread = LearnedRange.spread(variable, background)
    else { return nil }
    let quantiles: [Double]?
    if variable.isCircular {
      quantiles = Quantiles.directions(good, [0.1, 0.5, 0.9])
    } else {
      let sorted = good.sorted()
      quantiles = [0.1, 0.5, 0.9].compactMap { Quantiles.quantile($0, ofSorted: sorted) }
    }
    (self.variable, count, backgroundCount) = (variable, good.count, background.count)
    (low, median, high) = (quantiles?.first, quantiles.map { $0[1] }, quantiles?.last)
    (self.spread, self.backgroundSpread) = (spread, backgroundSpread)
    concentration = backgroundSpread > 0 ? max(0, 1 - spread / backgroundSpread) : 0
  }

  private static func spread(_ variable: ConditionVariable, _ values: [Double]) -> Double? {
    variable.isCircular ? CircularMean(values).map { 1 - $0.length } : Quantiles.interquartileRange(values)
  }

  /// The distance of two values in background spreads; nil where one is missing or the background does not vary.
  ///
  /// Numbers are scaled by the standard deviation of a normal distribution with that distance of the quartiles, directions
  /// as chords by their root mean square, √(2 (1 − R)), so that both are in standard deviations.
  public func distance(_ a: Double, _ b: Double) -> Double? {
    guard a.isFinite, b.isFinite, backgroundSpread > 0 else { return nil }
    if variable.isCircular {
      let half = Direction.difference(a, b) / 2
      let chord = 2 * Direction.components(Direction.normalised(half)).sine.magnitude
      return chord / (2 * backgroundSpread).squareRoot()
    }
    return (a - b).magnitude / (backgroundSpread / LearnedRange.normalQuartiles)
  }

  /// The distance of the quartiles of a standard normal distribution.
  static let normalQuartiles = 1.3489795003921634
}
