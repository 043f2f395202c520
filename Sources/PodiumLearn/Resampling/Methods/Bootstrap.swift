public import PodiumCore

/// Trains on as many rows as there are, drawn with replacement; the rows that were not drawn are tested.
///
/// The out-of-bag estimate of Efron (1983), as mlr3 and caret have it: about 37 % of the rows are tested in each repeat,
/// by a model of the 63 % distinct rows that were drawn. With group= whole groups are drawn, so that none is on both
/// sides (the cluster bootstrap). Efron, *Estimating the error rate of a prediction rule*, JASA 78:316, 1983.
public struct Bootstrap: Resampling {
  public let key = ResamplingName.bootstrap.key
  public let summary = "train on a bootstrap sample (rows drawn with replacement), test on the rows left out of it"
  /// group alone.
  public let keys: [ResamplingKey] = [.group(isRequired: false)]
  /// Rows are drawn each time.
  public let chance = ResamplingChance.always

  public init() {}

  /// As in `a bootstrap sample by session`.
  public func sentence(_ settings: ResamplingSettings, folds: Int) -> String {
    "a bootstrap sample" + (settings.column("group").map { " by " + $0 } ?? "")
  }

  /// The maximum number of samples drawn until one leaves a row to test.
  private static let patience = 100

  /// One split; throws `too-few-rows` where every sample drew all rows, and `too-few-groups`.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    let rowsOfUnit: [[Int]]
    if settings.column("group") != nil {
      let groups = try settings.groups(of: task, needed: 2, isChosen: false)
      var rows = [[Int]](repeating: [], count: groups.count)
      for (row, group) in groups.codes.enumerated() { rows[group].append(row) }
      rowsOfUnit = rows
    } else {
      rowsOfUnit = (0..<task.rowCount).map { [$0] }
    }
    for _ in 0..<Bootstrap.patience {
      var times = [Int](repeating: 0, count: rowsOfUnit.count)
      for _ in rowsOfUnit { times[random?.below(rowsOfUnit.count) ?? 0] += 1 }
      let test = rowsOfUnit.indices.filter { times[$0] == 0 }.flatMap { rowsOfUnit[$0] }.sorted()
      if test.isEmpty { continue }
      let train = rowsOfUnit.indices.flatMap { unit in
        rowsOfUnit[unit].flatMap { [Int](repeating: $0, count: times[unit]) }
      }
      return try RepeatFolds([Split(train: train.sorted(), test: test)], rowCount: task.rowCount)
    }
    throw Diagnostic(
      "too-few-rows", "no bootstrap sample of \(task.rowCount.counted("row")) leaves a row to test",
      help: "load more rows")
  }
}
