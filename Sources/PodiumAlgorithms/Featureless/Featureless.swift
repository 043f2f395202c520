public import PodiumCore
public import PodiumLearn

/// The baseline that ignores the features: it predicts the most frequent class, or the mean.
///
/// Minimizes the number of wrong training rows (classes) or their squared error (numbers) over constant
/// predictions; one pass, no stopping rule. Reference: Holte 1993, where it is the floor that every rule must beat.
public struct Featureless: Learner {
  /// Makes the learner, which has no settings.
  public init() {}

  public static let definition = LearnerDefinition(
    key: "zeror", summary: "baseline that ignores the features: predicts the most frequent class, or the mean",
    hyperparameters: [],
    capabilities: Capabilities(
      targets: [.classes, .numbers], probabilities: true, needsScaling: false, usesFeatures: false),
    reference:
      "R. C. Holte, Very simple classification rules perform well on most commonly used datasets, Machine Learning 11, 1993",
    modelType: FeaturelessModel.self,
    make: { (_: HyperparameterValues) throws(Diagnostic) -> any Learner in Featureless() })

  /// Counts the classes, or takes the mean.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    try cancellation.check()
    let n = Double(data.target.rowCount)
    switch data.target {
    case .classes(let target):
      let shares = target.counts.map { Double($0) / n }
      return FeaturelessModel(answer: .shares(shares), featureCount: data.features.columns)
    case .numbers(let values):
      // Dividing first keeps the sum of huge values finite.
      let mean = values.reduce(0) { $0 + $1 / n }
      let rest = values.reduce(0) { $0 + ($1 - mean) / n }
      return FeaturelessModel(answer: .mean(mean + rest), featureCount: data.features.columns)
    }
  }
}
