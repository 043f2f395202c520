internal import PodiumCore

/// How many cells of a column differ from what they were.
struct CellChange {
  private(set) var changed = 0
  /// Cells that had a value.
  private(set) var lost = 0
}

extension CellChange {
  /// Compares some rows (nil: all).
  init(_ old: ColumnValues, _ new: ColumnValues, rows: [Int]?) {
    switch (old, new) {
    case (.number(let x), .number(let y)):
      count(old.count, rows, { !x[$0].isNaN }, { !y[$0].isNaN }) { x[$0] == y[$0] }
    case (.integer(let x), .integer(let y)):
      let missing = ColumnValues.missingInteger
      count(old.count, rows, { x[$0] != missing }, { y[$0] != missing }) { x[$0] == y[$0] }
    case (.category(let x), .category(let y)), (.ordered(let x), .ordered(let y)):
      let places = Dictionary(zip(y.levels, Int32(0)...), uniquingKeysWith: { first, _ in first })
      let now = x.levels.map { places[$0] ?? -2 }
      count(old.count, rows, { x.codes[$0] >= 0 }, { y.codes[$0] >= 0 }) { now[Int(x.codes[$0])] == y.codes[$0] }
    default:
      count(old.count, rows, { !old[$0].isMissing }, { !new[$0].isMissing }) { row in
        let (a, b) = (old[row], new[row])
        if let x = a.asNumber, let y = b.asNumber { return x == y }
        return a == b
      }
    }
  }

  /// `isSame` is asked only where both have a value.
  private mutating func count(
    _ count: Int, _ rows: [Int]?, _ had: (Int) -> Bool, _ has: (Int) -> Bool, _ isSame: (Int) -> Bool
  ) {
    func see(_ row: Int) {
      let (before, after) = (had(row), has(row))
      changed += before != after || before && !isSame(row) ? 1 : 0
      lost += before && !after ? 1 : 0
    }
    if let rows { for row in rows { see(row) } } else { for row in 0..<count { see(row) } }
  }
}
