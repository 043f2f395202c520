internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct FitCommand: Command {
  static let learners = Parameter<[LearnerSpec]>.learners(
    "learner", required: true, help: "The learner, with hyperparameters in parentheses.")
  static let inner = Parameter<Int?>.optionalInt(
    "inner", in: 2...100, help: "Number of folds by which to choose among several settings before fitting.")
  static let measure = Parameter<String?>.text(
    "measure", help: "The measure by which inner= chooses; by default accuracy, or rmse for numbers.",
    completion: .names(.measures))
  static let threshold = Parameter<Double?>.number(
    "threshold", in: 0...1, help: "The probability from which rows count as the class in class=.")
  static let shortlist = Parameter<Bool>.flag(
    "shortlist", default: false,
    help: "Whether to keep what predict shortlist= needs: the scores of rows in folds that did not train on them.")

  let signature = Signature(
    "fit", topic: .learning, summary: "Fit a learner on all rows and keep the model in memory.",
    details: """
      The recipe and the learner are fitted once, on all rows or on those chosen by 'if' and 'in'. Use cv to estimate \
      how well the model predicts new rows. 'as NAME' names the model; by default it has the name of its learner. \
      'predict' applies it, and 'model save' keeps it in the workspace. With inner=, lists of values make a grid: the \
      setting with the best mean over the folds is fitted. The folds keep groups together if one column has that role. \
      That mean is optimistic; 'tune' gives an honest one. threshold= with class= makes predict give that class from that \
      probability on, and costs= the class with the least expected cost. shortlist=yes fits the folds of inner= too, by \
      default 5, so that predict shortlist=95% can list the classes that cannot be ruled out.
      """,
    parameters: [
      learners.any, inner.any, measure.any, threshold.any, StoredEvaluation.positive.any, CostOptions.costs.any,
      shortlist.any,
    ],
    exampleLines: """
      a tree fitted on all flowers: load iris; label species; fit tree -> 150
      a model with a name: load iris; label species; fit svm(c=2) as flowers -> flowers
      fitted on some rows: load iris; label species; fit tree(max-depth=2) if petal_length_cm > 2 -> 100
      choose a setting, then fit it: load iris; label species; fit tree(max-depth=1,2,3) inner=3 -> chose
      a class from a lower probability on: load iris; label species; fit bayes threshold=0.3 class=virginica -> 0.3
      without a target: load iris; fit tree -> !no-target
      """, traits: [.rows, .namesTable], seeAlso: ["predict", "model save", "cv"])

  /// The model is part of the session's state, so undo removes it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let specs = call[FitCommand.learners]
    let span = call.span(of: FitCommand.learners)
    guard var spec = specs.first, specs.count == 1 || call.has(FitCommand.inner) else {
      throw Diagnostic(
        "unexpected-list", "'fit' takes one learner, not \(specs.count)", span: span,
        help: "add inner=5 to choose among settings; 'compare' shows which learner is best")
    }
    let dataset = try session.current()
    var task: LearningTask
    let cancellation = session.cancellation
    task = try Diagnostic.located(
      at: call.verbSpan, cancellation.detached { () throws(Diagnostic) in try dataset.task(rows: call.rows) })
    let rule = try FitCommand.rule(task, call, in: session)
    var choice: String?
    var calibration: ConformalCalibration?
    if call.has(FitCommand.inner) || call[FitCommand.shortlist] {
      let best = try SettingChoice.best(of: specs, task, dataset.recipe, call, in: session)
      (spec, choice) = (best.setting, best.sentence)
      if call[FitCommand.shortlist] { calibration = try FitCommand.calibration(best.evaluation, call) }
    } else {
      try call.refuse(FitCommand.measure, "requires inner=")
    }
    var model: FittedModel
    do throws(Diagnostic) {
      task = try task.keeping(columnsFor: [session.registry.learners.require(spec.key)])
      model = try session.executor.run(
        FitJobs.Input(spec, recipe: dataset.recipe, seed: session.seed, version: session.services.version),
        sharing: task, by: FitJobs(), in: session.jobContext)
    } catch {
      throw error.at(span)
    }
    if rule != nil {
      // Some learners give probabilities in some settings only, so a row shows it.
      guard case .classes(_, _?) = try model.predict(dataset.table, rows: Array(task.rowNumbers.prefix(1))) else {
        throw FitCommand.noProbabilities(spec.description, span)
      }
    }
    (model.rule, model.calibration) = (rule, calibration)
    model.training = RowDigests(of: dataset.table, columns: model.rowColumns, rows: task.rowNumbers)
    let name = call.syntax.name?.text ?? spec.key
    let isReplaced = session.state.models[name].map { $0 != model } ?? false
    session.state.models[name] = model
    var outputs: [Output] = [.record(model.record(name: name))]
    if let choice, !choice.isEmpty { outputs.append(.note(choice)) }
    if model.model.isConstant, let help = try session.registry.learners.require(spec.key).constantHelp {
      outputs.append(
        .note(
          "'\(spec.description)' learned nothing and predicts the same for every row: \(task.whyConstant ?? help)"))
    }
    if let leftOut = task.leftOut { outputs.append(.note(leftOut)) }
    if isReplaced { outputs.append(.note("replaced the earlier model '\(name)'")) }
    return outputs
  }
}

