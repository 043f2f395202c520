internal import FootballModel
public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin

/// `football.rps`: the ranked probability score of forecasts of H, D and A, compared with that of the odds.
///
/// All figures are means over the same rows: those with odds, or all rows when the table has none. Shin's method removes
/// the margin from the odds. Climatology forecasts each match by the shares of results on earlier days of the table (one
/// third each on the first day), uniform by one third each.
public struct RankedProbabilityEvaluator: Evaluator {
  public let key = "football.rps"
  public let summary = "Ranked probability score, compared with that of the odds without their margin."

  public init() {}

  /// Whether the target, or a column that could be it, has the classes H, D and A.
  public func fits(_ table: Table, targetIsNumber: Bool) -> Bool {
    let target = table.columns(with: .target)
    return (target.isEmpty ? table.columns : target).contains { $0.categorical?.levels == MatchResult.letters }
  }

  /// Scores the pooled predictions.
  ///
  /// Throws `wrong-target` unless the classes are H, D and A in this order. Without probabilities each forecast counts
  /// as certain, as the explanation says.
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
      "\(model.count) of \(evaluation.rows.count.counted("row"))"
      + (hasOdds ? " with odds" : ", without odds")
    var measures = [
      NamedMeasure(
        key, model.rps,
        explanation: "0 is best; \(rows)"
          + (evaluation.probabilities == nil
            ? "; the learner gives no probabilities, so each forecast counts as certain" : ""))
    ]
    if hasOdds {
      let mean = odds.count > 0 ? NumberText.fixed(insiders / Double(odds.count), 4) : "undefined"
      measures.append(
        NamedMeasure(
          "football.rps_odds", odds.rps, explanation: "odds with the margin removed (Shin, mean z \(mean))"))
    }
    measures += [
      NamedMeasure("football.rps_climatology", past.rps, explanation: "shares of results on earlier days"),
      NamedMeasure("football.rps_uniform", even.rps, explanation: "one third each"),
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
      ? "bits per match" : "infinite: \(scores.impossible) of \(scores.count) results had probability 0"
  }
}
