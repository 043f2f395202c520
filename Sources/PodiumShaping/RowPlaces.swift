package import PodiumCore

extension RowFrame {
  /// For each row of a table its place in the frame, −1 for rows that are not among `chosen` (nil: all).
  package func places(of chosen: [Int]?, in rowCount: Int) -> [Int] {
    guard let chosen else { return places(of: Array(0..<rowCount), in: rowCount) }
    var places = [Int](repeating: -1, count: rowCount)
    guard let rows else {
      for row in chosen { places[row] = row }
      return places
    }
    var placeOf = places
    for (place, row) in rows.enumerated() { placeOf[row] = place }
    for row in chosen { places[row] = placeOf[row] }
    return places
  }
}

extension ColumnValues {
  /// The values with missing ones at some rows (nil: all).
  package func losing(_ rows: [Int]?, threads: Int) -> ColumnValues {
    guard let rows else { return gathering([Int](repeating: -1, count: count), threads: threads) }
    var places = Array(0..<count)
    for row in rows { places[row] = -1 }
    return gathering(places, threads: threads)
  }
}

extension Stacking {
  /// The values of a column, and where a place is not below 0 those of another there.
  ///
  /// Throws `interrupted`, and `wrong-type` where they cannot be in one column.
  package static func replaced(
    _ old: ColumnValues, by new: ColumnValues, at places: [Int], named name: String, threads: Int,
    cancellation: Cancellation
  ) throws(Diagnostic) -> ColumnValues {
    let stacked = try stacked([(old, old.count), (new, new.count)], named: [name])
    try cancellation.check()
    let count = old.count
    return stacked.selecting(places.enumerated().map { $1 < 0 ? $0 : count + $1 }, threads: threads)
  }
}

/// Rows of a filter when the rows of its table are chosen or ordered.
package enum FilteredRows {
  /// The places among `rows` of those that a filter shows.
  package static func places(of shown: [Int], in rows: [Int], rowCount: Int) -> [Int] {
    var isVisible = [Bool](repeating: false, count: rowCount)
    for row in shown { isVisible[row] = true }
    return rows.indices.filter { isVisible[rows[$0]] }
  }
}
