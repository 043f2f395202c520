internal import PodiumCore

/// Grows a tree of boosting, the best leaf first.
///
/// Lowers Σ first·leaf + ½(second + l2)·leaf² over the rows. A split of a leaf lowers it by half of
/// G²/(H + l2) of both sides less that of the leaf, G and H the sums of the derivatives. Candidates are the thresholds of
/// the bins, with missing values on either side where a column has some; of equal gains the lowest column and threshold win,
/// and missing values go right. A column's sums over the larger child are those of the leaf less those of the smaller one.
/// Stops at the limits, or where no split gains anything. Where training had no missing value, one goes to the side with
/// more rows later.
///
/// The threads of the team share the columns of each split, so sums are added in the order of the rows however many there
/// are.
struct BoostGrower {
  private let bins: FeatureBins
  private let limits: BoostLimits
  private let team: ThreadTeam
  private let spares: Spares

  /// Histograms that no leaf holds, and lists as long as the rows.
  ///
  /// A class: memory that trees use one after another.
  private final class Spares {
    var histograms: [BoostHistogram] = []
    let order: RawBuffer<UInt32>
    let right: RawBuffer<UInt32>
    let listed: RawBuffer<SIMD2<Double>>

    init(rows: Int) {
      order = RawBuffer(rows, of: 0)
      right = RawBuffer(rows, of: 0)
      listed = RawBuffer(rows, of: .zero)
    }
  }

  private struct Leaf {
    let node: Int
    let depth: Int
    /// The rows of the leaf, as a part of the list of all.
    let start: Int
    let end: Int
    let sums: BoostSums
    /// Sums by column and bin; nil where it stays a leaf.
    var histogram: BoostHistogram?
    var split: BoostSplit?

    init(_ node: Int, _ depth: Int, _ start: Int, _ end: Int, _ sums: BoostSums) {
      self.node = node
      self.depth = depth
      self.start = start
      self.end = end
      self.sums = sums
    }
  }

  init(_ bins: FeatureBins, _ limits: BoostLimits, _ team: ThreadTeam) {
    self.bins = bins
    self.limits = limits
    self.team = team
    spares = Spares(rows: bins.rows)
  }

  /// Grows a tree and adds `rate` times its leaves to the scores of the training rows; throws `interrupted`.
  func grow(
    _ slopes: BoostSlopes, _ rate: Double, adding scores: inout [Double], _ cancellation: Cancellation
  ) throws(Diagnostic) -> BoostTree {
    let order = spares.order.start
    var tree = BoostTree()
    var sums = BoostSums()
    for row in 0..<bins.rows {
      order[row] = UInt32(truncatingIfNeeded: row)
      sums.slopes += slopes.start[row]
    }
    sums.rows = bins.rows
    let root = tree.addLeaf(value(sums))
    var leaves = try self.leaves([Leaf(root, 0, 0, bins.rows, sums)], slopes, taking: nil, cancellation)
    while leaves.count < limits.maxLeaves {
      try cancellation.check()
      var best: Int?
      for place in leaves.indices {
        guard let split = leaves[place].split else { continue }
        if best.flatMap({ leaves[$0].split?.gain }).map({ split.gain > $0 }) ?? true { best = place }
      }
      guard let best, let split = leaves[best].split else { break }
      let leaf = leaves.remove(at: best)
      let middle = divide(leaf, split)
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
      let children = [
        Leaf(left, leaf.depth + 1, leaf.start, middle, leftSums),
        Leaf(right, leaf.depth + 1, middle, leaf.end, rightSums),
      ]
      // The children of the last split are leaves for good.
      let isLast = leaves.count + 2 >= limits.maxLeaves
      leaves.insert(
        contentsOf: isLast ? children : try self.leaves(children, slopes, taking: leaf.histogram, cancellation),
        at: best)
      if isLast, let old = leaf.histogram { spares.histograms.append(old) }
    }
    for node in tree.value.indices { tree.value[node] *= rate }
    for leaf in leaves {
      for place in leaf.start..<leaf.end { scores[Int(order[place])] += tree.value[leaf.node] }
      if let histogram = leaf.histogram { spares.histograms.append(histogram) }
    }
    return tree
  }

  private func value(_ sums: BoostSums) -> Double {
    let second = sums.slopes.y + limits.l2
    return second > 0 ? -sums.slopes.x / second : 0
  }

  private func isFinal(_ leaf: Leaf) -> Bool {
    limits.maxDepth.map { leaf.depth >= $0 } ?? false || leaf.end - leaf.start < 2 * limits.minSamplesLeaf
      || leaf.sums.slopes.y < BoostWork.minSecond
  }

  /// Leaves with their histograms and best splits: the root, or two children of the leaf whose histogram is taken.
  private func leaves(
    _ new: [Leaf], _ slopes: BoostSlopes, taking old: BoostHistogram?, _ cancellation: Cancellation
  ) throws(Diagnostic) -> [Leaf] {
    let final = new.map(isFinal)
    if final.allSatisfy({ $0 }) {
      if let old { spares.histograms.append(old) }
      return new
    }
    // The smaller child is summed; the larger one gets what it leaves of the sums of both.
    let counted = new.count == 2 && new[1].sums.rows < new[0].sums.rows ? 1 : 0
    let summed = spares.histograms.popLast() ?? BoostHistogram(columns: bins.blocks.count * 4)
    let list = UnsafeBufferPointer(start: spares.order.start + new[counted].start, count: new[counted].sums.rows)
    var listed = slopes
    if old != nil {
      listed = spares.listed
      let (order, out, first) = (spares.order, spares.listed, new[counted].start)
      team.run(pieces: list.count) { places in
        for place in places { out.start[place] = slopes.start[Int(order.start[first + place])] }
      }
    }
    let places: [BoostHistogram?] = new.indices.map { final[$0] ? nil : $0 == counted ? summed : old }
    let work = BoostWork(
      bins: bins, limits: limits, cancellation: cancellation, rows: list, slopes: listed.start, summed: summed,
      rest: old,
      searched: zip(new, places).map { ($0.sums, $1) })
    let splits = work.splits(by: team)
    try cancellation.check()
    // Children that stay leaves need none.
    if final[counted] { spares.histograms.append(summed) }
    if let old, final[1 - counted] { spares.histograms.append(old) }
    return new.indices.map { place in
      var leaf = new[place]
      (leaf.histogram, leaf.split) = (places[place], splits[place])
      return leaf
    }
  }

  /// Puts the rows that go left before the others, each side in its old order; returns where the right side begins.
  private func divide(_ leaf: Leaf, _ split: BoostSplit) -> Int {
    let (list, spare) = (spares.order.start + leaf.start, spares.right.start)
    let shift = UInt32(8 * (split.column % 4))
    let (hasMissing, bin) = (bins.hasMissing[split.column], UInt32(split.bin))
    let missing = UInt32(FeatureBins.missing)
    // A missing value counts as the lowest bin where it goes left.
    let missingBin = hasMissing && split.missingLeft ? 0 : missing
    let count = leaf.end - leaf.start
    let left = bins.blocks[split.column / 4].withUnsafeBufferPointer { block in
      var (left, right) = (0, 0)
      for place in 0..<count {
        let row = list[place]
        let own = block[Int(row)] >> shift & 0xFF
        let isLeft = (own == missing && hasMissing ? missingBin : own) <= bin ? 1 : 0
        list[left] = row
        spare[right] = row
        left &+= isLeft
        right &+= 1 &- isLeft
      }
      (list + left).update(from: spare, count: right)
      return left
    }
    return leaf.start + left
  }
}
