internal import PodiumCore

/// Grows a tree of boosting, the best leaf first.
///
/// Lowers Σ first·leaf + ½(second + l2)·leaf² over the rows. A split of a leaf lowers it by half of
/// G²/(H + l2) of both sides less that of the leaf, G and H the sums of the derivatives. Candidates are the thresholds of
/// the bins, with missing values on either side where a column has some; of equal gains the lowest column and threshold win,
/// and missing values go right. A column's sums over the larger child are those of the leaf less those of the smaller one.
/// Stops at the limits, or where no split gains anything. Where training had no missing value, one goes to the side with
/// more rows later.
struct BoostGrower {
  private let bins: FeatureBins
  private let limits: BoostLimits
  private static let width = 256
  /// The smallest sum of second derivatives of a side, as in scikit-learn.
  private static let minSecond = 1e-3

  private struct Sums {
    var first = 0.0
    var second = 0.0
    var rows = 0

    static func + (a: Sums, b: Sums) -> Sums {
      Sums(first: a.first + b.first, second: a.second + b.second, rows: a.rows + b.rows)
    }
    static func - (a: Sums, b: Sums) -> Sums {
      Sums(first: a.first - b.first, second: a.second - b.second, rows: a.rows - b.rows)
    }
  }

  private struct Split {
    let gain: Double
    let column: Int
    let bin: Int
    let missingLeft: Bool
    let left: Sums
  }

  private struct Leaf {
    let node: Int
    let depth: Int
    /// The rows of the leaf, as a part of the list of all.
    let start: Int
    let end: Int
    let sums: Sums
    /// Sums by column and bin.
    let histogram: [Sums]
    let split: Split?
  }

  init(_ bins: FeatureBins, _ limits: BoostLimits) {
    self.bins = bins
    self.limits = limits
  }

  /// Grows a tree and adds `rate` times its leaves to the scores of the training rows; throws `interrupted`.
  func grow(
    _ slopes: BoostSlopes, _ rate: Double, adding scores: inout [Double], _ cancellation: Cancellation
  ) throws(Diagnostic) -> BoostTree {
    var order = (0..<bins.rows).map { Int32(truncatingIfNeeded: $0) }
    var tree = BoostTree()
    var sums = Sums()
    for row in 0..<bins.rows { sums = sums + Sums(first: slopes.first[row], second: slopes.second[row], rows: 1) }
    let histogram = try histogram(order[...], slopes, cancellation)
    var leaves = [leaf(tree.addLeaf(value(sums)), 0, 0, bins.rows, sums, histogram)]
    while leaves.count < limits.maxLeaves {
      try cancellation.check()
      var best: Int?
      for place in leaves.indices {
        guard let split = leaves[place].split else { continue }
        if best.flatMap({ leaves[$0].split?.gain }).map({ split.gain > $0 }) ?? true { best = place }
      }
      guard let best, let split = leaves[best].split else { break }
      let leaf = leaves.remove(at: best)
      let middle = divide(&order, leaf, split)
      let (leftSums, rightSums) = (split.left, leaf.sums - split.left)
      let left = tree.addLeaf(value(leftSums))
      let right = tree.addLeaf(value(rightSums))
      tree.column[leaf.node] = split.column
      tree.threshold[leaf.node] =
        bins.thresholds[split.column].indices.contains(split.bin)
        ? bins.thresholds[split.column][split.bin] : .greatestFiniteMagnitude
      tree.missingLeft[leaf.node] =
        bins.hasMissing[split.column] ? split.missingLeft : leftSums.rows > rightSums.rows
      (tree.left[leaf.node], tree.right[leaf.node], tree.value[leaf.node]) = (left, right, 0)
      let isLeftSmaller = leftSums.rows <= rightSums.rows
      let part = isLeftSmaller ? order[leaf.start..<middle] : order[middle..<leaf.end]
      let small = try self.histogram(part, slopes, cancellation)
      let large = zip(leaf.histogram, small).map { $0 - $1 }
      leaves.insert(
        self.leaf(right, leaf.depth + 1, middle, leaf.end, rightSums, isLeftSmaller ? large : small), at: best)
      leaves.insert(
        self.leaf(left, leaf.depth + 1, leaf.start, middle, leftSums, isLeftSmaller ? small : large), at: best)
    }
    for node in tree.value.indices { tree.value[node] *= rate }
    for leaf in leaves {
      for place in leaf.start..<leaf.end { scores[Int(order[place])] += tree.value[leaf.node] }
    }
    return tree
  }

