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

  static let all: [AnyParameter] = [
    k.any, folds.any, group.any, fold.any, shuffle.any, repeats.any, fit.any, scale.any, seeds.any,
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
      if let named = call[group] { groupColumn = named } else { groupColumn = try roleGroup(task, kind, call) }
    }
    if kind == .given, call[fold] == nil {
      throw Diagnostic(
        "missing-argument", "folds=given needs fold=COLUMN", span: call.span(of: folds),
        help: "fold= names the column that holds each row's fold")
    }
    if let span = call.span(of: repeats), call[repeats] > 1, !call[shuffle] || kind == .given {
      throw Diagnostic(
        "unused-key", "repeats without shuffle=yes would repeat the same folds", span: span,
        help: "add shuffle=yes")
    }
    return Resampling(
      kind, k: call[k] ?? 10, shuffle: call[shuffle], repeats: call[repeats], group: groupColumn,
      fold: kind == .given ? call[fold] : nil)
  }

  private static func roleGroup(
    _ task: LearningTask, _ kind: Resampling.Kind, _ call: Call
  ) throws(Diagnostic) -> String {
    let columns = task.table.columns(with: .group)
    if columns.count == 1 { return columns[0].name }
    throw Diagnostic(
      "missing-argument",
      columns.isEmpty
        ? "folds=\(kind.rawValue) needs group=COLUMN, since no column has the role group"
        : "folds=\(kind.rawValue) needs group=COLUMN, since \(columns.count) columns have the role group",
      span: call.span(of: folds), help: "as in: group=session")
  }

  /// What came of some learners on the same folds; one that failed leaves the others.
  typealias Entries = [(learner: LearnerSpec, outcome: Result<Evaluation, Diagnostic>)]

  /// Evaluates learners on the same folds.
  ///
  /// Throws what is wrong with the task, the folds or the recipe, and `interrupted`.
  static func evaluate(
    _ specs: [LearnerSpec], from catalogue: LearnerCatalogue, _ call: Call, in session: Session
  ) throws(Diagnostic) -> (entries: Entries, plan: EvaluationPlan) {
    let dataset = try session.current()
    let task: LearningTask
    do throws(Diagnostic) { task = try dataset.task(rows: call.rows) } catch { throw error.at(call.verbSpan) }
    if let classes = task.classes, classes.classes.count < 2 {
      throw Diagnostic(
        "one-class", "all \(task.rowCount.counted("row")) are of the one class '\(classes.classes.first ?? "")'",
        span: call.verbSpan, help: "learning needs at least two classes; columns shows what the target holds")
    }
    let resampling = try resampling(call, task: task)
    let plan: EvaluationPlan
    do throws(Diagnostic) {
      plan = try EvaluationPlan(
        task: task, recipe: dataset.recipe, learners: specs, from: catalogue,
        resampling: resampling, fitScope: call[fit] == "all" ? .all : .fold, seed: session.seed,
        version: session.services.version, scaleIfWanted: call[scale],
        seeds: call[seeds])
    } catch {
      throw error.at(place(of: error, call))
    }
    let context = EvaluationContext(
      task: task, allocation: plan.allocation, learners: catalogue,
      transformers: session.registry.transformers, clock: session.services.clock,
      cancellation: session.cancellation, progress: session.services.progress)
    let jobs = specs.map { plan.jobs(for: $0) }
    let results = try session.services.executor(session.state.settings.threads).run(jobs.flatMap { $0 }, in: context)
    var entries: Entries = []
    var place = 0
    for (spec, own) in zip(specs, jobs) {
      let slice = Array(results[place..<(place + own.count)])
      place += own.count
      do throws(Diagnostic) {
        entries.append(
          (spec, .success(try Evaluation.collect(slice, of: spec, in: plan, measures: session.registry.measures))))
      } catch {
        entries.append((spec, .failure(error)))
      }
    }
    return (entries, plan)
  }

  /// The key that an error of the plan speaks of.
  private static func place(of error: Diagnostic, _ call: Call) -> SourceSpan? {
    switch error.code {
    case "too-many-folds": call.span(of: k) ?? call.verbSpan
    case "unknown-column", "missing-group": call.span(of: group) ?? call.span(of: fold) ?? call.verbSpan
    default: call.span(of: folds) ?? call.verbSpan
    }
  }
}
