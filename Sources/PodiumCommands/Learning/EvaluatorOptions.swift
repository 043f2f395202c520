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

  /// Scores an evaluation; throws what the evaluator throws of all rows, and `interrupted`.
  ///
  /// A fold may be too small for a figure that all rows together have: there it is undefined.
  init(
    _ scorer: any Evaluator, _ evaluation: Evaluation, _ table: Table, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    pooled = try scorer.evaluate(EvaluatedRows(evaluation: evaluation.only(repeat: 0), table: table))
    var folds: [[String: Double]] = []
    for part in evaluation.eachFold {
      try cancellation.check()
      var values: [String: Double] = [:]
      if !part.rows.isEmpty {
        do throws(Diagnostic) {
          for named in try scorer.evaluate(EvaluatedRows(evaluation: part, table: table)) {
            values[named.name] = named.value
          }
        } catch {
          values = [:]
        }
      }
      folds.append(values)
    }
    self.folds = folds
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
