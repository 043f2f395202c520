internal import PodiumCore
public import PodiumLearn

extension TreeModel: ExplainableModel {
  public var columnNames: [String] { featureNames }

  /// The nodes.
  public var explanation: ModelExplanation? {
    .tree(
      nodes.column.indices.map { node in
        let isLeaf = nodes.column[node] < 0
        return ModelExplanation.TreePart(
          column: isLeaf ? nil : nodes.column[node], threshold: nodes.threshold[node],
          isRounded: !(nodes.wide?.contains(nodes.column[node]) ?? false),
          left: isLeaf ? -1 : nodes.left[node], right: nodes.right[node], rows: nodes.rows[node],
          values: isLeaf ? nodes.leaves[nodes.left[node]] : [])
      })
  }
}

extension LinearNumberModel: ExplainableModel {
  public var columnNames: [String] { featureNames }

  /// One sum.
  public var explanation: ModelExplanation? {
    .sums([ModelExplanation.WeightedSum(.number, intercept: intercept, coefficients: coefficients)])
  }
}

extension LinearClassModel: ExplainableModel {
  public var columnNames: [String] { featureNames }

  /// A score for each class that had training rows; of two classes the difference of theirs.
  public var explanation: ModelExplanation? {
    func sum(_ code: Int, less other: Int? = nil) -> ModelExplanation.WeightedSum {
      let base = other.map { Array(coefficients.row($0)) } ?? featureNames.map { _ in 0 }
      return ModelExplanation.WeightedSum(
        .score(code), intercept: intercepts[code] - (other.map { intercepts[$0] } ?? 0),
        coefficients: zip(coefficients.row(code), base).map { $0 - $1 })
    }
    return .sums(present.count == 2 ? [sum(present[1], less: present[0])] : present.map { sum($0) })
  }
}

extension OrdinalModel: ExplainableModel {
  public var columnNames: [String] { featureNames }

  /// The odds above each threshold, all with the same coefficients; nil where the thresholds are models.
  public var explanation: ModelExplanation? {
    guard case .odds(let coefficients, let thresholds) = thresholds else { return nil }
    return .sums(
      thresholds.enumerated().map { place, threshold in
        ModelExplanation.WeightedSum(.above(present[place]), intercept: -threshold, coefficients: coefficients)
      })
  }
}

extension SVMModel: ExplainableModel {
  public var columnNames: [String] { featureNames ?? [] }

  /// With the linear kernel a sum for each pair of classes, above 0 for the second, as that of other learners (LIBSVM's own is
  /// above 0 for the first); nil with other kernels, and for models saved without names.
  public var explanation: ModelExplanation? {
    guard kernel.shape == .linear, let featureNames else { return nil }
    var sums: [ModelExplanation.WeightedSum] = []
    for (place, first) in present.enumerated() {
      for second in present[(place + 1)...] {
        let own = weights.row(sums.count)
        let coefficients = featureNames.indices.map { column in
          zip(own, 0..<supportVectors.rows).reduce(0) { $0 - $1.0 * supportVectors[$1.1, column] }
        }
        sums.append(
          ModelExplanation.WeightedSum(
            .pair(first, second), intercept: -intercepts[sums.count], coefficients: coefficients))
      }
    }
    return .sums(sums)
  }
}
