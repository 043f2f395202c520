public import PodiumCore
public import PodiumLearn

/// Learners of ordered classes, with their settings.
///
/// By default proportional odds: minimizes c·Σ loss + ½|w|² (without a penalty Σ loss), where loss is −log of the
/// probability of the actual class and the logarithm of the odds of a class up to j is threshold j − x·w
/// (`ProportionalOdds`). With `learner=`, one model per threshold says whether the class is above it, and the probability of
/// a class is what two neighbours differ by; that minimizes what the learner does. References: P. McCullagh, Regression
/// models for ordinal data, 1980; E. Frank, M. Hall, A simple approach to ordinal classification, 2001.
public struct Ordinal: Learner {
  /// The inverse strength of the penalty; nil: no penalty.
  public let c: Double?
  /// The learner of the thresholds; nil: proportional odds.
  public let learner: String?
  /// The category whose values have an effect each; only of proportional odds.
  public let by: String?
  /// Whether the coefficients of its values differ too.
  public let slopes: Bool

  /// Podium's own learners that give probabilities.
  static let learners = ["ann", "bayes", "boost", "forest", "knn", "lda", "logistic", "tree"]

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    let name = try values.text("learner")
    learner = name == "odds" ? nil : name
    by = try values.column("by")
    slopes = try values.flag("slopes")
    if slopes, by == nil {
      throw Diagnostic("bad-value", "'slopes' requires by=COLUMN", help: "name the groups with by=")
    }
    if by != nil, let learner {
      throw Diagnostic("bad-value", "'by' has no use with learner=\(learner)", help: "omit one of them")
    }
    c = try values.text("penalty") == "none" ? nil : try values.number("c")
  }

  public static let definition = LearnerDefinition(
    key: "ordinal", summary: "ordered classes: proportional odds, or any learner at each threshold (Frank and Hall)",
    hyperparameters: [
      Hyperparameter(
        "learner", .choice(["odds"] + learners), defaultValue: .text("odds"),
        help: "odds fits proportional odds; a learner is fitted at each threshold, with its default settings"),
      Hyperparameter(
        "c", .number(0...1e100, exclusiveLow: true), defaultValue: .number(1),
        help: "inverse of the regularization strength of proportional odds"),
      Hyperparameter(
        "penalty", .choice(["l2", "none"]), defaultValue: .text("l2"),
        help: "norm of the penalty of proportional odds: l2 or none"),
      GroupEffect.hyperparameter, GroupEffect.slopes,
    ],
    capabilities: Capabilities(
      targets: [.classes], probabilities: true, needsScaling: true, isStochastic: true, needsOrder: true),
    reference:
      "P. McCullagh, Regression models for ordinal data, Journal of the Royal Statistical Society B 42, 1980; E. Frank, M. Hall, A simple approach to ordinal classification, European Conference on Machine Learning 12, 2001",
    modelType: OrdinalModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try Ordinal(values) })

  /// Fits the thresholds; only learners that use random numbers use the seed.
  ///
  /// Throws `wrong-target`, `unordered-classes`, `separable`, `no-convergence`, what the learner throws, and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let target = try data.requireClasses("ordinal")
    guard target.isOrdered else { throw .unorderedClasses("ordinal") }
    try cancellation.check()
    let present = target.counts.indices.filter { target.counts[$0] > 0 }
    var placeOfClass = [Int](repeating: 0, count: target.classes.count)
    for (place, code) in present.enumerated() { placeOfClass[code] = place }
    let places = target.codes.map { placeOfClass[$0] }
    guard let learner else {
      if let by {
        let found = try GroupEffect(by, slopes: slopes, in: data, learner: "ordinal").solve(
          places, classes: present.count, c: c, cancellation: cancellation)
        return OrdinalModel(
          present: present, classCount: target.classes.count, featureNames: data.featureNames,
          thresholds: .odds(coefficients: found.coefficients, thresholds: found.thresholds),
          groups: found.groups)
      }
      let found = try ProportionalOdds(data.features, places, classes: present.count, c: c).solve(cancellation)
      return OrdinalModel(
        present: present, classCount: target.classes.count, featureNames: data.featureNames,
        thresholds: .odds(coefficients: found.coefficients, thresholds: found.thresholds))
    }
    let definition = try Algorithms.catalogue.require(learner)
    var models: [any Model] = []
    for place in 0..<max(0, present.count - 1) {
      let above = ClassTarget(classes: ["no", "yes"], codes: places.map { $0 > place ? 1 : 0 })
      let part = try TrainingData(features: data.features, featureNames: data.featureNames, target: .classes(above))
      models.append(
        try definition.learner(definition.spec()).fit(
          part, seed: seed.derived("threshold", place), cancellation: cancellation))
    }
    return OrdinalModel(
      present: present, classCount: target.classes.count, featureNames: data.featureNames,
      thresholds: .models(models, of: learner))
  }
}
