internal import PodiumCore

/// How probable it is that a learner is better than another, worse, or the same for practical purposes.
///
/// The correlated Bayesian t-test: with a flat prior, the mean difference has Student's t distribution around that of the
/// folds, with n − 1 degrees of freedom and the standard error of the corrected t-test. Differences within the region of
/// practical equivalence (rope) count as the same. Reference: G. Corani, A. Benavoli, A Bayesian approach for comparing
/// cross-validated algorithms on multiple data sets, Machine Learning 100, 2015.
public struct PracticalOdds: Sendable, Codable, Equatable {
  /// The probability that the learner is better by more than the region.
  public let better: Double
  /// The probability that the difference lies within the region.
  public let same: Double
  /// The probability that the learner is worse by more than the region.
  public let worse: Double

  /// Reads them off a test; nil where its differences have no variance.
  public init?(_ test: PairedTest, rope: Double, higherIsBetter: Bool) {
    guard let error = test.error, error > 0 else { return nil }
    let freedom = Double(test.count - 1)
    let above = StudentT.cdf((test.mean - rope) / error, df: freedom)
    let below = StudentT.cdf((-rope - test.mean) / error, df: freedom)
    better = higherIsBetter ? above : below
    worse = higherIsBetter ? below : above
    same = max(0, 1 - above - below)
  }
}
