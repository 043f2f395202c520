internal import PodiumCore

extension LeakGuard {
  /// What the folds of a plan give away (test rows that equal training rows, a recipe fitted on all rows, a choice made on the
  /// rows that test it), and why equal rows on both sides of a fold are not a leak; nil where there are few, or where they are
  /// one. The plan must be of the task of the guard.
  public func report(on plan: EvaluationPlan) -> (findings: [LeakFinding], remark: String?) {
    var findings: [LeakFinding] = []
    let twins = twins(plan)
    if let twins, !twins.isExpected { findings.append(LeakFinding(.duplicate, twins.advice)) }
    if twins.map({ 2 * $0.count < task.rowCount }) ?? true, let text = repeated(plan) {
      findings.append(LeakFinding(.repeated, text, isWarning: true))
    }
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
    let isRemarkable = twins.map { $0.isExpected && 2 * $0.count >= task.rowCount } ?? false
    return (findings, isRemarkable ? twins?.expectation : nil)
  }

  /// What came of an evaluation: figures that hardly any honest one has.
  public static func finding(of evaluation: Evaluation) -> LeakFinding? {
    let n = evaluation.rows.count
    if let matrix = evaluation.confusion, let accuracy = matrix.accuracy, n >= 200, accuracy >= 0.999 {
      return LeakFinding(
        .tooGood,
        "\(evaluation.learner) predicts \(matrix.correct) of \(n.counted("row")); check what its features know")
    }
    if let r2 = evaluation["r2"]?.pooled, n >= 200 && r2 >= 0.999 || n >= 50 && r2 >= 0.9999 {
      return LeakFinding(
        .tooGood,
        "\(evaluation.learner) explains \(NumberText.fixed(100 * r2, 2)) % of the variance of \(n.counted("row")); check what "
          + "its features know")
    }
    return nil
  }

  /// Test rows that equal a training row of their fold in all features and the target.
  private struct Twins {
    let count: Int
    let rowCount: Int
    /// How many distinct rows there are.
    let distinct: Int
    /// Whether features with so few values make equal rows likely.
    let isExpected: Bool

    private var fact: String {
      "\(count) of \(rowCount.counted("row")) \(count == 1 ? "equals" : "equal") a training row in all features and the target"
    }
    var advice: String { fact + "; if they are the same case, load the table without its duplicates" }
    var expectation: String {
      fact + ", as features with few values make likely (\(distinct.counted("distinct row")) in the table)"
    }
  }

  private func twins(_ plan: EvaluationPlan) -> Twins? {
    if task.frame.columns.isEmpty { return nil }
    let columns = compared
    let (groupOfRow, groupCount) = LeakGuard.equalRows(columns, task.rowCount)
    if groupCount == task.rowCount { return nil }
    let count = LeakGuard.testedBesideTraining(groupOfRow, groupCount, plan)
    if count == 0 { return nil }
    return Twins(
      count: count, rowCount: task.rowCount, distinct: groupCount,
      isExpected: LeakGuard.expectsEqualRows(columns, groupOfRow, groupCount))
  }

  /// How many rows are tested by a model that trained on a row of the same group; −1 for none.
  private static func testedBesideTraining(_ groupOfRow: [Int], _ groupCount: Int, _ plan: EvaluationPlan) -> Int {
    var isTwin = [Bool](repeating: false, count: groupOfRow.count)
    for fold in 0..<plan.allocation.foldCount {
      var isTrained = [Bool](repeating: false, count: groupCount)
      for row in plan.allocation.trainingRows(repeat: 0, fold: fold) where groupOfRow[row] >= 0 {
        isTrained[groupOfRow[row]] = true
      }
      for row in plan.allocation.testRows(repeat: 0, fold: fold) where groupOfRow[row] >= 0 {
        if isTrained[groupOfRow[row]] { isTwin[row] = true }
      }
    }
    return isTwin.count { $0 }
  }

  /// Whether so many equal rows are what columns that have nothing to do with each other would give, at least in size: a
  /// fifth of the pairs that there are, or five rows for every combination of values.
  private static func expectsEqualRows(_ columns: [FeatureValues], _ groupOfRow: [Int], _ groupCount: Int) -> Bool {
    let n = Double(groupOfRow.count)
    guard groupOfRow.count >= leastRows else { return false }
    var (combinations, chance) = (1.0, 1.0)
    for column in columns {
      var counts: [UInt64?: Int] = [:]
      for row in groupOfRow.indices { counts[bits(column, row), default: 0] += 1 }
      combinations *= Double(counts.count)
      // Whole numbers, whose sum has no order.
      chance *= Double(counts.values.reduce(0) { $0 + $1 * ($1 - 1) }) / (n * (n - 1))
    }
    if 5 * combinations <= n { return true }
    var sizes = [Int](repeating: 0, count: groupCount)
    for group in groupOfRow { sizes[group] += 1 }
    let pairs = sizes.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
    return n * (n - 1) / 2 * chance >= 0.2 * Double(pairs)
  }

  /// The columns whose equal values nearly always have the same target, in few rows each, on both sides of a fold.
  private func repeated(_ plan: EvaluationPlan) -> String? {
    var found: (names: [String], count: Int) = ([], 0)
    for suspect in suspects where suspect.isRepeated {
      let (groups, count) = LeakGuard.equalRows([suspect.column.values], task.rowCount)
      let isKnown = groups.indices.map { LeakGuard.bits(suspect.column.values, $0) != nil }
      let tested = LeakGuard.testedBesideTraining(groups.indices.map { isKnown[$0] ? groups[$0] : -1 }, count, plan)
      guard 2 * tested > task.rowCount else { continue }
      found = (found.names + [suspect.column.name], max(found.count, tested))
    }
    guard let first = found.names.first else { return nil }
    let names =
      found.names.prefix(5).map { "'\($0)'" }.joined(separator: ", ") + (found.names.count > 5 ? ", …" : "")
    return
      "rows with the same value of \(names) nearly always have the same '\(task.targetName)', and \(found.count) of "
      + "\(task.rowCount.counted("row")) are tested after training on such a row; if they are one case, "
      + "folds=group group=\(CommandText.word(first)) keeps them together"
  }

  /// The features and the target as columns.
  private var compared: [FeatureValues] {
    switch task.target {
    case .classes(let target):
      let codes = target.codes.map { Int32(truncatingIfNeeded: $0) }
      return task.frame.columns.map(\.values)
        + [.categories(Categorical(levels: target.classes, codes: codes), isOrdered: false)]
    case .numbers(let values): return task.frame.columns.map(\.values) + [.numbers(values)]
    }
  }

  /// A number for each row, the same for rows that are equal in all features and the target, and how many numbers there are.
  ///
  /// Rows are distinguished by a hash over the columns; rows of one hash are then compared, so that nothing rests on luck.
  private static func equalRows(_ columns: [FeatureValues], _ rowCount: Int) -> (groupOfRow: [Int], count: Int) {
    var hashes = [UInt64](repeating: 0, count: rowCount)
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
    firsts.reserveCapacity(rowCount)
    var groupOfRow = [Int](repeating: 0, count: rowCount)
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
