internal import Glibc
public import PodiumCore

/// Log strengths of ski pairs from wins alone, by penalised Bradley–Terry. Minimises α Σ θ² − Σ log σ(θ_w − θ_l) by Newton's
/// method; a tie is half a win each way; strengths have mean 0. Standard errors are the roots of the diagonal of the inverse
/// penalised Hessian. With α = 0 the estimate is that of maximum likelihood, which exists only where every pair beats every other
/// by some way. Sources: Bradley and Terry 1952; Ford 1957; Chen and Suh 2015 and choix `opt_pairwise` for the penalty.
public struct BradleyTerryOrder: Sendable {
  let graph: GlideGraph
  /// θ, one per pair.
  public let strengths: [Double]
  /// The inverse of the (penalised) Hessian, pairs × pairs.
  let covariance: [Double]

  /// Fits the strengths. Throws `no-maximum` if α is 0 and the likelihood has no maximum, `no-convergence` if Newton's method
  /// fails, and `interrupted`.
  public init(
    _ graph: GlideGraph, alpha: Double, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    self.graph = graph
    let n = graph.serials.count
    guard alpha > 0 || n < 2 || graph.isStronglyConnected else {
      throw Diagnostic(
        "no-maximum", "without a penalty the likelihood has no maximum: some pairs never lost to others",
        help: "set alpha above 0, as in alpha=0.1")
    }
    // Half a win each way for a tie.
    let wins: [(winner: Int, loser: Int, weight: Double)] = zip(graph.glides, graph.ends).flatMap { glide, end in
      glide.isTie ? [(end.winner, end.loser, 0.5), (end.loser, end.winner, 0.5)] : [(end.winner, end.loser, 1.0)]
    }
    // Without a penalty the mean is undetermined; a ridge on the mean alone changes nothing else.
    let ridge = alpha > 0 || n == 0 ? 0 : 1 / Double(n)
    func value(_ theta: [Double]) -> Double {
      wins.reduce(theta.reduce(0) { $0 + alpha * $1 * $1 }) { sum, win in
        sum + win.weight * softplus(theta[win.loser] - theta[win.winner])
      }
    }
    var theta = [Double](repeating: 0, count: n)
    var current = value(theta)
    var inverse: [Double] = []
    var isSettled = n == 0
    for _ in 0..<200 where !isSettled {
      try cancellation.check()
      var hessian = [Double](repeating: ridge, count: n * n)
      var gradient = theta.map { 2 * alpha * $0 }
      for i in 0..<n { hessian[i * n + i] += 2 * alpha }
      for (winner, loser, weight) in wins {
        let p = 1 / (1 + exp(theta[loser] - theta[winner]))
        gradient[winner] -= weight * (1 - p)
        gradient[loser] += weight * (1 - p)
        let w = weight * p * (1 - p)
        hessian[winner * n + winner] += w
        hessian[loser * n + loser] += w
        hessian[winner * n + loser] -= w
        hessian[loser * n + winner] -= w
      }
      guard let factor = CholeskyFactor(hessian, size: n, tolerance: 1e-14) else { break }
      inverse = factor.inverse()
      if (gradient.map(\.magnitude).max() ?? 0) < 1e-12 {
        isSettled = true
        break
      }
      let step = factor.solve(gradient)
      var scale = 1.0
      var next = zip(theta, step).map { $0 - $1 }
      var reached = value(next)
      while reached > current, scale > 1e-10 {
        scale /= 2
        next = zip(theta, step).map { $0 - scale * $1 }
        reached = value(next)
      }
      let moved = zip(next, theta).map { ($0 - $1).magnitude }.max() ?? 0
      (theta, current) = (next, reached)
      if moved < 1e-13 { isSettled = true }
    }
    guard isSettled else {
      throw Diagnostic("no-convergence", "the strengths of these glides do not converge", help: "use a larger alpha")
    }
    strengths = theta.centred
    covariance = ridge == 0 ? inverse : inverse.map { $0 - 1 / Double(n) }
  }

  public func standardError(_ i: Int) -> Double { max(0, covariance[i * graph.serials.count + i]).squareRoot() }

  /// The variance of the difference of two strengths.
  func variance(_ i: Int, _ j: Int) -> Double {
    let n = graph.serials.count
    return max(0, covariance[i * n + i] + covariance[j * n + j] - 2 * covariance[i * n + j])
  }

  /// The probability that the first pair is stronger, from the normal distribution around the estimates.
  public func probabilityFaster(_ i: Int, _ j: Int) -> Double {
    let (variance, gap) = (variance(i, j), strengths[i] - strengths[j])
    return variance > 0 ? NormalDistribution.cdf(gap / variance.squareRoot()) : 0.5
  }

  /// 1 + Σ P(another of the component is stronger).
  public func expectedRank(_ i: Int) -> Double {
    graph.serials.indices.reduce(1.0) { sum, j in
      j == i || graph.componentOf[j] != graph.componentOf[i] ? sum : sum + probabilityFaster(j, i)
    }
  }

}

/// log(1 + eˣ) without overflow.
func softplus(_ x: Double) -> Double { x > 0 ? x + log1p(exp(-x)) : log1p(exp(x)) }
