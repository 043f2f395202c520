public import PodiumCore
public import PodiumLearn
internal import PodiumLinear

/// A support vector classifier (C-SVC, one-vs-one) with its settings.
///
/// Minimizes for each pair of classes ½|w|² + c Σ max(0, 1 − y(w·φ(x) + b)), by its dual (`SMOSolver`). Reference:
/// C.-C. Chang, C.-J. Lin, LIBSVM: a library for support vector machines, 2011.
public struct SVM: Learner {
  /// How gamma is chosen.
  public enum Gamma: Sendable, Equatable {
    /// 1 / (columns × variance of all entries of the training matrix), as scikit-learn's `scale`.
    case scale
    /// 1 / columns.
    case auto
    /// As given; above 0.
    case number(Double)
  }

  /// The cost parameter C; above 0.
  public let c: Double
  /// The shape of the kernel.
  public let shape: SVMKernel.Shape
  /// The kernel coefficient.
  public let gamma: Gamma
  /// The degree of `poly`.
  public let degree: Int
  /// The independent term of `poly` and `sigmoid`.
  public let coef0: Double
  /// The tolerance of the stopping criterion.
  public let tolerance: Double
  /// Whether the solver uses the shrinking heuristic.
  public let shrinking: Bool
  /// The maximum number of iterations for a pair of classes; nil: LIBSVM's limit (`stepLimit`).
  public let maxIterations: Int?
  /// Whether probabilities are fitted to decision values of inner folds.
  public let probability: Bool
  /// How classes count: what c is multiplied by.
  public let weights: ClassWeights

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    c = try values.number("c")
    shape = SVMKernel.Shape(rawValue: try values.text("kernel")) ?? .rbf
    switch values["gamma"] {
    case .number(let given): gamma = .number(given)
    case .text("auto"): gamma = .auto
    default: gamma = .scale
    }
    degree = try values.integer("degree")
    coef0 = try values.number("coef0")
    tolerance = try values.number("tol")
    shrinking = try values.flag("shrinking")
    maxIterations = try values.optionalInteger("max-iterations")
    probability = try values.flag("probability")
    weights = try ClassWeights(values)
  }

  public static let definition = LearnerDefinition(
    key: "svm", summary: "support vector machine for classification (C-SVC); several classes one-vs-one",
    hyperparameters: [
      Hyperparameter(
        "c", .number(0...1e100, exclusiveLow: true), defaultValue: .number(1),
        help: "cost parameter C: penalty for margin errors; smaller values mean stronger regularization"),
      Hyperparameter(
        "kernel", .choice(SVMKernel.Shape.allCases.map(\.rawValue)), defaultValue: .text("rbf"),
        help: "kernel function"),
      Hyperparameter(
        "gamma", .numberOrChoice(0...Double.greatestFiniteMagnitude, exclusiveLow: true, ["scale", "auto"]),
        defaultValue: .text("scale"),
        help:
          "kernel coefficient for rbf, poly and sigmoid; scale is 1 / (number of features × variance of all their values), auto is 1 / number of features"
      ),
      Hyperparameter("degree", .integer(0...1000), defaultValue: .integer(3), help: "degree of the poly kernel"),
      Hyperparameter(
        "coef0",
        .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, exclusiveLow: false),
        defaultValue: .number(0), help: "independent term in the poly and sigmoid kernels"),
      Hyperparameter(
        "tol", .number(0...1, exclusiveLow: true), defaultValue: .number(1e-3),
        help: "tolerance of the stopping criterion"),
      Hyperparameter(
        "shrinking", .flag, defaultValue: .flag(true),
        help: "use the shrinking heuristic, which speeds up training"),
      Hyperparameter(
        "max-iterations", .optionalInteger(1...Int.max), defaultValue: .unset,
        help: "maximum number of iterations per pair of classes; none allows 10 million, or 100 per row if that is more"
      ),
      Hyperparameter(
        "probability", .flag, defaultValue: .flag(false),
        help: "fit probabilities to the decision values of 5 inner folds (Platt), which takes about 6 times as long"),
      ClassWeights.hyperparameter,
    ],
    capabilities: Capabilities(targets: [.classes], probabilities: false, needsScaling: true),
    reference:
      "C.-C. Chang, C.-J. Lin, LIBSVM: a library for support vector machines, ACM Transactions on Intelligent Systems and Technology 2:27, 2011",
    modelType: SVMModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try SVM(values) })

  /// Fits one machine for each pair of classes that has rows; the seed is not used.
  ///
  /// Throws `wrong-target`, `missing-library`, `no-convergence`, `not-finite` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    try fitMachine(data, cancellation)
  }

  func fitMachine(_ data: TrainingData, _ cancellation: Cancellation) throws(Diagnostic) -> SVMModel {
    let target = try data.requireClasses("svm")
    let kernel = SVMKernel(shape: shape, gamma: gammaValue(data.features), degree: degree, coef0: coef0)
    let weights = weights.ofClasses(target)
    let model = try machines(data.features, target, weights, kernel, cancellation).with(names: data.featureNames)
    if !probability { return model }
    return model.with(sigmoids: try sigmoids(data.features, target, weights, kernel, cancellation))
  }

  private func machines(
    _ features: Matrix, _ target: ClassTarget, _ weights: [Double], _ kernel: SVMKernel, _ cancellation: Cancellation
  ) throws(Diagnostic) -> SVMModel {
    let blas = try BLAS.load()
    let members = target.classes.indices.map { code in
      target.codes.indices.filter { target.codes[$0] == code }
    }
    let present = target.classes.indices.filter { !members[$0].isEmpty }
    func requireRoom(supports: Int) throws(Diagnostic) {
      let pairs = present.count * (present.count - 1) / 2
      try cancellation.memory.check(
        "a support vector machine of \(pairs) pairs of classes", bytes: MemoryLimits.bytes(pairs, times: supports),
        most: MemoryLimits.bytes(features.elements.count, each: 8 * 64), help: "merge rare classes, or use tree or knn")
    }
    // Each class has a support vector at least.
    try requireRoom(supports: present.count)
    var isSupport = [Bool](repeating: false, count: features.rows)
    var supports = 0
    var pairs: [SVMPair] = []
    // No pair has more rows than the two largest classes.
    let most = present.count < 2 ? 0 : members.map(\.count).sorted().suffix(2).reduce(0, +)
    let store = SVMKernelRows.store(forRows: most)
    for (place, first) in present.enumerated() {
      for second in present[(place + 1)...] {
        let rows = members[first] + members[second]
        let signs = members[first].map { _ in 1.0 } + members[second].map { _ in -1.0 }
        var solver = SMOSolver(
          try SVMKernelRows(
            features.selecting(rows: rows), kernel, blas, store: store, cancellation: cancellation),
          sign: signs, bounds: (c * weights[first], c * weights[second]), tolerance: tolerance, shrinking: shrinking,
          maxIterations: maxIterations ?? SVM.stepLimit(rows: rows.count))
        let solved = Result { () throws(Diagnostic) in try solver.solve(cancellation) }
        if case .failure = solved { solver.store.giveUp() }
        let solution = try solved.get()
        for (row, alpha) in zip(rows, solution.alpha) where alpha > 0 && !isSupport[row] {
          isSupport[row] = true
          supports += 1
        }
        pairs.append(SVMPair(first: first, second: second, rows: rows, signs: signs, solution: solution))
      }
      try requireRoom(supports: supports)
    }
    return SVMModel(
      kernel: kernel, features: features, classCount: target.classes.count, members: members,
      pairs: pairs)
  }

  /// The curve of each pair, fitted to decision values of rows that the machine was not trained on.
  ///
  /// The rows of each class are assigned to the folds in turn; a fold that leaves one class only decides for it by 1.
  private func sigmoids(
    _ features: Matrix, _ target: ClassTarget, _ weights: [Double], _ kernel: SVMKernel, _ cancellation: Cancellation
  ) throws(Diagnostic) -> [PlattSigmoid] {
    let members = target.classes.indices.map { code in target.codes.indices.filter { target.codes[$0] == code } }
    let present = target.classes.indices.filter { !members[$0].isEmpty }
    var curves: [PlattSigmoid] = []
    for (place, first) in present.enumerated() {
      for second in present[(place + 1)...] {
        var values: [Double] = []
        var isFirst: [Bool] = []
        for fold in 0..<SVM.plattFolds {
          func rows(_ code: Int, tested: Bool) -> [Int] {
            members[code].enumerated().filter { ($0.offset % SVM.plattFolds == fold) == tested }.map(\.element)
          }
          let tested = rows(first, tested: true) + rows(second, tested: true)
          let trained = (rows(first, tested: false), rows(second, tested: false))
          if tested.isEmpty { continue }
          isFirst += tested.map { target.codes[$0] == first }
          guard !trained.0.isEmpty, !trained.1.isEmpty else {
            values += tested.map { _ in trained.0.isEmpty ? (trained.1.isEmpty ? 0 : -1) : 1 }
            continue
          }
          let part = trained.0 + trained.1
          let model = try machines(
            features.selecting(rows: part), target.selecting(rows: part), weights, kernel, cancellation)
          values += try model.decisionValues(features.selecting(rows: tested)).column(0)
        }
        curves.append(PlattSigmoid(values, isFirst: isFirst))
      }
    }
    return curves
  }

  private static let plattFolds = 5

  /// The default limit of iterations.
  static func stepLimit(rows: Int) -> Int { max(10_000_000, rows > Int.max / 100 ? Int.max : 100 * rows) }

  private func gammaValue(_ features: Matrix) -> Double {
    switch gamma {
    case .number(let given): return given
    case .auto: return features.columns == 0 ? 1 : 1 / Double(features.columns)
    case .scale:
      let count = Double(features.elements.count)
      if count == 0 { return 1 }
      let mean = features.elements.reduce(0, +) / count
      let variance = features.elements.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
      return variance == 0 ? 1 : 1 / (Double(features.columns) * variance)
    }
  }
}

/// The machine of two classes.
struct SVMPair: Sendable {
  let first: Int
  let second: Int
  /// The training rows, those of the first class before those of the second.
  let rows: [Int]
  /// 1 for the first class, −1 for the second.
  let signs: [Double]
  let solution: SMOSolver.Solution
}
