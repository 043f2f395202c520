internal import PodiumCore

/// Grows a tree from the root: at each node, the split with the lowest score of all.
///
/// Minimizes greedily the sum over leaves of rows × impurity. A candidate lies halfway between neighbouring values
/// of a column; a row goes left if its value is at most the threshold. Scores within
/// the criterion's tolerance are equal and go to the lowest column, then the lowest threshold. A node stays a leaf
/// when it is pure, has no candidate, or meets a limit; a split that gains nothing is made all the same, as in
/// scikit-learn. With a draw of columns each node looks at those alone, in the order of the draw.
///
/// A node that looks at many columns finds the rows of each in order: they are sorted once, and divided at each split.
/// One that looks at a few sorts those. The tree is the same. Reference: Breiman et al. 1984, chapters 2 and 8.
struct TreeGrower<Criterion: SplitCriterion> {
  private let features: TreeFeatures
  private let limits: TreeLimits
  private var criterion: Criterion
  private var draw: ColumnDraw?
  private let isRecorded: Bool
  private let columns: TreeColumns
  private let members: RawBuffer<UInt32>
  private let spare: RawBuffer<UInt32>
  private let goesLeft: RawBuffer<UInt8>
  private let memberCount: Int
  private var nodes: TreeNodes
  /// What was known of the nodes, where that was asked for.
  private(set) var grown = TreePruning.Grown()

  private struct Split {
    let column: Int
    let threshold: Double
    /// How many rows go left, each once.
    let count: Int
    /// The largest of the places among the distinct values that go left.
    let rank: UInt32
  }

  /// A node still to be made.
  private struct Waiting {
    let start: Int
    let end: Int
    let depth: Int
    /// The node that leads here; nil for the root.
    let parent: Int?
    let isLeft: Bool
  }

  /// `columns` draws those that a node looks at; nil: all. With `isRecorded`, `grown` is filled for pruning.
  init(
    _ features: TreeFeatures, _ rows: TreeRows, _ criterion: Criterion, _ limits: TreeLimits,
    ranks: [UInt32] = [], columns draw: ColumnDraw? = nil, isRecorded: Bool = false
  ) {
    self.features = features
    self.draw = draw
    self.isRecorded = isRecorded
    self.limits = limits
    self.criterion = criterion
    nodes = TreeNodes(wide: features.wide)
    columns = ranks.isEmpty ? .inOrder(SortedColumns(features, rows)) : .ranked(RankedColumns(features, rows, ranks))
    memberCount = rows.rows.count
    members = RawBuffer(rows.rows)
    spare = RawBuffer(rows.rows.count, of: 0)
    goesLeft = RawBuffer(features.rows, of: 0)
  }

  /// The nodes, each before its children, left before right; throws `interrupted`.
  mutating func grow(_ cancellation: Cancellation) throws(Diagnostic) -> TreeNodes {
    var waiting = [Waiting(start: 0, end: memberCount, depth: 0, parent: nil, isLeft: false)]
    while let next = waiting.popLast() {
      try cancellation.check()
      criterion.enter(UnsafeBufferPointer(start: members.start + next.start, count: next.end - next.start))
      let rows = criterion.rowCount
      if isRecorded {
        grown.costs.append(criterion.nodeScore / Double(features.rows))
        grown.answers.append(criterion.leaf)
      }
      guard let split = try bestSplit(next, cancellation) else {
        let node = nodes.addLeaf(criterion.leaf, rows: rows)
        nodes.link(node, under: next.parent, isLeft: next.isLeft)
        continue
      }
      let node = nodes.addSplit(column: split.column, threshold: split.threshold, rows: rows)
      nodes.link(node, under: next.parent, isLeft: next.isLeft)
      try divide(next, at: split, cancellation)
      let middle = next.start + split.count
      waiting.append(
        Waiting(start: middle, end: next.end, depth: next.depth + 1, parent: node, isLeft: false))
      waiting.append(
        Waiting(start: next.start, end: middle, depth: next.depth + 1, parent: node, isLeft: true))
    }
    return nodes
  }

