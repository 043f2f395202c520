public import PodiumCore

/// How rows are split into folds, each tested by a model of all other rows (rolling: of all earlier ones).
///
/// Without shuffling, rows are allocated as scikit-learn's current splitters do (version 1.9), `stratified-legacy`
/// as those before 0.22. The shuffle is podium's own.
public struct Resampling: Sendable, Hashable, Codable {
  /// The ways to split.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Folds with the classes in equal shares (StratifiedKFold).
    case stratified
    /// Each class cut into consecutive blocks, larger blocks first (StratifiedKFold before 0.22).
    case stratifiedLegacy = "stratified-legacy"
    /// Whole groups, with the classes in shares as equal as they allow (StratifiedGroupKFold).
    case stratifiedGroup = "stratified-group"
    /// Consecutive blocks of rows (KFold).
    case kfold
    /// Whole groups, with folds of sizes as equal as they allow (GroupKFold).
    case group
    /// One fold a group (LeaveOneGroupOut).
    case leaveOneGroupOut = "leave-one-group-out"
    /// The folds a column names (PredefinedSplit).
    case given
    /// Blocks of time, each tested by a model of what came before it (TimeSeriesSplit over distinct times).
    case rolling

    /// Whether it needs a column of groups.
    public var needsGroup: Bool { self == .group || self == .stratifiedGroup || self == .leaveOneGroupOut }
    /// Whether it needs classes.
    public var needsClasses: Bool {
      self == .stratified || self == .stratifiedLegacy || self == .stratifiedGroup
    }
    /// Whether the number of folds is chosen rather than found in the data.
    public var usesK: Bool { self != .leaveOneGroupOut && self != .given }
    /// Whether another order of the rows gives other folds.
    public var canShuffle: Bool { usesK && self != .rolling }
  }

  /// The most repeats of one evaluation.
  public static let repeatLimit = 1000

  /// The way to split.
  public var kind: Kind
  /// The number of folds; without meaning for leave-one-group-out and given.
  public var k: Int
  /// Whether rows, or whole groups, are put in random order first.
  public var shuffle: Bool
  /// How often everything is done, each time with its own shuffle.
  public var repeats: Int
  /// The column of groups.
  public var group: String?
  /// The column that names the folds, for given.
  public var fold: String?
  /// The column of times, for rolling.
  public var time: String?

  /// Describes a split.
  public init(
    _ kind: Kind, k: Int = 10, shuffle: Bool = false, repeats: Int = 1, group: String? = nil,
    fold: String? = nil, time: String? = nil
  ) {
    self.kind = kind
    self.k = k
    self.shuffle = shuffle
    self.repeats = repeats
    self.group = group
    self.fold = fold
    self.time = time
  }

  /// Allocates the rows of a task to folds.
  ///
  /// Throws `bad-value` (k below 2, repeats outside 1 to 1000), `too-many-folds` (k above the rows, the groups or
  /// the largest class), `wrong-target` (classes needed), `missing-group`, `missing-fold`, `missing-time`,
  /// `missing-values` in one of these columns, `bad-time`, `too-few-groups`, and `target-as-group` where one of these
  /// columns is the target.
  public func allocate(_ task: LearningTask, seed: Seed) throws(Diagnostic) -> FoldAllocation {
    try refuseTarget(task)
    guard (1...Resampling.repeatLimit).contains(repeats) else {
      throw Diagnostic(
        "bad-value", "'repeats' must be a whole number from 1 to \(Resampling.repeatLimit), not '\(repeats)'")
    }
    if kind.usesK {
      guard k >= 2 else {
        throw Diagnostic("bad-value", "'k' must be a whole number of at least 2, not '\(k)'")
      }
      guard k <= task.rowCount else {
        let classes = kind.needsClasses ? task.classes?.counts.max() : nil
        throw .tooManyFolds(
          k, "the \(task.rowCount.counted("row"))", most: min(task.rowCount, classes ?? task.rowCount))
      }
    }
    var classes: ClassTarget?
    if kind.needsClasses {
      guard let found = task.classes else {
        throw Diagnostic(
          "wrong-target", "folds=\(kind.rawValue) needs classes, and target '\(task.targetName)' is a number",
          help: kind == .stratifiedGroup ? "folds=group" : "folds=kfold")
      }
      classes = found
    }
    let groups = kind.needsGroup ? try groups(of: task) : nil
    var warnings: [String] = []
    if let classes { warnings += try classWarnings(classes) }
    if !kind.canShuffle, shuffle {
      warnings.append("shuffle changes nothing here: the data \(kind == .rolling ? "order" : "name") the folds")
    }
    if repeats > 1, !shuffle || !kind.canShuffle {
      warnings.append("every repeat has the same folds, so only a learner's own randomness differs")
    }
    var all: [[Int]] = []
    var foldCount = k
    for number in 0..<repeats {
      var random: RandomSource? = shuffle ? seed.derived("folds", number).source() : nil
      switch kind {
      case .kfold: all.append(Resampling.blocks(rows: task.rowCount, k: k, random: &random))
      case .stratified: all.append(Resampling.stratified(codes: classes?.codes ?? [], k: k, random: &random))
      case .stratifiedLegacy:
        all.append(Resampling.stratifiedLegacy(codes: classes?.codes ?? [], k: k, random: &random))
      case .group:
        all.append(
          Resampling.grouped(groups?.codes ?? [], groupCount: groups?.count ?? 0, k: k, random: &random))
      case .stratifiedGroup:
        if let classes, let groups {
          all.append(Resampling.stratifiedGrouped(classes: classes, groups: groups, k: k, random: &random))
        }
      case .leaveOneGroupOut:
        all.append(groups?.codes ?? [])
        foldCount = groups?.count ?? 0
      case .given:
        let folds = try givenFolds(of: task)
        all.append(folds.codes)
        foldCount = folds.count
      case .rolling: all.append(try rolling(task))
      }
    }
    warnings += Resampling.emptyFolds(all, foldCount)
    let folds = FoldAllocation(foldOfRow: all, foldCount: foldCount, isForward: kind == .rolling)
    return FoldAllocation(
      foldOfRow: all, foldCount: foldCount, isForward: kind == .rolling, warnings: warnings + leaks(folds, task))
  }

  private func classWarnings(_ classes: ClassTarget) throws(Diagnostic) -> [String] {
    let counts = classes.counts
    guard let largest = counts.max(), k <= largest else {
      let most = counts.max() ?? 0
      throw .tooManyFolds(k, "the \(most.counted("row")) of the largest class", most: most)
    }
    guard let smallest = counts.filter({ $0 > 0 }).min(), smallest < k,
      let place = counts.firstIndex(of: smallest)
    else { return [] }
    return [
      "class '\(classes.classes[place])' has \(smallest) \(smallest == 1 ? "row" : "rows") for \(k) folds"
    ]
  }

  private static func emptyFolds(_ all: [[Int]], _ foldCount: Int) -> [String] {
    for folds in all {
      let used = Set(folds)
      if let empty = (0..<foldCount).first(where: { !used.contains($0) }) {
        return ["fold \(empty + 1) tests no row"]
      }
    }
    return []
  }
}

extension Diagnostic {
  /// `most` is how many folds there can be.
  static func tooManyFolds(_ k: Int, _ what: String, most: Int) -> Diagnostic {
    Diagnostic(
      "too-many-folds", "k=\(k) folds are more than \(what)",
      help: most > 1 ? "choose k=\(most) or less" : "more rows are needed")
  }
}