extension FitCommand {
  /// How the model turns probabilities into a class.
  ///
  /// Throws `unused-key`, `missing-argument`, `unknown-class`, `wrong-target`, and what is wrong with the costs.
  fileprivate static func rule(
    _ task: LearningTask, _ call: Call, in session: Session
  ) throws(Diagnostic) -> DecisionRule? {
    let (threshold, costs) = (call.span(of: FitCommand.threshold), call.span(of: CostOptions.costs))
    if let span = call.span(of: StoredEvaluation.positive), threshold == nil,
      !ClassMeasures.keys.contains(call[FitCommand.measure] ?? "")
    {
      throw Diagnostic(
        "unused-key", "class= requires threshold=, or a measure of one class", span: span,
        help: "measure=recall chooses by the recall of the class")
    }
    if threshold != nil, let costs {
      throw Diagnostic(
        "unused-key", "threshold= and costs= are two ways to decide", span: costs, help: "omit one of them")
    }
    guard let span = threshold ?? costs ?? call.span(of: shortlist), threshold ?? costs != nil || call[shortlist] else {
      return nil
    }
    guard let classes = task.classes else {
      throw Diagnostic(
        "wrong-target", "'\(call.verb)' can only decide between classes, but the target is a number", span: span,
        help: "choose a target with classes: label COLUMN")
    }
    if let matrix = try CostOptions.matrix(call, for: task.target, in: session) { return .costs(matrix) }
    guard let least = call[FitCommand.threshold] else { return nil }
    let place = try StoredEvaluation.place(among: classes.classes, call, span: span)
    return .threshold(classPlace: place, probability: least)
  }

  private static func noProbabilities(_ learner: String, _ span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      "no-probabilities", "'\(learner)' gives no probabilities", span: span,
      help: "svm(probability=yes), logistic, bayes, forest and others do")
  }

  /// The scores of rows that were tested by models which had not trained on them.
  fileprivate static func calibration(
    _ evaluation: Evaluation, _ call: Call
  ) throws(Diagnostic) -> ConformalCalibration? {
    guard case .classes(let truth) = evaluation.truth, let probabilities = evaluation.probabilities else {
      throw noProbabilities(evaluation.learner, call.span(of: shortlist))
    }
    return ConformalCalibration(scores: zip(truth, probabilities).map { 1 - $1[$0] })
  }
}

extension FittedModel {
  /// A summary of the model.
  func record(name: String) -> RecordOutput {
    var record = RecordOutput("model \(name): \(learner.description) for \(target)")
    record.add("name", .text(name))
    record.add("learner", .text(learner.description))
    record.add("target", .text(target))
    if let classes { record.add("classes", list: classes.map(Value.text)) }
    record.add("rows", .integer(rowCount))
    if let trained = recipe.steps.compactMap(\.trainedRows).last { record.add("trained_rows", .integer(trained)) }
    if !features.isEmpty { record.add("features", list: features.map(Value.text)) }
    if !recipe.recipe.isEmpty { record.add("recipe", list: recipe.recipe.steps.map { .text($0.description) }) }
    for figure in model.figures {
      record.add(figure.key, figure.value.map(Value.number) ?? .missing)
      record.add(figure.key + "_rows", .integer(figure.rows))
    }
    if let rule { record.add("decides", .text(rule.sentence(classes ?? []))) }
    if let calibration { record.add("shortlist_rows", .integer(calibration.scores.count)) }
    record.add("seed", .integer(Int(clamping: seed)))
    return record
  }
}
