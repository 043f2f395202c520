internal import PodiumCore

/// The .632+ estimate of a learner's measure from bootstrap samples.
///
/// A model of a sample has seen 63 % of the rows, so that its errors on the others are too many; one of all rows tested on them
/// is too good. The estimate lies between both, the nearer to the first the more the learner overfits. Efron and Tibshirani,
/// *Improvements on cross-validation: the .632+ bootstrap method*, JASA 92:438, 1997.
public struct BootstrapEstimate: Sendable, Codable, Equatable {
  /// `accuracy`, or `rmse` for numbers.
  public let measure: String
  /// The measure of a model of all rows, on them.
  public let apparent: Double
  /// The mean over the rows of what the samples without them give.
  public let outOfBag: Double
  /// What a learner would give whose predictions have nothing to do with the rows.
  public let noInformation: Double
  /// From 0, no overfitting, to 1.
  public let overfitting: Double
  /// The part of `outOfBag` in the estimate, from 0.632 to 1.
  public let weight: Double
  public let value: Double
  /// The rows that at least one sample left out.
  public let rows: Int
}

extension Evaluation {
  /// The .632+ estimate, from the predictions for all rows of a model of all rows; nil where nothing was tested.
  public func bootstrapEstimate(apparent: Prediction, of target: Target) -> BootstrapEstimate? {
    var losses: [Int: (sum: Double, count: Int)] = [:]
    for (place, row) in rows.enumerated() {
      let loss: Double
      switch (truth, predicted) {
      case (.classes(let truth), .classes(let found)): loss = truth[place] == found[place] ? 0 : 1
      case (.numbers(let truth), .numbers(let found)):
        loss = (truth[place] - found[place]) * (truth[place] - found[place])
      default: return nil
      }
      losses[row, default: (0, 0)].sum += loss
      losses[row]?.count += 1
    }
    // In the order of the rows, so that the sum has the same digits each time.
    let means = losses.sorted { $0.key < $1.key }.map { $0.value.sum / Double($0.value.count) }
    guard !means.isEmpty, let whole = Evaluation.losses(apparent, target) else { return nil }
    let outOfBag = means.reduce(0, +) / Double(means.count)
    let least = min(outOfBag, whole.noInformation)
    let isOverfitted = least > whole.apparent && whole.noInformation > whole.apparent
    let overfitting = isOverfitted ? (least - whole.apparent) / (whole.noInformation - whole.apparent) : 0
    let weight = 0.632 / (1 - 0.368 * overfitting)
    let isShare = confusion != nil
    func shown(_ loss: Double) -> Double { isShare ? 1 - loss : loss.squareRoot() }
    return BootstrapEstimate(
      measure: isShare ? "accuracy" : "rmse", apparent: shown(whole.apparent), outOfBag: shown(outOfBag),
      noInformation: shown(whole.noInformation), overfitting: overfitting, weight: weight,
      value: shown((1 - weight) * whole.apparent + weight * least), rows: means.count)
  }

  /// The mean loss of predictions, and what it would be if each were of any row: errors of classes, squares for numbers.
  private static func losses(_ prediction: Prediction, _ target: Target) -> (apparent: Double, noInformation: Double)? {
    switch (prediction, target) {
    case (.classes(let found, _), .classes(let truth)):
      let count = Double(truth.codes.count)
      guard found.count == truth.codes.count, count > 0 else { return nil }
      var (actual, predicted) = (
        [Double](repeating: 0, count: truth.classes.count), [Double](repeating: 0, count: truth.classes.count)
      )
      var wrong = 0.0
      for (code, guess) in zip(truth.codes, found) {
        actual[code] += 1
        predicted[guess] += 1
        if code != guess { wrong += 1 }
      }
      let chance = zip(actual, predicted).reduce(0) { $0 + $1.0 / count * (1 - $1.1 / count) }
      return (wrong / count, chance)
    case (.numbers(let found), .numbers(let truth)):
      let count = Double(truth.count)
      guard found.count == truth.count, count > 0 else { return nil }
      func spread(_ x: [Double]) -> (mean: Double, variance: Double) {
        let mean = x.reduce(0, +) / count
        return (mean, x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count)
      }
      let (own, other) = (spread(truth), spread(found))
      let squares = zip(truth, found).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      // The mean square over all pairs of a row and a prediction.
      return (squares / count, own.variance + other.variance + (own.mean - other.mean) * (own.mean - other.mean))
    default: return nil
    }
  }
}
