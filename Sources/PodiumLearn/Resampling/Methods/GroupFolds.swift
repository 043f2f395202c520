public import PodiumCore

/// Whole groups, in folds of as equal size as they allow (scikit-learn's GroupKFold).
public struct GroupFolds: Resampling {
  public let key = ResamplingName.group.key
  public let summary = "k-fold of whole groups: rows with the same value of group=COLUMN stay in one fold"
  /// k, group and shuffle.
  public let keys: [ResamplingKey] = [.k, .group(isRequired: true), .shuffle]
  /// With shuffle=yes.
  public let chance = ResamplingChance.asked

  public init() {}

  /// The largest group first, each to the fold with the fewest rows (equal: the lowest fold).
  ///
  /// Of groups of equal size the one that sorts last goes first. Shuffled: groups in random order instead.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    let k = try settings.k(for: task, balancing: false)
    let groups = try settings.groups(of: task, needed: k, isChosen: true)
    var sizes = [Int](repeating: 0, count: groups.count)
    for code in groups.codes { sizes[code] += 1 }
    var order = Array(0..<groups.count)
    if random == nil {
      order.sort { (sizes[$0], $0) > (sizes[$1], $1) }
    } else {
      random?.shuffle(&order)
    }
    var rowsInFold = [Int](repeating: 0, count: k)
    var foldOfGroup = [Int](repeating: 0, count: groups.count)
    for group in order {
      var least = 0
      for fold in 1..<k where rowsInFold[fold] < rowsInFold[least] { least = fold }
      rowsInFold[least] += sizes[group]
      foldOfGroup[group] = least
    }
    return RepeatFolds(foldOfRow: groups.codes.map { foldOfGroup[$0] }, count: k)
  }
}
