internal import PodiumCore

/// The corrected resampled t-test of paired scores (Nadeau and Bengio 2003).
///
/// The variance of the mean difference is that of the differences times 1/n + `testShare`, with n − 1 degrees of
/// freedom, two-sided. One pair has no variance, and neither have differences that are the same in every fold: `p` and
/// `ci95` are then nil. Where all differences are 0, nothing speaks against equality: `p` is 1, without an interval.
public struct PairedTest: Sendable, Equatable {
  /// The number of pairs.
  public let count: Int
  /// The mean of the first score minus the second.
  public let mean: Double
  /// The two-sided p value; nil without variance, unless all differences are 0.
  public let p: Double?
  /// The 95 % interval of the mean, lower end first; nil without variance.
  public let ci95: [Double]?
  /// The standard error of the mean; nil without variance.
  public let error: Double?

  /// What of a score may be rounding: a mean over rows adds up as many errors of a last digit.
  private static let rounding = 1e-13

  /// Tests pairs of scores; nil without any.
  ///
  /// Two scores that differ by rounding alone count as equal, and so do differences.
  public init?(_ pairs: [(Double, Double)], testShare: Double) {
    guard !pairs.isEmpty else { return nil }
    let scale = pairs.map { max($0.0.magnitude, $0.1.magnitude) }.max() ?? 0
    let differences = pairs.map { a, b in
      (a - b).magnitude <= PairedTest.rounding * max(a.magnitude, b.magnitude) ? 0 : a - b
    }
    self.init(differences, testShare: testShare, slack: 2 * PairedTest.rounding * scale)
  }

  /// Tests differences; nil without any.
  ///
  /// They count as the same when none is further from their mean than `slack`, what their scores may be wrong by, or 1e-12
  /// of the largest.
  public init?(_ differences: [Double], testShare: Double, slack: Double = 0) {
    guard !differences.isEmpty else { return nil }
    count = differences.count
    let n = Double(count)
    let mean = differences.reduce(0, +) / n
    self.mean = mean
    let slack = max(slack, 1e-12 * (differences.map(\.magnitude).max() ?? 0))
    guard count > 1, !differences.allSatisfy({ ($0 - mean).magnitude <= slack }) else {
      let isEqual = count > 1 && differences.allSatisfy { $0.magnitude <= slack }
      (p, ci95, error) = (isEqual ? 1 : nil, nil, nil)
      return
    }
    let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    let error = (variance * (1 / n + testShare)).squareRoot()
    p = min(1, 2 * StudentT.cdf(-(mean / error).magnitude, df: n - 1))
    let reach = StudentT.quantile(0.975, df: n - 1) * error
    ci95 = [mean - reach, mean + reach]
    self.error = error
  }
}
