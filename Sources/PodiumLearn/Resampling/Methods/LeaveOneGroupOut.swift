public import PodiumCore

/// One fold per group (scikit-learn's LeaveOneGroupOut).
public struct LeaveOneGroupOut: Resampling {
  public let key = ResamplingName.leaveOneGroupOut.key
  public let summary = "leave one group out at a time; train on the others"
  /// group alone: the groups are the folds.
  public let keys: [ResamplingKey] = [.group(isRequired: true)]
  /// The data define the folds.
  public let chance = ResamplingChance.never

  public init() {}

  /// As in `leave one session out (8 folds)`.
  public func sentence(_ settings: ResamplingSettings, folds: Int) -> String {
    "leave one \(settings.column("group") ?? "group") out (\(folds) folds)"
  }

  /// The groups in sorted order.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    let groups = try settings.groups(of: task, needed: 2, isChosen: false)
    return RepeatFolds(foldOfRow: groups.codes, count: groups.count)
  }
}
