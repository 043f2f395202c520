public import PodiumCore
public import PodiumLearn

/// A linear score for each class, turned into probabilities by softmax.
public struct LinearClassModel: Model, Equatable {
  /// Classes × columns: what a unit of a column adds to the score of a class.
  public let coefficients: Matrix
  /// What each score is where all columns are 0.
  public let intercepts: [Double]
  /// The classes that had training rows; the others have probability 0.
  public let present: [Int]
  /// The columns it was fitted on, in order.
  public let featureNames: [String]
  /// How far the effects of groups are apart; nil where there are none.
  public let groups: GroupSpread?

  public var figures: [ModelFigure] { groups?.figures ?? [] }
  public var byteCount: Int { coefficients.elements.count * MemoryLayout<Double>.stride }

  /// Whether no column counts, though there are several classes.
  public var isConstant: Bool {
    present.count > 1 && coefficients.columns > 0 && coefficients.elements.allSatisfy { $0 == 0 }
  }

  init(coefficients: Matrix, intercepts: [Double], present: [Int], featureNames: [String], groups: GroupSpread? = nil) {
    self.groups = groups
    self.coefficients = coefficients
    self.intercepts = intercepts
    self.present = present
    self.featureNames = featureNames
  }

  /// The class with the largest score; ties go to the first.
  public func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    let p = featureNames.count
    try features.requireFeatures(p)
    var table = SoftmaxTable(rows: features.rows, classes: intercepts.count)
    for row in 0..<features.rows {
      var scores = [Double](repeating: -.infinity, count: intercepts.count)
      for code in present {
        var sum = intercepts[code]
        for c in 0..<p { sum += coefficients.elements[code * p + c] * features.elements[row * p + c] }
        // The effects of groups are those of the last of two classes.
        if let groups, code == present.last { sum += groups.part(features, row) }
        scores[code] = sum
      }
      guard present.allSatisfy({ scores[$0].isFinite }) else { throw .tooLargeFeatures(row) }
      table.add(scores)
    }
    return table.prediction
  }

  public func predicts(classes: Int?) -> Bool { classes == intercepts.count }

  public var flaw: String? {
    let isSound =
      coefficients.isWhole && coefficients.rows == intercepts.count && coefficients.columns == featureNames.count
      && intercepts.allSatisfy(\.isFinite) && groups?.isWhole(featureNames.count) ?? true && !present.isEmpty
      && present.allSatisfy(intercepts.indices.contains)
    return isSound ? nil : "the parts do not form scores of classes"
  }
}

extension Diagnostic {
  static func tooLargeFeatures(_ row: Int) -> Diagnostic {
    Diagnostic("not-finite", "the features of row \(row + 1) are too large for the model", help: "omit that row")
  }
}
