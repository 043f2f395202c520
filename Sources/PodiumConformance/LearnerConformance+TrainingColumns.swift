internal import PodiumCore
internal import PodiumLearn

extension LearnerTrial {
  /// The columns a learner names are planted with other values: in the test rows of a fold nothing may change, and in
  /// its training rows something must.
  func trainingColumns() throws -> [String] {
    if definition.trainingColumns.isEmpty { return [] }
    let spec = try definition.spec()
    let fold = 1
    func outcome(_ table: Table) throws(Diagnostic) -> (result: EvaluationResult.Outcome, tested: [Int]) {
      let plan = try EvaluationPlan(
        task: sample.task(table, kind), recipe: LearnerSample.recipe, learners: [spec], from: learners,
        resampling: ResamplingSpec(kind == .classes ? .stratified : .kfold, k: 3), version: "conformance")
      let context = EvaluationContext(task: plan.task, splits: plan.splits, learners: learners)
      let result = try ThreadExecutor(threads: 1).run([plan.jobs(for: LearnerChoice(spec))[fold]], in: context)[0]
      return (result.outcome, result.rows)
    }
    let before = try outcome(sample.table)
    if case .failed(let error) = before.result { return ["the fold failed: \(error.message)"] }
    let tested = Set(before.tested)
    var problems: [String] = []
    if try outcome(planted(tested)).result != before.result {
      problems.append("values of test rows change their predictions")
    }
    let trained = Set(0..<sample.table.rowCount).subtracting(tested)
    if try outcome(planted(trained)).result == before.result {
      problems.append("values of training rows do not change the predictions, so it does not need them")
    }
    return problems
  }

  /// The sample with the columns it names turned round among some rows; features and targets stay as they are.
  private func planted(_ rows: Set<Int>) throws(Diagnostic) -> Table {
    let chosen = rows.sorted()
    var order = Array(0..<sample.table.rowCount)
    for (place, row) in chosen.enumerated() { order[row] = chosen[chosen.count - 1 - place] }
    var table = sample.table
    let used = [sample.classes, sample.number] + table.columns(with: .feature).map(\.name)
    for name in definition.trainingColumns where !used.contains(name) {
      table = try table.setting(try table.column(name).selecting(order))
    }
    return table
  }
}
