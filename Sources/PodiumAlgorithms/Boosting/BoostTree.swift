/// A tree of boosting in flat arrays, each node before its children; the root is node 0.
public struct BoostTree: Sendable, Equatable, Codable {
  /// The column of a split; −1 for a leaf.
  public internal(set) var column: [Int] = []
  /// A row goes left if its value is at most this; 0 for a leaf.
  public internal(set) var threshold: [Double] = []
  /// Whether a missing value goes left.
  public internal(set) var missingLeft: [Bool] = []
  /// The children of a split; −1 for a leaf.
  public internal(set) var left: [Int] = []
  public internal(set) var right: [Int] = []
  /// What a leaf adds to the score; 0 for a split.
  public internal(set) var value: [Double] = []

  var count: Int { column.count }

  mutating func addLeaf(_ value: Double) -> Int {
    column.append(-1)
    threshold.append(0)
    missingLeft.append(false)
    left.append(-1)
    right.append(-1)
    self.value.append(value)
    return column.count - 1
  }

  /// What the tree adds for a row of features.
  func value(for row: ArraySlice<Double>) -> Double {
    var node = 0
    while column[node] >= 0 {
      let x = row[row.startIndex + column[node]]
      let goesLeft = x.isNaN ? missingLeft[node] : x <= threshold[node]
      node = goesLeft ? left[node] : right[node]
    }
    return value[node]
  }

  /// Whether following the nodes cannot leave the arrays or run in a circle.
  func isSound(columns: Int) -> Bool {
    guard count > 0, value.allSatisfy(\.isFinite),
      [threshold.count, missingLeft.count, left.count, right.count, value.count].allSatisfy({ $0 == count })
    else { return false }
    return column.indices.allSatisfy { node in
      if column[node] < 0 { return true }
      let later = (node + 1)..<max(node + 1, count)
      return column[node] < columns && later.contains(left[node]) && later.contains(right[node])
    }
  }
}
