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

/// Counts of who was fastest and among the top picks on simulated days.
struct SimulatedDays {
  private let pairs: Int
  private var days = 0
  private var best: [Int]
  private var top: [Int]
  private var order: [Int]

  init(pairs: Int) {
    self.pairs = pairs
    best = [Int](repeating: 0, count: pairs)
    (top, order) = (best, Array(0..<pairs))
  }

  /// Adds days on which results are `means` + L z.
  mutating func draw(_ count: Int, around means: [Double], _ factor: CholeskyFactor, _ random: inout NormalSource) {
    var results = [SIMD8<Double>](repeating: .zero, count: pairs)
    let first = TopPicks.count(of: pairs)
    let (means, elements) = (means.span, factor.elements.span)
    var (order, best, top) = (order, best, top)
    // Eight days at once: a short sum of products is slower than what surrounds it.
    for start in stride(from: 0, to: count, by: 8) {
      let days = min(8, count - start)
      for day in 0..<days { for i in 0..<pairs { results[i][day] = random.next() } }
      for i in stride(from: pairs - 1, through: 0, by: -1) {
        var sum = SIMD8<Double>(repeating: means[i])
        for k in 0...i { sum += elements[i * pairs + k] * results[k] }
        results[i] = sum
      }
      for day in 0..<days {
        // Insertion sort, since the order is nearly that of the previous day.
        for place in 1..<max(1, pairs) {
          let moved = order[place]
          let value = results[moved][day]
          var to = place
          while to > 0, results[order[to - 1]][day] < value {
            order[to] = order[to - 1]
            to -= 1
          }
          order[to] = moved
        }
        best[order[0]] += 1
        for place in 0..<first { top[order[place]] += 1 }
      }
    }
    (self.order, self.best, self.top) = (order, best, top)
    days += count
  }

  /// The shares of days, with half a day more for each pair: nothing that was counted has the chance 0 or 1.
  var chances: PairForecast.Chances {
    func shares(_ counts: [Int], places: Int) -> [Double] {
      let more = Double(places) / 2
      return counts.map { (Double($0) + more) / (Double(days) + Double(pairs) / 2) }
    }
    return PairForecast.Chances(best: shares(best, places: 1), top: shares(top, places: TopPicks.count(of: pairs)))
  }
}
