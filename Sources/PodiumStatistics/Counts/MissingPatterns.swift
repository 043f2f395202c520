package import PodiumCore

/// Which columns lack a value in the same rows.
package struct MissingPatterns {
  /// Places of columns without a value in the same rows, and the number of those rows: most frequent first.
  package let combinations: [(columns: [Int], rows: Int)]
  /// The rows that have a value in every column.
  package let complete: Int

  /// Counts the rows of some columns.
  ///
  /// Throws `interrupted`.
  package init(_ columns: [Column], rowCount: Int, cancellation: Cancellation) throws(Diagnostic) {
    // A combination is one with a column less, and that column: as many are kept as cells are missing at most.
    var (before, last) = ([-1], [-1])
    var ofRow = [Int](repeating: 0, count: rowCount)
    for (place, column) in columns.enumerated() {
      try cancellation.check()
      let gaps = column.values.missingRows
      var extended = [Int](repeating: -1, count: before.count)
      for row in 0..<rowCount where gaps[row] {
        let old = ofRow[row]
        if extended[old] < 0 {
          extended[old] = before.count
          before.append(old)
          last.append(place)
        }
        ofRow[row] = extended[old]
      }
    }
    try cancellation.check()
    var counts = [Int](repeating: 0, count: before.count)
    for combination in ofRow { counts[combination] += 1 }
    complete = counts[0]
    combinations = counts.indices.dropFirst().filter { counts[$0] > 0 }.map { end in
      var (columns, place) = ([Int](), end)
      while place > 0 {
        columns.append(last[place])
        place = before[place]
      }
      return (columns.reversed(), counts[end])
    }.sorted {
      $0.rows != $1.rows ? $0.rows > $1.rows : $0.columns.lexicographicallyPrecedes($1.columns)
    }
  }
}
