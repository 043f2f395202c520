internal import Glibc
public import PodiumCore
public import PodiumLearn

/// Fitted normal distributions, one for each class.
public struct QuadraticModel: Model, Equatable {
  /// What the distance of a row from the mean of a class is measured by.
  public struct Form: Sendable, Equatable, Codable {
    /// One a row, in which the class has variance 1; none where one class had all training rows.
    public let axes: Matrix
    /// The logarithm of the covariance's determinant.
    public let logDeterminant: Double
  }

  /// The share of each class among the training rows.
  public let priors: [Double]
  /// Classes × columns means.
  public let means: Matrix
  /// Of each class; of one without rows without axes.
  public let forms: [Form]
  /// The columns it was fitted on, in order.
  public let featureNames: [String]

  public var byteCount: Int {
    forms.reduce(means.elements.count) { $0 + $1.axes.elements.count } * MemoryLayout<Double>.stride
  }

  /// The class with the largest posterior probability; ties go to the first. Classes without training rows have 0.
  public func predict(
    _ features: Matrix, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> Prediction {
    let p = means.columns
    try features.requireFeatures(p)
    var table = SoftmaxTable(rows: features.rows, classes: priors.count)
    var gaps = [Double](repeating: 0, count: p)
    for row in 0..<features.rows {
      if row % 64 == 0 { try cancellation.check() }
      table.add(
        priors.indices.map { code in
          if priors[code] == 0 { return -.infinity }
          let form = forms[code]
          for c in 0..<p { gaps[c] = features.elements[row * p + c] - means.elements[code * p + c] }
          var sum = 0.0
          for axis in 0..<form.axes.rows {
            var length = 0.0
            for c in 0..<p { length += form.axes.elements[axis * p + c] * gaps[c] }
            sum += length * length
          }
          // A row far outside is as unlikely as can be, but must still be compared.
          let distance = sum.isNaN ? .greatestFiniteMagnitude : min(sum, .greatestFiniteMagnitude)
          return log(priors[code]) - 0.5 * (form.logDeterminant + distance)
        })
    }
    return table.prediction
  }

  public func predicts(classes: Int?) -> Bool { classes == priors.count }

  public var flaw: String? {
    let p = means.columns
    let isSound =
      means.isWhole && means.rows == priors.count && forms.count == priors.count && featureNames.count == p
      && priors.contains { $0 > 0 } && priors.allSatisfy { (0...1).contains($0) }
      && forms.allSatisfy { form in
        form.axes.isWhole && form.axes.columns == p && form.axes.rows <= p && form.logDeterminant.isFinite
      }
    return isSound ? nil : "the parts do not form distributions of classes"
  }
}
