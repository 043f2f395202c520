internal import PodiumCore

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
