public import PodiumCore
public import PodiumLearn

/// A number predicted as a weighted sum of columns.
public struct LinearNumberModel: Model, Equatable {
  /// What a unit of each column adds.
  public let coefficients: [Double]
  /// The prediction where all columns are 0.
  public let intercept: Double
  /// The columns it was fitted on, in order.
  public let featureNames: [String]

  public var byteCount: Int { coefficients.count * MemoryLayout<Double>.stride }

  /// Whether no column counts.
  public var isConstant: Bool { !coefficients.isEmpty && coefficients.allSatisfy { $0 == 0 } }

  /// The weighted sum of each row; throws `not-finite` where it is too large.
  public func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    let p = coefficients.count
    try features.requireFeatures(p)
    var out: [Double] = []
    out.reserveCapacity(features.rows)
    for row in 0..<features.rows {
      var sum = intercept
      for c in 0..<p { sum += coefficients[c] * features.elements[row * p + c] }
      guard sum.isFinite else { throw .tooLargeFeatures(row) }
      out.append(sum)
    }
    return .numbers(out)
  }

  public func predicts(classes: Int?) -> Bool { classes == nil }

  public var flaw: String? {
    coefficients.count == featureNames.count && coefficients.allSatisfy(\.isFinite) && intercept.isFinite
      ? nil : "the parts do not form a weighted sum"
  }
}
