internal import Glibc
public import PodiumCore
public import PodiumLearn

/// A fitted naive Bayes classifier.
public struct BayesModel: Model, Equatable {
  /// The share of each class among the training rows.
  public let priors: [Double]
  /// Classes × columns means.
  public let means: Matrix
  /// Classes × columns variances, smoothed; 0 where all training rows are equal in all columns.
  public let variances: Matrix

  public var byteCount: Int { 2 * means.elements.count * MemoryLayout<Double>.stride }

  /// The class with the largest posterior probability; ties go to the first. Classes without training rows have 0.
  public func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    let p = means.columns
    try features.requireFeatures(p)
    // What does not depend on the row: the logarithm of the prior and of the normal densities' factors.
    let constants = priors.indices.map { code -> Double in
      variances.row(code).reduce(log(priors[code])) { $1 > 0 ? $0 - 0.5 * log(2 * .pi * $1) : $0 }
    }
    var table = SoftmaxTable(rows: features.rows, classes: priors.count)
    for row in 0..<features.rows {
      table.add(
        priors.indices.map { code in
          if priors[code] == 0 { return -.infinity }
          var sum = 0.0
          for c in 0..<p {
            let variance = variances.elements[code * p + c]
            let gap = features.elements[row * p + c] - means.elements[code * p + c]
            if variance > 0 { sum += gap * gap / variance }
          }
          // A row far outside is as unlikely as can be, but must still be compared.
          return constants[code] - 0.5 * min(sum, .greatestFiniteMagnitude)
        })
    }
    return table.prediction
  }

  public func predicts(classes: Int?) -> Bool { classes == priors.count }

  public var flaw: String? {
    let isSound =
      means.isWhole && variances.isWhole && means.rows == priors.count && variances.rows == priors.count
      && means.columns == variances.columns && priors.contains { $0 > 0 }
      && priors.allSatisfy { (0...1).contains($0) } && variances.elements.allSatisfy { $0 >= 0 }
    return isSound ? nil : "the parts do not form distributions of classes"
  }
}

/// Logarithms of weights on their way to probabilities, row after row.
struct SoftmaxTable {
  private let classes: Int
  private var codes: [Int] = []
  private var elements: [Double] = []

  init(rows: Int, classes: Int) {
    self.classes = classes
    codes.reserveCapacity(rows)
    elements.reserveCapacity(rows * classes)
  }

  /// Takes the logarithms of a row, one per class, of which at least one is above −∞; the first of the largest wins.
  mutating func add(_ logs: [Double]) {
    var best = 0
    for code in logs.indices where logs[code] > logs[best] { best = code }
    let weights = logs.map { exp($0 - logs[best]) }
    let sum = weights.reduce(0, +)
    codes.append(best)
    elements += weights.map { $0 / sum }
  }

  var prediction: Prediction {
    .classes(codes, probabilities: Matrix(rows: codes.count, columns: classes, elements: elements))
  }
}
