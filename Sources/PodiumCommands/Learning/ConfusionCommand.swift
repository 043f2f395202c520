internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `confusion`: which classes are taken for which.
struct ConfusionCommand: Command {
  static let result = Parameter<String?>.result(
    help: "The result, or a learner of the last one; the last evaluation or comparison when left out.",
    kinds: ["evaluation", "comparison"])
  static let learner = Parameter<String?>.text(
    "learner", help: "The learner of a comparison, as it is shown there; each of them when left out.")

  let signature = Signature(
    "confusion", topic: .learning, summary: "Show which classes an evaluation took for which.",
    details: """
      Rows are the actual class, columns the predicted one; the folds are pooled. After compare each learner has its \
      matrix, of the first seed where there are several; a learner's name shows that one alone.
      """,
    parameters: [result.any, learner.any],
    examples: [
      Example(
        "confusion", after: ["load iris", "label species", "cv tree k=5"], "of the last evaluation",
        prints: "actual"),
      Example(
        "confusion base", after: ["load iris", "label species", "cv zeror k=5 as base"], "of a named result",
        prints: "zeror"),
      Example(
        "confusion tree", after: ["load iris", "label species", "compare tree zeror k=5"],
        "of one learner of a comparison", prints: "confusion matrix of tree"),
      Example(
        "confusion", after: ["load tastings", "label", "encode", "cv tree k=10"], "of ranks cut into classes",
        prints: "actual"), Example("confusion", after: ["load iris"], "before any evaluation", fails: "no-evaluation"),
    ], seeAlso: ["cv", "compare"])

  /// Looks the result up; nothing is computed again.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (found, learner, span) = try evaluated(call, in: session)
    guard !found.isEmpty else {
      throw Diagnostic(
        "no-evaluation", "there is no evaluation to look at", span: span ?? call.verbSpan,
        help: "make one, as in: cv tree k=10; results lists them")
    }
    var chosen = found
    if let learner {
      chosen = found.filter { $0.learner == learner }
      if chosen.isEmpty {
        throw Diagnostic.unknown(
          "learner", learner, among: found.map(\.learner), span: span, help: "results lists them")
      }
      if chosen.allSatisfy({ $0.matrix == nil }), let failed = chosen.first(where: \.isFailed) {
        throw Diagnostic(
          "no-evaluation", "the learner '\(failed.learner)' failed and predicted nothing", span: span,
          help: "choose another learner of the comparison")
      }
    }
    let shown = chosen.compactMap { item in item.matrix.map { ConfusionOutput($0, learner: item.learner) } }
    guard !shown.isEmpty else {
      throw Diagnostic(
        "no-classes", "the evaluation predicts numbers, which have no confusion matrix",
        span: span ?? call.verbSpan, help: "label a column of classes")
    }
    let failed = chosen.filter { $0.isFailed && $0.matrix == nil }.map { "'\($0.learner)'" }
    return shown.map(Output.confusion)
      + (failed.isEmpty ? [] : [.note("\(failed.joined(separator: ", ")) failed and predicted nothing")])
  }

  /// What a result evaluated, the learner asked for, and the place of the word that asks.
  ///
  /// A word that names no result is a learner of the last one.
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

/// A learner that a result evaluated.
private struct Evaluated {
  let learner: String
  /// Nil for a number, and where the learner failed.
  let matrix: ConfusionMatrix?
  let isFailed: Bool
}

extension Results.Entry {
  /// The learners that its evaluations and comparisons are about.
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
