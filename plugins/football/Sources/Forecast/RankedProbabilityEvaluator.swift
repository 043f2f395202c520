public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin

/// `football.rps`: the ranked probability score of forecasts of H, D and A, beside what closing odds would have scored.
///
/// All figures are means over the same rows: those with odds, or all rows where the table has none. The margin is
/// taken out of the odds by Shin's method. Climatology forecasts each match by the shares of results on earlier days
/// of the table (on the first day a third each), uniform a third each always.
public struct RankedProbabilityEvaluator: Evaluator {
  public let key = "football.rps"
  public let summary = "The ranked probability score beside that of the odds without their margin."

  public init() {}

  /// Whether the target, or a column that could be it, has the classes H, D and A.
  public func fits(_ table: Table, targetIsNumber: Bool) -> Bool {
    let target = table.columns(with: .target)
    return (target.isEmpty ? table.columns : target).contains { $0.categorical?.levels == MatchResult.letters }
  }

  /// Scores the pooled predictions.
  ///
  /// Throws `wrong-target` unless the classes are H, D and A in this order. Without probabilities each forecast counts
  /// as certain, and the explanation says so.
  public func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    let evaluation = predictions.evaluation
    guard evaluation.classes == MatchResult.letters, case .classes(let truth) = evaluation.truth,
      case .classes(let predicted) = evaluation.predicted
    else {
      throw Diagnostic("wrong-target", "it needs the classes H, D and A in this order", help: "type: label result")
    }
    let prices = MatchTable.odds.compactMap { predictions.table[$0]?.numbers }
    let hasOdds = prices.count == MatchTable.odds.count
    let climate = Climatology(predictions.table, target: evaluation.target)
    var (model, odds, past, even) = (ForecastScores(), ForecastScores(), ForecastScores(), ForecastScores())
    var insiders = 0.0
    for (place, row) in evaluation.rows.enumerated() {
      let happened = truth[place]
      if hasOdds {
        guard let forecast = OddsMargin.shin.probabilities(prices.map { $0[row] }) else { continue }
        odds.add(forecast.values, happened)
        insiders += forecast.insiders
      }
      let certain = MatchResult.allCases.map { $0.rawValue == predicted[place] ? 1.0 : 0 }
      model.add(evaluation.probabilities?[place] ?? certain, happened)
      past.add(climate.shares(before: row), happened)
      even.add([1.0 / 3, 1.0 / 3, 1.0 / 3], happened)
    }
    let rows =
      "\(model.count) of \(evaluation.rows.count.counted("row"))" + (hasOdds ? " with odds" : "; there are no odds")
    var measures = [
      NamedMeasure(
        key, model.rps,
        explanation: "0 is best, \(rows)"
          + (evaluation.probabilities == nil ? "; without probabilities each forecast counts as certain" : ""))
    ]
    if hasOdds {
      let mean = odds.count > 0 ? NumberText.fixed(insiders / Double(odds.count), 4) : "undefined"
      measures.append(
        NamedMeasure(
          "football.rps_odds", odds.rps, explanation: "the odds without their margin (Shin, mean z \(mean))"))
    }
    measures += [
      NamedMeasure("football.rps_climatology", past.rps, explanation: "the shares of results on earlier days"),
      NamedMeasure("football.rps_uniform", even.rps, explanation: "a third each"),
      NamedMeasure("football.ignorance", model.ignorance, explanation: RankedProbabilityEvaluator.bits(model)),
    ]
    if hasOdds {
      measures.append(
        NamedMeasure("football.ignorance_odds", odds.ignorance, explanation: RankedProbabilityEvaluator.bits(odds)))
    }
    return measures
  }

  private static func bits(_ scores: ForecastScores) -> String {
    scores.impossible == 0
      ? "bits a match" : "infinite: \(scores.impossible) of \(scores.count) results had been given no chance"
  }
}
