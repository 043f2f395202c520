internal import PodiumCore
internal import PodiumLearn
internal import PodiumShell

/// The keys that `cv` and `compare` share: how rows are split and what is fitted where.
enum ResamplingOptions {
  static let k = Parameter<Int?>.optionalInt("k", in: 2...100_000, help: "The number of folds; 10 when left out.")
  static let folds = Parameter<String?>.choice(
    "folds", Resampling.Kind.allCases.map(\.rawValue),
    help: "How rows are dealt to folds; stratified for classes, kfold for numbers when left out.")
  static let group = Parameter<String?>.column(
    "group", help: "The column whose equal values stay together; the one with that role when left out.")
  static let fold = Parameter<String?>.column("fold", help: "The column that names each row's fold, for folds=given.")
  static let time = Parameter<String?>.column(
    "time", help: "The column of times for folds=rolling; the one with that role when left out.")
  static let shuffle = Parameter<Bool>.flag("shuffle", default: false, help: "Whether rows are dealt in random order.")
  static let repeats = Parameter<Int>.int("repeats", in: 1...1000, default: 1, help: "How often, with other shuffles.")
  static let fit = Parameter<String>.choice(
    "fit", ["fold", "all"], default: "fold",
    help: "Where the recipe is fitted: on each fold's training rows, or once on all rows as older studies did.")
  static let scale = Parameter<Bool>.flag(
    "scale", default: true, help: "Whether a learner that needs like scales gets a scale step.")
  static let seeds = Parameter<Int>.int(
    "seeds", in: 1...1000, default: 1,
    help: "From how many seeds a learner that depends on one is fitted, on the same folds.")

  static let resume = Parameter<Bool>.flag(
    "resume", default: false,
    help: "Whether folds that were kept in the workspace, from a run that was stopped, are taken from there.")

  static let all: [AnyParameter] = [
    k.any, folds.any, group.any, fold.any, time.any, shuffle.any, repeats.any, fit.any, scale.any, seeds.any,
    resume.any,
  ]

  /// The resampling a call asks for, completed by roles and the kind of target.
  static func resampling(_ call: Call, task: LearningTask) throws(Diagnostic) -> Resampling {
    let typed = call[folds].flatMap(Resampling.Kind.init(rawValue:))
    let kind = typed ?? (task.classes == nil ? .kfold : .stratified)
    let grouped = [.group, .stratifiedGroup, .leaveOneGroupOut].contains(kind)
    if let span = call.span(of: k), kind == .leaveOneGroupOut || kind == .given {
      throw Diagnostic("unused-key", "folds=\(kind.rawValue) does not take k=", span: span)
    }
    if let span = call.span(of: group), !grouped {
      throw Diagnostic(
        "unused-key", "folds=\(kind.rawValue) does not take group=", span: span,
        help: "folds=group, folds=stratified-group and folds=leave-one-group-out do")
    }
    if let span = call.span(of: fold), kind != .given {
      throw Diagnostic("unused-key", "fold= goes with folds=given", span: span)
    }
    var groupColumn: String?
    if grouped {
      groupColumn = call[group]
      if groupColumn == nil { groupColumn = try columnOfRole(.group, "group", task, kind, call) }
    }
    if let span = call.span(of: time), kind != .rolling {
      throw Diagnostic("unused-key", "time= goes with folds=rolling", span: span)
    }
    var timeColumn: String?
    if kind == .rolling {
      timeColumn = call[time]
      if timeColumn == nil { timeColumn = try columnOfRole(.time, "time", task, kind, call) }
      if let span = call.span(of: shuffle), call[shuffle] {
        throw Diagnostic("unused-key", "folds=rolling keeps the order of time, so it takes no shuffle=yes", span: span)
      }
    }
    if kind == .given, call[fold] == nil {
      throw Diagnostic(
        "missing-argument", "folds=given needs fold=COLUMN", span: call.span(of: folds),
        help: "fold= names the column that holds each row's fold")
    }
    if let span = call.span(of: repeats), call[repeats] > 1, !call[shuffle] || kind == .given {
      let takesShuffle = kind != .given && kind != .rolling
      throw Diagnostic(
        "unused-key",
        "repeats " + (takesShuffle ? "without shuffle=yes" : "of folds=\(kind.rawValue)")
          + " would repeat the same folds",
        span: span, help: takesShuffle ? "add shuffle=yes" : "leave repeats= out")
    }
    return Resampling(
      kind, k: call[k] ?? 10, shuffle: call[shuffle], repeats: call[repeats], group: groupColumn,
      fold: kind == .given ? call[fold] : nil, time: timeColumn)
  }

  /// The one column with a role, for a key that was left out.
  private static func columnOfRole(
    _ role: Role, _ key: String, _ task: LearningTask, _ kind: Resampling.Kind, _ call: Call
  ) throws(Diagnostic) -> String {
    let columns = task.table.columns(with: role)
    if columns.count == 1 { return columns[0].name }
    throw Diagnostic(
      "missing-argument",
      "folds=\(kind.rawValue) needs \(key)=COLUMN, since "
        + (columns.isEmpty ? "no column has" : "\(columns.count) columns have") + " the role \(key)",
      span: call.span(of: folds), help: "as in: \(key)=\(key == "group" ? "session" : "date")")
  }

