internal import PodiumCore

extension LeakGuard {
  /// What the folds of a plan give away: test rows that equal training rows, a recipe fitted on all rows, and a choice made
  /// on the rows that test it.
  public static func findings(of plan: EvaluationPlan) -> [LeakFinding] {
    var findings: [LeakFinding] = []
    if let text = duplicates(plan) { findings.append(LeakFinding(.duplicate, text)) }
    if plan.fitScope == .all, plan.learners.contains(where: { !plan.recipe(for: $0).isEmpty }) {
      findings.append(
        LeakFinding(
          .fitAll, "the recipe was fitted on all rows, test rows included; omit fit=all to refit it in each fold"))
    }
    var counts: [(key: String, count: Int)] = []
    for learner in plan.learners where !learner.isChoice {
      if let place = counts.firstIndex(where: { $0.key == learner.key }) {
        counts[place].count += 1
      } else {
        counts.append((learner.key, 1))
      }
    }
    for (key, count) in counts where count > 1 {
      findings.append(
        LeakFinding(
          .chosen,
          "the best of \(count) settings of '\(key)' looks better than it is, since the same folds choose and test it; "
            + "nested=yes chooses within the training rows"))
    }
    return findings
  }

  /// What came of an evaluation: figures that hardly any honest one has.
  public static func finding(of evaluation: Evaluation) -> LeakFinding? {
    let n = evaluation.rows.count
    guard n >= 200 else { return nil }
    if let matrix = evaluation.confusion, let accuracy = matrix.accuracy, accuracy >= 0.999 {
      return LeakFinding(
        .tooGood,
        "\(evaluation.learner) predicts \(matrix.correct) of \(n.counted("row")); check what its features know")
    }
    if let r2 = evaluation["r2"]?.pooled, r2 >= 0.999 {
      return LeakFinding(
        .tooGood,
        "\(evaluation.learner) explains \(NumberText.fixed(100 * r2, 2)) % of the variance of \(n.counted("row")); check what "
          + "its features know")
    }
    return nil
  }

  /// How many tested rows have the features and the target of a training row of their fold.
  private static func duplicates(_ plan: EvaluationPlan) -> String? {
    let task = plan.task
    if task.frame.columns.isEmpty { return nil }
    let (groupOfRow, groupCount) = twins(task)
    if groupCount == task.rowCount { return nil }
    var isTwin = [Bool](repeating: false, count: task.rowCount)
    for fold in 0..<plan.allocation.foldCount {
      var isTrained = [Bool](repeating: false, count: groupCount)
      for row in plan.allocation.trainingRows(repeat: 0, fold: fold) { isTrained[groupOfRow[row]] = true }
      for row in plan.allocation.testRows(repeat: 0, fold: fold) where isTrained[groupOfRow[row]] { isTwin[row] = true }
    }
    let count = isTwin.count { $0 }
    if count == 0 { return nil }
    return
      "\(count) of \(task.rowCount.counted("row")) equal a training row in all features and the target; if they are the same "
      + "case, load the table without its duplicates"
  }

  /// A number for each row, the same for rows that are equal in all features and the target, and how many numbers there are.
  ///
  /// Rows are distinguished by a hash over the columns; rows of one hash are then compared, so that nothing rests on luck.
  private static func twins(_ task: LearningTask) -> (groupOfRow: [Int], count: Int) {
    var columns = task.frame.columns.map(\.values)
    switch task.target {
    case .classes(let target):
      let codes = target.codes.map { Int32(truncatingIfNeeded: $0) }
      columns.append(.categories(Categorical(levels: target.classes, codes: codes), isOrdered: false))
    case .numbers(let values): columns.append(.numbers(values))
    }
    var hashes = [UInt64](repeating: 0, count: task.rowCount)
    for column in columns {
      for row in hashes.indices {
        // The finalizer of splitmix64 (Steele, Lea and Flood 2014).
        var mixed = hashes[row] &* 31 &+ (bits(column, row) ?? .max) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        hashes[row] = mixed ^ mixed >> 31
      }
    }
    func areEqual(_ a: Int, _ b: Int) -> Bool { columns.allSatisfy { bits($0, a) == bits($0, b) } }
    /// The first rows of the groups of a hash.
    var firsts: [UInt64: [Int]] = [:]
    firsts.reserveCapacity(task.rowCount)
    var groupOfRow = [Int](repeating: 0, count: task.rowCount)
    var count = 0
    for row in hashes.indices {
      if let known = firsts[hashes[row]]?.first(where: { areEqual($0, row) }) {
        groupOfRow[row] = groupOfRow[known]
      } else {
        firsts[hashes[row], default: []].append(row)
        groupOfRow[row] = count
        count += 1
      }
    }
    return (groupOfRow, count)
  }
}
