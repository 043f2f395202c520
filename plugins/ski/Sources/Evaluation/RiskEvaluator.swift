public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin
internal import SkiModel

/// `ski.risk`: how often an actual top pick is predicted to be rejected, the mistake that costs a race. The best class is the first
/// and the worst the last of the ordered classes; k of n with its Wilson 95 % interval. Where ranks are predicted as numbers, each
/// session's predicted order is cut as its ranks are, and the share of pairs in their own class is reported too.
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
