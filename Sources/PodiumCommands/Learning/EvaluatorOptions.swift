internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The key of `cv` and `compare` for evaluators from plugins, and their values for an evaluation.
enum EvaluatorOptions {
  static let evaluators = Parameter<[String]?>.list(
    "evaluators", help: "Evaluators from plugins; by default those the importer declared.",
    completion: .names(.evaluators))

  /// Some evaluators by their keys; throws `unknown-evaluator` with the nearest name, before any work.
  static func found(
    _ keys: [String], _ parameter: Parameter<[String]?>, _ call: Call, in session: Session
  ) throws(Diagnostic) -> [any Evaluator] {
    var found: [any Evaluator] = []
    for key in keys where !found.contains(where: { $0.key == key }) {
      guard let scorer = session.registry.evaluators[key] else {
        throw Diagnostic.unknown(
          "evaluator", key, among: session.registry.evaluators.keys.sorted(), span: call.span(of: parameter),
          help: "'plugins' lists them")
      }
      found.append(scorer)
    }
    return found
  }
}

/// The values of one evaluator for one learner: over all rows together, and over the rows of each fold.
struct EvaluatorScores {
  /// Over all rows of the first repeat; counting every repeat would inflate n.
  let pooled: [NamedMeasure]
  /// For each fold, repeat after repeat; undefined values are omitted.
  let folds: [[String: Double]]

  /// The values of each evaluator for each evaluation, by evaluator and then by evaluation; throws `interrupted`.
  ///
  /// A measure may be undefined in a small fold though it is defined over all rows.
  static func of(
    _ evaluations: [Evaluation], by scorers: [any Evaluator], in session: Session
  ) throws(Diagnostic) -> [[Result<EvaluatorScores, Diagnostic>]] {
    let folds = evaluations.map(\.eachFold)
    let asked = zip(evaluations, folds).flatMap { all, folds in
      [all.only(repeat: 0)] + folds.filter { !$0.rows.isEmpty }
    }
    var answers = try session.scores(asked, by: scorers)[...]
    return scorers.map { _ in
      folds.map { folds in
        let pooled = answers.popFirst()
        let values = folds.map { fold -> [String: Double] in
          guard !fold.rows.isEmpty, let named = try? answers.popFirst()?.get() else { return [:] }
          return named.reduce(into: [:]) { $0[$1.name] = $1.value }
        }
        return (pooled ?? .success([])).map { EvaluatorScores(pooled: $0, folds: values) }
      }
    }
  }

  /// The values as a comparison shows them.
  var figures: [Comparison.Figure] {
    pooled.map { named in
      Comparison.Figure(
        named.name, folds: folds.compactMap { $0[named.name] }, pooled: named.value,
        count: named.count.map { [$0.successes, $0.trials] }, ci95: named.interval.map { [$0.low, $0.high] },
        explanation: named.explanation)
    }
  }
}

extension Session {
  /// The values of evaluators for predictions of the current table, by evaluator and then by prediction.
  ///
  /// Throws `interrupted`.
  func scores(
    _ evaluations: [Evaluation], by scorers: [any Evaluator]
  ) throws(Diagnostic) -> [Result<[NamedMeasure], Diagnostic>] {
    if evaluations.isEmpty || scorers.isEmpty { return [] }
    let inputs = scorers.flatMap { scorer in evaluations.map { EvaluatorJobs.Input(scorer.key, $0) } }
    return try executor.map(
      inputs, sharing: try current().table, by: EvaluatorJobs(registry.evaluators), in: jobContext)
  }
}
