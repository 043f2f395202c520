public import PodiumCore

/// Consecutive blocks of rows (scikit-learn's KFold).
public struct BlockFolds: Resampling {
  public let key = ResamplingName.kfold.key
  public let summary = "k-fold of consecutive blocks of rows; the default for numeric targets"
  public let keys: [ResamplingKey] = [.k, .shuffle]
  /// With shuffle=yes.
  public let chance = ResamplingChance.asked
  /// Unshuffled folds follow the order of the rows.
  public let cutsBlocks = true

  public init() {}

  /// As in `5 folds of consecutive rows`.
  public func sentence(_ settings: ResamplingSettings, folds: Int) -> String {
    "\(folds) folds" + (settings.flag("shuffle") ? "" : " of consecutive rows")
  }

  /// The first `rows mod k` blocks are one row longer; shuffled: blocks of rows in random order.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    let k = try settings.k(for: task, balancing: false)
    return RepeatFolds(foldOfRow: BlockFolds.blocks(rows: task.rowCount, k: k, random: &random), count: k)
  }

  static func blocks(rows: Int, k: Int, random: inout RandomSource?) -> [Int] {
    var order = Array(0..<rows)
    random?.shuffle(&order)
    var folds = [Int](repeating: 0, count: rows)
    var next = 0
    for fold in 0..<k {
      for _ in 0..<(rows / k + (fold < rows % k ? 1 : 0)) {
        folds[order[next]] = fold
        next += 1
      }
    }
    return folds
  }
}
