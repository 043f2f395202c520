internal import PodiumCore

/// Quantiles of numbers and of directions.
public enum Quantiles {
  /// The quantile p of sorted numbers, linear between neighbours; nil without numbers.
  ///
  /// Source: type 7 of Hyndman and Fan 1996.
  public static func quantile(_ p: Double, ofSorted values: [Double]) -> Double? {
    values.isEmpty || !(0...1).contains(p) ? nil : Quantile.interpolated(values, p)
  }

  /// The distance between the quartiles; nil without numbers.
  public static func interquartileRange(_ values: [Double]) -> Double? {
    interquartileRange(ofSorted: values.filter(\.isFinite).sorted())
  }

  static func interquartileRange(ofSorted sorted: [Double]) -> Double? {
    guard let low = quantile(0.25, ofSorted: sorted), let high = quantile(0.75, ofSorted: sorted) else { return nil }
    return high - low
  }

  /// Quantiles of directions: those of the signed distances from the circular mean, turned back.
  ///
  /// Nil where the directions cancel out. In degrees, 0 ≤ d < 360, the quantiles clockwise of each other.
  public static func directions(_ values: [Double], _ shares: [Double]) -> [Double]? {
    guard let mean = CircularMean(values)?.direction else { return nil }
    let distances = values.filter(\.isFinite).map { Direction.difference($0, mean) }.sorted()
    var found: [Double] = []
    for share in shares {
      guard let distance = quantile(share, ofSorted: distances) else { return nil }
      found.append(Direction.normalised(mean + distance))
    }
    return found
  }
}
