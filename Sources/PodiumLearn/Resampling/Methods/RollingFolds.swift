public import PodiumCore

/// Blocks of time, each tested by a model trained on earlier rows (forward chaining).
///
/// Rows with the same time stay together, so no row is predicted from others of its own time. Where all times differ this is
/// scikit-learn's TimeSeriesSplit.
public struct RollingFolds: Resampling {
  public let key = ResamplingName.rolling.key
  public let summary = "test each block of time=COLUMN on a model trained on earlier rows"
  /// k and time.
  public let keys: [ResamplingKey] = [.k, .time]
  /// Time defines the folds.
  public let chance = ResamplingChance.never
  /// Models train on the past only.
  public let isForward = true

  public init() {}

  /// As in `5 rolling folds over day`.
  public func sentence(_ settings: ResamplingSettings, folds: Int) -> String {
    "\(folds) rolling folds over \(settings.column("time") ?? "time")"
  }

  /// Blocks of distinct times, in order: the last k of k + 1 blocks are tested.
  ///
  /// Every tested block has floor(n / (k + 1)) times, the first takes the rest and is tested by no fold.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    let k = try settings.k(for: task, balancing: false)
    guard let time = settings.column("time") else {
      throw Diagnostic("missing-argument", "folds=rolling needs a column of times", help: "name it with time=COLUMN")
    }
    let column = try task.table.column(time)
    switch column.values {
    case .number, .integer, .date, .datetime: break
    case .category, .ordered, .text, .boolean:
      throw Diagnostic(
        "bad-time",
        "time column '\(time)' has type \(column.type.rawValue), and a time must be a date, datetime or number",
        help: "choose another time column")
    }
    let times = try GroupCodes(column, as: "time")
    guard times.count > k else {
      throw Diagnostic(
        "too-many-folds",
        "k=\(k) rolling folds need at least \(k + 1) distinct times, and column '\(time)' has \(times.count)",
        help: times.count > 2 ? "use k=\(times.count - 1) or less" : "choose another time column")
    }
    let size = times.count / (k + 1)
    let first = times.count - k * size
    let folds = times.codes.map { $0 < first ? RepeatFolds.untested : ($0 - first) / size }
    return RepeatFolds(foldOfRow: folds, count: k, isForward: true)
  }
}
