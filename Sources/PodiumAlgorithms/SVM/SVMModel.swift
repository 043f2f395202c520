public import PodiumCore
public import PodiumLearn
internal import PodiumLinear

/// Fitted support vector machines, one for each pair of classes that had rows.
public struct SVMModel: Model, Equatable {
  /// The kernel with its parameters.
  public let kernel: SVMKernel
  /// The number of classes of the target, with rows or without.
  public let classCount: Int
  /// The classes that had rows, rising; a pair is (present[a], present[b]) with a < b, in order of a, then b.
  public let present: [Int]
  /// The support vectors, class by class, in each class in the order of the training rows.
  public let supportVectors: Matrix
  /// The training row of each support vector.
  public let supportRows: [Int]
  /// For each present class the number of its support vectors.
  public let supportCounts: [Int]
  /// For each pair its weights of all support vectors, 0 outside the pair; positive for its first class.
  public let weights: Matrix
  /// For each pair the intercept.
  public let intercepts: [Double]
  /// For each pair the number of iterations.
  public let iterations: [Int]
  /// For each pair the curve of its probabilities; nil where they were not asked for.
  public private(set) var sigmoids: [PlattSigmoid]?
  /// The names of the columns; nil in models that older versions saved.
  public private(set) var featureNames: [String]?

  public var byteCount: Int { (supportVectors.elements.count + weights.elements.count) * MemoryLayout<Double>.stride }

  init(kernel: SVMKernel, features: Matrix, classCount: Int, members: [[Int]], pairs: [SVMPair]) {
    self.kernel = kernel
    self.classCount = classCount
    present = members.indices.filter { !members[$0].isEmpty }
    var supports = [Bool](repeating: false, count: features.rows)
    for pair in pairs {
      for (row, alpha) in zip(pair.rows, pair.solution.alpha) where alpha > 0 { supports[row] = true }
    }
    supportRows = present.flatMap { code in members[code].filter { supports[$0] } }
    supportCounts = present.map { code in members[code].count { supports[$0] } }
    supportVectors = features.selecting(rows: supportRows)
    var placeOfRow = [Int](repeating: -1, count: features.rows)
    for (place, row) in supportRows.enumerated() { placeOfRow[row] = place }
    var weights = Matrix(rows: pairs.count, columns: supportRows.count)
    for (number, pair) in pairs.enumerated() {
      for (k, alpha) in pair.solution.alpha.enumerated() where alpha > 0 {
        weights[number, placeOfRow[pair.rows[k]]] = alpha * pair.signs[k]
      }
    }
    self.weights = weights
    intercepts = pairs.map { -$0.solution.rho }
    iterations = pairs.map(\.solution.iterations)
  }

  /// For each row the value of each pair, above 0 for the pair's first class.
  ///
  /// Throws `wrong-width`, `missing-values`, `not-finite` and `missing-library`.
  public func decisionValues(
    _ features: Matrix, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) -> Matrix {
    try features.requireFeatures(supportVectors.columns)
    try cancellation.memory.check(
      "the decisions of \(intercepts.count) pairs of classes",
      bytes: MemoryLimits.bytes(features.rows, times: intercepts.count),
      most: .max, help: "predict fewer rows at a time, or merge rare classes")
    return try kernel.sums(features, vectors: supportVectors, weights: weights, intercepts: intercepts, cancellation)
  }

  func with(names: [String]) -> SVMModel {
    var model = self
    model.featureNames = names
    return model
  }

  func with(sigmoids: [PlattSigmoid]) -> SVMModel {
    var model = self
    model.sigmoids = sigmoids
    return model
  }

  /// For each row the probabilities of all classes, from the curves of the pairs.
  private func probabilities(_ values: Matrix, _ sigmoids: [PlattSigmoid]) -> Matrix {
    var out = Matrix(rows: values.rows, columns: classCount)
    let count = present.count
    for row in 0..<values.rows {
      let own = PairwiseCoupling.probabilities(count) { i, j in
        let pair = i * count - i * (i + 1) / 2 + j - i - 1
        return sigmoids[pair].chance(values[row, pair])
      }
      for (place, chance) in own.enumerated() { out[row, present[place]] = chance }
    }
    return out
  }

  /// The class with the most votes (ties: the first); a pair at 0 votes for its second class. The class need not be the one
  /// with the largest probability, as in LIBSVM.
  public func predict(
    _ features: Matrix, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> Prediction {
    let values = try decisionValues(features, cancellation: cancellation)
    let codes = (0..<features.rows).map { SVMModel.winner(values.row($0), present: present) }
    return .classes(codes, probabilities: sigmoids.map { probabilities(values, $0) })
  }

  /// The class that wins a vote on the values of its pairs.
  static func winner(_ values: ArraySlice<Double>, present: [Int]) -> Int {
    var votes = [Int](repeating: 0, count: present.count)
    var pair = values.startIndex
    for a in present.indices {
      for b in (a + 1)..<max(a + 1, present.count) {
        votes[values[pair] > 0 ? a : b] += 1
        pair += 1
      }
    }
    var best = 0
    for k in votes.indices where votes[k] > votes[best] { best = k }
    return present[best]
  }
}

extension SVMModel {
  public func predicts(classes: Int?) -> Bool { classes == classCount }

  public var flaw: String? { isSound ? nil : "the parts do not form support vector machines" }

  private var isSound: Bool {
    let pairs = intercepts.count
    return !present.isEmpty && zip(present, present.dropFirst()).allSatisfy { $0 < $1 }
      && present.allSatisfy { (0..<max(0, classCount)).contains($0) }
      && pairs == present.count * (present.count - 1) / 2 && iterations.count == pairs
      && weights.rows == pairs && weights.columns == supportVectors.rows
      && supportRows.count == supportVectors.rows && supportCounts.count == present.count
      && supportCounts.allSatisfy { (0...supportRows.count).contains($0) }
      && supportCounts.reduce(0, +) == supportRows.count
      && supportVectors.isWhole && weights.isWhole && intercepts.allSatisfy { $0.isFinite }
      && kernel.degree >= 0 && featureNames.map { $0.count == supportVectors.columns } ?? true
      && sigmoids.map { $0.count == pairs && $0.allSatisfy { $0.a.isFinite && $0.b.isFinite } } ?? true
  }
}
