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
    ResultForecasts.fit(table)
  }

  /// Scores the pooled predictions.
  ///
  /// Throws `wrong-target` unless the classes are H, D and A in this order. Without probabilities each forecast counts
  /// as certain, as the explanation says.
  public func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    let scored = try ResultForecasts(predictions)
    let (model, odds) = (scored.model, scored.odds)
    var measures = [
      NamedMeasure(
        key, model.rps,
        explanation: "0 is best; \(scored.rows)" + (scored.gains.alarm.map { "; beats the odds \($0)" } ?? ""))
    ]
    if let odds {
      let mean = odds.count > 0 ? NumberText.fixed(scored.insiders / Double(odds.count), 4) : "undefined"
      measures.append(
        NamedMeasure(
          "football.rps_odds", odds.rps, explanation: "odds with the margin removed (Shin, mean z \(mean))"))
    }
    measures += [
      NamedMeasure("football.rps_climatology", scored.past.rps, explanation: "shares of results on earlier days"),
      NamedMeasure("football.rps_uniform", scored.even.rps, explanation: "one third each"),
      NamedMeasure("football.ignorance", model.ignorance, explanation: RankedProbabilityEvaluator.bits(model)),
    ]
    if let odds {
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
