/// How often each class was predicted for rows of each actual class.
public struct ConfusionMatrix: Sendable, Equatable, Codable {
  /// The classes in order.
  public let classes: [String]
  /// Rows of the actual class (first index) predicted as a class (second index).
  public let counts: [[Int]]

  /// Counts truth against prediction, both as places in `classes`.
  public init(classes: [String], truth: [Int], predicted: [Int]) {
    precondition(truth.count == predicted.count, "truth and prediction of different rows")
    var counts = [[Int]](repeating: [Int](repeating: 0, count: classes.count), count: classes.count)
    for (actual, guess) in zip(truth, predicted) { counts[actual][guess] += 1 }
    self.classes = classes
    self.counts = counts
  }

  /// The number of rows.
  public var total: Int { counts.reduce(0) { $0 + $1.reduce(0, +) } }

  /// The number of rows predicted correctly.
  public var correct: Int { counts.indices.reduce(0) { $0 + counts[$1][$1] } }

  /// The rows of each actual class.
  public var actual: [Int] { counts.map { $0.reduce(0, +) } }

  /// The rows predicted as each class.
  public var predicted: [Int] { counts.indices.map { c in counts.reduce(0) { $0 + $1[c] } } }

  /// The share of correctly predicted rows; nil without rows.
  public var accuracy: Double? { ratio(correct, total) }

  /// Precision: for each class the share of the rows predicted as it that belong to it; nil where none is predicted.
  public var precision: [Double?] { zip(counts.indices, predicted).map { ratio(counts[$0][$0], $1) } }

  /// Recall: for each class the share of its rows that were predicted correctly; nil where it has no rows.
  public var recall: [Double?] { zip(counts.indices, actual).map { ratio(counts[$0][$0], $1) } }

  /// F1: for each class the harmonic mean of precision and recall; nil where it neither occurs nor is predicted.
  public var f1: [Double?] {
    let (actual, predicted) = (actual, predicted)
    return counts.indices.map { ratio(2 * counts[$0][$0], actual[$0] + predicted[$0]) }
  }

  private func ratio(_ part: Int, _ whole: Int) -> Double? { whole == 0 ? nil : Double(part) / Double(whole) }
}
