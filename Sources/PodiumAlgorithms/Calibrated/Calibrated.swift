public import PodiumCore
public import PodiumLearn

/// A learner whose probabilities are corrected by how held-out rows came true, with its settings.
///
/// Five inner folds give each training row the probabilities of a model that was not trained on it; for each class a rising curve
/// leads from these to what came true (`IsotonicCurve`, `PlattSigmoid`), and the chances of more than two classes are divided by
/// their sum. The model itself is fitted on all rows. References: B. Zadrozny, C. Elkan, 2002; J. Platt, 1999.
public struct Calibrated: Learner {
  /// The learner that is calibrated.
  public let learner: String
  /// The shape of the curves.
  public let isIsotonic: Bool

  static let learners = ["ann", "bayes", "boost", "forest", "knn", "lda", "logistic", "qda", "tree"]
  private static let folds = 5

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    learner = try values.text("learner")
    isIsotonic = try values.text("method") == "isotonic"
  }

  public static let definition = LearnerDefinition(
    key: "calibrated", summary: "a learner with probabilities corrected by inner folds (isotonic or sigmoid)",
    hyperparameters: [
      Hyperparameter(
        "learner", .choice(learners), defaultValue: .text("forest"),
        help: "the learner, with its default settings; it is fitted six times"),
      Hyperparameter(
        "method", .choice(["isotonic", "sigmoid"]), defaultValue: .text("isotonic"),
        help: "isotonic takes any rising curve, and needs some hundred rows; sigmoid has two parameters"),
    ],
    capabilities: Capabilities(targets: [.classes], probabilities: true, needsScaling: true, isStochastic: true),
    reference:
      "B. Zadrozny, C. Elkan, Transforming classifier scores into accurate multiclass probability estimates, KDD 2002",
    modelType: CalibratedModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try Calibrated(values) })

  /// Fits model and curves; only learners that use random numbers use the seed.
  ///
  /// Throws `wrong-target`, what the learner throws, and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let target = try data.requireClasses("calibrated")
    let definition = try Algorithms.catalogue.require(learner)
    let one = try definition.learner(definition.spec())
    func fitted(_ rows: [Int], _ seed: Seed) throws(Diagnostic) -> any Model {
      var part = try TrainingData(
        features: data.features.selecting(rows: rows), featureNames: data.featureNames,
        target: .classes(target.selecting(rows: rows)))
      part.threads = data.threads
      return try one.fit(part, seed: seed, cancellation: cancellation)
    }
    let all = Array(target.codes.indices)
    let present = target.counts.indices.filter { target.counts[$0] > 0 }
    // The rows of each class are assigned in turn.
    var foldOfRow = [Int](repeating: 0, count: all.count)
    var next = [Int](repeating: 0, count: target.counts.count)
    for (row, code) in target.codes.enumerated() {
      foldOfRow[row] = next[code] % Calibrated.folds
      next[code] += 1
    }
    var scores = Matrix(rows: all.count, columns: target.classes.count)
    for fold in 0..<Calibrated.folds where present.count > 1 {
      let (tested, trained) = (all.filter { foldOfRow[$0] == fold }, all.filter { foldOfRow[$0] != fold })
      if tested.isEmpty || trained.isEmpty { continue }
      let model = try fitted(trained, seed.derived("inner", fold))
      guard
        case .classes(_, let found?) = try model.predict(
          data.features.selecting(rows: tested), threads: data.threads, cancellation: cancellation)
      else { throw Diagnostic("bad-prediction", "learner '\(learner)' gives no probabilities") }
      for (place, row) in tested.enumerated() {
        for code in present { scores[row, code] = found[place, code] }
      }
    }
    // Of two classes one curve serves both.
    let curved = present.count == 2 ? [present[1]] : present.count > 2 ? present : []
    let curves = curved.map { code in
      let (own, isTrue) = (scores.column(code), target.codes.map { $0 == code })
      return isIsotonic
        ? CalibratedModel.Curve.isotonic(IsotonicCurve(own, isTrue: isTrue))
        : .sigmoid(PlattSigmoid(own, isFirst: isTrue))
    }
    return CalibratedModel(
      learner: learner, model: try fitted(all, seed), present: present, classCount: target.classes.count, curves: curves
    )
  }
}
