internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Runs the evaluation that a command asks for.
enum EvaluationRun {
  /// The results of some learners on the same splits; one that failed does not affect the others.
  typealias Entries = [EvaluationEntry]

  /// What a command asks of an evaluation beside its learners and splits.
  struct Request {
    /// The measure shown while it runs; nil means the first.
    var measure: String?
    /// Whether the command takes `costs=`.
    var takesCosts = false
    /// The key `measure=` of a command that takes `class=` too.
    var byClass: Parameter<String?>?
    /// Whether the measure comes first in the results.
    var leads = false
    var shortlist: ShortlistRequest?
    /// The table to evaluate on; nil means the current one.
    var dataset: Dataset?
    /// Its name in front of what the leak guard reports, where there are several.
    var label: String?
  }

  /// What came of the learners, with what the command may still need.
  struct Found {
    let entries: Entries
    let plan: EvaluationPlan
    /// The measures that were computed, those of one class among them.
    let measures: [Measure]
    let notes: [Output]
    /// Deletes the stored folds, if every learner succeeded; call it after the last evaluation of the command.
    let finish: () -> Void
  }

  /// Evaluates learners on the same splits.
  ///
  /// `check` runs once the kind of target is known, before anything is fitted. Throws what it throws, what is wrong
  /// with the task, the costs, the splits or the recipe, and `interrupted`.
  static func evaluate(
    _ learners: [LearnerChoice], _ call: Call, in session: Session, _ request: Request = Request(),
    check: (TargetKind) throws(Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> Found {
    let whole: Dataset
    if let named = request.dataset { whole = named } else { whole = try session.current() }
    let (dataset, leftOut) = SplitColumns.leftOut(of: whole, call)
    let task = try task(of: dataset, rows: request.dataset == nil ? call.rows : dataset.visibleRows, call, in: session)
    try LeakChecks.refuseDerived(dataset, call)
    try check(task.target.kind)
    let costs = request.takesCosts ? try CostOptions.matrix(call, for: task.target, in: session) : nil
    let ofClass: (measures: [Measure], note: Output)?
    if let parameter = request.byClass {
      ofClass = try MeasureOptions.ofClass(parameter, task.target, call)
    } else {
      ofClass = nil
    }
    let plan = try plan(
      learners, task, dataset.recipe, call, in: session, costs: costs, shortlist: request.shortlist)
    let kind = task.target.kind
    var measures = session.registry.measures.filter { $0.target == kind } + (ofClass?.measures ?? [])
    if request.leads, let place = measures.firstIndex(where: { $0.key == request.measure }) {
      measures.insert(measures.remove(at: place), at: 0)
    }
    let watch = session.progressed.map { show in
      let shown = (measures + (costs.map { [$0.measure] } ?? [])).first { $0.key == request.measure }
      return FoldWatch(
        call.verb, learners.map(\.description), of: task.target, measure: shown ?? measures.first, costs: costs,
        show: show)
    }
    let base = session.executor
    var remembering: RememberingExecutor?
    if base.keepsResults {
      // It takes up what was asked for before by itself, and only whole.
    } else if let store = session.services.store {
      remembering = RememberingExecutor(base: base, store: store, resumes: call[ResamplingOptions.resume]) {
        watch?.take($0)
      }
    } else if let span = call.span(of: ResamplingOptions.resume), call[ResamplingOptions.resume] {
      throw Diagnostic(
        "no-workspace", "resume=yes needs a workspace, and none is open", span: span,
        help: "omit resume=, or start podium with --workspace FILE")
    }
    let tools = LearningTools(
      learners: session.registry.learners, transformers: session.registry.transformers,
      resamplings: session.registry.resamplings, measures: measures,
      executor: remembering ?? base, clock: session.services.clock, cancellation: session.cancellation)
    var finished: (@Sendable (EvaluationResult) -> Void)?
    var elsewhere: (@Sendable (JobsElsewhere) -> Void)?
    if let watch { (finished, elsewhere) = ({ watch.finish($0) }, { watch.take($0) }) }
    let entries = try plan.run(tools, finished: finished, elsewhere: elsewhere) { place, jobs, following in
      watch?.plan(jobs, of: place, following: following)
    }
    let stored = remembering
    return Found(
      entries: entries, plan: plan, measures: measures,
      notes: leftOut + (try LeakChecks.outputs(plan, entries, call, on: dataset, of: request.label, in: session))
        + (stored?.notes ?? []) + (ofClass.map { [$0.note] } ?? []),
      // A failed fold runs again; the others need not.
      finish: { if entries.allSatisfy({ (try? $0.outcome.get()) != nil }) { stored?.finish() } })
  }

  /// The plan of some learners on the current table, with notes on its features; throws what is wrong with the task, the
  /// splits or the recipe.
  static func plan(
    _ learners: [LearnerChoice], _ call: Call, in session: Session
  ) throws(Diagnostic) -> (plan: EvaluationPlan, notes: [Output]) {
    let (dataset, notes) = SplitColumns.leftOut(of: try session.current(), call)
    let task = try task(of: dataset, rows: call.rows, call, in: session)
    return (try plan(learners, task, dataset.recipe, call, in: session), notes)
  }

  private static func task(
    of dataset: Dataset, rows: [Int]?, _ call: Call, in session: Session
  ) throws(Diagnostic) -> LearningTask {
    let task = try Diagnostic.located(
      at: call.verbSpan, session.cancellation.detached { () throws(Diagnostic) in try dataset.task(rows: rows) })
    if let classes = task.classes, classes.classes.count < 2 {
      throw Diagnostic(
        "one-class",
        "\(task.rowCount == 1 ? "the only row is" : "all \(task.rowCount) rows are") of class '\(classes.classes.first ?? "")'",
        span: call.verbSpan, help: "choose rows with at least two classes; 'columns' shows the values of the target")
    }
    return task
  }

  private static func plan(
    _ learners: [LearnerChoice], _ task: LearningTask, _ recipe: Recipe, _ call: Call, in session: Session,
    costs: CostMatrix? = nil, shortlist: ShortlistRequest? = nil
  ) throws(Diagnostic) -> EvaluationPlan {
    let spec = try ResamplingOptions.spec(call, for: task.target.kind, in: session)
    let registry = session.registry
    do throws(Diagnostic) {
      return try session.cancellation.detached { () throws(Diagnostic) in
        try EvaluationPlan(
          task: task, recipe: recipe, choices: learners, from: registry.learners, resampling: spec,
          resamplings: registry.resamplings, fitScope: call[ResamplingOptions.fit] == "all" ? .all : .fold,
          seed: session.seed,
          version: registry.version(
            session.services.version, with: learners.map(\.key) + recipe.steps.map(\.key) + [spec.key]),
          scaleIfWanted: call[ResamplingOptions.scale], seeds: call[ResamplingOptions.seeds],
          costs: costs, shortlist: shortlist)
      }
    } catch {
      var error = error
      if error.code == "wrong-target", error.help == nil {
        error.help =
          task.classes == nil
          ? "'learners' lists those for numbers; 'label COLUMN' chooses classes"
          : "'learners' lists those for classes; 'label COLUMN' chooses a number"
      }
      throw error.at(ResamplingOptions.place(of: error, call))
    }
  }

  /// One error for several learners that all failed: the reason they share, or the reason of each.
  static func failure(of entries: Entries, first: Diagnostic) -> Diagnostic {
    let reasons = entries.compactMap { entry in
      if case .failure(let error) = entry.outcome { (learner: entry.learner.description, error: error) } else { nil }
    }
    if reasons.allSatisfy({ $0.error.message == first.message }) { return first }
    return Diagnostic(
      "all-learners-failed",
      "every learner failed: " + reasons.map { "\($0.learner): \($0.error.message)" }.joined(separator: "; "),
      help: first.help)
  }
}
