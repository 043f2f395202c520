public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin

/// `ski.half-rule`: the thesis's way of reading a network, and the rows it leaves without a class. The thesis gave a row the class
/// whose probability is above 50 %; other rows get none. Two measures: the share of such rows (`ski.undecided`), and the accuracy
/// when they count as wrong (`ski.half-rule`).
public struct HalfRuleEvaluator: Evaluator {
  public let key = "ski.half-rule"
  public let summary = "Accuracy when only a class with more than 50 % counts as predicted."

  public init() {}

  public func fits(_ table: Table, targetIsNumber: Bool) -> Bool {
    table.columns(with: .target).first == nil || !targetIsNumber
  }

  /// Counts over the pooled predictions. Throws `no-probabilities` for learners that give none.
  public func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    guard let probabilities = predictions.evaluation.probabilities,
      case .classes(let truth) = predictions.evaluation.truth
    else {
      throw Diagnostic(
        "no-probabilities", "'\(predictions.evaluation.learner)' gives no probabilities",
        help: "use a learner with class probabilities, as in cv ann or cv tree")
    }
    var (undecided, right) = (0, 0)
    for (shares, actual) in zip(probabilities, truth) {
      // At most one class can be above one half.
      guard let named = shares.firstIndex(where: { $0 > 0.5 }) else {
        undecided += 1
        continue
      }
      if named == actual { right += 1 }
    }
    return [
      .share("ski.undecided", undecided, of: truth.count, explanation: "rows in which no class is above 50 %"),
      .share(key, right, of: truth.count, explanation: "rows correct if undecided rows count as wrong"),
    ]
  }
}
