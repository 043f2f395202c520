package import PodiumCore

/// Rows sorted into the cells of a grid: panels, colours, categories or bins; the last part runs fastest.
package struct RowCells {
  /// What places a row along one side of the grid.
  package enum Part {
    case categories([Int?], count: Int)
    case bins(HistogramBins, of: [Double])

    package var count: Int {
      switch self {
      case .categories(_, let count): count
      case .bins(let bins, _): max(0, bins.edges.count - 1)
      }
    }
  }

  package let count: Int
  private let rows: [Int]
  /// The cell of each row; below 0 where a part has no place for it.
  private let cells: [Int]

  /// Throws `interrupted`.
  package init(_ rows: [Int], _ parts: [Part?], cancellation: Cancellation) throws(Diagnostic) {
    var cells = [Int](repeating: 0, count: rows.count)
    var count = 1
    for case .some(let part) in parts {
      try cancellation.check()
      let size = part.count
      switch part {
      case .categories(let codes, _):
        for place in cells.indices where cells[place] >= 0 {
          cells[place] = codes[rows[place]].map { cells[place] * size + $0 } ?? -1
        }
      case .bins(let bins, let values):
        for place in cells.indices where cells[place] >= 0 {
          cells[place] = bins.place(of: values[rows[place]]).map { cells[place] * size + $0 } ?? -1
        }
      }
      count *= size
    }
    (self.rows, self.cells, self.count) = (rows, cells, count)
  }

  package var counts: [Int] {
    var counts = [Int](repeating: 0, count: count)
    for cell in cells where cell >= 0 { counts[cell] += 1 }
    return counts
  }

  /// The rows of each cell, in their order.
  package var groups: [[Int]] {
    var groups = [[Int]](repeating: [], count: count)
    for (place, cell) in cells.enumerated() where cell >= 0 { groups[cell].append(rows[place]) }
    return groups
  }

  /// The values of the rows of each cell, in their order.
  package func groups(of values: [Double]) -> [[Double]] {
    var groups = [[Double]](repeating: [], count: count)
    for (place, cell) in cells.enumerated() where cell >= 0 { groups[cell].append(values[rows[place]]) }
    return groups
  }

  /// The mean of the values in each cell; 0 in an empty one.
  package func means(of values: [Double]) -> [Double] {
    var counts = [Double](repeating: 0, count: count)
    var means = [Double](repeating: 0, count: count)
    for (place, cell) in cells.enumerated() where cell >= 0 {
      counts[cell] += 1
      // A running mean stays finite where a sum would not.
      means[cell] += (values[rows[place]] - means[cell]) / counts[cell]
    }
    return means
  }
}
