internal import PodiumCore

extension Resampling {
  /// Blocks of distinct times, in order: the last k of k + 1 blocks are tested, each by what came before it.
  ///
  /// Rows of one time stay together, so nothing is predicted from its own moment. Where all times differ this is
  /// scikit-learn's TimeSeriesSplit: every tested block has floor(n / (k + 1)) times, the first takes the rest and is
  /// tested by no fold (−1).
  func rolling(_ task: LearningTask) throws(Diagnostic) -> [Int] {
    guard let time else {
      throw Diagnostic("missing-time", "folds=rolling needs a column of times", help: "time=COLUMN names it")
    }
    let column = try task.table.column(time)
    switch column.values {
    case .number, .integer, .date, .datetime: break
    case .category, .ordered, .text, .boolean:
      throw Diagnostic(
        "bad-time", "time column '\(time)' is of type \(column.type.rawValue), and time is a date, datetime or number",
        help: "choose another time column")
    }
    let times = try GroupCodes(column, as: "time")
    guard times.count > k else {
      throw Diagnostic(
        "too-many-folds",
        "k=\(k) rolling folds need at least \(k + 1) distinct times, and column '\(time)' has \(times.count)",
        help: times.count > 2 ? "choose k=\(times.count - 1) or less" : "choose another time column")
    }
    let size = times.count / (k + 1)
    let first = times.count - k * size
    return times.codes.map { $0 < first ? -1 : ($0 - first) / size }
  }
}
