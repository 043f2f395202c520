internal import PodiumCore

/// Training features as whole numbers: at most 255 bins of each column, and one for missing values.
///
/// With up to 255 distinct values every one has a bin of its own, and thresholds are halfway between neighbours; with more,
/// the thresholds are quantiles of the values.
struct FeatureBins {
  static let maxBins = 255
  static let missing = UInt8(255)
  let rows: Int
  let columns: Int
  /// For each block of four columns the bins of each row, the first column in the lowest byte: the number of thresholds
  /// below the value. Columns that fill up the last block have bin 0.
  let blocks: [[UInt32]]
  /// The rising thresholds of each column; a row is left of a threshold if its value is at most that.
  let thresholds: [[Double]]
  let hasMissing: [Bool]

  /// Sorts the columns on at most `threads` threads; throws `too-large` above 2³¹ rows, and `interrupted`.
  init(_ features: Matrix, threads: Int, _ cancellation: Cancellation) throws(Diagnostic) {
    rows = features.rows
    columns = features.columns
    guard rows < Int(Int32.max) else {
      throw Diagnostic("too-large", "boosting takes at most \(Int32.max) rows, not \(rows)")
    }
    let count = rows
    let columns = try Parallel.map(count: features.columns, threads: threads) { column in
      Result { () throws(Diagnostic) in try Column(features.column(column), cancellation) }
    }.map { made throws(Diagnostic) in try made.get() }
    thresholds = columns.map(\.thresholds)
    hasMissing = columns.map(\.hasMissing)
    blocks = stride(from: 0, to: columns.count, by: 4).map { first in
      var block = [UInt32](repeating: 0, count: count)
      for (place, column) in columns[first..<min(first + 4, columns.count)].enumerated() {
        for row in 0..<count { block[row] |= UInt32(column.bins[row]) << UInt32(8 * place) }
      }
      return block
    }
  }

  private struct Column: Sendable {
    let bins: [UInt8]
    let thresholds: [Double]
    let hasMissing: Bool

    init(_ values: [Double], _ cancellation: Cancellation) throws(Diagnostic) {
      var keys: [UInt64] = []
      keys.reserveCapacity(values.count)
      for value in values where !value.isNaN { keys.append(RadixSort.key(value)) }
      try RadixSort.sort(&keys, cancellation: cancellation)
      let own = FeatureBins.thresholds(keys.map { RadixSort.number($0) })
      bins = FeatureBins.bins(values, own)
      thresholds = own
      hasMissing = keys.count < values.count
    }
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

  /// For each value how many thresholds are below it; `missing` for none.
  private static func bins(_ values: [Double], _ thresholds: [Double]) -> [UInt8] {
    // Filled up to a power of two, so that each search takes eight steps and no guess.
    let steps = thresholds + [Double](repeating: .infinity, count: max(0, 256 - thresholds.count))
    return steps.withUnsafeBufferPointer { steps in
      values.map { value in
        if value.isNaN { return missing }
        var place = 0
        var half = 128
        while half > 0 {
          place &+= steps[place &+ half &- 1] < value ? half : 0
          half >>= 1
        }
        return UInt8(truncatingIfNeeded: place)
      }
    }
  }
}
