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
    var keys = [[Int]](repeating: [], count: task.rowCount)
    for column in task.frame.columns {
      for (row, code) in codes(column.values).enumerated() { keys[row].append(code ?? -1) }
    }
    switch task.target {
    case .classes(let target): for row in keys.indices { keys[row].append(target.codes[row]) }
    case .numbers(let values):
      for (row, code) in codes(.numbers(values)).enumerated() { keys[row].append(code ?? -1) }
    }
    var groups: [[Int]: Int] = [:]
    let groupOfRow = keys.map { key in
      if let known = groups[key] { return known }
      groups[key] = groups.count
      return groups.count - 1
    }
    if groups.count == task.rowCount { return nil }
    var isTwin = [Bool](repeating: false, count: task.rowCount)
    for fold in 0..<plan.allocation.foldCount {
      var isTrained = [Bool](repeating: false, count: groups.count)
      for row in plan.allocation.trainingRows(repeat: 0, fold: fold) { isTrained[groupOfRow[row]] = true }
      for row in plan.allocation.testRows(repeat: 0, fold: fold) where isTrained[groupOfRow[row]] { isTwin[row] = true }
    }
    let count = isTwin.count { $0 }
    if count == 0 { return nil }
    return
      "\(count) of \(task.rowCount.counted("row")) equal a training row in all features and the target; if they are the same "
      + "case, load the table without its duplicates"
  }
}
