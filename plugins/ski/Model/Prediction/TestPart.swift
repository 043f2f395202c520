internal import PodiumCore

/// The entries of one block of pairs in one session, with the weights of their results.
///
/// Glides give L, the Laplacian of the part's glides, and b = Xᵀ d: the differences of the entries are then known with
/// the precision L (τ² L + σ² I)⁻¹, τ² the variance of a pair from day to day and σ² that of a glide. Ranks give the
/// normal scores of Blom (1958), all of one variance.
struct TestPart: Sendable {
  /// The index of the session.
  let test: Int
  /// The index of the block of pairs.
  let block: Int
  /// Indices of the pairs in the block.
  let places: [Int]
  /// The levels (type, base, grinding) of each entry.
  let levels: [[Int]]
  /// Whether glides were measured.
  let isMeasured: Bool
  /// L of measured parts, empty of ranked ones.
  let laplacian: [Double]
  /// b of measured parts, normal scores with mean 0 of ranked ones.
  let right: [Double]
  /// The least-squares estimates of measured parts, empty for others.
  let estimates: [Double]
  /// Entries − components: the number of known differences.
  let degrees: Int
  /// The least-squares residual sum of squares of measured parts, and its degrees of freedom.
  let glideError: (sum: Double, degrees: Int)
  /// The sum of squared estimates of measured parts.
  let spread: Double
  /// The distinct levels of the entries, in order of occurrence.
  let usedLevels: [Int]
  /// The entries of each used level, level by level, and where each level begins.
  private let levelEntries: [Int]
  private let levelStarts: [Int]

  /// The input of a part: indices of pairs, levels and ranks by entry, glides by indices of the entries.
  struct Draft: Sendable {
    let test: Int
    let block: Int
    let places: [Int]
    let levels: [[Int]]
    let ranks: [Double?]
    let glides: [SkiTest.Meeting]
  }

  /// The parts that compare something, in the order of their drafts.
  static func made(of drafts: [Draft], threads: Int) -> [TestPart] {
    let chunk = 64
    return Parallel.map(count: (drafts.count + chunk - 1) / chunk, threads: threads) { number in
      drafts[(number * chunk)..<min(drafts.count, (number + 1) * chunk)].compactMap { TestPart($0) }
    }.flatMap(\.self)
  }

  /// Makes a part from glides or ranks; nil if it compares nothing.
  init?(_ draft: Draft) {
    let (places, levels, ranks, glides) = (draft.places, draft.levels, draft.ranks, draft.glides)
    let n = places.count
    guard n >= 2 else { return nil }
    test = draft.test
    block = draft.block
    let connected = TestPart.components(n, glides)
    let componentCount = Set(connected).count
    let ranked = ranks.indices.filter { ranks[$0] != nil }
    // Centimetres say more than ranks, but only if the glides connect the ranked pairs.
    if !glides.isEmpty, componentCount == 1 || Set(ranked.map { connected[$0] }).count <= 1 || ranked.count < 2 {
      var laplacian = [Double](repeating: 0, count: n * n)
      var right = [Double](repeating: 0, count: n)
      var squares = 0.0
      for glide in glides {
        let (w, l) = (glide.winner, glide.loser)
        laplacian[w * n + w] += 1
        laplacian[l * n + l] += 1
        laplacian[w * n + l] -= 1
        laplacian[l * n + w] -= 1
        right[w] += glide.difference
        right[l] -= glide.difference
        squares += glide.difference * glide.difference
      }
      var definite = laplacian
      for i in 0..<n { for j in 0..<n where connected[i] == connected[j] { definite[i * n + j] += 1 / Double(n) } }
      guard let factor = CholeskyFactor(definite, size: n, tolerance: 1e-10) else { return nil }
      let estimates = factor.solve(right)
      let explained = zip(estimates, right).reduce(0) { $0 + $1.0 * $1.1 }
      self.places = places
      self.levels = levels
      (usedLevels, levelEntries, levelStarts) = TestPart.entriesByLevel(levels)
      self.laplacian = laplacian
      self.right = right
      isMeasured = true
      self.estimates = estimates
      degrees = n - componentCount
      glideError = (max(0, squares - explained), glides.count - n + componentCount)
      spread = estimates.reduce(0) { $0 + $1 * $1 }
      return
    }
    guard ranked.count >= 2 else { return nil }
    let averaged = RankAgreement.averageRanks(ranked.compactMap { ranks[$0] })
    let scores = averaged.map { -NormalDistribution.quantile(($0 - 0.375) / (Double(ranked.count) + 0.25)) }
    let mean = scores.reduce(0, +) / Double(scores.count)
    self.places = ranked.map { places[$0] }
    let rankedLevels = ranked.map { levels[$0] }
    self.levels = rankedLevels
    (usedLevels, levelEntries, levelStarts) = TestPart.entriesByLevel(rankedLevels)
    laplacian = []
    estimates = []
    right = scores.map { $0 - mean }
    isMeasured = false
    degrees = ranked.count - 1
    glideError = (0, 0)
    spread = right.reduce(0) { $0 + $1 * $1 }
  }

