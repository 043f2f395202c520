internal import PodiumCore
internal import PodiumLearn
internal import PodiumLinear

/// Columns and a numeric target about their means, on which linear models are fitted without an intercept.
struct CentredData {
  let means: [Double]
  let targetMean: Double
  /// Rows × columns, each column with mean 0.
  let features: Matrix
  let target: [Double]

  /// Takes means; throws `wrong-target` for classes, `not-finite`, and `interrupted`.
  init(_ data: TrainingData, for learner: String, _ cancellation: Cancellation) throws(Diagnostic) {
    guard case .numbers(let values) = data.target else {
      throw Diagnostic("wrong-target", "learner '\(learner)' predicts numbers, but the target has classes")
    }
    try cancellation.check()
    let (n, p) = (data.features.rows, data.features.columns)
    let moments = ClassMoments.of(data.features, groups: [Array(0..<n)])
    means = Array(moments.means.row(0))
    guard moments.variances.elements.allSatisfy(\.isFinite) else {
      throw Diagnostic("not-finite", "the features are too large to take variances", help: "type: scale")
    }
    var features = data.features
    for c in 0..<p {
      let size = means[c].magnitude
      let variance = moments.variances.elements[c]
      // A variance within rounding of 0, as in the step scale: the column is constant.
      let rounding = Double(n) * size * 0x1p-52
      let isConstant = variance <= rounding * rounding
      for row in 0..<n {
        features.elements[row * p + c] = isConstant ? 0 : features.elements[row * p + c] - means[c]
      }
    }
    self.features = features
    let mean = values.reduce(0) { $0 + $1 / Double(n) }
    targetMean = mean + values.reduce(0) { $0 + ($1 - mean) / Double(n) }
    let centre = targetMean
    target = values.map { $0 - centre }
    guard target.allSatisfy(\.isFinite), target.reduce(0, { $0 + $1 * $1 }).isFinite else {
      throw Diagnostic(
        "not-finite", "the target is too large to fit a line", help: "omit those rows: if abs(COLUMN) < 1e150")
    }
  }

  /// The model with some coefficients; throws `not-finite` when they are not.
  func model(_ coefficients: [Double], _ names: [String]) throws(Diagnostic) -> LinearNumberModel {
    let intercept = targetMean - zip(coefficients, means).reduce(0) { $0 + $1.0 * $1.1 }
    guard intercept.isFinite, coefficients.allSatisfy(\.isFinite) else {
      throw Diagnostic("not-finite", "the coefficients are too large", help: "type: scale")
    }
    return LinearNumberModel(coefficients: coefficients, intercept: intercept, featureNames: names)
  }
}
