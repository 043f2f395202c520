public import PodiumCore

/// Whole groups, with class proportions as even as they allow (scikit-learn's StratifiedGroupKFold).
public struct StratifiedGroupFolds: Resampling {
  public let key = ResamplingName.stratifiedGroup.key
  public let summary = "k-fold of whole groups, with class proportions as even as they allow"
  /// k, group and shuffle.
  public let keys: [ResamplingKey] = [.k, .group(isRequired: true), .shuffle]
  /// With shuffle=yes.
  public let chance = ResamplingChance.asked
  /// It stratifies by class.
  public let needsClasses = true

  public init() {}

  /// Assigns the groups with the most uneven classes first, each to the fold that keeps the class proportions of the
  /// folds most alike.
  ///
  /// The measure is the mean over classes of the standard deviation over folds of a class's share; differences
  /// within 1e-5 relative or 1e-8 absolute are ties, which the fold with fewer rows wins.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    let k = try settings.k(for: task, balancing: true)
    let classes = try task.requireClasses(for: key, instead: .group)
    let groups = try settings.groups(of: task, needed: k, isChosen: true)
    let width = classes.classes.count
    var counts = [[Double]](repeating: [Double](repeating: 0, count: width), count: groups.count)
    for (row, group) in groups.codes.enumerated() { counts[group][classes.codes[row]] += 1 }
    var order = Array(0..<groups.count)
    random?.shuffle(&order)
    let spread = counts.map { deviation($0, sum: NumPySum.alongRow) }
    // The sort is stable because the place in the order so far breaks ties.
    order = order.enumerated().sorted { a, b in
      spread[a.element] == spread[b.element] ? a.offset < b.offset : spread[a.element] > spread[b.element]
    }.map(\.element)

    let totals = classes.counts.map(Double.init)
    var inFold = [[Double]](repeating: [Double](repeating: 0, count: width), count: k)
    var foldOfGroup = [Int](repeating: 0, count: groups.count)
    for group in order {
      var best = 0
      var bestValue = Double.infinity
      var bestRows = Double.infinity
      for fold in 0..<k {
        let spreads = (0..<width).map { c in
          let shares = (0..<k).map { (inFold[$0][c] + ($0 == fold ? counts[group][c] : 0)) / totals[c] }
          // With one class the folds are adjacent in memory, which changes the order of the sums.
          return deviation(shares, sum: width == 1 ? NumPySum.alongRow : NumPySum.downColumn)
        }
        let value = NumPySum.alongRow(spreads) / Double(width)
        let rows = inFold[fold].reduce(0, +)
        let isTie = bestValue.isFinite && (value - bestValue).magnitude <= 1e-8 + 1e-5 * bestValue.magnitude
        if value < bestValue || isTie && rows < bestRows {
          (best, bestValue, bestRows) = (fold, value, rows)
        }
      }
      for c in 0..<width { inFold[best][c] += counts[group][c] }
      foldOfGroup[group] = best
    }
    return RepeatFolds(foldOfRow: groups.codes.map { foldOfGroup[$0] }, count: k)
  }

  /// The standard deviation with divisor n.
  private func deviation(_ values: [Double], sum: ([Double]) -> Double) -> Double {
    let n = Double(values.count)
    let mean = sum(values) / n
    return (sum(values.map { ($0 - mean) * ($0 - mean) }) / n).squareRoot()
  }
}

/// Sums in the order in which NumPy adds: for similar groups the last bit decides their fold.
private enum NumPySum {
  /// Numbers that are not adjacent are added one by one.
  static func downColumn(_ values: [Double]) -> Double { values.reduce(0, +) }

  /// Adjacent numbers are added in eight strands, and above 128 in halves.
  static func alongRow(_ values: [Double]) -> Double { pairwise(values[...]) }

  private static func pairwise(_ values: ArraySlice<Double>) -> Double {
    let count = values.count
    if count < 8 { return values.reduce(0, +) }
    if count > 128 {
      let half = count / 2 - count / 2 % 8
      return pairwise(values.prefix(half)) + pairwise(values.dropFirst(half))
    }
    let start = values.startIndex
    let whole = start + count - count % 8
    var r = Array(values[start..<(start + 8)])
    for place in stride(from: start + 8, to: whole, by: 8) {
      for strand in 0..<8 { r[strand] += values[place + strand] }
    }
    let sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
    return values[whole...].reduce(sum, +)
  }
}
