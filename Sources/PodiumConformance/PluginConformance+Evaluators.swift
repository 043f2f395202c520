internal import PodiumCore
internal import PodiumEngine
internal import PodiumLearn
internal import PodiumPlugin
internal import PodiumRender

extension PluginConformance {
  /// Each evaluator scores the same predictions twice; it must accept at least one kind of them.
  func evaluatorProblems() -> [String] {
    let session = makeSession()
    var problems: [String] = []
    for key in brought("evaluator") {
      guard let evaluator = session.registry.evaluators[key] else { continue }
      var isScored = false
      for (what, rows) in madeRows(session.registry) {
        let (first, second) = (outcome(evaluator, rows), outcome(evaluator, rows))
        if first != second { problems.append("'\(key)' scores \(what) differently the second time") }
        guard case .success(let measures) = first else { continue }
        isScored = true
        problems += wording(measures, of: key)
      }
      for dataset in brought("dataset") {
        let (first, second) = (scored(dataset, by: key), scored(dataset, by: key))
        if first != second { problems.append("'\(key)' scores '\(dataset)' differently the second time") }
        isScored = isScored || first != nil
      }
      if !isScored {
        problems.append("'\(key)' scores neither ordered classes, nor numbers, nor the plugin's datasets")
      }
    }
    return problems
  }

  private func outcome(_ evaluator: any Evaluator, _ rows: EvaluatedRows) -> Result<[NamedMeasure], Diagnostic> {
    Result { () throws(Diagnostic) in try evaluator.evaluate(rows) }
  }

  private func wording(_ measures: [NamedMeasure], of key: String) -> [String] {
    var problems: [String] = []
    for measure in measures {
      if measure.name != key, !measure.name.hasPrefix(name + ".") {
        problems.append("'\(key)' gives '\(measure.name)', which does not begin with '\(name).'")
      }
      if let value = measure.value, !value.isFinite { problems.append("'\(measure.name)' is \(value)") }
      if measure.explanation.isEmpty { problems.append("'\(measure.name)' has no explanation") }
    }
    return problems
  }

  /// Evaluations of made-up rows: ordered classes and numbers.
  private func madeRows(_ registry: Registry) -> [(what: String, rows: EvaluatedRows)] {
    TargetKind.allCases.compactMap { kind in
      do throws(Diagnostic) {
        guard let learner = registry.learners.all.first(where: { $0.capabilities.predicts(kind) })
        else { return nil }
        let sample = try LearnerSample.plain()
        var table = sample.table
        if kind == .classes, let names = table["kind"]?.categorical {
          table = try table.setting(Column("kind", .ordered(names), role: .ignored))
        }
        let task = try sample.task(table, kind)
        let spec = try learner.spec()
        let tools = LearningTools(learners: registry.learners, executor: ThreadExecutor(threads: 1))
        let evaluation = try tools.resample(
          LearnerChoice(spec), on: task, recipe: LearnerSample.recipe,
          by: ResamplingSpec(kind == .classes ? .stratified : .kfold, k: 3))
        return (kind == .classes ? "ordered classes" : "numbers", EvaluatedRows(evaluation: evaluation, table: table))
      } catch {
        return nil
      }
    }
  }

  /// The text of an evaluator's result for guesses on a dataset of the plugin; nil if it does not apply.
  private func scored(_ dataset: String, by key: String) -> String? {
    var session = makeSession()
    var failure: Diagnostic?
    for line in ["load " + dataset, "label"] { _ = session.run(line) { failure = failure ?? $0.error } }
    var text = ""
    _ = session.run("cv zeror k=2 evaluators=" + key) { report in
      failure = failure ?? report.error
      text += TextRenderer(style: .notebook).render(report)
    }
    return failure == nil ? text : nil
  }
}
