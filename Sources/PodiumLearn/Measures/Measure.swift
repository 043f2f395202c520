/// A performance measure: how well predictions agree with the actual values.
public struct Measure: Sendable {
  /// The name in commands (`accuracy`).
  public let key: String
  /// What it is, in one line.
  public let summary: String
  /// Whether a larger value is better.
  public let higherIsBetter: Bool
  /// The target it is for.
  public let target: TargetKind
  /// Whether it needs a probability for each class.
  public let needsProbabilities: Bool
  /// Whether it needs ordered classes.
  public let needsOrder: Bool
  /// The fewest rows of a fold for which it says what it says of many: the rmse of one row is its absolute error.
  public let leastRows: Int
  /// The value; nil where it is undefined.
  public let compute: @Sendable (ScoredRows) -> Double?

  /// Declares a measure.
  public init(
    key: String, summary: String, higherIsBetter: Bool, target: TargetKind, needsProbabilities: Bool = false,
    needsOrder: Bool = false, leastRows: Int = 1, compute: @escaping @Sendable (ScoredRows) -> Double?
  ) {
    self.key = key
    self.summary = summary
    self.higherIsBetter = higherIsBetter
    self.target = target
    self.needsProbabilities = needsProbabilities
    self.needsOrder = needsOrder
    self.leastRows = leastRows
    self.compute = compute
  }

  /// The value of the test rows of a fold; nil where it does not apply, is undefined, or has too few rows.
  public func value(ofFold rows: ScoredRows) -> Double? {
    guard rows.rowCount >= leastRows, applies(to: rows), let value = compute(rows), value.isFinite else { return nil }
    return value
  }

  /// Whether the measure applies to such a target and prediction.
  public func applies(to rows: ScoredRows) -> Bool {
    switch (rows.target, rows.prediction) {
    case (.classes(let truth), .classes(_, let probabilities)):
      target == .classes && (!needsProbabilities || probabilities != nil) && (!needsOrder || truth.isOrdered)
    case (.numbers, .numbers): target == .numbers
    default: false
    }
  }
}

/// The truth and the prediction of the same rows.
public struct ScoredRows: Sendable {
  /// The actual values.
  public let target: Target
  /// The predicted values.
  public let prediction: Prediction

  /// Puts truth and prediction side by side; both must have the same rows.
  public init(target: Target, prediction: Prediction) {
    precondition(target.rowCount == prediction.rowCount, "truth and prediction of different rows")
    self.target = target
    self.prediction = prediction
  }

  /// The number of rows.
  public var rowCount: Int { target.rowCount }

  /// The confusion matrix, for classes.
  public var confusion: ConfusionMatrix? {
    guard case .classes(let truth) = target, case .classes(let predicted, _) = prediction else { return nil }
    return ConfusionMatrix(classes: truth.classes, truth: truth.codes, predicted: predicted)
  }
}
