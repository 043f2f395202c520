public import PodiumCore

/// One fold per row (scikit-learn's LeaveOneOut).
public struct LeaveOneOut: Resampling {
  public let key = "leave-one-out"
  public let summary = "leave one row out at a time; train on the others"
  /// Nothing: the rows are the folds.
  public let keys: [ResamplingKey] = []
  /// The data define the folds.
  public let chance = ResamplingChance.never

  public init() {}

  /// As in `leave one row out (150 folds)`.
  public func sentence(_ settings: ResamplingSettings, folds: Int) -> String { "leave one row out (\(folds) folds)" }

  /// The rows in order; throws `too-few-rows` for fewer than two.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    guard task.rowCount > 1 else {
      throw Diagnostic("too-few-rows", "one row cannot be split into training and test rows", help: "load more rows")
    }
    return RepeatFolds(foldOfRow: Array(0..<task.rowCount), count: task.rowCount)
  }
}
