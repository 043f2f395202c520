internal import FootballModel
public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin

/// `football.brier`: the Brier score of forecasts of H, D and A, compared with that of the odds.
public struct BrierEvaluator: Evaluator {
  public let key = "football.brier"
  public let summary = "Brier score over the three results, 0 to 2, compared with that of the odds."

  public init() {}

  /// Whether the target has the classes H, D and A.
  public func fits(_ table: Table, targetIsNumber: Bool) -> Bool { ResultForecasts.fit(table) }

  /// Σ (p − e)² over the three results (Brier 1950); throws `wrong-target`.
  public func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    try ResultForecasts(predictions).measures(key, \.brier) { _ in "0 is best, 2 is worst" }
  }
}

/// `football.log-loss`: the logarithmic score of forecasts of H, D and A, compared with that of the odds.
public struct LogLossEvaluator: Evaluator {
  public let key = "football.log-loss"
  public let summary = "Mean −ln p of the actual results, compared with that of the odds."

  public init() {}

  /// Whether the target has the classes H, D and A.
  public func fits(_ table: Table, targetIsNumber: Bool) -> Bool { ResultForecasts.fit(table) }

  /// Never clipped: a result that had probability 0 makes it infinite. Throws `wrong-target`.
  public func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    try ResultForecasts(predictions).measures(key, \.logLoss) { scores in
      scores.impossible == 0
        ? "0 is best" : "infinite: \(scores.impossible) of \(scores.count) results had probability 0"
    }
  }
}

/// `football.calibration`: whether results come as often as their probabilities promise.
public struct CalibrationEvaluator: Evaluator {
  public let key = "football.calibration"
  public let summary = "Distance of predicted probabilities from observed shares, in bins of a tenth."

  public init() {}

  /// Whether the target has the classes H, D and A.
  public func fits(_ table: Table, targetIsNumber: Bool) -> Bool { ResultForecasts.fit(table) }

  /// The mean distance, that of the odds, and each bin with its observed share; throws `wrong-target`.
  public func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    let scored = try ResultForecasts(predictions)
    var measures = [
      NamedMeasure(
        key, scored.modelBins.error,
        explanation: "mean distance from the observed share, three probabilities a match; \(scored.rows)")
    ]
    if scored.odds != nil {
      measures.append(
        NamedMeasure(key + "_odds", scored.oddsBins.error, explanation: "odds with the margin removed (Shin)"))
    }
    for (place, bin) in scored.modelBins.bins.enumerated() where bin.count > 0 {
      let edges = "\(NumberText.fixed(Double(place) / 10, 1))-\(NumberText.fixed(Double(place + 1) / 10, 1))"
      measures.append(
        .share(
          "\(key)_\(edges)", bin.came, of: bin.count,
          explanation: "came, of results predicted with \(NumberText.fixed(bin.predicted, 3)) on average"))
    }
    return measures
  }
}
