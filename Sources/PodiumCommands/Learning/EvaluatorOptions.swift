internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The key by which `cv` and `compare` take evaluators of plugins, and what those say of an evaluation.
enum EvaluatorOptions {
  static let evaluators = Parameter<[String]?>.list(
    "evaluators", help: "Evaluators of plugins; those the importer declared when left out.",
    completion: .names(.evaluators))

  /// Some evaluators by their keys; throws `unknown-evaluator` with the nearest, before any work.
  static func found(
    _ keys: [String], _ parameter: Parameter<[String]?>, _ call: Call, in session: Session
  ) throws(Diagnostic) -> [any Evaluator] {
    var found: [any Evaluator] = []
    for key in keys where !found.contains(where: { $0.key == key }) {
      guard let scorer = session.registry.evaluators[key] else {
        throw Diagnostic.unknown(
          "evaluator", key, among: session.registry.evaluators.keys.sorted(), span: call.span(of: parameter),
          help: "plugins lists them")
      }
      found.append(scorer)
    }
    return found
  }
}

/// What one evaluator says of one learner: of all rows together, and of the rows of each fold.
struct EvaluatorScores {
  /// Of all rows; of the first repeat, since rows that are tested once a repeat would look like many rows.
  let pooled: [NamedMeasure]
  /// Of each fold, repeat after repeat; what is undefined in one is left out of it.
  let folds: [[String: Double]]

  /// What each evaluator says of each evaluation, by evaluator and then by evaluation; throws `interrupted`.
  ///
  /// A fold may be too small for a figure that all rows together have: there it is undefined.
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

  /// The figures as a comparison shows them.
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
  /// What evaluators say of predictions of the current table, by evaluator and then by prediction; throws `interrupted`.
  func scores(
    _ evaluations: [Evaluation], by scorers: [any Evaluator]
  ) throws(Diagnostic) -> [Result<[NamedMeasure], Diagnostic>] {
    if evaluations.isEmpty || scorers.isEmpty { return [] }
    let inputs = scorers.flatMap { scorer in evaluations.map { EvaluatorJobs.Input(scorer.key, $0) } }
    return try executor.map(
      inputs, sharing: try current().table, by: EvaluatorJobs(registry.evaluators), in: jobContext)
  }
}
