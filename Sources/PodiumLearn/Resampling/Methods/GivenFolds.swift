public import PodiumCore

/// The folds given by a column (scikit-learn's PredefinedSplit).
public struct GivenFolds: Resampling {
  public let key = ResamplingName.given.key
  public let summary = "predefined folds, given by fold=COLUMN"
  /// fold alone: its values are the folds.
  public let keys: [ResamplingKey] = [.fold]
  /// The data define the folds.
  public let chance = ResamplingChance.never

  public init() {}

  /// As in `5 given folds`.
  public func sentence(_ settings: ResamplingSettings, folds: Int) -> String { "\(folds) given folds" }

  /// The values of the column in sorted order.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    guard let fold = settings.column("fold") else {
      throw Diagnostic(
        "missing-argument", "folds=given needs a column that names the folds", help: "name it with fold=COLUMN")
    }
    let folds = try task.codes(of: fold, as: "fold")
    guard folds.count >= 2 else {
      throw Diagnostic(
        "too-few-groups", "column '\(fold)' has only 1 fold, and at least 2 are needed",
        help: "choose another fold column", subject: "fold")
    }
    return RepeatFolds(foldOfRow: folds.codes, count: folds.count)
  }
}
