internal import Glibc
internal import PodiumCore

/// Ratings of ski pairs in centimetres by least squares over glides, with their errors. Minimises Σ (d − (r_w − r_l))², the ratings
/// of each component summing to zero: r = L⁺ Xᵀ d, L the Laplacian of the graph of glides. σ² = rss / (glides − pairs +
/// components), se_i = σ √L⁺_ii, and the difference of two pairs has the variance σ² (L⁺_ii + L⁺_jj − 2 L⁺_ij), its effective
/// resistance. Effects of lanes and testers are further columns, +1 on the winner's side and −1 on the loser's. Sources: Massey
/// 1997; Langville and Meyer 2012, chapter 2; Jiang, Lim, Yao and Ye 2011 (the cyclic share); Klein and Randić 1993 (resistance).
public struct LeastSquaresOrder: Sendable {
  let graph: GlideGraph
  /// In centimetres, one per pair, relative to the mean of its component.
  public let ratings: [Double]
  /// L⁺, pairs × pairs.
  let pseudoInverse: [Double]
  public let residuals: [Double]
  /// Glides − pairs + components − effects.
  public let degreesOfFreedom: Int
  let residualSum: Double
  /// The part of it within repeated glides of the same two pairs.
  public let repeatSum: Double
  let totalSum: Double
  /// The effects fitted in addition to the pairs, in centimetres, with the factor of their variance.
  public let effects: [(name: String, unit: String, centimetres: Double, factor: Double)]
  /// Effects that these glides cannot separate from the pairs.
  public let unidentified: [String]

  public init(_ graph: GlideGraph, effects wanted: [GlideEffect] = []) {
    self.graph = graph
    let n = graph.serials.count
    var (matrix, right) = ([Double](repeating: 0, count: n * n), [Double](repeating: 0, count: n))
    let sizes = graph.sizes
    for (glide, end) in zip(graph.glides, graph.ends) {
      matrix[end.winner * n + end.winner] += 1
      matrix[end.loser * n + end.loser] += 1
      matrix[end.winner * n + end.loser] -= 1
      matrix[end.loser * n + end.winner] -= 1
      right[end.winner] += glide.difference
      right[end.loser] -= glide.difference
    }
    // L + 11ᵀ/n of each component is definite, and its inverse is L⁺ + 11ᵀ/n.
    func mean(_ i: Int, _ j: Int) -> Double {
      graph.componentOf[i] == graph.componentOf[j] ? 1 / Double(sizes[graph.componentOf[i]]) : 0
    }
    for i in 0..<n { for j in 0..<n { matrix[i * n + j] += mean(i, j) } }
    let columns = wanted.map { effect in graph.glides.map(effect.column) }
    let bordered = BorderedSystem(
      matrix, right, size: n, ends: graph.ends, columns: columns, values: graph.glides.map(\.difference))
    ratings = Array(bordered.solution.prefix(n))
    let width = bordered.width
    var inverse = [Double](repeating: 0, count: n * n)
    for i in 0..<n { for j in 0..<n { inverse[i * n + j] = bordered.inverse[i * width + j] - mean(i, j) } }
    pseudoInverse = inverse
    effects = bordered.kept.enumerated().map { place, column in
      let at = n + place
      return (wanted[column].name, wanted[column].unit, bordered.solution[at], bordered.inverse[at * width + at])
    }
    unidentified = wanted.indices.filter { !bordered.kept.contains($0) }.map { wanted[$0].name }
    let (solution, kept) = (bordered.solution, bordered.kept)
    residuals = graph.glides.indices.map { k in
      let end = graph.ends[k]
      var fitted = solution[end.winner] - solution[end.loser]
      for (place, column) in kept.enumerated() { fitted += columns[column][k] * solution[n + place] }
      return graph.glides[k].difference - fitted
    }
    let total = graph.glides.reduce(0) { $0 + $1.difference * $1.difference }
    let rest = residuals.reduce(0) { $0 + $1 * $1 }
    totalSum = total
    // The residuals of a tree are rounding errors, and a share of them would look like a contradiction.
    residualSum = rest > 1e-20 * total ? rest : 0
    degreesOfFreedom = graph.glides.count - n + graph.componentCount - kept.count
    repeatSum = Self.repeatSum(graph)
  }

  /// The standard deviation of a glide in centimetres; nil without degrees of freedom.
  public var sigma: Double? { degreesOfFreedom > 0 ? (residualSum / Double(degreesOfFreedom)).squareRoot() : nil }

  /// The part of the mean differences that no ranking explains.
  public var cyclicSum: Double { max(0, residualSum - repeatSum) }

  /// The cyclic sum over the sum of squares; 0 is consistent, nil if all glides are ties or there are none.
  public var cyclicShare: Double? { totalSum > 0 ? cyclicSum / totalSum : nil }

  /// The effective resistance of two pairs; nil across components.
  func resistance(_ i: Int, _ j: Int) -> Double? {
    guard graph.componentOf[i] == graph.componentOf[j] else { return nil }
    let n = graph.serials.count
    return max(0, pseudoInverse[i * n + i] + pseudoInverse[j * n + j] - 2 * pseudoInverse[i * n + j])
  }

  /// The standard error of a rating against the mean of its component; nil without variance of the glides.
  public func standardError(_ i: Int) -> Double? {
    sigma.flatMap { $0 > 0 ? $0 : nil }.map { $0 * max(0, pseudoInverse[i * graph.serials.count + i]).squareRoot() }
  }

