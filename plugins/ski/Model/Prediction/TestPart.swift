internal import Glibc
internal import PodiumCore

/// The entries of one block of pairs in one session, with the weights of their results. Glides give L, the Laplacian of the part's
/// glides, and b = Xᵀ d: the differences of the entries are then known with the precision L (τ² L + σ² I)⁻¹, τ² the variance of a
/// pair from day to day and σ² that of a glide. Results known as an order give normal scores, all of one variance; with margins
/// between neighbours, the sums of these, with τ² + σ².
struct TestPart: Sendable {
  let design: EntryDesign
  let isMeasured: Bool
  /// L of parts that glides alone tell about, empty of others.
  let laplacian: [Double]
  /// b of these, the results of others: normal scores, or sums of margins, with mean 0.
  let right: [Double]
  /// The least-squares estimates of glides, empty for parts without.
  let estimates: [Double]
  /// Entries − components: the number of known differences.
  let degrees: Int
  /// The residual sum of squares of the session's glides, and its degrees of freedom; 0 in all but one of its parts.
  let glideError: (sum: Double, degrees: Int)
  /// The sum of squared estimates of measured parts.
  let spread: Double

  struct Draft: Sendable {
    /// Its pairs and levels, one for each of `entries`.
    let design: EntryDesign
    let results: TestResults
    /// The entries of the session that belong to the block.
    let entries: [Int]
    let isFirst: Bool
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
    guard draft.entries.count >= 2 else { return nil }
    if draft.results.isMeasured {
      guard let glides = GlideEquations(draft.results, of: draft.entries), glides.degrees > 0 else { return nil }
      (design, isMeasured) = (draft.design, true)
      let isOrdered = draft.results.isRanked
      laplacian = isOrdered ? [] : glides.laplacian
      right = isOrdered ? glides.estimates : glides.right
      (estimates, degrees) = (glides.estimates, glides.degrees)
      glideError = draft.isFirst ? glides.error : (0, 0)
      spread = estimates.reduce(0) { $0 + $1 * $1 }
      return
    }
    let ranked = draft.entries.indices.filter { draft.results.scores[draft.entries[$0]] != nil }
    guard ranked.count >= 2 else { return nil }
    design = draft.design.only(ranked)
    let scores = ranked.compactMap { draft.results.scores[draft.entries[$0]] }
    (isMeasured, laplacian, estimates, glideError) = (false, [], [], (0, 0))
    right = scores.centred
    degrees = ranked.count - 1
    spread = right.reduce(0) { $0 + $1 * $1 }
  }

  /// y' W y under the variances of `weighted` = W y. For measured parts y = L⁺ b, and y' W y = (L⁺ b)' W y.
  func ownStatistic(_ weighted: [Double], scale: Double) -> Double {
    let y = isMeasured ? estimates : right.map { $0 * scale }
    return zip(y, weighted).reduce(0) { $0 + $1.0 * $1.1 }
  }

  struct Weights: Sendable {
    /// W, n × n, row by row.
    let precision: [Double]
    /// W y.
    let right: [Double]
  }

  /// I − 1 1'/n: results of equal variance around a mean that is free.
  static func centring(_ n: Int) -> [Double] {
    var matrix = [Double](repeating: -1 / Double(n), count: n * n)
    for i in 0..<n { matrix[i * n + i] += 1 }
    return matrix
  }

  /// The precision W of the entries (n × n, row by row) and W y, under some variances. Ranked parts are scaled to the unit of the
  /// measured ones by `scale`.
  func weights(_ variances: PairVariances, scale: Double) -> Weights? {
    let n = design.count
    if laplacian.isEmpty {
      let weight = 1 / (isMeasured ? variances.day + variances.glide : variances.rank)
      let unit = isMeasured ? 1 : scale
      return Weights(precision: Self.centring(n).map { $0 * weight }, right: right.map { $0 * unit * weight })
    }
    var matrix = laplacian
    for i in matrix.indices { matrix[i] *= variances.day }
    for i in 0..<n { matrix[i * n + i] += variances.glide }
    guard let factor = CholeskyFactor(matrix, size: n) else { return nil }
    // (τ² L + σ² I)⁻¹ L is symmetric, since both are functions of L: rows may stand for columns.
    let inverse = factor.inverse()
    var precision = [Double](repeating: 0, count: n * n)
    for i in 0..<n { precision[i * n + i] = 1 }
    // L (τ² L + σ²)⁻¹ = (1 − σ² (τ² L + σ²)⁻¹) / τ².
    for k in precision.indices { precision[k] = (precision[k] - variances.glide * inverse[k]) / variances.day }
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

  var all: [Double] { [level, interaction, pair, slope, day, glide, rank] }

  var total: Double { level + interaction + pair + slope + day + rank }

  func scaled(by factor: Double) -> PairVariances {
    PairVariances(
      level: level * factor, interaction: interaction * factor, pair: pair * factor, slope: slope * factor,
      day: day * factor, glide: glide * factor, rank: rank * factor)
  }

  /// The geometric means of several estimates.
  static func typical(of several: [PairVariances]) -> PairVariances {
    func mean(_ value: (PairVariances) -> Double) -> Double {
      exp(several.reduce(0) { $0 + log(value($1)) } / Double(max(1, several.count)))
    }
    return PairVariances(
      level: mean(\.level), interaction: mean(\.interaction), pair: mean(\.pair), slope: mean(\.slope),
      day: mean(\.day), glide: mean(\.glide), rank: mean(\.rank))
  }
}
