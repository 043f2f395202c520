extension Evaluation {
  /// The ratio of test to training rows, averaged over the folds; nil where not each row is tested once a repeat.
  ///
  /// Only there are the training rows of a fold all others.
  private var testShare: Double? {
    let repeats = max(1, folds.count / max(1, foldCount))
    let all = Set(rows).count
    guard foldCount > 1, all > 0, rows.count == all * repeats, resampling.key != "rolling",
      resampling.key != "bootstrap"
    else { return nil }
    let share = Double(rows.count) / Double(max(1, folds.count)) / Double(all)
    return share < 1 ? share / (1 - share) : nil
  }

  /// For some measures the 95 % interval of the mean over the folds, lower end first; nil where it is unknown.
  ///
  /// The variance counts that the folds share training rows (Nadeau and Bengio 2003), as that of `PairedTest`. What a measure
  /// cannot be is cut off: no accuracy is above 1.
  public func intervals(of keys: [String]) -> [[Double]?] {
    let ends = wholeIntervals(of: keys)
    return zip(keys, ends).map { key, ends in
      guard let ends, let range = Measures.range(of: key) else { return ends }
      return ends.map { min(max($0, range.lowerBound), range.upperBound) }
    }
  }

  /// The same beyond what a measure can be, as plots draw them.
  public func wholeIntervals(of keys: [String]) -> [[Double]?] {
    guard let share = testShare else { return keys.map { _ in nil } }
    return keys.map { key in PairedTest(folds.compactMap { $0[key] }, testShare: share)?.ci95 }
  }
}
