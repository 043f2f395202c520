internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Evaluations of earlier commands, whose rows were each tested by a model that was not trained on them.
enum StoredEvaluation {
  static let positive = Parameter<String?>.text(
    "class", help: "The class of interest; by default the second of two classes.")

  /// The evaluations in some results, or in the last one that has any; one repeat of each, so that a row counts once.
  ///
  /// Throws `unknown-result`, `no-evaluation`, and `no-probabilities` where one gives none.
  static func found(
    _ names: [String], span: SourceSpan?, _ call: Call, in session: Session
  ) throws(Diagnostic) -> [Evaluation] {
    var entries: [Results.Entry] = []
    for name in names { entries.append(try session.results.entry(name, span: span)) }
    if names.isEmpty, let last = session.results.entries.last(where: { !$0.evaluations.isEmpty }) { entries = [last] }
    let found = entries.flatMap(\.evaluations)
    guard !found.isEmpty else {
      throw Diagnostic(
        "no-evaluation",
        names.isEmpty ? "no evaluation has been run yet" : "the named results have no evaluation",
        span: span ?? call.verbSpan,
        help: "run one, as in: cv logistic k=10; 'results' lists them")
    }
    for evaluation in found where evaluation.probabilities == nil {
      throw Diagnostic(
        "no-probabilities",
        evaluation.classes == nil
          ? "'\(evaluation.learner)' predicts numbers, not probabilities of classes"
          : "'\(evaluation.learner)' gives no probabilities", span: span ?? call.verbSpan,
        help: evaluation.classes == nil
          ? "choose a target with classes: label COLUMN" : "svm(probability=yes), logistic, bayes, forest and others do"
      )
    }
    return found
  }

  /// The classes a call is about, as places: the one it names, the second of two, else all; throws `unknown-class`.
  static func classes(
    _ evaluation: Evaluation, _ call: Call, manyAllowed: Bool
  ) throws(Diagnostic) -> [Int] {
    let names = evaluation.classes ?? []
    if manyAllowed, names.count != 2, call[positive] == nil { return Array(names.indices) }
    return [try place(among: names, call, span: call.verbSpan)]
  }

  /// The class that a call names, as a place, else the second of two; throws `unknown-class`, and `missing-argument` where it
  /// names none of many.
  static func place(among names: [String], _ call: Call, span: SourceSpan?) throws(Diagnostic) -> Int {
    guard let wanted = call[positive] else {
      if names.count == 2 { return 1 }
      throw Diagnostic(
        "missing-argument", "the target has \(names.count) classes and none was named", span: span,
        help: "name one of: class=" + names.prefix(12).joined(separator: ", class="))
    }
    guard let place = names.firstIndex(of: wanted) else {
      throw Diagnostic.unknown("class", wanted, among: names, span: call.span(of: positive))
    }
    return place
  }
}

extension [Output] {
  /// The outputs with a picture of them all at the first table.
  func picturing(_ picture: ResultPicture) -> [Output] {
    var copy = self
    for place in copy.indices {
      guard case .table(var output) = copy[place] else { continue }
      output.picture = picture
      copy[place] = .table(output)
      break
    }
    return copy
  }
}

extension Results.Entry {
  /// The evaluations it holds, one repeat of each.
  var evaluations: [Evaluation] {
    outputs.compactMap { output in
      if case .evaluation(let found) = output { found.evaluation.only(repeat: 0) } else { nil }
    }
  }
}
