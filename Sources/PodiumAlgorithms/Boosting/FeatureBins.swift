internal import PodiumCore

/// Training features as whole numbers: at most 255 bins of each column, and one for missing values.
///
/// With up to 255 distinct values every one has a bin of its own, and thresholds are halfway between neighbours; with more,
/// the thresholds are quantiles of the values.
struct FeatureBins {
  static let maxBins = 255
  /// The bin of missing values.
  static let missing = UInt8(255)
  let rows: Int
  let columns: Int
  /// Column after column: the number of thresholds below the value.
  let bins: [UInt8]
  /// The rising thresholds of each column; a row is left of a threshold if its value is at most that.
  let thresholds: [[Double]]
  /// Whether a column has missing values.
  let hasMissing: [Bool]

  /// Sorts the columns; throws `too-large` above 2³¹ rows, and `interrupted`.
  init(_ features: Matrix, _ cancellation: Cancellation) throws(Diagnostic) {
    rows = features.rows
    columns = features.columns
    guard rows < Int(Int32.max) else {
      throw Diagnostic("too-large", "boosting takes at most \(Int32.max) rows, not \(rows)")
    }
    var bins = [UInt8](repeating: Self.missing, count: rows * columns)
    var thresholds: [[Double]] = []
    var hasMissing: [Bool] = []
    for column in 0..<columns {
      try cancellation.check()
      let values = features.column(column)
      let sorted = values.filter { !$0.isNaN }.sorted()
      let own = Self.thresholds(sorted)
      for row in 0..<rows where !values[row].isNaN {
        bins[column * rows + row] = Self.bin(values[row], own)
      }
      thresholds.append(own)
      hasMissing.append(sorted.count < rows)
    }
    self.bins = bins
    self.thresholds = thresholds
    self.hasMissing = hasMissing
  }

  private static func thresholds(_ sorted: [Double]) -> [Double] {
    var distinct: [Double] = []
    for value in sorted where distinct.last != value { distinct.append(value) }
    if distinct.count <= maxBins {
      return zip(distinct, distinct.dropFirst()).map { $0 / 2 + $1 / 2 }
    }
    var out: [Double] = []
    for part in 1..<maxBins {
      // The quantile, and the mean with the next value where it falls between two.
      let place = part * sorted.count
      let lower = sorted[min(sorted.count - 1, max(0, (place + maxBins - 1) / maxBins - 1))]
      let upper = place % maxBins == 0 ? sorted[min(sorted.count - 1, place / maxBins)] : lower
      let value = lower / 2 + upper / 2
      if out.last.map({ value > $0 }) ?? true, value < sorted[sorted.count - 1] { out.append(value) }
    }
    return out
  }

  /// How many thresholds are below a value.
  static func bin(_ value: Double, _ thresholds: [Double]) -> UInt8 {
    var (low, high) = (0, thresholds.count)
    while low < high {
      let middle = (low + high) / 2
      if thresholds[middle] < value { low = middle + 1 } else { high = middle }
    }
    return UInt8(truncatingIfNeeded: low)
  }
}