  private func value(_ sums: Sums) -> Double {
    let second = sums.second + limits.l2
    return second > 0 ? -sums.first / second : 0
  }

  private func leaf(
    _ node: Int, _ depth: Int, _ start: Int, _ end: Int, _ sums: Sums, _ histogram: [Sums]
  ) -> Leaf {
    let isFinal =
      limits.maxDepth.map { depth >= $0 } ?? false || end - start < 2 * limits.minSamplesLeaf
      || sums.second < Self.minSecond
    return Leaf(
      node: node, depth: depth, start: start, end: end, sums: sums, histogram: isFinal ? [] : histogram,
      split: isFinal ? nil : bestSplit(sums, histogram))
  }

  private func histogram(
    _ rows: ArraySlice<Int32>, _ slopes: BoostSlopes, _ cancellation: Cancellation
  ) throws(Diagnostic) -> [Sums] {
    var sums = [Sums](repeating: Sums(), count: bins.columns * Self.width)
    for column in 0..<bins.columns {
      try cancellation.check()
      let (base, own) = (column * bins.rows, column * Self.width)
      for row in rows {
        let place = own + Int(bins.bins[base + Int(row)])
        sums[place].first += slopes.first[Int(row)]
        sums[place].second += slopes.second[Int(row)]
        sums[place].rows += 1
      }
    }
    return sums
  }

  private func bestSplit(_ all: Sums, _ histogram: [Sums]) -> Split? {
    let l2 = limits.l2
    func worth(_ sums: Sums) -> Double { sums.first * sums.first / (sums.second + l2) }
    let before = worth(all)
    // Gains within rounding are none.
    let least = 1e-12 * before.magnitude
    var best: Split?
    func consider(_ column: Int, _ bin: Int, _ missingLeft: Bool, _ left: Sums) {
      let right = all - left
      guard left.rows >= limits.minSamplesLeaf, right.rows >= limits.minSamplesLeaf,
        left.second >= Self.minSecond, right.second >= Self.minSecond
      else { return }
      let gain = worth(left) + worth(right) - before
      if gain > (best?.gain ?? least) {
        best = Split(gain: gain, column: column, bin: bin, missingLeft: missingLeft, left: left)
      }
    }
    for column in 0..<bins.columns {
      let own = column * Self.width
      let missing = histogram[own + Int(FeatureBins.missing)]
      var left = Sums()
      let count = bins.thresholds[column].count
      for bin in 0..<count {
        left = left + histogram[own + bin]
        consider(column, bin, false, left)
        if missing.rows > 0 { consider(column, bin, true, left + missing) }
      }
      // All known values on the left, the missing ones on the right.
      if missing.rows > 0 { consider(column, count, false, left + histogram[own + count]) }
    }
    return best
  }

  /// Puts the rows that go left before the others, each side in its old order; returns where the right side begins.
  private func divide(_ order: inout [Int32], _ leaf: Leaf, _ split: Split) -> Int {
    let base = split.column * bins.rows
    var right: [Int32] = []
    var next = leaf.start
    for place in leaf.start..<leaf.end {
      let row = order[place]
      let bin = bins.bins[base + Int(row)]
      let goesLeft =
        bin == FeatureBins.missing && bins.hasMissing[split.column] ? split.missingLeft : Int(bin) <= split.bin
      if goesLeft {
        order[next] = row
        next += 1
      } else {
        right.append(row)
      }
    }
    for (offset, row) in right.enumerated() { order[next + offset] = row }
    return next
  }
}