  /// What came of some learners on the same folds; one that failed leaves the others.
  typealias Entries = [(learner: LearnerSpec, outcome: Result<Evaluation, Diagnostic>)]

  /// Evaluates learners on the same folds; `measure` is the one that is shown while they run, the first where nil.
  ///
  /// `check` is asked once the kind of target is known, before anything is fitted. Throws what it throws, what is wrong
  /// with the task, the folds or the recipe, and `interrupted`.
  static func evaluate(
    _ specs: [LearnerSpec], from catalogue: LearnerCatalogue, _ call: Call, in session: Session,
    measure: String? = nil, check: (TargetKind) throws(Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> (entries: Entries, plan: EvaluationPlan, notes: [Output]) {
    let dataset = try session.current()
    let task: LearningTask
    do throws(Diagnostic) {
      task = try session.cancellation.leaving { () throws(Diagnostic) in try dataset.task(rows: call.rows) }
    } catch {
      throw error.at(call.verbSpan)
    }
    if let classes = task.classes, classes.classes.count < 2 {
      throw Diagnostic(
        "one-class", "all \(task.rowCount.counted("row")) are of the one class '\(classes.classes.first ?? "")'",
        span: call.verbSpan, help: "learning needs at least two classes; columns shows what the target holds")
    }
    try check(task.target.kind)
    let resampling = try resampling(call, task: task)
    let plan: EvaluationPlan
    do throws(Diagnostic) {
      plan = try session.cancellation.leaving { () throws(Diagnostic) in
        try EvaluationPlan(
          task: task, recipe: dataset.recipe, learners: specs, from: catalogue,
          resampling: resampling, fitScope: call[fit] == "all" ? .all : .fold, seed: session.seed,
          version: session.registry.version(
            session.services.version, behind: specs.map(\.key) + dataset.recipe.steps.map(\.key)),
          scaleIfWanted: call[scale],
          seeds: call[seeds])
      }
    } catch {
      throw error.at(place(of: error, call))
    }
    var context = EvaluationContext(
      task: task, allocation: plan.allocation, learners: catalogue,
      transformers: session.registry.transformers, clock: session.services.clock,
      cancellation: session.cancellation, progress: session.services.progress)
    let jobs = specs.map { plan.jobs(for: $0) }
    let kind = task.target.kind
    let measures = session.registry.measures.filter { $0.target == kind }
    let watch = session.progressed.map { tell in
      FoldWatch(
        call.verb, specs, jobs, of: task.target, measure: measures.first { $0.key == measure } ?? measures.first,
        tell: tell)
    }
    if let watch { context.finished = { watch.finish($0) } }
    let base = session.services.executor(session.state.settings.threads)
    var remembering: RememberingExecutor?
    if let store = session.services.store {
      remembering = RememberingExecutor(base: base, store: store, resumes: call[resume]) { watch?.take($0) }
    } else if let span = call.span(of: resume), call[resume] {
      throw Diagnostic("no-workspace", "there is no workspace to take folds from", span: span)
    }
    let results: [EvaluationResult]
    if let remembering {
      results = try remembering.run(jobs.flatMap { $0 }, in: context)
    } else {
      results = try base.run(jobs.flatMap { $0 }, in: context)
    }
    let entries = try session.cancellation.leaving { () throws(Diagnostic) in
      collect(results, of: specs, jobs.map(\.count), plan, session.registry.measures)
    }
    // A fold that failed is worked out again; those beside it need not be.
    if entries.allSatisfy({ (try? $0.outcome.get()) != nil }) { remembering?.finish(jobs.flatMap { $0 }) }
    return (entries, plan, remembering?.notes ?? [])
  }

  /// Puts each learner's results together; `counts` says how many of them are whose.
  private static func collect(
    _ results: [EvaluationResult], of specs: [LearnerSpec], _ counts: [Int], _ plan: EvaluationPlan,
    _ measures: [Measure]
  ) -> Entries {
    var entries: Entries = []
    var place = 0
    for (spec, count) in zip(specs, counts) {
      let slice = Array(results[place..<(place + count)])
      place += count
      do throws(Diagnostic) {
        entries.append((spec, .success(try Evaluation.collect(slice, of: spec, in: plan, measures: measures))))
      } catch {
        entries.append((spec, .failure(error)))
      }
    }
    return entries
  }

  /// One error of several learners that all failed: the one reason they share, or each learner's own.
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

  /// The key that an error of the plan speaks of.
  private static func place(of error: Diagnostic, _ call: Call) -> SourceSpan? {
    switch error.code {
    case "too-many-folds": call.span(of: k) ?? call.verbSpan
    case "unknown-column", "missing-group", "missing-values", "bad-time", "target-as-group":
      call.span(of: group) ?? call.span(of: fold) ?? call.span(of: time) ?? call.span(of: folds) ?? call.verbSpan
    default: call.span(of: folds) ?? call.verbSpan
    }
  }
}
