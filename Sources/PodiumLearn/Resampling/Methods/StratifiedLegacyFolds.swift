public import PodiumCore

/// Each class cut into k consecutive blocks, larger blocks first (scikit-learn's StratifiedKFold before 0.22).
public struct StratifiedLegacyFolds: Resampling {
  public let key = ResamplingName.stratifiedLegacy.key
  public let summary = "stratified k-fold as in scikit-learn before version 0.22"
  /// k and shuffle.
  public let keys: [ResamplingKey] = [.k, .shuffle]
  /// With shuffle=yes.
  public let chance = ResamplingChance.asked
  /// It stratifies by class.
  public let needsClasses = true
  /// Every fold has the class proportions of all rows.
  public let balancesClasses = true

  public init() {}

  /// The rows of each class in k blocks, the first ones one row longer.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    let k = try settings.k(for: task, balancing: true)
    var dealt = DealtClasses(try task.requireClasses(for: key).codes)
    for rows in dealt.rowsOfClass {
      let share = (0..<k).map { rows.count / k + ($0 < rows.count % k ? 1 : 0) }
      dealt.deal(rows, in: share, random: &random)
    }
    return RepeatFolds(foldOfRow: dealt.folds, count: k)
  }
}
