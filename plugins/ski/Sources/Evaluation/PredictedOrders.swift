internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import SkiModel

/// The predicted order of the ski pairs of each test session.
struct PredictedOrders {
  /// The scores of each session with at least two ranked pairs.
  let sessions: [OrderScores]

  /// Reads the sessions from the table's column with the role group, otherwise from `session`. The actual order is a numeric
  /// target, otherwise the column `rank`. The predicted order follows the number, or the expected class where there are
  /// probabilities (2 P(top pick) + P(ok) for three classes), or the class. Throws `no-sessions`, `no-ranks`, `wrong-target` and
  /// `too-few-rows`.
  init(_ predictions: EvaluatedRows) throws(Diagnostic) {
    let (evaluation, table) = (predictions.evaluation, predictions.table)
    guard let group = table.columns(with: .group).first ?? table["session"] else {
      throw Diagnostic(
        "no-sessions", "no column identifies the sessions",
        help: "give a column the role group, as load ski FOLDER does")
    }
    let truth: [Double]
    switch evaluation.truth {
    case .numbers(let values): truth = values
    case .classes:
      guard evaluation.isOrdered else {
        throw Diagnostic(
          "wrong-target", "the target must be ranks or ordered classes, best first", help: "use label to make one")
      }
      guard let ranks = table["rank"]?.numbers else {
        throw Diagnostic(
          "no-ranks", "the table has no column 'rank' to compare the order with", help: "use label rank task=number")
      }
      truth = evaluation.rows.map { ranks.indices.contains($0) ? ranks[$0] : .nan }
    }
    let scores: [Double]
    switch (evaluation.predicted, evaluation.probabilities) {
    case (.numbers(let values), _): scores = values.map { -$0 }
    case (.classes, let shares?):
      scores = shares.map { row in row.enumerated().reduce(0.0) { $0 + Double(row.count - 1 - $1.offset) * $1.element }
      }
    case (.classes(let codes), nil): scores = codes.map { -Double($0) }
    }
    var rowsOf: [String: [Int]] = [:]
    var order: [String] = []
    for (place, row) in evaluation.rows.enumerated() where truth[place].isFinite {
      let key = "\(evaluation.repeatOfRow[place]) " + group[row].fileText
      if rowsOf[key] == nil { order.append(key) }
      rowsOf[key, default: []].append(place)
    }
    sessions = order.compactMap { key in
      let rows = rowsOf[key] ?? []
      return OrderScores(ranks: rows.map { truth[$0] }, scores: rows.map { scores[$0] })
    }
    guard !sessions.isEmpty else {
      throw Diagnostic(
        "too-few-rows", "no session has two ranked pairs among the predicted rows",
        help: "keep sessions together: folds=leave-one-group-out")
    }
  }

  /// The mean over the sessions for which a figure is defined.
  func mean(_ name: String, _ what: String, _ figure: (OrderScores) -> Double?) -> NamedMeasure {
    let values = sessions.compactMap(figure)
    let mean = values.mean
    let part = values.count < sessions.count ? "\(values.count) of " : ""
    return NamedMeasure(name, mean, explanation: "\(what), mean over \(part)\(sessions.count.counted("session"))")
  }
}

/// A score of predicted orders under a name.
struct OrderEvaluator: Evaluator {
  let key: String
  let summary: String
  let measures: @Sendable (PredictedOrders) -> [NamedMeasure]

  /// Whether the rows belong to sessions, and the target is ranks, or classes next to a column of ranks.
  func fits(_ table: Table, targetIsNumber: Bool) -> Bool {
    guard table.columns(with: .group).first != nil || table["session"] != nil else { return false }
    guard let target = table.columns(with: .target).first else { return table["rank"]?.numbers != nil }
    return targetIsNumber || target.type == .ordered && table["rank"]?.numbers != nil
  }

  func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    measures(try PredictedOrders(predictions))
  }

  /// How many places of the predicted order count for `ski.best-in`.
  static let shortlist = 5

  static let all = [
    OrderEvaluator(key: "ski.tau", summary: "Kendall's tau-b and Spearman's rho between predicted and actual order.") {
      [$0.mean("ski.tau", "Kendall's tau-b", \.tau), $0.mean("ski.rho", "Spearman's rho", \.rho)]
    },
    OrderEvaluator(key: "ski.ndcg", summary: "NDCG at 3 with gains 2, 1, 0 for top pick, ok, rejected.") {
      [$0.mean("ski.ndcg", "NDCG at 3", \.ndcg)]
    },
    OrderEvaluator(key: "ski.recall", summary: "Share of a session's k top picks among the first k predicted places.") {
      [
        .share(
          "ski.recall", $0.sessions.reduce(0) { $0 + $1.topHits }, of: $0.sessions.reduce(0) { $0 + $1.topCount },
          explanation: "of a session's k top picks, those among the first k predicted places")
      ]
    },
    OrderEvaluator(key: "ski.best-in", summary: "Share of sessions whose best pair is among the first five predicted.")
    {
      [
        .share(
          "ski.best-in", $0.sessions.count { $0.placeOfBest <= Self.shortlist }, of: $0.sessions.count,
          explanation: "sessions whose best pair is among the first \(Self.shortlist) predicted")
      ]
    },
    OrderEvaluator(key: "ski.mrr", summary: "Mean reciprocal rank of the best pair.") {
      [$0.mean("ski.mrr", "1 / place of the best pair") { 1 / Double($0.placeOfBest) }]
    },
  ]
}
