internal import Glibc

/// The probability of the first class of a pair: 1 / (1 + exp(a·value + b)).
public struct PlattSigmoid: Sendable, Equatable, Codable {
  public let a: Double
  public let b: Double

  /// The probability at a decision value, kept off 0 and 1 as LIBSVM does.
  public func chance(_ value: Double) -> Double {
    let x = a * value + b
    let chance = x >= 0 ? exp(-x) / (1 + exp(-x)) : 1 / (1 + exp(x))
    return min(max(chance, 1e-7), 1 - 1e-7)
  }

  /// Fits the curve to decision values.
  ///
  /// Minimizes −Σ t·log p + (1 − t)·log(1 − p) with targets t drawn in from 0 and 1 (Platt 1999), by Newton's method with
  /// halved steps; stops when both slopes are below 1e-8 or after 100 rounds. Reference: H.-T. Lin, C.-J. Lin, R. C. Weng, A
  /// note on Platt's probabilistic outputs for support vector machines, 2007.
  public init(_ values: [Double], isFirst: [Bool]) {
    let first = Double(isFirst.count { $0 })
    let second = Double(isFirst.count) - first
    let (high, low) = ((first + 1) / (first + 2), 1 / (second + 2))
    let targets = isFirst.map { $0 ? high : low }
    func loss(_ a: Double, _ b: Double) -> Double {
      zip(values, targets).reduce(0) { sum, one in
        let x = a * one.0 + b
        return sum + (x >= 0 ? one.1 * x + log1p(exp(-x)) : (one.1 - 1) * x + log1p(exp(x)))
      }
    }
    var (a, b) = (0.0, log((second + 1) / (first + 1)))
    var best = loss(a, b)
    for _ in 0..<100 {
      var (slopeA, slopeB, bendAA, bendAB, bendBB) = (0.0, 0.0, 1e-12, 0.0, 1e-12)
      for (value, target) in zip(values, targets) {
        let x = a * value + b
        let p = x >= 0 ? exp(-x) / (1 + exp(-x)) : 1 / (1 + exp(x))
        slopeA += value * (target - p)
        slopeB += target - p
        bendAA += value * value * p * (1 - p)
        bendAB += value * p * (1 - p)
        bendBB += p * (1 - p)
      }
      if slopeA.magnitude < 1e-8, slopeB.magnitude < 1e-8 { break }
      let size = bendAA * bendBB - bendAB * bendAB
      let stepA = -(bendBB * slopeA - bendAB * slopeB) / size
      let stepB = -(bendAA * slopeB - bendAB * slopeA) / size
      let decrease = slopeA * stepA + slopeB * stepB
      var length = 1.0
      while length >= 1e-10 {
        let next = loss(a + length * stepA, b + length * stepB)
        if next < best + 1e-4 * length * decrease {
          (a, b, best) = (a + length * stepA, b + length * stepB, next)
          break
        }
        length /= 2
      }
      if length < 1e-10 { break }
    }
    (self.a, self.b) = (a, b)
  }
}