  /// The entries of a used level, in order.
  func entries(ofLevel local: Int) -> ArraySlice<Int> { levelEntries[levelStarts[local]..<levelStarts[local + 1]] }

  /// Σ_j W_ij over the entries of each used level, for each entry: levels × entries.
  func levelSums(_ precision: [Double]) -> [Double] {
    let n = places.count
    var sums = [Double](repeating: 0, count: usedLevels.count * n)
    for local in usedLevels.indices {
      for i in 0..<n {
        var sum = 0.0
        for j in entries(ofLevel: local) { sum += precision[i * n + j] }
        sums[local * n + i] = sum
      }
    }
    return sums
  }

  private static func entriesByLevel(_ levels: [[Int]]) -> (used: [Int], entries: [Int], starts: [Int]) {
    var used: [Int] = []
    var entries: [[Int]] = []
    for (entry, own) in levels.enumerated() {
      for level in own {
        if let local = used.firstIndex(of: level) {
          entries[local].append(entry)
        } else {
          used.append(level)
          entries.append([entry])
        }
      }
    }
    var starts = [0]
    for list in entries { starts.append((starts.last ?? 0) + list.count) }
    return (used, Array(entries.joined()), starts)
  }

  /// y' W y under the variances of `weighted` = W y.
  ///
  /// For measured parts y = L⁺ b, and y' W y = (L⁺ b)' W y.
  func ownStatistic(_ weighted: [Double], scale: Double) -> Double {
    let y = isMeasured ? estimates : right.map { $0 * scale }
    return zip(y, weighted).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func components(_ n: Int, _ glides: [SkiTest.Meeting]) -> [Int] {
    var root = Array(0..<n)
    func find(_ i: Int) -> Int {
      var i = i
      while root[i] != i { i = root[i] }
      return i
    }
    for glide in glides {
      let (a, b) = (find(glide.winner), find(glide.loser))
      if a != b { root[max(a, b)] = min(a, b) }
    }
    return (0..<n).map(find)
  }

  /// The weights of the entries.
  struct Weights: Sendable {
    /// W, n × n, row by row.
    let precision: [Double]
    /// W y.
    let right: [Double]
  }

  /// The precision W of the entries (n × n, row by row) and W y, under some variances.
  ///
  /// Ranked parts are scaled to the unit of the measured ones by `scale`.
  func weights(_ variances: PairVariances, scale: Double) -> Weights? {
    let n = places.count
    if !isMeasured {
      let weight = 1 / variances.rank
      var precision = [Double](repeating: -weight / Double(n), count: n * n)
      for i in 0..<n { precision[i * n + i] += weight }
      return Weights(precision: precision, right: right.map { $0 * scale * weight })
    }
    var matrix = laplacian
    for i in matrix.indices { matrix[i] *= variances.day }
    for i in 0..<n { matrix[i * n + i] += variances.glide }
    guard let factor = CholeskyFactor(matrix, size: n) else { return nil }
    // (τ² L + σ² I)⁻¹ L is symmetric, since both are functions of L: rows may stand for columns.
    let inverse = factor.inverse()
    var precision = [Double](repeating: 0, count: n * n)
    for i in 0..<n { precision[i * n + i] = 1 }
    if variances.day > 0 {
      // L (τ² L + σ²)⁻¹ = (1 − σ² (τ² L + σ²)⁻¹) / τ².
      for k in precision.indices { precision[k] = (precision[k] - variances.glide * inverse[k]) / variances.day }
    } else {
      for k in precision.indices { precision[k] = laplacian[k] / variances.glide }
    }
    var out = [Double](repeating: 0, count: n)
    inverse.withUnsafeBufferPointer { a in
      right.withUnsafeBufferPointer { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return }
        for i in 0..<n { out[i] = VectorProduct.dot(a + i * n, b, n) }
      }
    }
    return Weights(precision: precision, right: out)
  }
}

/// The variances of the model of pairs, in squared centimetres (squared scores without margins).
public struct PairVariances: Sendable, Equatable, Codable {
  /// Of a base, grinding or type.
  public var level: Double
  /// Of its change by a condition.
  public var interaction: Double
  /// Of a pair beyond base and grinding.
  public var pair: Double
  /// Of a pair's change per 15 degrees.
  public var slope: Double
  /// Of a pair from day to day.
  public var day: Double
  /// Of one glide.
  public var glide: Double
  /// Of a result known only by its rank.
  public var rank: Double
}
