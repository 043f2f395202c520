/// The nodes of a tree in flat arrays, each before its children, left before right; the root is node 0.
///
/// Invariant: the children of a split come after it, and a leaf's `left` is the number of its values.
public struct TreeNodes: Sendable, Equatable, Codable {
  /// The column of a split; −1 for a leaf.
  public private(set) var column: [Int] = []
  /// A row goes left if its value, as `seen` reads it, is at most this; 0 for a leaf.
  public private(set) var threshold: [Double] = []
  /// The left child of a split; for a leaf the place of its values in `leaves`.
  public private(set) var left: [Int] = []
  /// The right child of a split; −1 for a leaf.
  public private(set) var right: [Int] = []
  /// The training rows that reached the node.
  public private(set) var rows: [Int] = []
  /// For each leaf the share of each class, or one number.
  public private(set) var leaves: [[Double]] = []
  /// The columns that are read in 64 bits and not in 32, rising; nil for none.
  public let wide: [Int]?

  init(wide: [Int] = []) { self.wide = wide.isEmpty ? nil : wide }

  /// The number of nodes.
  public var count: Int { column.count }

  /// The depth: the largest number of splits from the root to a leaf.
  public var depth: Int {
    var depths = [Int](repeating: 0, count: count)
    for node in column.indices where column[node] >= 0 {
      depths[left[node]] = depths[node] + 1
      depths[right[node]] = depths[node] + 1
    }
    return depths.max() ?? 0
  }

  mutating func addLeaf(_ values: [Double], rows: Int) -> Int {
    column.append(-1)
    threshold.append(0)
    left.append(leaves.count)
    right.append(-1)
    self.rows.append(rows)
    leaves.append(values)
    return column.count - 1
  }

  mutating func addSplit(column: Int, threshold: Double, rows: Int) -> Int {
    self.column.append(column)
    self.threshold.append(threshold)
    left.append(-1)
    right.append(-1)
    self.rows.append(rows)
    return self.column.count - 1
  }

  mutating func link(_ node: Int, under parent: Int?, isLeft: Bool) {
    guard let parent else { return }
    if isLeft { left[parent] = node } else { right[parent] = node }
  }

  /// The place in `leaves` of the leaf that a row reaches; `row` are its features.
  func leaf(for row: ArraySlice<Double>) -> Int {
    var node = 0
    guard wide == nil else {
      while column[node] >= 0 {
        node = seen(row[row.startIndex + column[node]], of: column[node]) <= threshold[node] ? left[node] : right[node]
      }
      return left[node]
    }
    while column[node] >= 0 {
      let value = Double(Float(row[row.startIndex + column[node]]))
      node = value <= threshold[node] ? left[node] : right[node]
    }
    return left[node]
  }

  /// A value of a column as the splits see it.
  func seen(_ value: Double, of column: Int) -> Double {
    wide?.contains(column) ?? false ? value : Double(Float(value))
  }

  /// The values of the leaf a row reaches; `row` are its features.
  func values(for row: ArraySlice<Double>) -> [Double] { leaves[leaf(for: row)] }

  /// Whether following the nodes cannot leave the arrays or run in a circle, for so many columns and values.
  func isSound(columns: Int, width: Int) -> Bool {
    guard count > 0, [threshold.count, left.count, right.count, rows.count].allSatisfy({ $0 == count }),
      leaves.allSatisfy({ $0.count == width && $0.allSatisfy(\.isFinite) })
    else { return false }
    return column.indices.allSatisfy { node in
      if column[node] < 0 { return leaves.indices.contains(left[node]) }
      let later = (node + 1)..<(max(node + 1, count))
      return column[node] < columns && later.contains(left[node]) && later.contains(right[node])
    }
  }
}
