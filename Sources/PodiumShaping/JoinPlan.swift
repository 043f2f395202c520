public import PodiumCore

/// Which rows of two tables belong together.
public struct JoinPlan: Sendable {
  /// What becomes of rows without a partner.
  public enum Kind: String, Sendable, CaseIterable {
    /// Only rows with a partner.
    case inner
    /// Every row of the left table.
    case left
    /// The rows of the left table without a partner; no columns are added.
    case anti
    /// The rows of the left table with a partner, each once; no columns are added.
    case semi
  }

  /// The rows of the left table in the result, in their order; each as often as it has partners. Nil for all, each once.
  public let left: [Int]?
  /// For each of them the row of the right table, −1 for none.
  public let right: [Int]
  /// Rows of the left table that have a partner.
  public let matched: Int
  /// Rows of the left table that have none.
  public let leftOnly: Int
  /// Rows of the right table that have none.
  public let rightOnly: Int
  /// Rows of the left table with more than one partner.
  public let duplicated: Int
  /// Rows of the left and right table with a missing key, which match nothing.
  public let missingKeys: (left: Int, right: Int)

  /// Rows of the result without a row of the right table.
  public var rowsWithout: Int { right.count { $0 < 0 } }

  /// Whether a row of the right table is in several rows of the result.
  public var repeatsRows: Bool {
    var isSeen = [Bool](repeating: false, count: (right.max() ?? -1) + 1)
    for row in right where row >= 0 {
      if isSeen[row] { return true }
      isSeen[row] = true
    }
    return false
  }

  /// Joins by equal keys.
  ///
  /// Throws `double-key` for a key that occurs twice on the right unless `many`, and `too-many-rows` for a result beyond
  /// the limits of `ShapedSize`, before it is built.
  public init(
    _ pairs: [(left: Column, right: Column)], leftRows: [Int]?, leftCount: Int, rightCount: Int, kind: Kind, many: Bool,
    columns: Int, from begun: Int = ShapedSize.cellLimit, cancellation: Cancellation
  ) throws(Diagnostic) {
    let keys = try JoinKeys(pairs, leftRows: leftRows, leftCount: leftCount)
    try cancellation.check()
    let index = KeyIndex(keys.right, size: keys.size)
    let addsColumns = kind == .inner || kind == .left
    if addsColumns, !many, let double = index.double {
      let row = index.rows[double]
      let value = pairs.map { "\($0.right.name) " + $0.right[row].fileText }.joined(separator: ", ")
      throw Diagnostic(
        "double-key", "the key is not unique in the other table: \(index.count(ofKeyAt: double)) rows have \(value)",
        help: "many=yes joins every pair of rows; 'distinct' in the other table keeps one row of each key")
    }
    var total = 0
    for key in keys.left {
      let partners = key < 0 ? 0 : index.starts[key + 1] - index.starts[key]
      let rows = addsColumns ? (kind == .left ? max(1, partners) : partners) : 0
      let sum = total.addingReportingOverflow(rows)
      total = sum.overflow ? Int.max : sum.partialValue
    }
    try ShapedSize.check(
      "the join", rows: total, columns: columns, from: min(begun, (leftCount + rightCount) * columns),
      help: "the keys are not unique on either side: join on more columns, or summarize one table first")
    if kind == .left, total == keys.left.count {
      self.init(eachOnce: keys, index: index, leftRows: leftRows)
    } else {
      self.init(keys: keys, index: index, kind: kind, total: total, rightCount: rightCount, leftRows: leftRows)
    }
    try cancellation.check()
  }

  private init(keys: JoinKeys, index: KeyIndex, kind: Kind, total: Int, rightCount: Int, leftRows: [Int]?) {
    var (left, right) = ([Int](), [Int]())
    left.reserveCapacity(total)
    right.reserveCapacity(total)
    var (matched, duplicated, missing) = (0, 0, 0)
    var isUsed = [Bool](repeating: false, count: keys.size)
    for (place, key) in keys.left.enumerated() {
      let row = leftRows?[place] ?? place
      let partners = key < 0 ? 0..<0 : index.starts[key]..<index.starts[key + 1]
      if key < 0 { missing += 1 }
      if !partners.isEmpty {
        matched += 1
        isUsed[key] = true
        if partners.count > 1 { duplicated += 1 }
      }
      switch kind {
      case .inner, .left:
        for at in partners {
          left.append(row)
          right.append(index.rows[at])
        }
        if partners.isEmpty, kind == .left {
          left.append(row)
          right.append(-1)
        }
      case .semi: if !partners.isEmpty { left.append(row) }
      case .anti: if partners.isEmpty { left.append(row) }
      }
    }
    let unused = keys.right.count { $0 < 0 || !isUsed[$0] }
    (self.left, self.right, self.matched, self.duplicated) = (left, right, matched, duplicated)
    (leftOnly, rightOnly) = (keys.left.count - matched, unused)
    missingKeys = (missing, keys.right.count { $0 < 0 })
  }

  /// Every row of the left table with its only partner, if it has one.
  private init(eachOnce keys: JoinKeys, index: KeyIndex, leftRows: [Int]?) {
    var partners = [Int](repeating: -1, count: keys.size)
    for key in 0..<keys.size where index.starts[key + 1] > index.starts[key] {
      partners[key] = index.rows[index.starts[key]]
    }
    var isUsed = [Bool](repeating: false, count: keys.size)
    var (matched, missing) = (0, 0)
    right = [Int](unsafeUninitializedCapacity: keys.left.count) { out, filled in
      for (place, key) in keys.left.enumerated() {
        if key < 0 {
          missing += 1
          out[place] = -1
        } else {
          isUsed[key] = true
          let partner = partners[key]
          matched += partner < 0 ? 0 : 1
          out[place] = partner
        }
      }
      filled = keys.left.count
    }
    (left, self.matched, duplicated) = (leftRows, matched, 0)
    leftOnly = keys.left.count - matched
    rightOnly = keys.right.count { $0 < 0 || !isUsed[$0] }
    missingKeys = (missing, keys.right.count { $0 < 0 })
  }

  init(left: [Int]?, right: [Int], matched: Int, leftOnly: Int, rightOnly: Int, missingKeys: (left: Int, right: Int)) {
    (self.left, self.right, self.matched, self.leftOnly) = (left, right, matched, leftOnly)
    (self.rightOnly, duplicated, self.missingKeys) = (rightOnly, 0, missingKeys)
  }
}

/// The rows of each key, keys in order, rows in theirs.
struct KeyIndex {
  /// For each key where its rows begin; one end more than keys.
  let starts: [Int]
  let rows: [Int]

  init(_ keys: [Int], size: Int) {
    var starts = [Int](repeating: 0, count: size + 1)
    for key in keys where key >= 0 { starts[key + 1] += 1 }
    for key in 0..<size { starts[key + 1] += starts[key] }
    var next = starts
    var rows = [Int](repeating: 0, count: starts[size])
    for (row, key) in keys.enumerated() where key >= 0 {
      rows[next[key]] = row
      next[key] += 1
    }
    (self.starts, self.rows) = (starts, rows)
  }

  /// The place in `rows` where a key with several rows begins, the one whose row comes first; nil without one.
  var double: Int? {
    var found: Int?
    for key in 0..<(starts.count - 1) where starts[key + 1] - starts[key] > 1 {
      if found.map({ rows[starts[key]] < rows[$0] }) ?? true { found = starts[key] }
    }
    return found
  }

  func count(ofKeyAt place: Int) -> Int {
    // The key that begins here is the one after all that begin before.
    let end = starts.first { $0 > place } ?? rows.count
    return end - place
  }
}
