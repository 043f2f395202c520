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
