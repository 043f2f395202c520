internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The key `shortlist=`: for each row the classes that cannot be ruled out.
enum ShortlistOptions {
  static let shortlist = Parameter<Double?>.share(
    "shortlist",
    help: "Adds to each row a list of classes that holds the actual one with this probability, such as 95%.")

  /// The shortlists that a call of `cv` asks for; throws `wrong-target` for numbers.
  static func request(_ call: Call, measure: String?, in session: Session) throws(Diagnostic) -> ShortlistRequest? {
    guard let confidence = call[shortlist] else { return nil }
    return ShortlistRequest(
      confidence: confidence, inner: try NestedOptions.folds(call, measure: measure, in: session))
  }

  /// Throws unless the target has classes.
  static func require(_ kind: TargetKind, _ call: Call) throws(Diagnostic) {
    guard kind == .numbers, let span = call.span(of: shortlist) else { return }
    throw Diagnostic(
      "wrong-target", "shortlist= is for classes, but the target is a number", span: span,
      help: "choose a target with classes: label COLUMN")
  }

  /// What an evaluation lacks for costs and shortlists.
  static func notes(_ evaluation: Evaluation, _ call: Call) -> [Output] {
    var notes: [Output] = []
    if evaluation.probabilities == nil, evaluation.classes != nil {
      if evaluation.costs != nil {
        notes.append(
          .note(
            "'\(evaluation.learner)' gives no probabilities, so the costs measure its classes but do not decide them"))
      }
      if evaluation.shortlists != nil {
        notes.append(
          .warning(
            "'\(evaluation.learner)' gives no probabilities, so it makes no shortlists; svm(probability=yes), logistic, "
              + "bayes, forest and others do"))
      }
    } else if let lists = evaluation.shortlists {
      let without = lists.lists.count(where: \.isEmpty)
      if without > 0 {
        notes.append(
          .warning(
            "\(without) of \(lists.lists.count.counted("row")) have no shortlist: their training rows cannot be split into "
              + "inner folds"))
      }
    }
    return notes
  }
}
