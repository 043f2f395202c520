internal import Glibc
internal import PodiumLearn

/// McNemar's test that two answers of the same pairs are equally frequent (*Note on the sampling error of the difference between
/// correlated proportions*, Psychometrika 12, 1947).
///
/// Up to 1,000 pairs that differ p is that of the binomial distribution, exact; beyond, by chi-squared with the correction
/// for continuity (Edwards 1948).
public struct McNemar: Sendable, Equatable {
  /// How many pairs changed from the first answer to the second, and back.
  public let changes: [Int]
  /// Chi-squared with one degree of freedom; nil where p is exact.
  public let chiSquared: Double?
  /// The two-sided p value; 1 where no pair changed.
  public let p: Double

  private static let mostExact = 1000

  /// Tests the numbers of pairs that changed in each direction.
  public init(_ there: Int, _ back: Int) {
    changes = [there, back]
    let n = there + back
    guard n > McNemar.mostExact else {
      chiSquared = nil
      let log2 = Double(n) * log(2.0)
      let whole: Double = lgamma(Double(n) + 1)
      var tail = 0.0
      for k in 0...min(there, back) {
        let ways: Double = whole - lgamma(Double(k) + 1) - lgamma(Double(n - k) + 1)
        tail += exp(ways - log2)
      }
      p = there == back ? 1 : min(1, 2 * tail)
      return
    }
    let distance = max(0, Double((there - back).magnitude) - 1)
    let statistic = distance * distance / Double(n)
    chiSquared = statistic
    p = ChiSquare.upperTail(statistic, degrees: 1)
  }
}