  /// The standard error of an effect by its index; nil without degrees of freedom.
  public func error(ofEffect place: Int) -> Double? { sigma.map { $0 * max(0, effects[place].factor).squareRoot() } }

  /// The two-sided p value of an effect by its index; nil without degrees of freedom or any error.
  public func p(ofEffect place: Int) -> Double? {
    guard let error = error(ofEffect: place), error > 0 else { return nil }
    return 2 * StudentT.cdf(-(effects[place].centimetres / error).magnitude, df: Double(degreesOfFreedom))
  }

  /// The probability that the first pair is faster; nil across components and without variance of the glides:
  /// glides that agree perfectly do not say how much others would differ.
  public func probabilityFaster(_ i: Int, _ j: Int) -> Double? {
    guard i != j, let sigma, sigma > 0, let resistance = resistance(i, j), resistance > 0 else { return nil }
    let (gap, error) = (ratings[i] - ratings[j], sigma * resistance.squareRoot())
    if error <= 1e-9 * max(1, gap.magnitude) { return nil }
    return StudentT.cdf(gap / error, df: Double(degreesOfFreedom))
  }

  /// The expected rank within the component: 1 + Σ P(another is faster); nil without variance of the glides.
  public func expectedRank(_ i: Int) -> Double? {
    guard let sigma, sigma > 0 else { return nil }
    var rank = 1.0
    for j in graph.serials.indices where j != i && graph.componentOf[j] == graph.componentOf[i] {
      guard let probability = probabilityFaster(j, i) else { return nil }
      rank += probability
    }
    return rank
  }

  /// Indices of the pairs, fastest first; equal ratings in the order of serial numbers.
  var order: [Int] { RatingOrder.places(ratings) }

  private static func repeatSum(_ graph: GlideGraph) -> Double {
    var meetings: [Int: [Double]] = [:]
    let n = graph.serials.count
    for (glide, end) in zip(graph.glides, graph.ends) {
      let isAscending = end.winner < end.loser
      let key = isAscending ? end.winner * n + end.loser : end.loser * n + end.winner
      meetings[key, default: []].append(isAscending ? glide.difference : -glide.difference)
    }
    return meetings.values.map { signed in
      signed.centred.reduce(0) { $0 + $1 * $1 }
    }.sorted().reduce(0, +)
  }
}

/// Normal equations with further columns, omitting linearly dependent ones.
private struct BorderedSystem {
  let solution: [Double]
  let inverse: [Double]
  let width: Int
  let kept: [Int]

  init(
    _ matrix: [Double], _ right: [Double], size n: Int, ends: [(winner: Int, loser: Int)], columns: [[Double]],
    values: [Double]
  ) {
    var kept: [Int] = []
    var best: (factor: CholeskyFactor, right: [Double], width: Int)?
    for count in 0...columns.count {
      let trial = count == 0 ? [] : kept + [count - 1]
      let width = n + trial.count
      var whole = [Double](repeating: 0, count: width * width)
      for i in 0..<n { for j in 0..<n { whole[i * width + j] = matrix[i * n + j] } }
      var all = right
      for (place, column) in trial.enumerated() {
        let at = n + place
        var sum = 0.0
        for (k, end) in ends.enumerated() where columns[column][k] != 0 {
          let x = columns[column][k]
          sum += x * values[k]
          whole[at * width + end.winner] += x
          whole[at * width + end.loser] -= x
          for (other, second) in trial.enumerated() { whole[at * width + n + other] += x * columns[second][k] }
        }
        for i in 0..<n { whole[i * width + at] = whole[at * width + i] }
        all.append(sum)
      }
      guard let factor = CholeskyFactor(whole, size: width, tolerance: 1e-10) else { continue }
      (kept, best) = (trial, (factor, all, width))
    }
    guard let best else {
      // The matrix of the pairs alone is definite by construction; only rounding of extreme values leads here.
      (solution, inverse, width) = ([Double](repeating: 0, count: n), [Double](repeating: 0, count: n * n), n)
      self.kept = []
      return
    }
    (solution, inverse, width) = (best.factor.solve(best.right), best.factor.inverse(), best.width)
    self.kept = kept
  }
}

public enum RatingOrder {
  /// Indices of ratings, largest first; ratings equal within rounding keep their order.
  public static func places(_ ratings: [Double]) -> [Int] {
    ratings.indices.ordered { a, b in
      let (x, y) = (rounded(ratings[a]), rounded(ratings[b]))
      return x != y ? x > y : a < b
    }
  }

  /// Ranks from 1; equal ratings share the lower rank.
  public static func ranks(_ ratings: [Double]) -> [Int] {
    var ranks = [Int](repeating: 1, count: ratings.count)
    var previous: (rating: Double, rank: Int)?
    for (position, place) in places(ratings).enumerated() {
      let rating = rounded(ratings[place])
      let rank = previous.flatMap { $0.rating == rating ? $0.rank : nil } ?? position + 1
      ranks[place] = rank
      previous = (rating, rank)
    }
    return ranks
  }

  /// Ratings differ by whole steps of glides; differences below a billionth are rounding.
  private static func rounded(_ x: Double) -> Double { (x * 1e9).rounded() / 1e9 }
}
