internal import PodiumCore

public enum RankAgreement {
  /// Kendall's tau-b: (agreeing − disagreeing pairs) / √((pairs − ties of a)(pairs − ties of b)). Both lists have the same
  /// direction. Nil below two items and if one list is all ties. Source: Kendall 1945.
  public static func tau(_ a: [Double], _ b: [Double]) -> Double? {
    let n = min(a.count, b.count)
    var (sum, inA, inB) = (0, 0, 0)
    for i in 0..<n {
      for j in 0..<i {
        let (x, y) = (sign(a[i] - a[j]), sign(b[i] - b[j]))
        sum += x * y
        inA += x * x
        inB += y * y
      }
    }
    guard inA > 0, inB > 0 else { return nil }
    return Double(sum) / (Double(inA) * Double(inB)).squareRoot()
  }

  /// Spearman's rho: the correlation of ranks, ties averaged.
  static func rho(_ a: [Double], _ b: [Double]) -> Double? {
    let (x, y) = (averageRanks(a), averageRanks(b))
    guard x.count == y.count, x.count > 1 else { return nil }
    let mean = Double(x.count + 1) / 2
    var (xy, xx, yy) = (0.0, 0.0, 0.0)
    for (p, q) in zip(x, y) {
      xy += (p - mean) * (q - mean)
      xx += (p - mean) * (p - mean)
      yy += (q - mean) * (q - mean)
    }
    return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : nil
  }

  /// Ranks from 1, smallest first; equal values share the mean of their ranks.
  static func averageRanks(_ values: [Double]) -> [Double] {
    let places = values.indices.ordered { values[$0] != values[$1] ? values[$0] < values[$1] : $0 < $1 }
    var (ranks, start) = ([Double](repeating: 0, count: values.count), 0)
    while start < places.count {
      var end = start + 1
      while end < places.count, values[places[end]] == values[places[start]] { end += 1 }
      for position in start..<end { ranks[places[position]] = Double(start + end + 1) / 2 }
      start = end
    }
    return ranks
  }

  /// The pairs of items that the two orders rank differently; small numbers come first in both.
  public static func contradictions(_ a: [Double], _ b: [Double]) -> [(first: Int, second: Int)] {
    var found: [(first: Int, second: Int)] = []
    for i in a.indices {
      for j in (i + 1)..<max(a.count, i + 1) where sign(a[i] - a[j]) * sign(b[i] - b[j]) < 0 {
        found.append(a[i] < a[j] ? (i, j) : (j, i))
      }
    }
    return found
  }

  private static func sign(_ x: Double) -> Int { x > 0 ? 1 : x < 0 ? -1 : 0 }
}

/// The thesis's cut points for a session's ranks: top pick, ok and rejected. The thesis's sessions have eight pairs; its rule would
/// leave two or three pairs without a top pick, so that short lists are cut at 1 of 1, 1 and 0 and 1 of 2, 1 and 1 and 1 of 3.
public enum TopPicks {
  /// The number of top picks among n pairs: floor(0.33 n), at least one.
  public static func count(of n: Int) -> Int { max(min(1, n), Int(0.33 * Double(n))) }

  /// The number of pairs that are top picks or ok among n: floor(0.66 n), at least two of three.
  static func kept(of n: Int) -> Int { max(count(of: n), min(2, max(0, n - 1)), Int(0.66 * Double(n))) }

  /// The class of a rank among n: 0 top pick, 1 ok, 2 rejected.
  public static func label(rank: Double, of n: Int) -> Int {
    rank <= Double(count(of: n)) ? 0 : rank <= Double(kept(of: n)) ? 1 : 2
  }
}

/// The scores of a session's predicted order against its ranks.
public struct OrderScores: Sendable, Equatable, Codable {
  /// Kendall's tau-b of scores and ranks; nil if undefined.
  public var tau: Double?
  /// Spearman's rho; nil if undefined.
  public var rho: Double?
  /// NDCG at 3 with the gains 2, 1 and 0 of top pick, ok and rejected; nil without any gain.
  public var ndcg: Double?
  /// The number of actual top picks in as many first predicted places.
  public var topHits: Int
  public var topCount: Int
  /// The predicted place of the best pair, from 1.
  public var placeOfBest: Int
  /// Actual class × predicted class, counts.
  public var labels: [[Int]]

  /// Scores an order: `ranks` are actual (1 is best), `scores` predicted (large is good). Equal scores count against them: the
  /// worse pair comes first, so that constant predictions gain nothing from the order of the rows. Nil below two pairs. NDCG after
  /// Järvelin and Kekäläinen 2002, tied scores sharing the mean gain of their places (McSherry and Najork 2008).
  public init?(ranks: [Double], scores: [Double]) {
    let n = ranks.count
    guard n >= 2, scores.count == n, let best = ranks.indices.min(by: { ranks[$0] < ranks[$1] }) else { return nil }
    let order = scores.indices.ordered { a, b in
      if scores[a] != scores[b] { return scores[a] > scores[b] }
      return ranks[a] != ranks[b] ? ranks[a] > ranks[b] : a < b
    }
    var place = [Int](repeating: 0, count: n)
    for (position, row) in order.enumerated() { place[row] = position + 1 }
    tau = RankAgreement.tau(scores.map { -$0 }, ranks)
    rho = RankAgreement.rho(scores.map { -$0 }, ranks)
    let actual = ranks.map { TopPicks.label(rank: $0, of: n) }
    let gains = actual.map { Double(2 - $0) }
    let ideal = Self.discounted(gains, by: gains)
    ndcg = ideal > 0 ? Self.discounted(gains, by: scores) / ideal : nil
    let k = TopPicks.count(of: n)
    topCount = actual.count { $0 == 0 }
    topHits = order.prefix(k).count { actual[$0] == 0 }
    (placeOfBest, labels) = (place[best], [[Int]](repeating: [0, 0, 0], count: 3))
    for row in 0..<n { labels[actual[row]][TopPicks.label(rank: Double(place[row]), of: n)] += 1 }
  }

  /// Σ gain / log₂(place + 1) over the first three places, tied scores sharing their mean gain.
  private static func discounted(_ gains: [Double], by scores: [Double]) -> Double {
    let discounts = [1, 0.630_929_753_571_457_4, 0.5]
    let order = scores.indices.ordered { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
    var (sum, start) = (0.0, 0)
    while start < min(3, order.count) {
      var end = start + 1
      while end < order.count, scores[order[end]] == scores[order[start]] { end += 1 }
      let mean = order[start..<end].reduce(0.0) { $0 + gains[$1] } / Double(end - start)
      sum += mean * discounts[start..<min(end, 3)].reduce(0, +)
      start = end
    }
    return sum
  }
}
