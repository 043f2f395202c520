internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `fit`: fits a learner on all rows, to predict other rows.
struct FitCommand: Command {
  static let learners = Parameter<[LearnerSpec]>.learners(
    "learner", required: true, help: "The learner, with hyperparameters in parentheses.")
  static let inner = Parameter<Int?>.optionalInt(
    "inner", in: 2...100, help: "Number of folds by which to choose among several settings before fitting.")
  static let measure = Parameter<String?>.text(
    "measure", help: "The measure by which inner= chooses; by default accuracy, or rmse for numbers.",
    completion: .names(.measures))

  let signature = Signature(
    "fit", topic: .learning, summary: "Fit a learner on all rows and keep the model in memory.",
    details: """
      The recipe and the learner are fitted once, on all rows or on those chosen by 'if' and 'in'. Use cv to estimate \
      how well the model predicts new rows. 'as NAME' names the model; by default it has the name of its learner. \
      predict applies it, and model save keeps it in the workspace. With inner=, lists of values make a grid: the \
      setting with the best mean over the folds is fitted. The folds keep groups together if one column has that role. \
      That mean is optimistic; tune gives an honest one.
      """,
    parameters: [learners.any, inner.any, measure.any],
    examples: [
      Example("fit tree", after: ["load iris", "label species"], "a tree fitted on all flowers", prints: "150"),
      Example(
        "fit svm(c=2) as flowers", after: ["load iris", "label species"], "a model with a name", prints: "flowers"),
      Example(
        "fit tree(max-depth=2) if petal_length_cm > 2", after: ["load iris", "label species"], "fitted on some rows",
        prints: "100"),
      Example(
        "fit tree(max-depth=1,2,3) inner=3", after: ["load iris", "label species"], "choose a setting, then fit it",
        prints: "chose"),
      Example("fit tree", after: ["load iris"], "without a target", fails: "no-target"),
    ], traits: [.rows, .namesTable], seeAlso: ["predict", "model save", "cv"])

  /// The model is part of the session's state, so undo removes it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let specs = call[FitCommand.learners]
    let span = call.span(of: FitCommand.learners)
    guard var spec = specs.first, specs.count == 1 || call.has(FitCommand.inner) else {
      throw Diagnostic(
        "unexpected-list", "'fit' takes one learner, not \(specs.count)", span: span,
        help: "add inner=5 to choose among settings; compare shows which learner is best")
    }
    let dataset = try session.current()
    var task: LearningTask
    let cancellation = session.cancellation
    do throws(Diagnostic) {
      task = try cancellation.detached { () throws(Diagnostic) in try dataset.task(rows: call.rows) }
    } catch {
      throw error.at(call.verbSpan)
    }
    var choice: String?
    if call.has(FitCommand.inner) {
      let best = try SettingChoice.best(of: specs, task, dataset.recipe, call, in: session)
      (spec, choice) = (best.setting, best.sentence)
    } else if let span = call.span(of: FitCommand.measure) {
      throw Diagnostic("unused-key", "measure= requires inner=", span: span)
    }
    let model: FittedModel
    do throws(Diagnostic) {
      task = try task.keeping(columnsFor: [session.registry.learners.definition(spec.key)])
      model = try session.executor.run(
        FitJobs.Input(spec, recipe: dataset.recipe, seed: session.seed, version: session.services.version),
        sharing: task, by: FitJobs(), in: session.jobContext)
    } catch {
      throw error.at(span)
    }
    let name = call.syntax.name?.text ?? spec.key
    let isReplaced = session.state.models[name].map { $0 != model } ?? false
    session.state.models[name] = model
    var outputs: [Output] = [.record(model.record(name: name))]
    if let choice { outputs.append(.note(choice)) }
    if let leftOut = task.leftOut { outputs.append(.note(leftOut)) }
    if isReplaced { outputs.append(.note("replaced the earlier model '\(name)'")) }
    return outputs
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
    if !features.isEmpty { record.add("features", list: features.map(Value.text)) }
    if !recipe.recipe.isEmpty { record.add("recipe", list: recipe.recipe.steps.map { .text($0.description) }) }
    for figure in model.figures {
      record.add(figure.key, figure.value.map(Value.number) ?? .missing)
      record.add(figure.key + "_rows", .integer(figure.rows))
    }
    record.add("seed", .integer(Int(clamping: seed)))
    return record
  }
}
