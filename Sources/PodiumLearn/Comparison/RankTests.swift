internal import Glibc
internal import PodiumCore

/// Friedman's test that learners rank alike over many tables, with the correction of Iman and Davenport.
///
/// M. Friedman, *The use of ranks to avoid the assumption of normality*, JASA 32, 1937, with the correction for ties;
/// R. L. Iman, J. M. Davenport, *Approximations of the critical region of the Friedman statistic*, 1980; for learners
/// J. Demšar, *Statistical comparisons of classifiers over multiple data sets*, JMLR 7, 2006.
public struct FriedmanTest: Sendable, Codable, Equatable {
  /// The mean rank of each learner, from 1, the best.
  public let meanRanks: [Double]
  public let chiSquared: Double
  /// The p value of chi-squared with learners − 1 degrees of freedom.
  public let pChiSquared: Double
  /// Iman and Davenport's statistic; nil where the ranks are the same in every table, so that it is infinite.
  public let f: Double?
  /// Its p value with (learners − 1) and (learners − 1)(tables − 1) degrees of freedom; nil with `f`.
  public let p: Double?
  public let degrees: [Int]

  /// Tests the ranks of tables × learners; nil below two of either, and where all learners are equal in every table.
  public init?(ranks: [[Double]]) {
    guard let k = ranks.first?.count, k > 1, ranks.count > 1, ranks.allSatisfy({ $0.count == k }) else { return nil }
    let n = Double(ranks.count)
    let width = Double(k)
    let sums = (0..<k).map { place in ranks.reduce(0) { $0 + $1[place] } }
    meanRanks = sums.map { $0 / n }
    // Ranks are halves, so these sums are exact.
    let between = sums.reduce(0) { $0 + ($1 - n * (width + 1) / 2) * ($1 - n * (width + 1) / 2) } / n
    let within = ranks.reduce(0) { $0 + $1.reduce(0) { $0 + ($1 - (width + 1) / 2) * ($1 - (width + 1) / 2) } }
    guard within > 0 else { return nil }
    chiSquared = (width - 1) * between / (within / n)
    pChiSquared = ChiSquare.upperTail(chiSquared, degrees: k - 1)
    degrees = [k - 1, (k - 1) * (ranks.count - 1)]
    let rest = n * (width - 1) - chiSquared
    guard rest > 1e-9 * n * width else {
      (f, p) = (nil, nil)
      return
    }
    let f = (n - 1) * chiSquared / rest
    self.f = f
    p = FDistribution.upperTail(f, numerator: Double(degrees[0]), denominator: Double(degrees[1]))
  }
}

/// Wilcoxon's signed-rank test that paired differences lie around 0.
///
/// F. Wilcoxon, *Individual comparisons by ranking methods*, Biometrics Bulletin 1, 1945. Differences of 0 are left out;
/// equal ones share their mean rank. Up to 50 differences p is exact: the share of all changes of sign with a rank sum at
/// least as far from the middle; beyond, the normal approximation with the correction for ties.
public struct WilcoxonSignedRank: Sendable, Codable, Equatable {
  /// The number of differences that are not 0.
  public let count: Int
  /// The smaller of the two sums of ranks.
  public let statistic: Double
  /// The two-sided p value.
  public let p: Double
  /// Whether p is exact.
  public let isExact: Bool

  private static let mostExact = 50

  /// Tests differences, of numbers up to `unit`, by whose rounding they may be apart; nil where all are 0.
  public init?(_ differences: [Double], unit: Double = 0) {
    let kept = differences.filter { $0 != 0 && $0.isFinite }
    guard !kept.isEmpty else { return nil }
    let ranks = Correlation.roundedRanks(kept.map(\.magnitude), unit: unit)
    let positive = zip(kept, ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    let total = ranks.reduce(0, +)
    count = kept.count
    statistic = min(positive, total - positive)
    isExact = kept.count <= WilcoxonSignedRank.mostExact
    if isExact {
      p = WilcoxonSignedRank.exact(ranks, statistic)
    } else {
      let n = Double(kept.count)
      var ties = 0.0
      for (_, count) in Dictionary(grouping: ranks, by: { $0 }).mapValues({ Double($0.count) }).sorted(by: {
        $0.key < $1.key
      }) {
        ties += count * count * count - count
      }
      let variance = n * (n + 1) * (2 * n + 1) / 24 - ties / 48
      let z = (statistic - total / 2) / variance.squareRoot()
      p = min(1, erfc(z.magnitude / 2.0.squareRoot()))
    }
  }

  /// The differences of pairs, of which those that rounding explains are 0, and how many these are.
  package static func differences(_ first: [Double], _ second: [Double]) -> (values: [Double], rounded: Int) {
    let all = first + second
    let most = Rounding.most(from: all.min() ?? 0, to: all.max() ?? 0)
    var rounded = 0
    let values = zip(first, second).map { a, b in
      guard a != b, Rounding.explains(a, b, most: most) else { return a - b }
      rounded += 1
      return 0
    }
    return (values, rounded)
  }

  /// The share of signs whose smaller rank sum is at most `statistic`.
  private static func exact(_ ranks: [Double], _ statistic: Double) -> Double {
    // Mean ranks are halves, so twice a rank is a whole number.
    let doubled = ranks.map { Int(($0 * 2).rounded()) }
    let total = doubled.reduce(0, +)
    var shares = [Double](repeating: 0, count: total + 1)
    shares[0] = 1
    var reached = 0
    for rank in doubled {
      reached += rank
      for sum in stride(from: reached, through: 0, by: -1) {
        shares[sum] = (shares[sum] + (sum >= rank ? shares[sum - rank] : 0)) / 2
      }
    }
    let limit = Int((statistic * 2).rounded())
    return min(1, 2 * shares[0...min(limit, total)].reduce(0, +))
  }
}
