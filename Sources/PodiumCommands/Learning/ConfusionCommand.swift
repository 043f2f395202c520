internal import PodiumCore
internal import PodiumLearn
internal import PodiumShell

/// `confusion`: which classes are taken for which.
struct ConfusionCommand: Command {
  static let result = Parameter<String?>.result(help: "The result; the last evaluation when left out.")

  /// What `confusion` takes.
  let signature = Signature(
    "confusion", topic: .learning, summary: "Show which classes an evaluation took for which.",
    details: "Rows are the actual class, columns the predicted one; the folds are pooled.",
    parameters: [result.any],
    examples: [
      Example(
        "confusion", after: ["load iris", "label species", "cv tree k=5"], "of the last evaluation",
        prints: "actual"),
      Example(
        "confusion base", after: ["load iris", "label species", "cv zeror k=5 as base"], "of a named result",
        prints: "zeror"),
      Example(
        "confusion", after: ["load ski-thesis", "label", "encode", "cv tree k=10"], "of ranks cut into classes",
        prints: "actual"), Example("confusion", after: ["load iris"], "before any evaluation", fails: "no-evaluation"),
    ], seeAlso: ["cv"])

  /// Looks the evaluation up; nothing is computed anew.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: ConfusionCommand.result)
    var found: [EvaluationOutput]
    if let name = call[ConfusionCommand.result] {
      found = try session.results.entry(name, span: span).evaluations
    } else {
      found = session.results.entries.last { !$0.evaluations.isEmpty }?.evaluations ?? []
    }
    guard !found.isEmpty else {
      throw Diagnostic(
        "no-evaluation", "there is no evaluation to look at", span: span ?? call.verbSpan,
        help: "make one, as in: cv tree k=10; results lists them")
    }
    found = found.filter { $0.evaluation.confusion != nil }
    guard !found.isEmpty else {
      throw Diagnostic(
        "no-classes", "the evaluation predicts numbers, which have no confusion matrix",
        span: span ?? call.verbSpan, help: "label a column of classes")
    }
    return found.compactMap { output in
      output.evaluation.confusion.map { .confusion(ConfusionOutput($0, learner: output.evaluation.learner)) }
    }
  }
}

extension Results.Entry {
  /// The evaluations among its outputs.
  var evaluations: [EvaluationOutput] {
    outputs.compactMap { if case .evaluation(let output) = $0 { output } else { nil } }
  }
}
