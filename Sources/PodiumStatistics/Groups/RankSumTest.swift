internal import Glibc
internal import PodiumLearn

/// The rank-sum test of two groups (Wilcoxon 1945; Mann and Whitney, *On a test of whether one of two random variables is
/// stochastically larger than the other*, Annals of Mathematical Statistics 18, 1947).
///
/// Without ties and below 50 numbers in each group p is exact: the share of all orders whose U is at least as far from the
/// middle. Otherwise it is that of the normal approximation, with corrections for ties and continuity.
public struct RankSumTest: Sendable, Equatable {
  /// In how many pairs the first group has the larger number; equal ones count half.
  public let u: Double
  /// U as a share of all pairs: the probability that a number of the first group is the larger one.
  public let superiority: Double
  /// The two-sided p value; nil where all numbers are equal.
  public let p: Double?
  public let isExact: Bool
  /// How many different numbers share a rank with another one, from which rounding alone tells them apart.
  public let merged: Int

  private static let mostExact = 49

  /// Tests two groups of finite numbers; nil where one is empty.
  public init?(_ first: [Double], _ second: [Double]) {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    let (n, m) = (Double(first.count), Double(second.count))
    let ranks = TiedRanks(first + second)
    merged = ranks.merged
    u = ranks.ranks.prefix(first.count).reduce(0, +) - n * (n + 1) / 2
    superiority = u / (n * m)
    isExact = ranks.ties == 0 && max(first.count, second.count) <= RankSumTest.mostExact
    if isExact {
      let counts = RankSumTest.counts(first.count, second.count)
      let least = Int(min(u, n * m - u).rounded())
      p = min(1, 2 * counts[0...least].reduce(0, +) / counts.reduce(0, +))
      return
    }
    let all = n + m
    let variance = n * m / 12 * (all + 1 - ranks.ties / (all * (all - 1)))
    let distance = max(0, (u - n * m / 2).magnitude - 0.5)
    p = variance > 0 ? min(1, erfc(distance / (2 * variance).squareRoot())) : nil
  }

  /// In how many orders of n and m numbers U has each value.
  private static func counts(_ n: Int, _ m: Int) -> [Double] {
    var counts = [[Double]](repeating: [1] + [Double](repeating: 0, count: n * m), count: n + 1)
    // The largest number is of the first group, and above all j of the second, or it is of the second.
    for j in stride(from: 1, through: m, by: 1) {
      for i in 1...n {
        for u in j...(n * m) { counts[i][u] += counts[i - 1][u - j] }
      }
    }
    return counts[n]
  }
}

/// Kruskal and Wallis's test that groups have the same distribution (*Use of ranks in one-criterion variance analysis*, JASA 47,
/// 1952), corrected for ties.
public struct KruskalWallis: Sendable, Equatable {
  public let h: Double
  public let degrees: Int
  /// The p value by chi-squared.
  public let p: Double
  /// H / (n − 1), from 0 to 1: the share of the ranks' variance that is between groups (epsilon squared).
  public let epsilonSquared: Double
  /// How many different numbers share a rank with another one, from which rounding alone tells them apart.
  public let merged: Int

  /// Tests groups of finite numbers; nil below two groups with numbers, and where all numbers are equal.
  public init?(_ groups: [[Double]]) {
    let groups = groups.filter { !$0.isEmpty }
    let tied = TiedRanks(groups.flatMap(\.self))
    let ranks = tied.ranks
    merged = tied.merged
    let n = Double(ranks.count)
    let middle = (n + 1) / 2
    let total = ranks.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
    guard groups.count > 1, total > 0 else { return nil }
    var (start, between) = (0, 0.0)
    for group in groups {
      let distance = ranks[start..<(start + group.count)].reduce(0) { $0 + ($1 - middle) }
      between += distance * distance / Double(group.count)
      start += group.count
    }
    epsilonSquared = between / total
    h = (n - 1) * epsilonSquared
    degrees = groups.count - 1
    p = ChiSquare.upperTail(h, degrees: degrees)
  }
}

/// Ranks from 1 where equal numbers share their mean rank, and what they are corrected for.
struct TiedRanks {
  let ranks: [Double]
  /// The sum of t³ − t over the sizes t of ties.
  let ties: Double
  let merged: Int

  init(_ numbers: [Double]) {
    ranks = Correlation.roundedRanks(numbers)
    let sorted = ranks.sorted()
    var (sum, start) = (0.0, 0)
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end] == sorted[start] { end += 1 }
      let t = Double(end - start)
      sum += t * t * t - t
      start = end
    }
    ties = sum
    merged = sum > 0 ? Correlation.merged(numbers, in: ranks) : 0
  }
}
