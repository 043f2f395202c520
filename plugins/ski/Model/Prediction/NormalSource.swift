internal import Glibc
internal import PodiumCore

/// Standard normal numbers by the polar method (Marsaglia and Bray 1964), and what is drawn with them.
struct NormalSource {
  private var source: RandomSource
  private var spare: Double?

  init(_ source: RandomSource) { self.source = source }

  mutating func next() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    while true {
      let (x, y) = (2 * source.uniform() - 1, 2 * source.uniform() - 1)
      let square = x * x + y * y
      if square > 0, square < 1 {
        let factor = (-2 * log(square) / square).squareRoot()
        spare = y * factor
        return x * factor
      }
    }
  }

  /// A number from 0 to 1.
  mutating func uniform() -> Double { source.uniform() }

  /// A whole number from 0 to `bound` − 1.
  mutating func below(_ bound: Int) -> Int { source.below(bound) }

  mutating func shuffle<Element>(_ items: inout [Element]) { source.shuffle(&items) }

  /// A standard normal number between two bounds, by rejection (Robert 1995); the middle if the bounds do not leave any.
  mutating func normal(from low: Double, to high: Double) -> Double {
    guard low < high else { return (low + high) / 2 }
    if low > 0 { return tail(from: low, to: high) }
    if high < 0 { return -tail(from: -high, to: -low) }
    // Bounds on both sides of zero: uniform if they are near each other.
    if high - low < 1.2 {
      while true {
        let x = low + (high - low) * uniform()
        if uniform() <= exp(-x * x / 2) { return x }
      }
    }
    while true {
      let x = next()
      if x > low, x < high { return x }
    }
  }

  /// A standard normal number between two positive bounds.
  private mutating func tail(from low: Double, to high: Double) -> Double {
    if high - low < min(2, 1 / low) {
      while true {
        let x = low + (high - low) * uniform()
        if uniform() <= exp((low * low - x * x) / 2) { return x }
      }
    }
    let rate = (low + (low * low + 4).squareRoot()) / 2
    while true {
      let x = low - log(1 - uniform()) / rate
      if x <= high, uniform() <= exp(-(x - rate) * (x - rate) / 2) { return x }
    }
  }

  /// A number of the gamma distribution with scale 1 and a shape of at least 1 (Marsaglia and Tsang 2000).
  mutating func gamma(_ shape: Double) -> Double {
    let d = shape - 1.0 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let x = next()
      let root = 1 + c * x
      guard root > 0 else { continue }
      let v = root * root * root
      if log(1 - uniform()) < x * x / 2 + d - d * v + d * log(v) { return d * v }
    }
  }
}
