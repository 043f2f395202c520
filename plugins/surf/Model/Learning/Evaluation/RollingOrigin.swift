/// Tests that only look back: each block of days is predicted from the days before it, less a gap.
public enum RollingOrigin {
  /// Rows to learn from, and rows that come later.
  public struct Fold: Sendable, Equatable {
    public let training: [Int]
    public let test: [Int]
  }

  /// Days between training and test by default, so that one swell is not on both sides.
  public static let gap = 3

  /// The folds of rows by their days: blocks of `step` whole days, from `first` days after the first row on.
  ///
  /// Rows of days less than `gap` before a block are in neither part. Blocks without rows are left out.
  public static func folds(days: [Int], first: Int, step: Int, gap: Int = RollingOrigin.gap) -> [Fold] {
    guard let begin = days.min(), let end = days.max(), step > 0, first > 0, gap >= 0 else { return [] }
    var folds: [Fold] = []
    var start = begin + first
    while start <= end {
      let training = days.indices.filter { days[$0] < start - gap }
      let test = days.indices.filter { days[$0] >= start && days[$0] < start + step }
      if !training.isEmpty, !test.isEmpty { folds.append(Fold(training: training, test: test)) }
      start += step
    }
    return folds
  }
}
