internal import PodiumCore
internal import Synchronization

/// What a session says about its entries: the order of the ranked ones, and the glides.
struct TestResults: Sendable {
  let count: Int
  /// The ranked entries, best first; entries with the same rank together.
  let order: [[Int]]
  /// The normal score of each ranked entry among all of the session's (Blom 1958): large is good, the mean is 0.
  let scores: [Double?]
  let glides: [SkiTest.Meeting]
  /// For each entry, the connected part of the glides it belongs to.
  let parts: [Int]
  /// Whether the order is known from more than the glides. Glides that are all between neighbours in the order were chosen by
  /// someone who knew it: the order is then a result of its own, and leaving it out would take the choice for chance. Other glides
  /// that connect the ranked entries may be what the ranks were made from, so these would be counted twice.
  let isRanked: Bool
  /// Whether glides connect the ranked entries.
  let isMeasured: Bool

  init(_ test: SkiTest) {
    let entries = test.entries.indices
    count = entries.count
    glides = test.glides.filter { $0.winner != $0.loser }
    var sets = DisjointSets(entries.count)
    for glide in glides { sets.join(glide.winner, glide.loser) }
    parts = sets.numbered().sets
    let ranked = entries.filter { test.entries[$0].rank != nil }
    var order: [[Int]] = []
    let sorted = ranked.ordered {
      let (a, b) = (test.entries[$0].rank ?? 0, test.entries[$1].rank ?? 0)
      return a != b ? a < b : $0 < $1
    }
    for entry in sorted {
      if let last = order.last?.first, test.entries[last].rank == test.entries[entry].rank {
        order[order.count - 1].append(entry)
      } else {
        order.append([entry])
      }
    }
    self.order = order
    var (halves, before) = ([Int](repeating: 0, count: entries.count), 0)
    for group in order {
      for entry in group { halves[entry] = 2 * before + group.count + 1 }
      before += group.count
    }
    let raw = ranked.map { TestResults.score(of: halves[$0], among: ranked.count) }
    let mean = raw.mean ?? 0
    var scores = [Double?](repeating: nil, count: entries.count)
    for (entry, score) in zip(ranked, raw) { scores[entry] = score - mean }
    self.scores = scores
    let met = Set(parts)
    isMeasured =
      !glides.isEmpty && (met.count == 1 || Set(ranked.map { [parts] in parts[$0] }).count <= 1 || ranked.count < 2)
    var place = [Int?](repeating: nil, count: entries.count)
    for (number, group) in order.enumerated() { for entry in group { place[entry] = number } }
    let areNeighbours =
      ranked.count >= 3
      && glides.allSatisfy { glide in
        guard let w = place[glide.winner], let l = place[glide.loser] else { return false }
        return (w - l).magnitude <= 1
      }
    isRanked = ranked.count >= 2 && (!isMeasured || areNeighbours)
  }
}

extension TestResults {
  /// The scores of half ranks 2 to 2n, for each n once: thousands of sessions have few sizes.
  private static let known = Mutex<[Int: [Double]]>([:])

  /// The normal score of twice a rank among so many.
  private static func score(of half: Int, among count: Int) -> Double {
    func score(_ half: Int) -> Double {
      -NormalDistribution.quantile((Double(half) / 2 - 0.375) / (Double(count) + 0.25))
    }
    guard count <= 100 else { return score(half) }
    return known.withLock { known in
      if let scores = known[count] { return scores[half] }
      let scores = (0...2 * count).map { $0 < 2 ? .nan : score($0) }
      known[count] = scores
      return scores[half]
    }
  }
}

/// Least squares of a session's glides, for some of its entries: the others are solved away.
struct GlideEquations: Sendable {
  /// L, the Laplacian of the chosen entries: row by row.
  private(set) var laplacian: [Double]
  /// b = Xᵀ d.
  private(set) var right: [Double]
  /// L⁺ b: the estimates, with mean 0 in each connected part.
  let estimates: [Double]
  /// The number of differences between the chosen entries that are known.
  let degrees: Int
  /// The residual sum of squares of all of the session's glides, and its degrees of freedom.
  let error: (sum: Double, degrees: Int)

  /// Nil if rounding prevents a solution. Eliminating an entry (Schur complement, here also known as Kron reduction) leaves what
  /// its glides say of the chosen ones: 101 beats 201 by 14 cm and 201 beats 102 by 12 are one glide of 26 cm with twice the
  /// variance.
  init?(_ results: TestResults, of chosen: [Int]) {
    let all = results.count
    var (whole, b) = ([Double](repeating: 0, count: all * all), [Double](repeating: 0, count: all))
    var squares = 0.0
    for glide in results.glides {
      let (w, l) = (glide.winner, glide.loser)
      whole[w * all + w] += 1
      whole[l * all + l] += 1
      whole[w * all + l] -= 1
      whole[l * all + w] -= 1
      b[w] += glide.difference
      b[l] -= glide.difference
      squares += glide.difference * glide.difference
    }
    let own = Set(chosen)
    for k in 0..<all where !own.contains(k) {
      let pivot = whole[k * all + k]
      // The last entry of a part in which no entry was chosen.
      guard pivot > 1e-9 else { continue }
      for i in 0..<all where i != k && whole[i * all + k] != 0 {
        let factor = whole[i * all + k] / pivot
        for j in 0..<all where j != k { whole[i * all + j] -= factor * whole[k * all + j] }
        b[i] -= factor * b[k]
        whole[i * all + k] = 0
      }
      for j in 0..<all where j != k { whole[k * all + j] = 0 }
      squares -= b[k] * b[k] / pivot
    }
    let n = chosen.count
    let parts = chosen.map { results.parts[$0] }
    laplacian = chosen.flatMap { i in chosen.map { whole[i * all + $0] } }
    right = chosen.map { b[$0] }
    var definite = laplacian
    for i in 0..<n { for j in 0..<n where parts[i] == parts[j] { definite[i * n + j] += 1 / Double(n) } }
    guard let factor = CholeskyFactor(definite, size: n, tolerance: 1e-10) else { return nil }
    (estimates, degrees) = (factor.solve(right), n - Set(parts).count)
    let explained = zip(estimates, right).reduce(0) { $0 + $1.0 * $1.1 }
    error = (max(0, squares - explained), results.glides.count - all + Set(results.parts).count)
  }
}
