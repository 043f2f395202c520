internal import Glibc
internal import PodiumCore

/// Values counted in neighbouring intervals.
///
/// A lower edge belongs to its bin, the last upper edge to the last bin. Without a given number of bins their width is the
/// smaller of that of Freedman and Diaconis (1981), 2·IQR·n^(−1/3), and that of Sturges (1926), range / (log₂ n + 1),
/// rounded to 1, 2 or 5 times a power of ten, with edges at its multiples; where the quartiles are equal, Sturges' decides.
package struct HistogramBins: Equatable {
  /// One more than there are bins, rising.
  package let edges: [Double]

  /// The most bins that are made unasked.
  private static let most = 60

  /// The bins of some sorted finite values; nil without values.
  ///
  /// `wholeNumbers` makes bins of whole numbers with edges between them. `isLog` makes the bins equally wide in the
  /// logarithm; all values must then be above 0.
  package init?(sorted: [Double], count: Int? = nil, wholeNumbers: Bool = false, isLog: Bool = false) {
    guard let low = sorted.first, let high = sorted.last else { return nil }
    if isLog {
      guard low > 0 else { return nil }
      let logs = sorted.map { log10($0) }
      guard let bins = HistogramBins(sorted: logs, count: count) else { return nil }
      let edges = bins.edges.map { pow(10, $0) }
      self.edges =
        HistogramBins.isRising(edges) ? HistogramBins.widened(edges, low, high) : HistogramBins.single(low, high)
      return
    }
    let range = high - low
    if wholeNumbers, count == nil, range <= 30, high.magnitude < 1e15 {
      edges = (0...(Int(range) + 1)).map { low - 0.5 + Double($0) }
      return
    }
    guard low < high, range.isFinite, range / 1000 > 0 else {
      edges = HistogramBins.single(low, high)
      return
    }
    if let count {
      let made = (0...max(1, count)).map { place in
        place == count ? high : low + range * (Double(place) / Double(max(1, count)))
      }
      edges = HistogramBins.isRising(made) ? made : HistogramBins.single(low, high)
      return
    }
    let n = Double(sorted.count)
    let spread = Quantile.interpolated(sorted, 0.75) - Quantile.interpolated(sorted, 0.25)
    let sturges = range / (log2(n) + 1)
    let width = max(spread > 0 ? min(sturges, 2 * spread / cbrt(n)) : sturges, range / Double(HistogramBins.most))
    // The round width nearest to it, one step below where it is in the middle.
    guard let rounded = NiceStep(atLeast: width / 1.5) else {
      edges = HistogramBins.single(low, high)
      return
    }
    var step = rounded.width
    if wholeNumbers { step = max(1, step.rounded()) }
    let shift = wholeNumbers ? 0.5 : 0
    let first = ((low + shift) / step).rounded(.down)
    let last = ((high + shift) / step).rounded(.down) + 1
    // Where the values are huge beside their range, multiples of the step are not distinct.
    guard last - first >= 1, last - first <= Double(2 * HistogramBins.most + 2) else {
      edges = HistogramBins.single(low, high)
      return
    }
    let made = (0...Int(last - first)).map { (first + Double($0)) * step - shift }
    edges = HistogramBins.isRising(made) ? HistogramBins.widened(made, low, high) : HistogramBins.single(low, high)
  }

  /// One bin around values that are equal or not distinct.
  private static func single(_ low: Double, _ high: Double) -> [Double] {
    guard low == high else { return [low, high] }
    let half = low == 0 ? 0.5 : low.magnitude / 20
    return low - half < low && low < low + half && (low + half).isFinite && (low - half).isFinite
      ? [low - half, low + half] : [low.nextDown, low.nextUp]
  }

  private static func isRising(_ edges: [Double]) -> Bool {
    edges.allSatisfy(\.isFinite) && zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// The outer edges moved so that no value is lost to rounding.
  private static func widened(_ edges: [Double], _ low: Double, _ high: Double) -> [Double] {
    var edges = edges
    edges[0] = min(edges[0], low)
    edges[edges.count - 1] = max(edges[edges.count - 1], high)
    return edges
  }

  package init(edges: [Double]) { self.edges = edges }

  /// How many of some values lie in each bin; values outside of all bins are not counted.
  package func counts(of values: some Sequence<Double>) -> [Int] {
    var counts = [Int](repeating: 0, count: max(0, edges.count - 1))
    for value in values {
      if let place = place(of: value) { counts[place] += 1 }
    }
    return counts
  }

  /// The bin of a value; nil outside of all.
  package func place(of value: Double) -> Int? {
    guard let first = edges.first, let last = edges.last, edges.count > 1, value >= first, value <= last else {
      return nil
    }
    var low = 0
    var high = edges.count - 1
    // A guess by equal widths is nearly always right; the search covers the rest, and ranges beyond the largest number.
    let guess = ((value - first) / (last - first) * Double(edges.count - 1)).rounded(.down)
    if guess >= 0, guess < Double(edges.count - 1), edges[Int(guess)] <= value, value < edges[Int(guess) + 1] {
      return Int(guess)
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if edges[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }
}
