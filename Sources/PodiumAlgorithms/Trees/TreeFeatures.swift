internal import PodiumCore

/// Training features as a tree reads them: rounded to 32 bits, and each column's rows in rising order.
struct TreeFeatures: Sendable {
  let rows: Int
  let columns: Int
  /// Column after column.
  let values: [Float]
  /// The rows in rising order of each column, column after column, and then all rows in order.
  ///
  /// Equal values are in order of their rows.
  let order: [Int32]

  private init(rows: Int, columns: Int, values: [Float], order: [Int32]) {
    self.rows = rows
    self.columns = columns
    self.values = values
    self.order = order
  }

  /// The same with each row as often as `counts` says, one after another; the counts sum to the number of rows.
  func drawn(_ counts: [Int32]) -> TreeFeatures {
    var drawn: [Int32] = []
    drawn.reserveCapacity(order.count)
    for row in order {
      for _ in 0..<counts[Int(row)] { drawn.append(row) }
    }
    return TreeFeatures(rows: rows, columns: columns, values: values, order: drawn)
  }

  /// Sorts the columns; throws `too-large` above 2³¹ rows, and `interrupted`.
  init(_ features: Matrix, cancellation: Cancellation) throws(Diagnostic) {
    let (rows, columns) = (features.rows, features.columns)
    guard rows < Int(Int32.max) else {
      throw Diagnostic("too-large", "a tree takes at most \(Int32.max) rows, not \(rows)")
    }
    var values = [Float](repeating: 0, count: rows * columns)
    let elements = features.elements
    for row in 0..<rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      for column in 0..<columns { values[column * rows + row] = Float(elements[row * columns + column]) }
    }
    let all = (0..<rows).map { Int32(truncatingIfNeeded: $0) }
    var order: [Int32] = []
    order.reserveCapacity(rows * (columns + 1))
    for column in 0..<columns {
      order += try TreeFeatures.rising(values[(column * rows)..<((column + 1) * rows)], all, cancellation)
    }
    self.rows = rows
    self.columns = columns
    self.values = values
    self.order = order + all
  }

  /// The numbers of the values from the least to the greatest, equal ones in their order; throws `interrupted`.
  ///
  /// Many are sorted by their bits, eleven at a time from the lowest, so that a Ctrl-C waits for one pass at most.
  private static func rising(
    _ values: ArraySlice<Float>, _ all: [Int32], _ cancellation: Cancellation
  ) throws(Diagnostic) -> [Int32] {
    // As whole numbers they come in the same order: those below zero with all bits turned, the others above them.
    let keys = values.map { value in
      let bits = (value + 0).bitPattern  // Zero has one sign.
      return bits & 0x8000_0000 == 0 ? bits | 0x8000_0000 : ~bits
    }
    if keys.count < 1 << 11 {
      return all.sorted { a, b in
        let (x, y) = (keys[Int(a)], keys[Int(b)])
        return x < y || x == y && a < b
      }
    }
    var order = all
    var next = [Int32](repeating: 0, count: all.count)
    for shift in stride(from: UInt32(0), to: 33, by: 11) {
      try cancellation.check()
      var places = [Int](repeating: 0, count: 1 << 11)
      for key in keys { places[Int(key >> shift & 0x7FF)] += 1 }
      if places.contains(keys.count) { continue }
      var sum = 0
      for digit in places.indices { (places[digit], sum) = (sum, sum + places[digit]) }
      for row in order {
        let digit = Int(keys[Int(row)] >> shift & 0x7FF)
        next[places[digit]] = row
        places[digit] += 1
      }
      swap(&order, &next)
    }
    return order
  }
}
