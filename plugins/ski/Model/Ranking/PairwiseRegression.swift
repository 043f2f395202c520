internal import Glibc
public import PodiumCore

/// Which of two ski pairs of a test is better, by logistic regression on the differences of their features. Minimises ½ |w|² + c Σ
/// log(1 + exp(−w·(x_a − x_b))) over comparisons in which a is better, each counted both ways round; x is (1, conditions) ⊗
/// (features of the pair), without an intercept. Newton's method until no part of the gradient exceeds 1e-9. Sources: Herbrich,
/// Graepel and Obermayer 2000; Dixon 2003 for paired comparisons with covariates.
public enum PairwiseRegression {
  /// One comparison of a better pair with a worse one.
  public struct Comparison: Sendable {
    /// 1 and the conditions of the test.
    let conditions: [Double]
    /// The features of the better pair minus those of the worse one.
    let difference: [Double]

    public init(conditions: [Double], difference: [Double]) {
      (self.conditions, self.difference) = (conditions, difference)
    }
  }

  /// The coefficients: one for each condition and 1, times each column of the pairs. Throws `no-convergence` for features that are
  /// too large, `interrupted`.
  public static func weights(
    _ comparisons: [Comparison], c: Double, width: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> [Double] {
    let weight = 2 * c
    var w = [Double](repeating: 0, count: width)
    func value(_ w: [Double]) -> Double {
      comparisons.reduce(w.reduce(0) { $0 + $1 * $1 / 2 }) {
        $0 + weight * softplus(-score($1.conditions, $1.difference, w))
      }
    }
    var current = value(w)
    for _ in 0..<100 where width > 0 && !comparisons.isEmpty {
      try cancellation.check()
      var (gradient, hessian) = (w, [Double](repeating: 0, count: width * width))
      for i in 0..<width { hessian[i * width + i] = 1 }
      for comparison in comparisons {
        let p = 1 / (1 + exp(score(comparison.conditions, comparison.difference, w)))
        let curvature = weight * p * (1 - p)
        let x = comparison.conditions.flatMap { c in comparison.difference.map { c * $0 } }
        for i in x.indices where x[i] != 0 {
          gradient[i] -= weight * p * x[i]
          let (row, factor) = (i * width, curvature * x[i])
          for j in 0...i { hessian[row + j] += factor * x[j] }
        }
      }
      if (gradient.map(\.magnitude).max() ?? 0) < 1e-9 { break }
      guard let factor = CholeskyFactor(hessian, size: width, tolerance: 1e-15) else {
        throw Diagnostic("no-convergence", "the feature values are too large to compare", help: "use scale first")
      }
      let step = factor.solve(gradient)
      var scale = 1.0
      var next = zip(w, step).map { $0 - $1 }
      var reached = value(next)
      while !(reached <= current), scale > 1e-9 {
        scale /= 2
        next = zip(w, step).map { $0 - scale * $1 }
        reached = value(next)
      }
      guard reached < current else { break }
      (w, current) = (next, reached)
    }
    return w
  }

  /// w · (conditions ⊗ item).
  public static func score(_ conditions: [Double], _ item: [Double], _ w: [Double]) -> Double {
    var (sum, place) = (0.0, 0)
    for condition in conditions {
      var part = 0.0
      for value in item {
        part += value * w[place]
        place += 1
      }
      sum += condition * part
    }
    return sum
  }
}
