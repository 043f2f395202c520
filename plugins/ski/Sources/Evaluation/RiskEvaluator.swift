public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin
internal import SkiModel

/// `ski.risk`: how often an actual top pick is predicted to be rejected, the mistake that costs a race.
///
/// The best class is the first and the worst the last of the ordered classes; k of n with its Wilson 95 % interval.
/// Where ranks are predicted as numbers, each session's predicted order is cut as its ranks are, and the share of pairs
/// in their own class is reported too.
public struct RiskEvaluator: Evaluator {
  public let key = "ski.risk"
  public let summary = "Share of actual top picks predicted as rejected."

  public init() {}

  /// Whether the target is classes in order, or ranks as numbers.
  public func fits(_ table: Table, targetIsNumber: Bool) -> Bool {
    guard let target = table.columns(with: .target).first, !targetIsNumber else { return table["rank"] != nil }
    return target.type == .ordered && target.categorical?.levels.count ?? 0 >= 2
  }

  /// Counts over the pooled predictions. Throws `wrong-target` for numbers and for classes without an order.
  public func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    let evaluation = predictions.evaluation
    if case .numbers = evaluation.truth, predictions.table["rank"] != nil {
      let labels = try PredictedOrders(predictions).sessions.map(\.labels)
      func sum(_ count: ([[Int]]) -> Int) -> Int { labels.reduce(0) { $0 + count($1) } }
      return [
        .share(
          key, sum { $0[0][2] }, of: sum { $0[0].reduce(0, +) }, explanation: "actual top picks predicted as rejected"),
        .share(
          "ski.label", sum { $0[0][0] + $0[1][1] + $0[2][2] }, of: sum { $0.joined().reduce(0, +) },
          explanation: "pairs whose predicted rank is in their actual class"),
      ]
    }
    guard let matrix = evaluation.confusion, evaluation.isOrdered, matrix.classes.count >= 2,
      let best = matrix.classes.first, let worst = matrix.classes.last, let row = matrix.counts.first,
      let rejected = row.last
    else {
      throw Diagnostic("wrong-target", "the target must be ordered classes, best first", help: "use label to make one")
    }
    return [.share(key, rejected, of: row.reduce(0, +), explanation: "actual '\(best)' predicted '\(worst)'")]
  }
}

/// `ski.half-rule`: the thesis's way of reading a network, and the rows it leaves without a class.
///
/// The thesis gave a row the class whose probability is above 50 %; other rows get none. Two
/// measures: the share of such rows (`ski.undecided`), and the accuracy when they count as wrong (`ski.half-rule`).
public struct HalfRuleEvaluator: Evaluator {
  public let key = "ski.half-rule"
  public let summary = "Accuracy when only a class with more than 50 % counts as predicted."

  public init() {}

  /// Whether the target has classes.
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
    var undecided = 0
    var right = 0
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
