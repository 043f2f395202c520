/// Which rows are tested in which fold, once for each repeat; all other rows of a repeat train, or all earlier ones.
public struct FoldAllocation: Sendable, Codable, Equatable {
  /// For each repeat and each row of the task the fold that tests it; −1 where none does.
  public let foldOfRow: [[Int]]
  /// The number of folds of a repeat.
  public let foldCount: Int
  /// Whether a fold trains only on rows of folds before it and on those that no fold tests.
  public let isForward: Bool
  /// What the user should know about these folds, in sentences.
  public let warnings: [String]

  /// Takes an allocation.
  public init(foldOfRow: [[Int]], foldCount: Int, isForward: Bool = false, warnings: [String] = []) {
    self.foldOfRow = foldOfRow
    self.isForward = isForward
    self.foldCount = foldCount
    self.warnings = warnings
  }

  /// The number of repeats.
  public var repeats: Int { foldOfRow.count }

  /// The rows of the task a fold tests, ascending.
  public func testRows(repeat number: Int, fold: Int) -> [Int] {
    let folds = foldOfRow[number]
    return folds.indices.filter { folds[$0] == fold }
  }

  /// The rows of the task a fold trains on, ascending.
  public func trainingRows(repeat number: Int, fold: Int) -> [Int] {
    let folds = foldOfRow[number]
    return folds.indices.filter { isForward ? folds[$0] < fold : folds[$0] != fold }
  }
}
