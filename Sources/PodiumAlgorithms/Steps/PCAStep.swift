public import PodiumCore
public import PodiumLearn
internal import PodiumLinear

/// Principal components: numeric features are replaced by the directions in which the training rows vary most.
///
/// The features are centred; the eigenvectors of their covariance are the components, each with its largest entry positive.
/// Reference: I. T. Jolliffe, Principal Component Analysis, 2nd edition, 2002.
public struct PCAStep: Transformer {
  public init() {}

  public var key: String { "pca" }
  /// What it does.
  public var summary: String { "replace numeric features by principal components" }
  public var fittedType: (any FittedTransformer.Type)? { FittedPCA.self }

  /// Finds the components: `k` of them, or as many as explain the share `share` of the variance.
  ///
  /// Throws `bad-value`, `not-numeric`, `missing-values`, `not-finite`, `no-convergence`, `missing-library` and `interrupted`.
  public func fit(_ training: StepTraining, step: RecipeStep) throws(Diagnostic) -> StepFit {
    try step.checkSettings(["k", "share"])
    let columns = try step.numbers(in: training.frame, for: key)
    let (n, p) = (training.frame.rowCount, columns.count)
    var rows = Matrix(rows: n, columns: p)
    for (c, column) in columns.enumerated() {
      for row in 0..<n { rows.elements[row * p + c] = column.values[row] }
    }
    let means = Array(ClassMoments.of(rows, groups: [Array(0..<n)]).means.row(0))
    for place in rows.elements.indices { rows.elements[place] -= means[place % max(1, p)] }
    let gram = try BLAS.load().columnProducts(rows, training.cancellation)
    guard gram.elements.allSatisfy(\.isFinite) else {
      throw Diagnostic(
        "not-finite", "the features are too large to take a covariance", help: "put a scale step before pca")
    }
    try training.cancellation.check()
    let (values, vectors) = try BLAS.load().eigen(gram, training.cancellation)
    // They rise; what is left of constant columns may be below 0 by rounding.
    let variances = values.reversed().map { max(0, $0) }
    let total = variances.reduce(0, +)
    let count: Int
    if let text = step.settings["share"] {
      guard let share = Double(text), (0...1).contains(share), share > 0 else {
        throw Diagnostic("bad-value", "'share' must be above 0 and at most 1, not '\(text)'")
      }
      var sum = 0.0
      count =
        1
        + (variances.firstIndex { variance in
          sum += variance
          return sum >= share * total * (1 - 1e-12)
        } ?? max(0, p - 1))
    } else {
      guard let wanted = Int(step.settings["k"] ?? ""), wanted > 0 else {
        throw Diagnostic("bad-value", "pca takes k=, a number above 0, or share=")
      }
      count = wanted
    }
    let axes = (0..<min(count, p)).map { Array(vectors.row(p - 1 - $0)) }
    return StepFit(
      FittedPCA(columns: columns.map { training.frame.columns[$0.place].name }, means: means, axes: axes))
  }
}

struct FittedPCA: FittedTransformer, Equatable {
  let columns: [String]
  let means: [Double]
  /// A weight of each column for each component.
  let axes: [[Double]]

  func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame {
    var components = axes.map { _ in [Double](repeating: 0, count: frame.rowCount) }
    guard means.count == columns.count, axes.allSatisfy({ $0.count == columns.count }) else {
      throw Diagnostic("damaged-model", "the parts do not form principal components")
    }
    let places = try frame.places(of: columns, for: "pca")
    for (number, (name, place)) in zip(columns, places).enumerated() {
      guard case .numbers(let values) = frame.columns[place].values else {
        throw Diagnostic(
          "not-numeric", "column '\(name)' has categories, but had numbers when pca was fitted",
          help: "type: type \(CommandText.column(name)) number")
      }
      for component in components.indices {
        let weight = axes[component][number]
        for row in values.indices { components[component][row] += weight * (values[row] - means[number]) }
      }
    }
    let made = components.enumerated().map { number, values in
      FeatureColumn(name: "pc\(number + 1)", source: "pc\(number + 1)", values: .numbers(values))
    }
    let used = Set(places)
    let kept = frame.columns.indices.filter { !used.contains($0) }.map { frame.columns[$0] }
    return FeatureFrame(columns: kept + made, rowCount: frame.rowCount)
  }
}