  private mutating func bestSplit(_ node: Waiting, _ cancellation: Cancellation) throws(Diagnostic) -> Split? {
    let least = limits.minSamplesLeaf
    let rows = criterion.rowCount
    if criterion.isPure || rows < limits.minSamplesSplit || rows / 2 < least { return nil }
    if let most = limits.maxDepth, node.depth >= most { return nil }
    let count = node.end - node.start
    let tolerance = criterion.tolerance
    var best: Split?
    var bestScore: Criterion.Sides.Score = 0
    var (looked, constants) = (0, 0)
    while true {
      // A node looks further while all it drew were constant.
      if let draw, looked >= draw.each, looked > constants { break }
      guard let column = draw == nil ? (looked < features.columns ? looked : nil) : draw?.draw(looked) else { break }
      looked += 1
      if count > 1 << 12 { try cancellation.check() }
      let isFound = features.values.withUnsafeBufferPointer { values in
        guard let base = values.baseAddress else { return false }
        let own = base + features.starts[column]
        guard let words = columns.words(of: column, members.start, node.start, count) else { return false }
        if let cut = Self.cut(words, count, criterion.sides(), rows, least, tolerance, best == nil, &bestScore) {
          let (low, high) = (words[cut - 1] >> 32, words[cut] >> 32)
          best = Split(
            column: column, threshold: Self.middle(own[Int(low)], own[Int(high)]), count: cut,
            rank: UInt32(truncatingIfNeeded: low))
        }
        return true
      }
      if !isFound { constants += 1 }
    }
    return best
  }

  /// How many of the words of a column go left at its best cut, if that is better than the best so far.
  private static func cut(
    _ words: UnsafeMutablePointer<UInt64>, _ count: Int, _ start: Criterion.Sides, _ rows: Int, _ least: Int,
    _ tolerance: Criterion.Sides.Score, _ isFirst: Bool,
    _ bestScore: inout Criterion.Sides.Score
  ) -> Int? {
    var sides = start
    var best = bestScore
    var found = isFirst ? -1 : 0
    var next = words[0]
    for place in 1..<max(1, count) {
      let word = next
      next = words[place]
      sides.moveLeft(Int(truncatingIfNeeded: word & 0xFFFF_FFFF))
      if word >> 32 == next >> 32 { continue }
      if sides.leftCount < least || rows &- sides.leftCount < least { continue }
      let score = sides.score
      if found < 0 || score < best - tolerance {
        best = score
        found = place
      }
    }
    if found <= 0 { return nil }
    bestScore = best
    return found
  }

  /// Halfway, and below the higher one, where nothing lies between them.
  private static func middle(_ low: Double, _ high: Double) -> Double {
    let middle = low / 2 + high / 2
    if middle.isFinite { return middle < high ? max(low, middle) : low }
    // A value was too large for 32 bits.
    return low.isFinite ? low : -Double.greatestFiniteMagnitude
  }

  /// Puts the rows that go left before the others, each side in its old order.
  private func divide(_ node: Waiting, at split: Split, _ cancellation: Cancellation) throws(Diagnostic) {
    let count = node.end - node.start
    columns.mark(
      split.column, members.start, node.start, count, upTo: split.rank, left: split.count, in: goesLeft.start)
    let list = members.start + node.start
    RowDivision.divide(list, count, spare.start, by: goesLeft.start) { Int($0) }
    try columns.divide(split.column, node.start, count, by: goesLeft.start, cancellation)
  }
}

/// Dividing a list stably in two.
enum RowDivision {
  /// Puts the elements whose row goes left before the others; `spare` has room for all.
  @inline(__always)
  static func divide<Element: BitwiseCopyable>(
    _ list: UnsafeMutablePointer<Element>, _ count: Int, _ spare: UnsafeMutablePointer<Element>,
    by goesLeft: UnsafeMutablePointer<UInt8>, _ row: (Element) -> Int
  ) {
    var (left, right) = (0, 0)
    // Written to both sides and counted on one, since no processor could guess the way.
    for place in 0..<count {
      let element = list[place]
      let isLeft = Int(goesLeft[row(element)])
      list[left] = element
      spare[right] = element
      left &+= isLeft
      right &+= 1 &- isLeft
    }
    (list + left).update(from: spare, count: right)
  }
}
