internal import Glibc
public import PodiumCore
public import PodiumLearn

/// Fitted trees of boosting, round after round.
public struct BoostingModel: Model, Equatable {
  /// The scores before the first round; one for numbers and for two classes, else one per class that had rows.
  public let start: [Double]
  /// For each round a tree for each score.
  public let rounds: [[BoostTree]]
  /// The columns it was fitted on, in order.
  public let featureNames: [String]
  /// The classes that had rows; none for numbers.
  public let present: [Int]
  /// The number of classes; nil for numbers.
  public let classCount: Int?

  public var byteCount: Int { rounds.reduce(0) { $0 + $1.reduce(0) { $0 + BoostingModel.bytes($1) } } }

  /// Whether no tree of any round has a split.
  public var isConstant: Bool { !rounds.isEmpty && rounds.allSatisfy { $0.allSatisfy { $0.count == 1 } } }

  static func bytes(_ tree: BoostTree) -> Int { tree.count * 48 + 6 * 32 }

  /// The sums over all rounds; missing values are allowed. The class with the largest score wins, the first of equal ones.
  public func predict(
    _ features: Matrix, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(featureNames.count, allowingMissing: true)
    let (start, rounds) = (start, rounds)
    let scores = try start.indices.map { (score) throws(Diagnostic) in
      try RowPieces.map(features.rows, threads: threads, cancellation: cancellation) { rows in
        var sums = [Double](repeating: start[score], count: rows.count)
        for trees in rounds {
          for (at, row) in rows.enumerated() { sums[at] += trees[score].value(for: features.row(row)) }
        }
        return sums
      }
    }
    guard let classCount else { return .numbers(scores[0]) }
    var table = SoftmaxTable(rows: features.rows, classes: classCount)
    for row in 0..<features.rows {
      var own = [Double](repeating: -.infinity, count: classCount)
      if present.count == 2 {
        own[present[0]] = 0
        own[present[1]] = scores[0][row]
      } else {
        for (place, code) in present.enumerated() { own[code] = scores[place][row] }
      }
      table.add(own)
    }
    return table.prediction
  }

  public func predicts(classes: Int?) -> Bool { classes == classCount }

  public var flaw: String? {
    let (columns, width) = (featureNames.count, start.count)
    let scores = classCount == nil || present.count == 2 ? 1 : present.count
    let places = 0..<max(0, classCount ?? 0)
    let isSound =
      width == scores && start.allSatisfy(\.isFinite) && Set(present).count == present.count
      && present.allSatisfy(places.contains) && (classCount == nil || !present.isEmpty)
      && rounds.allSatisfy { $0.count == width && $0.allSatisfy { $0.isSound(columns: columns) } }
    return isSound ? nil : "the parts do not form trees of boosting"
  }
}
