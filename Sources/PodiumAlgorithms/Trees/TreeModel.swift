public import PodiumCore
public import PodiumLearn

/// A fitted decision tree.
public struct TreeModel: Model, Equatable {
  public let nodes: TreeNodes
  /// The columns it was fitted on, in order.
  public let featureNames: [String]
  /// The number of classes; nil for numbers.
  public let classCount: Int?

  /// The nodes, each of five numbers and the list of its leaf.
  public var byteCount: Int { TreeModel.bytes(nodes, classCount) }

  /// Whether the tree has no split although the classes of the rows differ.
  public var isConstant: Bool { TreeModel.isConstant(nodes) }

  static func isConstant(_ nodes: TreeNodes) -> Bool { nodes.count == 1 && !nodes.leaves[0].contains(1) }

  static func bytes(_ nodes: TreeNodes, _ classCount: Int?) -> Int {
    let leaf = 32 + (classCount ?? 1) * MemoryLayout<Double>.stride
    return nodes.count * (5 * MemoryLayout<Int>.stride + MemoryLayout<[Double]>.stride + leaf)
  }

  /// The shares of the classes, or the mean, of the training rows in the leaf each row reaches.
  ///
  /// The class is the one with the largest share; ties go to the first.
  public func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(featureNames.count)
    guard let classCount else {
      return .numbers((0..<features.rows).map { nodes.values(for: features.row($0))[0] })
    }
    var codes: [Int] = []
    var shares: [Double] = []
    codes.reserveCapacity(features.rows)
    shares.reserveCapacity(features.rows * classCount)
    for row in 0..<features.rows {
      let leaf = nodes.values(for: features.row(row))
      var best = 0
      for (code, share) in leaf.enumerated() where share > leaf[best] { best = code }
      codes.append(best)
      shares += leaf
    }
    return .classes(
      codes, probabilities: Matrix(rows: features.rows, columns: classCount, elements: shares))
  }

  public func predicts(classes: Int?) -> Bool { classes == classCount }

  public var flaw: String? {
    let isSound = nodes.isSound(columns: featureNames.count, width: classCount ?? 1) && classCount ?? 1 > 0
    return isSound ? nil : "the nodes do not form a tree"
  }
}
