internal import PodiumCore

/// The range of one variable in good sessions, beside all hours that were available.
public struct LearnedRange: Sendable, Equatable {
  public let variable: ConditionVariable
  /// Good sessions in which it is known.
  public let count: Int
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
  /// The spread to expect of as many hours drawn at random: few of them are close by chance.
  public let chanceSpread: Double
  /// The chance that as many hours drawn at random are at least as close.
  public let pValue: Double

  /// How much the good sessions agree: 1 − spread / the spread to expect by chance.
  ///
  /// Its mean over many surfers is 0 for what no one likes, and it is below 0 where good sessions differ more than hours
  /// drawn at random do. Nil where nothing can be compared: one session, or a background that does not vary.
  public var agreement: Double? { chanceSpread > 0 && backgroundSpread > 0 ? 1 - spread / chanceSpread : nil }

  /// The agreement from 0 up.
  public var concentration: Double { max(0, agreement ?? 0) }

  /// How far the agreement is more than chance, from 0 to 1.
  public var evidence: Double { agreement == nil ? 0 : ChanceSpread.evidence(pValue) }

  /// Nil where no good session or no available hour knows the variable.
  public init?(_ variable: ConditionVariable, good: [Double], background: [Double]) {
    let (good, background) = (good.filter(\.isFinite), background.filter(\.isFinite))
    guard let spread = LearnedRange.spread(variable, good),
      let backgroundSpread = LearnedRange.spread(variable, background)
    else { return nil }
    let quantiles = LearnedRange.quantiles(variable, good, [0.1, 0.5, 0.9])
    (self.variable, count) = (variable, good.count)
    (low, median, high) = (quantiles?.first, quantiles.map { $0[1] }, quantiles?.last)
    (self.spread, self.backgroundSpread) = (spread, backgroundSpread)
    let chance = ChanceSpread(variable, of: background, count: good.count)
    chanceSpread = chance?.expected ?? 0
    pValue = chance?.chance(variable, of: good) ?? 1
  }

  /// Quantiles of values, for directions clockwise of each other; nil without values, or where directions cancel out.
  static func quantiles(_ variable: ConditionVariable, _ values: [Double], _ shares: [Double]) -> [Double]? {
    let known = values.filter(\.isFinite)
    if variable.isCircular { return Quantiles.directions(known, shares) }
    let sorted = known.sorted()
    return sorted.isEmpty ? nil : shares.compactMap { Quantiles.quantile($0, ofSorted: sorted) }
  }

  static func spread(_ variable: ConditionVariable, _ values: [Double]) -> Double? {
    variable.isCircular ? CircularMean(values).map { 1 - $0.length } : Quantiles.interquartileRange(values)
  }

  /// The distance of two values in background spreads; nil where one is missing or the background does not vary.
  ///
  /// Numbers are scaled by the standard deviation of a normal distribution with that distance of the quartiles, directions
  /// as chords by their root mean square, √(2 (1 − R)), so that both are in standard deviations.
  public func distance(_ a: Double, _ b: Double) -> Double? {
    guard a.isFinite, b.isFinite, backgroundSpread > 0 else { return nil }
    let deviation = LearnedRange.deviation(variable, backgroundSpread)
    if variable.isCircular {
      let half = Direction.difference(a, b) / 2
      return 2 * Direction.components(Direction.normalised(half)).sine.magnitude / deviation
    }
    return (a - b).magnitude / deviation
  }

  /// The standard deviation that goes with a spread: √(2 (1 − R)) for directions.
  static func deviation(_ variable: ConditionVariable, _ spread: Double) -> Double {
    variable.isCircular ? (2 * spread).squareRoot() : spread / LearnedRange.normalQuartiles
  }

  /// The distance of the quartiles of a standard normal distribution.
  static let normalQuartiles = 1.3489795003921634
}
