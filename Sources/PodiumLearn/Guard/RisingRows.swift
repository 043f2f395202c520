/// Rows in the order of a column of numbers.
enum RisingRows {
  /// The rows whose number is finite, from the least to the greatest, equal ones in their order.
  ///
  /// Many are sorted by their bits, eleven at a time from the lowest: the guard sorts every column of a table.
  static func of(_ values: [Double]) -> [Int32] {
    var rows: [Int32] = []
    rows.reserveCapacity(values.count)
    for row in values.indices where values[row].isFinite { rows.append(Int32(truncatingIfNeeded: row)) }
    // As whole numbers they come in the same order: those below zero with all bits turned, the others above them.
    let keys = values.map { value in
      let bits = (value + 0).bitPattern  // Zero has one sign.
      return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }
    if rows.count < 1 << 10 {
      rows.sort { a, b in
        let (x, y) = (keys[Int(a)], keys[Int(b)])
        return x < y || x == y && a < b
      }
      return rows
    }
    var next = rows
    var places = [Int](repeating: 0, count: 1 << 11)
    for shift in stride(from: UInt64(0), to: 64, by: 11) {
      for digit in places.indices { places[digit] = 0 }
      for row in rows { places[Int(keys[Int(row)] >> shift & 0x7FF)] += 1 }
      if places.contains(rows.count) { continue }
      var sum = 0
      for digit in places.indices { (places[digit], sum) = (sum, sum + places[digit]) }
      for row in rows {
        let digit = Int(keys[Int(row)] >> shift & 0x7FF)
        next[places[digit]] = row
        places[digit] += 1
      }
      swap(&rows, &next)
    }
    return rows
  }
}
