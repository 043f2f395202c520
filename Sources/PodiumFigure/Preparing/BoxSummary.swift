internal import PodiumCore

/// The figures of a box plot (Tukey 1977): quartiles, whiskers to the last values within 1.5 times their distance, and the
/// values beyond.
package struct BoxSummary: Equatable {
  /// From so many rows on a group is drawn as a box, below as points.
  package static let leastRows = 10

  package let count: Int
  package let q25: Double
  package let median: Double
  package let q75: Double
  package let low: Double
  package let high: Double
  /// The values beyond the whiskers, rising.
  package let outliers: [Double]

  /// Sums up sorted finite values; nil below `leastRows` of them.
  package init?(sorted: [Double]) {
    guard sorted.count >= BoxSummary.leastRows else { return nil }
    count = sorted.count
    q25 = Quantile.interpolated(sorted, 0.25)
    median = Quantile.interpolated(sorted, 0.5)
    q75 = Quantile.interpolated(sorted, 0.75)
    let reach = 1.5 * (q75 - q25)
    let (least, most) = (q25 - reach, q75 + reach)
    low = sorted.first { $0 >= least } ?? q25
    high = sorted.last { $0 <= most } ?? q75
    outliers = sorted.filter { $0 < least || $0 > most }
  }
}
