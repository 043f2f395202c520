internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct ConfusionCommand: Command {
  static let result = Parameter<String?>.result(
    help: "The result, or a learner of the last evaluation or comparison, which is shown by default.",
    kinds: ["evaluation", "comparison"])
  static let learner = Parameter<String?>.text(
    "learner", help: "A learner of a comparison, written as shown there; all by default.")

  let signature = Signature(
    "confusion", topic: .learning, summary: "Show the confusion matrix of an evaluation.",
    details: """
      Rows are actual classes, columns are predicted classes; all folds are pooled. After compare, each learner has \
      its own matrix (of the first seed if there are several); name a learner to show only its matrix.
      """,
    parameters: [result.any, learner.any],
    exampleLines: """
      the last evaluation: load iris; label species; cv tree k=5; confusion -> actual
      a named result: load iris; label species; cv zeror k=5 as base; confusion base -> zeror
      one learner of a comparison: load iris; label species; compare tree zeror k=5; confusion tree \
      -> confusion matrix of tree
      ranks cut into classes: load tastings; label; encode; cv tree k=10; confusion -> actual
      before any evaluation: load iris; confusion -> !no-evaluation
      """, traits: [.readsOnly], seeAlso: ["cv", "compare"])

  /// Uses the stored result; nothing is computed again.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (found, learner, span) = try evaluated(call, in: session)
    guard !found.isEmpty else {
      throw Diagnostic(
        "no-evaluation", "there is no evaluation to show", span: span ?? call.verbSpan,
        help: "run one, as in: cv tree k=10; 'results' lists them")
    }
    var chosen = found
    if let learner {
      chosen = found.filter { $0.learner == learner }
      if chosen.isEmpty {
        throw Diagnostic.unknown(
          "learner", learner, among: found.map(\.learner), span: span, help: "'results' lists them")
      }
      if chosen.allSatisfy({ $0.matrix == nil }), let failed = chosen.first(where: \.isFailed) {
        throw Diagnostic(
          "no-evaluation", "the learner '\(failed.learner)' failed and made no predictions", span: span,
          help: "choose another learner of the comparison")
      }
    }
    let shown = chosen.compactMap { item in item.matrix.map { ConfusionOutput($0, learner: item.learner) } }
    guard !shown.isEmpty else {
      throw Diagnostic(
        "no-classes", "the evaluation predicts numbers, which have no confusion matrix",
        span: span ?? call.verbSpan, help: "choose a target with classes: label COLUMN")
    }
    let failed = chosen.filter { $0.isFailed && $0.matrix == nil }.map { "'\($0.learner)'" }
    return shown.map(Output.confusion)
      + (failed.isEmpty ? [] : [.note("\(failed.joined(separator: ", ")) failed and made no predictions")])
  }

  /// What a result evaluated, the requested learner, and the place of the word that names it.
  ///
  /// A word that is not the name of a result is a learner of the last one.
  private func evaluated(
    _ call: Call, in session: Session
  ) throws(Diagnostic) -> (found: [Evaluated], learner: String?, span: SourceSpan?) {
    let span = call.span(of: ConfusionCommand.result)
    let asked = call[ConfusionCommand.learner]
    let last = session.results.entries.last { !$0.evaluated.isEmpty }?.evaluated ?? []
    guard let name = call[ConfusionCommand.result] else {
      return (last, asked, call.span(of: ConfusionCommand.learner))
    }
    do throws(Diagnostic) {
      let entry = try session.results.entry(name, span: span)
      return (entry.evaluated, asked, asked == nil ? span : call.span(of: ConfusionCommand.learner))
    } catch {
      guard asked == nil, last.contains(where: { $0.learner == name }) else { throw error }
      return (last, name, span)
    }
  }
}

/// A learner evaluated in a result.
private struct Evaluated {
  let learner: String
  /// Nil for a numeric target, and if the learner failed.
  let matrix: ConfusionMatrix?
  let isFailed: Bool
}

extension Results.Entry {
  /// The learners in its evaluations and comparisons.
  fileprivate var evaluated: [Evaluated] {
    outputs.flatMap { output -> [Evaluated] in
      switch output {
      case .evaluation(let found):
        [Evaluated(learner: found.evaluation.learner, matrix: found.evaluation.confusion, isFailed: false)]
      case .comparison(let comparison):
        comparison.rows.map { Evaluated(learner: $0.learner, matrix: $0.confusion, isFailed: $0.status != "ok") }
      default: []
      }
    }
  }
}
