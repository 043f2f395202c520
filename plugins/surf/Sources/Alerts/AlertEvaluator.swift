public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin
internal import SurfModel

/// `surf.alert`: how reliable an alert is that is raised whenever a session is predicted to be good.
///
/// The good class is the one named `good`, `yes` or `true`; without one, the top two fifths of ordered classes, best
/// first, and at least one. Precision is the share of alerts that were right, recall the share of good sessions that got
/// an alert. Both are k of n with Wilson's 95 % interval, next to the base rate of good sessions. With fewer than 15
/// good sessions neither is reported.
public struct AlertEvaluator: Evaluator {
  /// The minimum number of good sessions for precision and recall.
  static let minimumGood = 15
  /// The names that mark a class as good.
  static let goodNames = ["good", "yes", "true"]

  public let key = "surf.alert"
  public let summary = "Precision, recall and base rate of alerts for good sessions."

  public init() {}

  /// Whether the target, or a column that could be it, has a good class.
  public func fits(_ table: Table, targetIsNumber: Bool) -> Bool {
    let target = table.columns(with: .target)
    return (target.isEmpty ? table.columns : target).contains { column in
      let classes = column.type == .boolean ? ["false", "true"] : column.categorical?.levels
      return classes.map { AlertEvaluator.good($0, column.type == .ordered) != nil } ?? false
    }
  }

  /// Counts over the pooled predictions.
  ///
  /// Throws `wrong-target` for numbers and for classes without a good one.
  public func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    let evaluation = predictions.evaluation
    guard case .classes(let truth) = evaluation.truth, case .classes(let answers) = evaluation.predicted,
      let classes = evaluation.classes, let good = AlertEvaluator.good(classes, evaluation.isOrdered)
    else {
      throw Diagnostic(
        "wrong-target", "it needs a class named good, or ordered classes, best first", help: "type: label")
    }
    let isGood = truth.map(good.contains)
    let isRaised = answers.map(good.contains)
    let right = zip(isGood, isRaised).count { $0 && $1 }
    let goodCount = isGood.count { $0 }
    let raised = isRaised.count { $0 }
    var measures = [
      NamedMeasure.share(
        "surf.precision", right, of: raised, explanation: "alerts that were right"),
      .share("surf.recall", right, of: goodCount, explanation: "good sessions that got an alert"),
      .share("surf.base_rate", goodCount, of: truth.count, explanation: "sessions that were good"),
    ]
    if goodCount < AlertEvaluator.minimumGood {
      for place in 0..<2 {
        measures[place].value = nil
        measures[place].interval = nil
        measures[place].explanation =
          "too few good sessions: \(goodCount), at least \(AlertEvaluator.minimumGood) needed"
      }
      return measures
    }
    if let weeks = AlertEvaluator.weeks(of: evaluation.rows, in: predictions.table) {
      measures.append(
        NamedMeasure(
          "surf.false_alarms", Double(raised - right) / Double(weeks),
          explanation: "false alarms per week, over \(weeks.counted("week")) with sessions"))
    }
    if let shares = evaluation.probabilities {
      let chances = shares.map { share in good.reduce(0) { $0 + (share.indices.contains($1) ? share[$1] : 0) } }
      measures.append(
        NamedMeasure(
          "surf.average_precision", AveragePrecision.value(chances, isGood),
          explanation: "mean precision over all thresholds; compare it with the base rate"))
    }
    return measures
  }

  /// The indices of the good classes; nil when there is none.
  static func good(_ classes: [String], _ isOrdered: Bool) -> Set<Int>? {
    guard classes.count >= 2 else { return nil }
    if let named = classes.firstIndex(where: { goodNames.contains($0.lowercased()) }) { return [named] }
    return isOrdered ? Set(0..<max(1, classes.count * 2 / 5)) : nil
  }

  /// The number of weeks, counted from the first session, with a tested session; nil without a time column.
  ///
  /// Weeks without sessions, as between seasons, do not count: no alert could be wrong in them.
  private static func weeks(of rows: [Int], in table: Table) -> Int? {
    guard let times = table.columns(with: .time).first else { return nil }
    var days: [Int] = []
    for row in rows where row < times.count {
      switch times[row] {
      case .datetime(let moment): days.append(moment.date.days)
      case .date(let date): days.append(date.days)
      default: break
      }
    }
    guard let first = days.min() else { return nil }
    return Set(days.map { ($0 - first) / 7 }).count
  }
}
