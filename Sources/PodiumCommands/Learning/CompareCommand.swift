internal import PodiumCore
internal import PodiumLearn
internal import PodiumShell

/// `compare`: learners beside each other on the same folds.
struct CompareCommand: Command {
  static let learners = Parameter<[LearnerSpec]>.learners(
    "learners", required: true, help: "What is compared; zeror is always among them.")
  static let measure = Parameter<String?>.text(
    "measure", help: "The measure; accuracy, or rmse for numbers, when left out.")

  /// What `compare` takes.
  let signature = Signature(
    "compare", topic: .learning, summary: "Compare learners on the same folds.",
    details: """
      Differences are to zeror, which guesses without looking. The p value is that of the corrected paired t-test \
      (Nadeau and Bengio 2003), which allows for folds that share training rows; Holm's correction is for the \
      number of comparisons. A learner that fails is named and the others stay. \
      With seeds=N a learner that depends on the seed enters with its mean over N seeds in each fold.
      """,
    parameters: [learners.any] + ResamplingOptions.all + [measure.any],
    examples: [
      Example(
        "compare tree zeror k=10", after: ["load ski-thesis", "label", "encode"], "a tree against guessing",
        prints: "p Holm"),
      Example(
        "compare tree(max-depth=1,2,3) k=5 measure=kappa", after: ["load iris", "label species"],
        "a grid by another measure", prints: "kappa"),
      Example(
        "compare svm tree zeror k=5 if petal_length_cm > 2", after: ["load iris", "label species"],
        "learners on some rows", prints: "zeror"),
      Example(
        "compare tree smv", after: ["load iris", "label species"], "an unknown learner", fails: "unknown-learner"),
    ], traits: [.rows], seeAlso: ["cv", "learners"])

  /// Evaluates all on one allocation of folds.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var specs: [LearnerSpec] = []
    for spec in call[CompareCommand.learners] where !specs.contains(spec) { specs.append(spec) }
    guard let zeror = session.registry.learners["zeror"] else {
      throw Diagnostic("missing-learner", "the learner 'zeror' is not registered")
    }
    let baseline = try zeror.spec([])
    specs.removeAll { $0 == baseline }
    specs.append(baseline)
    let (entries, plan, notes) = try ResamplingOptions.evaluate(
      specs, from: session.registry.learners, call, in: session, measure: call[CompareCommand.measure])
    let task = plan.task
    let failures = entries.compactMap { entry in
      if case .failure(let error) = entry.outcome { error } else { nil }
    }
    // Where nothing could be evaluated there is nothing to compare, only the reason.
    if failures.count == entries.count, let error = failures.first {
      throw error.at(call.span(of: CompareCommand.learners))
    }
    let wanted = call[CompareCommand.measure] ?? (task.classes == nil ? "rmse" : "accuracy")
    let kind = task.target.kind
    let measures = session.registry.measures.filter { $0.target == kind }
    guard let measure = measures.first(where: { $0.key == wanted }) else {
      throw .unknownWord(
        "measure", wanted, among: measures.map(\.key), span: call.span(of: CompareCommand.measure))
    }
    let comparison = Comparison(entries, baseline: baseline, measure: measure.key, in: plan)
    let leftOut = task.leftOut.map { [Output.note($0)] } ?? []
    return [.comparison(comparison)] + leftOut + plan.warnings.map(Output.warning) + notes
  }
}
