public import PodiumCore

extension ResamplingCatalogue {
  /// Splits the rows of a task; the warnings report how these folds leak from test to training rows.
  ///
  /// Throws `unknown-resampling`, `unused-key` (a key the method does not take, repeats that would give the same folds),
  /// `bad-value`, `missing-argument`, `too-many-folds` (k above the rows, the groups or the largest class),
  /// `wrong-target` (classes needed), `missing-values` in a column of groups, folds or times, `bad-time`,
  /// `too-few-groups`, `target-as-group` where one of these columns is the target, and what a plugin's method throws.
  public func allocate(_ spec: ResamplingSpec, _ task: LearningTask, seed: Seed) throws(Diagnostic) -> FoldAllocation {
    let (method, settings) = try checked(spec, for: task)
    try ResamplingCatalogue.refuseTarget(settings, task)
    let folds = try folds(method, settings, task, spec.repeats, seed: seed)
    var warnings = ResamplingCatalogue.scarceClasses(method, settings, task)
    warnings += ResamplingCatalogue.emptyFolds(folds)
    if let gapped = folds.first?.gapped, gapped.rows > 0 {
      warnings.append(
        Note("gap= left \(gapped.rows.counted("row")) out of the training of \(gapped.folds.counted("fold"))"))
    }
    let allocation = FoldAllocation(folds, isForward: method.isForward)
    warnings += ResamplingLeaks(method: method, settings: settings, task: task, folds: allocation).notes
    return FoldAllocation(folds, isForward: method.isForward, warnings: warnings)
  }

  /// The splits without the check for leaks.
  func split(_ spec: ResamplingSpec, _ task: LearningTask, seed: Seed) throws(Diagnostic) -> [RepeatFolds] {
    let (method, settings) = try checked(spec, for: task)
    try ResamplingCatalogue.refuseTarget(settings, task)
    return try folds(method, settings, task, spec.repeats, seed: seed)
  }

  /// The splits of every repeat; each repeat has its own random numbers, so that more repeats change no earlier one.
  private func folds(
    _ method: any Resampling, _ settings: ResamplingSettings, _ task: LearningTask, _ repeats: Int, seed: Seed
  ) throws(Diagnostic) -> [RepeatFolds] {
    var all: [RepeatFolds] = []
    let draws = method.chance == .always || method.chance == .asked && settings.flag("shuffle")
    for number in 0..<repeats {
      // The work that asked for the folds was abandoned.
      if Cancellation.stopsWork(at: 0) { throw .interrupted }
      var random: RandomSource? = draws ? seed.derived("folds", number).source() : nil
      let folds = try method.folds(of: task, settings, random: &random)
      guard folds.count > 0, folds.count == all.first?.count ?? folds.count else {
        throw Diagnostic(
          "bad-split",
          "folds=\(method.key) gave \(folds.count.counted("fold")) in repeat \(number + 1)"
            + (all.first.map { ", but \($0.count) before" } ?? ""))
      }
      all.append(folds)
    }
    return all
  }

  /// Names a class that has fewer rows than there are folds.
  private static func scarceClasses(
    _ method: any Resampling, _ settings: ResamplingSettings, _ task: LearningTask
  ) -> [Note] {
    guard method.needsClasses, let classes = task.classes, let k = try? settings.integer("k") else { return [] }
    let counts = classes.counts
    guard let smallest = counts.filter({ $0 > 0 }).min(), smallest < k,
      let place = counts.firstIndex(of: smallest)
    else { return [] }
    return [Note("class '\(classes.classes[place])' has only \(smallest.counted("row")) for \(k) folds")]
  }

  private static func emptyFolds(_ all: [RepeatFolds]) -> [Note] {
    for folds in all {
      if let empty = folds.testCounts.firstIndex(of: 0) {
        return [Note("fold \(empty + 1) has no test rows")]
      }
    }
    return []
  }
}
