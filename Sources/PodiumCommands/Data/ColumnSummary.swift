internal import PodiumCore

/// The figures that describe a column.
struct ColumnSummary {
  let distinct: Int
  let mean: Double?
  let sd: Double?
  /// Least, lower quartile, median, upper quartile, greatest.
  let quantiles: [Double]?
  /// Eight bars of equal width from the least to the greatest value; nil for what is no number.
  let histogram: String?
  /// The most frequent values with their counts, ties in code-point order.
  let top: [(value: String, count: Int)]
  let first: Value
  let last: Value

  init(_ column: Column) {
    var counts: [Value: Int] = [:]
    for row in 0..<column.count {
      let value = column[row]
      if !value.isMissing { counts[value, default: 0] += 1 }
    }
    distinct = counts.count
    let numbers = column.type.isNumeric ? (column.numbers ?? []).filter { !$0.isNaN } : []
    if numbers.isEmpty {
      (mean, sd, quantiles, histogram) = (nil, nil, nil, nil)
    } else {
      let sorted = numbers.sorted()
      let middle = numbers.reduce(0, +) / Double(numbers.count)
      let squares = numbers.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
      mean = middle
      // A description speaks of the rows seen, so the divisor is n, as for folds.
      sd = (squares / Double(numbers.count)).squareRoot()
      histogram = ColumnSummary.bars(sorted)
      quantiles = [0, 0.25, 0.5, 0.75, 1].map { ColumnSummary.quantile(sorted, $0) }
    }
    let named = counts.map { (value: $0.key.fileText, count: $0.value) }
    top = Array(
      named.sorted { $0.count != $1.count ? $0.count > $1.count : CodePointOrder.precedes($0.value, $1.value) }
        .prefix(3))
    var ends: (Value, Value) = (.missing, .missing)
    switch column.values {
    case .date(let days):
      let present = days.compactMap { $0 }
      if let low = present.min(), let high = present.max() { ends = (.date(low), .date(high)) }
    case .datetime(let moments):
      let present = moments.compactMap { $0 }
      if let low = present.min(), let high = present.max() { ends = (.datetime(low), .datetime(high)) }
    default: break
    }
    (first, last) = ends
    levels = column.categorical?.levels ?? []
  }

  private let levels: [String]

  /// Numbers in rising order as eight bars; one bar for a single value.
  private static func bars(_ sorted: [Double]) -> String {
    guard let low = sorted.first, let high = sorted.last, low < high, (high - low).isFinite else { return "█" }
    var counts = [Int](repeating: 0, count: 8)
    for value in sorted { counts[min(7, max(0, Int((value - low) / (high - low) * 8)))] += 1 }
    let most = counts.max() ?? 1
    let glyphs: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    // A part that holds anything stands out from an empty one.
    return String(counts.map { $0 == 0 ? " " : glyphs[min(7, $0 * 8 / most)] })
  }

  /// The quantile by linear interpolation between order statistics (Hyndman and Fan 1996, type 7).
  static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    guard let lastValue = sorted.last else { return .nan }
    let place = share * Double(sorted.count - 1)
    let low = Int(place.rounded(.down))
    guard low + 1 < sorted.count else { return lastValue }
    return sorted[low] + (place - Double(low)) * (sorted[low + 1] - sorted[low])
  }

  /// The values in one short phrase.
  var briefly: String {
    if let quantiles {
      return NumberText.significant(quantiles[0], 6) + " to " + NumberText.significant(quantiles[4], 6)
    }
    if !first.isMissing { return first.fileText + " to " + last.fileText }
    if !levels.isEmpty {
      return levels.prefix(4).joined(separator: ", ") + (levels.count > 4 ? ", … (\(levels.count))" : "")
    }
    return distinct.counted("distinct value")
  }
}
