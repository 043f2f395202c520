internal import PodiumCore

/// Rows in the order of a column of numbers.
enum RisingRows {
  /// The rows whose number is finite, from the least to the greatest, equal ones in their order.
  static func of(_ values: [Double]) -> [Int32] {
    var rows: [UInt32] = []
    rows.reserveCapacity(values.count)
    for row in values.indices where values[row].isFinite { rows.append(UInt32(truncatingIfNeeded: row)) }
    // Nothing interrupts it.
    try? RadixSort.sort(&rows, by: values.map { RadixSort.key($0) }, cancellation: Cancellation())
    return rows.map { Int32(bitPattern: $0) }
  }
}
