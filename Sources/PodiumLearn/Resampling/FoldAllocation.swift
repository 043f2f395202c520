public import PodiumCore

/// The splits of every repeat, and what the user should know about them.
public struct FoldAllocation: Sendable, Codable, Equatable {
  /// The splits, repeat after repeat; every repeat has as many.
  public let folds: [RepeatFolds]
  /// The number of folds of a repeat.
  public let foldCount: Int
  /// Whether a fold trains only on rows of folds before it and on those that no fold tests.
  public let isForward: Bool
  /// What the user should know about these folds, in sentences.
  public let warnings: [Note]

  /// Takes the splits of at least one repeat.
  public init(_ folds: [RepeatFolds], isForward: Bool = false, warnings: [Note] = []) {
    precondition(folds.allSatisfy { $0.count == folds[0].count }, "repeats of different numbers of folds")
    self.folds = folds
    foldCount = folds.first?.count ?? 0
    self.isForward = isForward
    self.warnings = warnings
  }

  /// The number of repeats.
  public var repeats: Int { folds.count }

  /// For each repeat and each row of the task the first fold that tests it; −1 where none does.
  public var foldOfRow: [[Int]] { folds.map(\.foldOfRow) }

  /// The rows of the task a fold tests, ascending.
  public func testRows(repeat number: Int, fold: Int) -> [Int] { folds[number].testRows(fold) }

  /// The rows of the task a fold trains on: ascending, or as its split lists them.
  public func trainingRows(repeat number: Int, fold: Int) -> [Int] { folds[number].trainingRows(fold) }

  /// The ratio of test rows to distinct training rows, averaged over the folds that test rows.
  public var testShare: Double {
    let shares = folds.flatMap(\.testShares)
    return shares.mean ?? 0
  }
}
