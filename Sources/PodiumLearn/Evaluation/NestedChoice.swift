public import PodiumCore

/// A learner that chooses among settings by inner folds of its own training rows, then fits the best on all of them.
///
/// Choosing on the folds that also judge flatters the choice; choosing inside does not (Varma and Simon, *Bias in
/// error estimation when using cross-validation for model selection*, BMC Bioinformatics 7:91, 2006).
public struct NestedChoice: Learner {
  private let candidates: [any Learner]
  private let innerFolds: Int

  /// The definition of a choice among settings of one learner.
  ///
  /// Its key lists them, so that jobs and results name what was chosen from. Throws `mixed-candidates` when they are
  /// of several learners and `no-choice` when there are fewer than two.
  public static func definition(
    of candidates: [LearnerSpec], innerFolds: Int, in catalogue: LearnerCatalogue
  ) throws(Diagnostic) -> LearnerDefinition {
    guard let first = candidates.first, candidates.count > 1 else {
      throw Diagnostic(
        "no-choice", "a choice needs at least two settings", help: "give a list in the brackets: tree(max-depth=2,4,8)")
    }
    guard candidates.allSatisfy({ $0.key == first.key }) else {
      throw Diagnostic(
        "mixed-candidates", "a choice is among settings of one learner, not of several",
        help: "evaluate each learner on its own")
    }
    let definition = try catalogue.definition(first.key)
    var learners: [any Learner] = []
    for candidate in candidates { learners.append(try definition.learner(candidate)) }
    let made = NestedChoice(candidates: learners, innerFolds: innerFolds)
    let names = candidates.map(\.description).joined(separator: ", ")
    return LearnerDefinition(
      key: "best of " + names, summary: "The best of some settings by \(innerFolds) inner folds.",
      hyperparameters: [], capabilities: definition.capabilities, reference: definition.reference,
      identity: "inner \(innerFolds) \(definition.identity)", modelType: definition.modelType, make: { _ in made })
  }

  /// Scores every candidate on the inner folds and fits the best; ties go to the earlier one.
  ///
  /// A candidate that fails in a fold is out; when all fail, the first failure is thrown.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let folds = innerAllocation(data)
    var best: (place: Int, score: Double)?
    var failure: Diagnostic?
    for (place, candidate) in candidates.enumerated() {
      do throws(Diagnostic) {
        let score = try score(candidate, data, folds, seed.derived("inner", place), cancellation)
        if best.map({ score > $0.score }) ?? true { best = (place, score) }
      } catch {
        if error.code == Diagnostic.interrupted.code { throw error }
        failure = failure ?? error
      }
    }
    guard let best else { throw failure ?? Diagnostic("no-choice", "no setting could be scored") }
    return try candidates[best.place].fit(data, seed: seed, cancellation: cancellation)
  }

  /// The inner fold of each training row: stratified for classes, blocks for numbers, never more than the rows.
  private func innerAllocation(_ data: TrainingData) -> [Int] {
    var random: RandomSource?
    let k = max(2, min(innerFolds, data.features.rows))
    switch data.target {
    case .classes(let target): return Resampling.stratified(codes: target.codes, k: k, random: &random)
    case .numbers: return Resampling.blocks(rows: data.features.rows, k: k, random: &random)
    }
  }

  /// The mean over the inner folds of the share of right rows, or of minus the squared error.
  private func score(
    _ learner: any Learner, _ data: TrainingData, _ folds: [Int], _ seed: Seed, _ cancellation: Cancellation
  ) throws(Diagnostic) -> Double {
    var scores: [Double] = []
    for fold in 0...(folds.max() ?? 0) {
      let tested = folds.indices.filter { folds[$0] == fold }
      let training = folds.indices.filter { folds[$0] != fold }
      if tested.isEmpty || training.isEmpty { continue }
      let part = try TrainingData(
        features: data.features.selecting(rows: training), featureNames: data.featureNames,
        target: data.target.selecting(rows: training), groups: data.groups.map { all in training.map { all[$0] } })
      let model = try learner.fit(part, seed: seed.derived("fold", fold), cancellation: cancellation)
      let prediction = try model.predict(data.features.selecting(rows: tested))
      scores.append(NestedChoice.score(prediction, data.target.selecting(rows: tested)))
    }
    return scores.isEmpty ? -.infinity : scores.reduce(0, +) / Double(scores.count)
  }

  private static func score(_ prediction: Prediction, _ target: Target) -> Double {
    switch (prediction, target) {
    case (.classes(let codes, _), .classes(let truth)):
      Double(zip(codes, truth.codes).count { $0 == $1 }) / Double(max(1, codes.count))
    case (.numbers(let values), .numbers(let truth)):
      -zip(values, truth).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(max(1, values.count))
    default: -.infinity
    }
  }
}
