public import PodiumCore
public import PodiumLearn
internal import PodiumLinear

/// A support vector classifier (C-SVC, one-vs-one) with its settings.
///
/// Minimizes for each pair of classes ½|w|² + c Σ max(0, 1 − y(w·φ(x) + b)), by its dual (`SMOSolver`). Reference:
/// C.-C. Chang, C.-J. Lin, LIBSVM: a library for support vector machines, 2011.
public struct SVM: Learner {
  let settings: SVMSettings
  /// Whether probabilities are fitted to decision values of inner folds.
  public let probability: Bool
  /// How classes count: what c is multiplied by.
  public let weights: ClassWeights

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    settings = try SVMSettings(values)
    probability = try values.flag("probability")
    weights = try ClassWeights(values)
  }

  public static let definition = LearnerDefinition(
    key: "svm", summary: "support vector machine for classification (C-SVC); several classes one-vs-one",
    hyperparameters: SVMSettings.hyperparameters + [
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
    let kernel = settings.kernel(for: data.features)
    let weights = try weights.ofClasses(target)
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
    let room = SVMKernelRows.Room(forRows: most)
    defer { Spare.leave(room.store) }
    // The classes whose kernels the room holds, and where those of each begin.
    var held: [Int: Int] = [:]
    for (first, second) in SVM.chain(present) {
      let rows = members[first] + members[second]
      let split = members[first].count
      let signs = members[first].map { _ in 1.0 } + members[second].map { _ in -1.0 }
      var solver = SMOSolver(
        try SVMKernelRows(
          features.selecting(rows: rows), kernel, blas, split: split, room: room, held: (held[first], held[second]),
          cancellation: cancellation),
        sign: signs, bounds: (settings.c * weights[first], settings.c * weights[second]), settings: settings)
      let solved = Result { () throws(Diagnostic) in try solver.solve(cancellation) }
      if case .failure = solved { solver.store.giveUp() }
      let solution = try solved.get()
      held = room.holds(rows: rows.count) ? [first: 0, second: split] : [:]
      for (row, alpha) in zip(rows, solution.alpha) where alpha > 0 && !isSupport[row] {
        isSupport[row] = true
        supports += 1
      }
      pairs.append(SVMPair(first: first, second: second, rows: rows, signs: signs, solution: solution))
      try requireRoom(supports: supports)
    }
    pairs.sort { ($0.first, $0.second) < ($1.first, $1.second) }
    return SVMModel(
      kernel: kernel, features: features, classCount: target.classes.count, members: members,
      pairs: pairs)
  }

  /// All pairs of classes, each with a class of the one before: the kernel between the rows of that class is made already.
  static func chain(_ classes: [Int]) -> [(Int, Int)] {
    classes.indices.flatMap { place in
      let others = classes[(place + 1)...].map { (classes[place], $0) }
      return place % 2 == 0 ? others : others.reversed()
    }
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
