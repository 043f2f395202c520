/// Probabilities of several classes from those of their pairs.
///
/// Minimizes Σ over pairs (r_ji·p_i − r_ij·p_j)² with Σ p = 1, by its fixed point, until no equation is wrong by more than
/// 1e-12 or after 1000 rounds. Reference: T.-F. Wu, C.-J. Lin, R. C. Weng, Probability estimates for multi-class classification
/// by pairwise coupling, 2004, second method.
enum PairwiseCoupling {
  /// `chance(i, j)` is the probability of i where only i and j are possible, for i < j.
  static func probabilities(_ count: Int, _ chance: (Int, Int) -> Double) -> [Double] {
    if count < 2 { return [Double](repeating: 1, count: count) }
    var matrix = [Double](repeating: 0, count: count * count)
    for i in 0..<count {
      for j in (i + 1)..<max(i + 1, count) {
        let (r, s) = (chance(i, j), 1 - chance(i, j))
        matrix[i * count + j] = -r * s
        matrix[j * count + i] = -r * s
        matrix[i * count + i] += s * s
        matrix[j * count + j] += r * r
      }
    }
    var p = [Double](repeating: 1 / Double(count), count: count)
    for _ in 0..<1000 {
      var products = [Double](repeating: 0, count: count)
      for i in 0..<count {
        for j in 0..<count { products[i] += matrix[i * count + j] * p[j] }
      }
      var total = zip(p, products).reduce(0) { $0 + $1.0 * $1.1 }
      if products.allSatisfy({ ($0 - total).magnitude < 1e-12 }) { break }
      for t in 0..<count {
        let change = (total - products[t]) / matrix[t * count + t]
        p[t] += change
        total =
          (total + change * (change * matrix[t * count + t] + 2 * products[t])) / (1 + change) / (1 + change)
        for j in 0..<count {
          products[j] = (products[j] + change * matrix[t * count + j]) / (1 + change)
          p[j] /= 1 + change
        }
      }
    }
    let sum = p.reduce(0, +)
    return p.map { $0 / sum }
  }
}
