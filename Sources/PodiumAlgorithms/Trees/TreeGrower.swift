internal import PodiumCore

/// Grows a tree from the root: at each node, the split with the lowest score of all.
///
/// Minimizes greedily the sum over leaves of rows × impurity. A candidate lies halfway between neighbouring values
/// of a column that differ by more than 1e-7; a row goes left if its value is at most the threshold. Scores within
/// the criterion's tolerance are equal and go to the lowest column, then the lowest threshold. A node stays a leaf
/// when it is pure, has no candidate, or meets a limit; a split that gains nothing is made all the same, as in
/// scikit-learn. With a draw of columns each node looks at those alone, in the order of the draw. Each level costs O(columns × rows). Reference: Breiman et al. 1984, chapters 2 and 8.
struct TreeGrower<Criterion: SplitCriterion> {
  private let features: TreeFeatures
  private let limits: TreeLimits
  private var criterion: Criterion
  private var order: [Int32]
  private var goesLeft: [Bool]
  private var scratch: [Int32]
  private var nodes = TreeNodes()
  private var draw: ColumnDraw?
  private let isRecorded: Bool
  /// What was known of the nodes, where that was asked for.
  private(set) var grown = TreePruning.Grown()

  /// Neighbouring values closer than this are not separated.
  private static var separation: Float { 1e-7 }

  private struct Split {
    let column: Int
    let threshold: Double
    /// How many rows go left.
    let count: Int
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
    _ features: TreeFeatures, _ criterion: Criterion, _ limits: TreeLimits, columns: ColumnDraw? = nil,
    isRecorded: Bool = false
  ) {
    self.features = features
    draw = columns
    self.isRecorded = isRecorded
    self.limits = limits
    self.criterion = criterion
    order = features.order
    goesLeft = [Bool](repeating: false, count: features.rows)
    scratch = []
    scratch.reserveCapacity(features.rows)
  }

  /// The nodes, each before its children, left before right; throws `interrupted`.
  mutating func grow(_ cancellation: Cancellation) throws(Diagnostic) -> TreeNodes {
    var waiting = [Waiting(start: 0, end: features.rows, depth: 0, parent: nil, isLeft: false)]
    let members = features.columns * features.rows
    while let next = waiting.popLast() {
      try cancellation.check()
      criterion.enter(order[(members + next.start)..<(members + next.end)])
      let rows = next.end - next.start
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
    let rows = node.end - node.start
    let least = limits.minSamplesLeaf
    if criterion.isPure || rows < limits.minSamplesSplit || rows / 2 < least { return nil }
    if let most = limits.maxDepth, node.depth >= most { return nil }
    let tolerance = criterion.tolerance
    var best: Split?
    var bestScore = Double.infinity
    var (looked, constants) = (0, 0)
    while true {
      // A node looks further while all it drew were constant.
      if let draw, looked >= draw.each, looked > constants { break }
      guard let column = draw == nil ? (looked < features.columns ? looked : nil) : draw?.draw(looked) else { break }
      looked += 1
      try cancellation.check()
      let base = column * features.rows
      var value = features.values[base + Int(order[base + node.start])]
      let last = features.values[base + Int(order[base + node.end - 1])]
      if last <= value + Self.separation {
        constants += 1
        continue
      }
      criterion.rewind()
      for count in 1..<rows {
        let place = base + node.start + count
        criterion.moveLeft(Int(order[place - 1]))
        let before = value
        value = features.values[base + Int(order[place])]
        if value <= before + Self.separation || count < least || rows - count < least { continue }
        let score = criterion.score
        if score < bestScore - tolerance || best == nil {
          bestScore = score
          best = Split(column: column, threshold: Self.middle(before, value), count: count)
        }
      }
    }
    return best
  }

  /// Halfway in 64 bits; where a value was too large for 32 bits, the lower one.
  private static func middle(_ low: Float, _ high: Float) -> Double {
    let middle = Double(low) / 2 + Double(high) / 2
    if middle.isFinite { return middle }
    return low.isFinite ? Double(low) : -Double.greatestFiniteMagnitude
  }

  /// Puts the rows that go left before the others in every column, each side in its old order.
  private mutating func divide(
    _ node: Waiting, at split: Split, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    let rows = features.rows
    let chosen = split.column * rows
    for place in (chosen + node.start)..<(chosen + node.end) {
      goesLeft[Int(order[place])] = place - chosen - node.start < split.count
    }
    for block in 0...features.columns where block != split.column {
      try cancellation.check()
      scratch.removeAll(keepingCapacity: true)
      var next = block * rows + node.start
      for place in next..<(block * rows + node.end) {
        let row = order[place]
        if goesLeft[Int(row)] {
          order[next] = row
          next += 1
        } else {
          scratch.append(row)
        }
      }
      for row in scratch {
        order[next] = row
        next += 1
      }
    }
  }
}
