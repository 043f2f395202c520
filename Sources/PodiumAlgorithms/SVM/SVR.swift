public import PodiumCore
public import PodiumLearn
internal import PodiumLinear

/// A support vector machine for numbers (ε-SVR) with its settings.
///
/// Minimizes ½|w|² + c Σ max(0, |y − w·φ(x) − b| − epsilon), by its dual (`SMOSolver`). References: V. Vapnik, The Nature of
/// Statistical Learning Theory, 1995; C.-C. Chang, C.-J. Lin, LIBSVM: a library for support vector machines, 2011.
public struct SVR: Learner {
  let settings: SVMSettings
  /// The deviation without a penalty.
  public let epsilon: Double

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    settings = try SVMSettings(values)
    epsilon = try values.number("epsilon")
  }

  public static let definition = LearnerDefinition(
    key: "svr", summary: "support vector machine for numbers (epsilon-SVR)",
    hyperparameters: SVMSettings.hyperparameters + [
      Hyperparameter(
        "epsilon", .number(0...1e300, exclusiveLow: false), defaultValue: .number(0.1),
        help: "deviation from the target that is not penalized, in the target's units")
    ],
    capabilities: Capabilities(targets: [.numbers], probabilities: false, needsScaling: true),
    reference:
      "C.-C. Chang, C.-J. Lin, LIBSVM: a library for support vector machines, ACM Transactions on Intelligent Systems and Technology 2:27, 2011",
    constantHelp: "no deviation is above epsilon; a smaller epsilon keeps some rows",
    modelType: SVRModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try SVR(values) })

  /// Fits it; the seed is not used.
  ///
  /// Throws `wrong-target`, `missing-library`, `no-convergence`, `not-finite` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    guard case .numbers(let target) = data.target else {
      throw Diagnostic("wrong-target", "learner 'svr' predicts numbers, but the target has classes", help: "use svm")
    }
    guard target.allSatisfy({ $0.magnitude <= 1e300 }) else {
      throw Diagnostic(
        "not-finite", "the target is too large to fit", help: "omit those rows: if abs(COLUMN) < 1e150")
    }
    let n = data.features.rows
    guard n > 0 else { throw Diagnostic("too-few-rows", "svr needs at least one training row") }
    let kernel = settings.kernel(for: data.features)
    // Two coefficients a row: one for a target above the prediction, and one for a target below it.
    var solver = SMOSolver(
      try SVMKernelRows(data.features, kernel, try BLAS.load(), cancellation: cancellation),
      sign: target.map { _ in 1 } + target.map { _ in -1 },
      initial: target.map { $0 - epsilon } + target.map { $0 + epsilon }, bounds: (settings.c, settings.c),
      settings: settings)
    let solved = Result { () throws(Diagnostic) in try solver.solve(cancellation) }
    if case .failure = solved { solver.store.giveUp() }
    let solution = try solved.get()
    let weights = (0..<n).map { solution.alpha[$0] - solution.alpha[$0 + n] }
    return SVRModel(
      kernel: kernel, features: data.features, weights: weights, intercept: -solution.rho,
      iterations: solution.iterations, featureNames: data.featureNames)
  }
}
