internal import PodiumCore

/// Training features as a tree reads them: rounded to 32 bits, and each column's rows in rising order.
struct TreeFeatures: Sendable {
  let rows: Int
  let columns: Int
  /// The distinct values of each column in rising order, column after column.
  let values: [Float]
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
    var values: [Float] = []
    var starts: [Int] = []
    var sorted: [UInt64] = []
    sorted.reserveCapacity(rows * columns)
    let all = (0..<rows).map { UInt32(truncatingIfNeeded: $0) }
    var column = [Float](repeating: 0, count: rows)
    let elements = features.elements
    for place in 0..<columns {
      for row in 0..<rows { column[row] = Float(elements[row * columns + place]) + 0 }  // Zero has one sign.
      var order = all
      try RadixSort.sort(&order, by: column.map { RadixSort.key(Double($0)) }, cancellation: cancellation)
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
    self.starts = starts
    self.sorted = sorted
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

/// The rows that a tree is grown on.
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
