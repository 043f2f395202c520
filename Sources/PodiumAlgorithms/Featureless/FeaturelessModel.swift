public import PodiumCore
public import PodiumLearn

/// One prediction for every row.
public struct FeaturelessModel: Model, Equatable {
  /// The prediction.
  public enum Answer: Sendable, Equatable, Codable {
    /// The share of each class among the training rows.
    case shares([Double])
    /// The mean of the training rows.
    case mean(Double)
  }

  /// The prediction.
  public let answer: Answer
  /// The number of columns it was fitted on.
  public let featureCount: Int

  public func predicts(classes: Int?) -> Bool {
    switch answer {
    case .shares(let shares): classes == shares.count && !shares.isEmpty
    case .mean: classes == nil
    }
  }

  /// The same prediction for each row; a tie goes to the first class.
  public func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(featureCount)
    switch answer {
    case .mean(let mean):
      return .numbers([Double](repeating: mean, count: features.rows))
    case .shares(let shares):
      var best = 0
      for (code, share) in shares.enumerated() where share > shares[best] { best = code }
      let rows = [[Double]](repeating: shares, count: features.rows).flatMap(\.self)
      return .classes(
        [Int](repeating: best, count: features.rows),
        probabilities: Matrix(rows: features.rows, columns: shares.count, elements: rows))
    }
  }
}
