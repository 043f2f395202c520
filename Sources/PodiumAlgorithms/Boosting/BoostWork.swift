internal import PodiumCore
internal import Synchronization

/// Sums over some rows: of the first and second derivatives, and their number.
struct BoostSums: Sendable {
  var slopes = SIMD2<Double>.zero
  var rows = 0

  static func - (a: BoostSums, b: BoostSums) -> BoostSums {
    BoostSums(slopes: a.slopes - b.slopes, rows: a.rows - b.rows)
  }
}

/// A split of a leaf, and what it lowers the loss by.
struct BoostSplit: Sendable {
  let gain: Double
  let column: Int
  let bin: Int
  let missingLeft: Bool
  let left: BoostSums
}

/// The histograms and best splits of new leaves, block of columns by block of columns.
///
/// Unchecked: a thread writes only to the places of its block.
struct BoostWork: @unchecked Sendable {
  let bins: FeatureBins
  let limits: BoostLimits
  let cancellation: Cancellation
  /// The rows that are summed, and their derivatives.
  let rows: UnsafeBufferPointer<UInt32>
  let slopes: UnsafeMutablePointer<SIMD2<Double>>
  /// The histogram to fill, and the one it is taken away from; nil at the root.
  let summed: BoostHistogram
  let rest: BoostHistogram?
  /// The sums of each new leaf and the histogram that is searched; nil where it stays a leaf.
  let searched: [(sums: BoostSums, histogram: BoostHistogram?)]

  /// Fewer cells than this are over before another thread has woken up.
  private static let fewCells = 1 << 14

  /// The best split of each leaf; those of equal gain go to the lowest column. Nothing after an interruption.
  func splits(by team: ThreadTeam) -> [BoostSplit?] {
    let blocks = bins.blocks.count
    var found = [[BoostSplit?]](repeating: [], count: blocks)
    if rows.count * bins.columns < Self.fewCells {
      for block in 0..<blocks { found[block] = best(block) }
    } else {
      let slots = Mutex(found)
      team.run(count: blocks) { block in
        if cancellation.isCancelled { return }
        let own = best(block)
        slots.withLock { $0[block] = own }
      }
      found = slots.withLock { $0 }
    }
    return searched.indices.map { leaf in
      var best: BoostSplit?
      for own in found where own.indices.contains(leaf) {
        if let split = own[leaf], split.gain > best?.gain ?? -.infinity { best = split }
      }
      return best
    }
  }

  private func best(_ block: Int) -> [BoostSplit?] {
    bins.blocks[block].withUnsafeBufferPointer { bins in
      if let base = bins.baseAddress { summed.fill(block, base, rows, slopes) }
    }
    rest?.subtract(summed, block)
    return searched.map { sums, histogram in
      guard let histogram else { return nil }
      var best: BoostSplit?
      for column in (4 * block)..<min(4 * block + 4, bins.columns) { search(column, sums, histogram, &best) }
      return best
    }
  }

  private func search(_ column: Int, _ all: BoostSums, _ histogram: BoostHistogram, _ best: inout BoostSplit?) {
    let l2 = limits.l2
    let before = all.slopes.x * all.slopes.x / (all.slopes.y + l2)
    // Gains within rounding are none.
    var most = best?.gain ?? 1e-12 * before.magnitude
    let (least, minSecond) = (limits.minSamplesLeaf, BoostWork.minSecond)
    func consider(_ bin: Int, _ missingLeft: Bool, _ left: BoostSums) {
      let right = all.slopes - left.slopes
      if left.rows < least || all.rows - left.rows < least || left.slopes.y < minSecond || right.y < minSecond {
        return
      }
      // G²/(H + l2) of both sides in one division.
      let first = SIMD2(left.slopes.x, right.x)
      let worth = first * first / (SIMD2(left.slopes.y, right.y) + l2)
      let gain = worth.x + worth.y - before
      if gain > most {
        most = gain
        best = BoostSplit(gain: gain, column: column, bin: bin, missingLeft: missingLeft, left: left)
      }
    }
    let base = column * BoostHistogram.width
    let (sums, counts) = (histogram.sums.start + base, histogram.counts.start + base)
    let hasMissing = bins.hasMissing[column] && counts[Int(FeatureBins.missing)] > 0
    let missing = BoostSums(
      slopes: sums[Int(FeatureBins.missing)], rows: Int(counts[Int(FeatureBins.missing)]))
    var left = BoostSums()
    let count = bins.thresholds[column].count
    for bin in 0..<count {
      // A bin without rows leaves both sides as they were; but missing values alone may go left.
      if counts[bin] == 0, left.rows > 0 || !hasMissing { continue }
      left.slopes += sums[bin]
      left.rows += Int(counts[bin])
      consider(bin, false, left)
      if hasMissing {
        consider(bin, true, BoostSums(slopes: left.slopes + missing.slopes, rows: left.rows + missing.rows))
      }
    }
    // All known values on the left, the missing ones on the right.
    if hasMissing {
      consider(
        count, false, BoostSums(slopes: left.slopes + sums[count], rows: left.rows + Int(counts[count])))
    }
  }

  /// The smallest sum of second derivatives of a side, as in scikit-learn.
  static let minSecond = 1e-3
}
