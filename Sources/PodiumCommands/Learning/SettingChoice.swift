internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Chooses one of several settings by cross-validation of all rows, before it is fitted on them.
enum SettingChoice {
  /// The setting with the best mean over the folds, ties going to the earlier one, its evaluation, and a sentence on the
  /// choice, empty where there was none.
  ///
  /// Throws `mixed-candidates`, `no-choice`, what is wrong with the folds, and the failure where every setting failed.
  static func best(
    of specs: [LearnerSpec], _ task: LearningTask, _ recipe: Recipe, _ call: Call, in session: Session
  ) throws(Diagnostic) -> (setting: LearnerSpec, evaluation: Evaluation, sentence: String) {
    let span = call.span(of: FitCommand.learners)
    var settings: [LearnerSpec] = []
    for spec in specs where !settings.contains(spec) { settings.append(spec) }
    let isOnly = settings.count == 1 && call[FitCommand.shortlist]
    do throws(Diagnostic) {
      if !isOnly { _ = try LearnerChoice(bestOf: settings, inner: InnerFolds(), asked: "inner=") }
    } catch {
      throw error.at(span)
    }
    try MeasureOptions.require(FitCommand.measure, task.target.kind, call, in: session)
    let key = MeasureOptions.asked(FitCommand.measure, call) ?? (task.classes == nil ? "rmse" : "accuracy")
    let isHigh = MeasureOptions.isHigh(key, task.target.kind, in: session) ?? true
    let costs = try CostOptions.matrix(call, for: task.target, in: session)
    let ofClass = try MeasureOptions.ofClass(FitCommand.measure, task.target, call)?.measures ?? []
    let groups = task.table.columns(with: .group).map(\.name)
    var resampling = ResamplingSpec(ResamplingCatalogue.standard(for: task.target.kind), settings: [:])
    if groups.count == 1, let group = groups.first {
      resampling = ResamplingSpec("group", settings: ["group": group])
    }
    resampling.settings["k"] = String(call[FitCommand.inner] ?? 5)
    let entries: [EvaluationEntry]
    let plan: EvaluationPlan
    do throws(Diagnostic) {
      plan = try EvaluationPlan(
        task: task, recipe: recipe, choices: settings.map { LearnerChoice($0) }, from: session.registry.learners,
        resampling: resampling, resamplings: session.registry.resamplings, seed: session.seed,
        version: session.services.version, costs: costs)
      let tools = LearningTools(
        learners: session.registry.learners, transformers: session.registry.transformers,
        resamplings: session.registry.resamplings, measures: session.registry.measures + ofClass,
        executor: session.executor, clock: session.services.clock, cancellation: session.cancellation)
      entries = try plan.run(tools)
    } catch {
      throw error.at(call.span(of: FitCommand.inner))
    }
    var best: (setting: LearnerSpec, evaluation: Evaluation, found: MeasureSummary, mean: Double)?
    var ties = 0
    for case (let learner, .success(let evaluation)) in entries where evaluation.failures.isEmpty {
      guard let found = evaluation[key], let mean = found.mean else { continue }
      if let known = best, known.mean == mean { ties += 1 }
      let isBetter = best.map { isHigh ? mean > $0.mean : mean < $0.mean } ?? true
      if isBetter {
        best = (learner.candidates[0], evaluation, found, mean)
        ties = 0
      }
    }
    guard let best else {
      for case (_, .failure(let error)) in entries { throw error.at(span) }
      throw Diagnostic(
        "no-choice", "\(key) is undefined for every setting, so none could be chosen", span: span,
        help: "choose another measure=")
    }
    let tied = ties == 0 ? "" : "; \(ties.counted("later setting")) tied with it"
    if isOnly { return (best.setting, best.evaluation, "") }
    return (
      best.setting, best.evaluation,
      "chose \(best.setting.description) of \(settings.count.counted("setting")) by mean \(key) "
        + "\(NumberText.significant(best.mean, 4)) with \(plan.foldSentence) (n = \(best.found.definedFolds))\(tied); "
        + "'tune' gives an honest estimate"
    )
  }
}
