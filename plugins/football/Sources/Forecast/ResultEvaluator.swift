internal import FootballModel
internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Scores forecasts of H, D and A, compared with those of the odds. All figures are over the same rows: those with
/// odds, or all rows when the table has none. Shin's method removes the margin from the odds. Climatology forecasts
/// each match by the shares of results on earlier days of the table (one third each on the first day), uniform by one
/// third each.
struct ResultEvaluator: Evaluator {
  let key: String
  let summary: String
  private let measures: @Sendable (ResultForecasts) -> [NamedMeasure]

  static let all = [ranked, brier, logLoss, calibration]

  /// Whether the target, or a column that could be it, has the classes H, D and A.
  func fits(_ table: Table, targetIsNumber: Bool) -> Bool {
    let target = table.columns(with: .target)
    return (target.isEmpty ? table.columns : target).contains { $0.categorical?.levels == MatchResult.letters }
  }

  /// Scores the pooled predictions. Throws `wrong-target` unless the classes are H, D and A in this order. Without
  /// probabilities each forecast counts as certain, as the explanation says.
  func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    measures(try ResultForecasts(predictions))
  }

  /// The ranked probability score, and the ignorance.
  static let ranked = ResultEvaluator(
    key: "football.rps", summary: "Ranked probability score, compared with that of the odds without their margin."
  ) { scored in
    let insiders = scored.odds.map { odds in
      odds.count > 0 ? NumberText.fixed(scored.insiders / Double(odds.count), 4) : "undefined"
    }
    func ignorance(_ name: String, _ scores: ForecastScores) -> NamedMeasure {
      NamedMeasure("football.ignorance" + name, scores.ignorance, explanation: scores.infinite ?? "bits per match")
    }
    return scored.measures(
      "football.rps", \.rps, odds: "Shin, mean z \(insiders ?? "")",
      "0 is best; \(scored.rows)" + (scored.gains.alarm.map { "; beats the odds \($0)" } ?? ""))
      + [ignorance("", scored.model)] + (scored.odds.map { [ignorance("_odds", $0)] } ?? [])
  }

  /// Σ (p − e)² over the three results (Brier 1950).
  static let brier = ResultEvaluator(
    key: "football.brier", summary: "Brier score over the three results, 0 to 2, compared with that of the odds."
  ) { scored in scored.measures("football.brier", \.brier, "0 is best, 2 is worst; " + scored.rows) }

  /// Never clipped: a result that had probability 0 makes it infinite.
  static let logLoss = ResultEvaluator(
    key: "football.log-loss", summary: "Mean −ln p of the actual results, compared with that of the odds."
  ) { scored in
    scored.measures("football.log-loss", \.logLoss, (scored.model.infinite ?? "0 is best") + "; " + scored.rows)
  }

  /// Whether results come as often as their probabilities promise: the mean distance, that of the odds, and each bin with its
  /// observed share.
  static let calibration = ResultEvaluator(
    key: "football.calibration",
    summary: "Distance of predicted probabilities from observed shares, in bins of a tenth."
  ) { scored in
    let key = "football.calibration"
    var measures = [
      NamedMeasure(
        key, scored.modelCalibration?.error,
        explanation: "mean distance from the observed share, three probabilities a match; \(scored.rows)")
    ]
    if scored.odds != nil {
      measures.append(
        NamedMeasure(key + "_odds", scored.oddsCalibration?.error, explanation: "odds with the margin removed (Shin)"))
    }
    for bin in scored.modelCalibration?.bins ?? [] {
      measures.append(
        .share(
          "\(key)_\(NumberText.fixed(bin.low, 1))-\(NumberText.fixed(bin.high, 1))",
          Int((bin.observed * Double(bin.rows)).rounded()), of: bin.rows,
          explanation: "came, of results predicted with \(NumberText.fixed(bin.predicted, 3)) on average"))
    }
    return measures
  }
}

extension ForecastScores {
  /// Why the logarithmic scores are infinite; nil where they are not.
  fileprivate var infinite: String? {
    impossible == 0 ? nil : "infinite: \(impossible) of \(count) results had probability 0"
  }
}
