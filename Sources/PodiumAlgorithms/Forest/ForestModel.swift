public import PodiumCore
public import PodiumLearn

/// A fitted random forest.
public struct ForestModel: Model, Equatable {
  public let trees: [TreeNodes]
  /// The columns it was fitted on, in order.
  public let featureNames: [String]
  /// The number of classes; nil for numbers.
  public let classCount: Int?
  /// How well the trees predict the training rows that they did not draw.
  public let outOfBag: OutOfBag

  public var byteCount: Int {
    trees.reduce(0) { $0 + TreeModel.bytes($1, classCount) }
  }

  /// Whether no tree has a split.
  public var isConstant: Bool { trees.allSatisfy(TreeModel.isConstant) }

  public var figures: [ModelFigure] {
    let key = classCount == nil ? "oob_r2" : "oob_accuracy"
    return [ModelFigure(key, outOfBag.score, rows: outOfBag.rows)]
  }

  /// The mean over the trees of the shares of the classes, of which the largest wins (ties: the first class), or of numbers.
  public func predict(
    _ features: Matrix, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(featureNames.count)
    let width = classCount ?? 1
    let trees = trees
    let sums = try RowPieces.map(features.rows, threads: threads, cancellation: cancellation) { rows in
      var sums = [Double](repeating: 0, count: rows.count * width)
      for nodes in trees {
        for (at, row) in rows.enumerated() {
          let leaf = nodes.values(for: features.row(row))
          for place in 0..<width { sums[at * width + place] += leaf[place] / Double(trees.count) }
        }
      }
      return sums
    }
    guard classCount != nil else { return .numbers(sums) }
    var codes: [Int] = []
    codes.reserveCapacity(features.rows)
    for row in 0..<features.rows {
      var best = 0
      for code in 0..<width where sums[row * width + code] > sums[row * width + best] { best = code }
      codes.append(best)
    }
    // Rounding must not leave a share above 1.
    return .classes(
      codes, probabilities: Matrix(rows: features.rows, columns: width, elements: sums.map { min($0, 1) }))
  }

  public func predicts(classes: Int?) -> Bool { classes == classCount }

  public var flaw: String? {
    let (columns, width) = (featureNames.count, classCount ?? 1)
    let isSound = width > 0 && !trees.isEmpty && trees.allSatisfy { $0.isSound(columns: columns, width: width) }
    return isSound ? nil : "the nodes do not form trees"
  }
}
