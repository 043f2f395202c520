public import PodiumCore
public import PodiumLearn

/// A fitted support vector machine for numbers.
public struct SVRModel: Model, Equatable {
  /// The kernel with its parameters.
  public let kernel: SVMKernel
  /// The support vectors in the order of the training rows.
  public let supportVectors: Matrix
  /// The training row of each support vector.
  public let supportRows: [Int]
  /// The weights of the support vectors, one row.
  public let weights: Matrix
  /// What is predicted where all kernels are 0.
  public let intercept: Double
  /// The number of iterations.
  public let iterations: Int
  /// The columns it was fitted on, in order.
  public let featureNames: [String]

  public var byteCount: Int { (supportVectors.elements.count + weights.elements.count) * MemoryLayout<Double>.stride }

  /// Whether no row supports it.
  public var isConstant: Bool { supportRows.isEmpty }

  init(
    kernel: SVMKernel, features: Matrix, weights: [Double], intercept: Double, iterations: Int, featureNames: [String]
  ) {
    supportRows = weights.indices.filter { weights[$0] != 0 }
    supportVectors = features.selecting(rows: supportRows)
    let own = supportRows.map { weights[$0] }
    self.weights = Matrix(rows: 1, columns: own.count, elements: own)
    (self.kernel, self.intercept, self.iterations) = (kernel, intercept, iterations)
    self.featureNames = featureNames
  }

  /// The number of each row.
  ///
  /// Throws `wrong-width`, `missing-values`, `not-finite` and `missing-library`.
  public func predict(
    _ features: Matrix, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(supportVectors.columns)
    return .numbers(
      try kernel.sums(features, vectors: supportVectors, weights: weights, intercepts: [intercept], cancellation)
        .elements)
  }

  public func predicts(classes: Int?) -> Bool { classes == nil }

  public var flaw: String? {
    let isSound =
      supportVectors.isWhole && weights.isWhole && weights.rows == 1 && weights.columns == supportVectors.rows
      && supportRows.count == supportVectors.rows && featureNames.count == supportVectors.columns
      && intercept.isFinite && kernel.degree >= 0
    return isSound ? nil : "the parts do not form a support vector machine"
  }
}

extension SVRModel: ExplainableModel {
  public var columnNames: [String] { featureNames }

  /// With the linear kernel one sum; nil with others.
  public var explanation: ModelExplanation? {
    guard kernel.shape == .linear else { return nil }
    let coefficients = featureNames.indices.map { column in
      supportRows.indices.reduce(0) { $0 + weights[0, $1] * supportVectors[$1, column] }
    }
    return .sums([ModelExplanation.WeightedSum(.number, intercept: intercept, coefficients: coefficients)])
  }
}
