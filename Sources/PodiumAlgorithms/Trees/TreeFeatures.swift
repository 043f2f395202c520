internal import PodiumCore

/// Training features as a tree reads them, and each column's rows in rising order.
///
/// Values are rounded to 32 bits, as in scikit-learn, so that the same rows fall on the same side of a threshold; a column
/// with values that differ in 64 bits only is read in these, so that no split depends on the unit of a feature.
struct TreeFeatures: Sendable {
  let rows: Int
  let columns: Int
  /// The distinct values of each column in rising order, column after column.
  let values: [Double]
  /// The columns that are read in 64 bits, rising.
  let wide: [Int]
  /// Where the values of each column begin.
  let starts: [Int]
  /// The rows in rising order of each column, column after column, equal ones in their order: the place of the value
  /// among the distinct ones in the upper half, the row in the lower.
  let sorted: [UInt64]

  /// Sorts the columns; throws `too-large` above 2³¹ rows, and `interrupted`.
  init(_ features: Matrix, cancellation: Cancellation) throws(Diagnostic) {
    let (rows, columns) = (features.rows, features.columns)
    guard rows < Int(Int32.max) else {
      throw Diagnostic("too-large", "a tree takes at most \(Int32.max) rows, not \(rows)")
    }
    var values: [Double] = []
    var wide: [Int] = []
    var starts: [Int] = []
    var sorted: [UInt64] = []
    sorted.reserveCapacity(rows * columns)
    let all = (0..<rows).map { UInt32(truncatingIfNeeded: $0) }
    var column = [Double](repeating: 0, count: rows)
    let elements = features.elements
    for place in 0..<columns {
      // Zero has one sign.
      for row in 0..<rows { column[row] = Double(Float(elements[row * columns + place]) + 0) }
      var order = all
      try RadixSort.sort(&order, by: column.map { RadixSort.key($0) }, cancellation: cancellation)
      if TreeFeatures.loses(column, order, of: { elements[Int($0) * columns + place] }) {
        wide.append(place)
        for row in 0..<rows { column[row] = elements[row * columns + place] + 0 }
        order = all
        try RadixSort.sort(&order, by: column.map { RadixSort.key($0) }, cancellation: cancellation)
      }
      starts.append(values.count)
      for row in order {
        let value = column[Int(row)]
        if values.count == starts[place] || value != values[values.count - 1] { values.append(value) }
        sorted.append(UInt64(values.count - 1 - starts[place]) << 32 | UInt64(row))
      }
    }
    self.rows = rows
    self.columns = columns
    self.values = values
    self.wide = wide
    self.starts = starts
    self.sorted = sorted
  }

  /// Whether rounded values are equal where those they were made of differ by more than the rounding of their computation.
  private static func loses(_ rounded: [Double], _ order: [UInt32], of value: (UInt32) -> Double) -> Bool {
    var (low, high) = (0.0, 0.0)
    for (place, row) in order.enumerated() {
      let own = value(row)
      if place > 0, rounded[Int(row)] == rounded[Int(order[place - 1])] {
        (low, high) = (min(low, own), max(high, own))
        if high - low > 1e-12 * max(low.magnitude, high.magnitude) { return true }
      } else {
        (low, high) = (own, own)
      }
    }
    return false
  }

  /// The place of each row's value among the distinct ones, column after column.
  func ranks() -> [UInt32] {
    var ranks = [UInt32](repeating: 0, count: rows * columns)
    for column in 0..<columns {
      let base = column * rows
      for at in base..<(base + rows) {
        ranks[base + Int(sorted[at] & 0xFFFF_FFFF)] = UInt32(truncatingIfNeeded: sorted[at] >> 32)
      }
    }
    return ranks
  }
}

struct TreeRows {
  /// The rows, rising, each once.
  let rows: [UInt32]
  /// How often each row of the table counts; nil: once.
  let times: [UInt32]?
  /// How many they count as.
  let total: Int

  /// All rows once.
  init(all count: Int) {
    rows = (0..<count).map { UInt32(truncatingIfNeeded: $0) }
    times = nil
    total = count
  }

  /// Each row as often as `times` says; the numbers sum to `total`.
  init(times: [UInt32], total: Int) {
    rows = times.indices.compactMap { times[$0] > 0 ? UInt32(truncatingIfNeeded: $0) : nil }
    self.times = times
    self.total = total
  }
}
