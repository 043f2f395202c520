internal import Glibc
public import PodiumCore
public import PodiumLearn
internal import PodiumLinear

/// Linear discriminant analysis: normal distributions with one covariance for all classes.
///
/// Maximizes the likelihood of the training rows: class means, and the pooled covariance with divisor n. Directions in which
/// the columns, each scaled to deviation 1 within the classes, hardly vary (deviation below 1e-4) are left out, as in
/// scikit-learn's svd solver. In closed form; no stopping rule. Reference: R. A. Fisher, The use of multiple measurements in
/// taxonomic problems, 1936; T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning, 2nd edition, 4.3.
public struct Discriminant: Learner {
  public init() {}

  /// The smallest deviation of a direction.
  private static let least = 1e-4

  public static let definition = LearnerDefinition(
    key: "lda", summary: "linear discriminant analysis: normal classes with one covariance",
    hyperparameters: [],
    capabilities: Capabilities(targets: [.classes], probabilities: true, needsScaling: false),
    reference:
      "R. A. Fisher, The use of multiple measurements in taxonomic problems, Annals of Eugenics 7, 1936",
    modelType: LinearClassModel.self,
    make: { (_: HyperparameterValues) throws(Diagnostic) -> any Learner in Discriminant() })

  /// Takes means and the covariance; the seed is not used.
  ///
  /// Throws `wrong-target`, `too-few-rows` where each class has one row, `missing-library`, `no-convergence`, `not-finite`
  /// and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let target = try data.requireClasses("lda")
    try cancellation.check()
    let counts = target.counts
    let present = counts.indices.filter { counts[$0] > 0 }
    let (n, p) = (data.features.rows, data.features.columns)
    guard present.count == 1 || n > present.count else {
      throw Diagnostic(
        "too-few-rows",
        "lda needs more training rows than classes, but has \(n.counted("row")) of \(present.count) classes")
    }
    var coefficients = Matrix(rows: counts.count, columns: p)
    var intercepts = counts.map { $0 == 0 ? 0 : log(Double($0) / Double(n)) }
    if present.count > 1 {
      let members = counts.indices.map { code in target.codes.indices.filter { target.codes[$0] == code } }
      let means = ClassMoments.of(data.features, groups: members).means
      let axes = try Discriminant.axes(data.features, target.codes, means, cancellation)
      let centre = (0..<p).map { c in present.reduce(0) { $0 + Double(counts[$1]) / Double(n) * means[$1, c] } }
      for code in present {
        let place = axes.map { axis in (0..<p).reduce(0) { $0 + axis[$1] * (means[code, $1] - centre[$1]) } }
        intercepts[code] -= 0.5 * place.reduce(0) { $0 + $1 * $1 }
        for (axis, length) in zip(axes, place) {
          for c in 0..<p { coefficients[code, c] += length * axis[c] }
        }
        for c in 0..<p { intercepts[code] -= coefficients[code, c] * centre[c] }
      }
    }
    guard coefficients.elements.allSatisfy(\.isFinite), intercepts.allSatisfy(\.isFinite) else {
      throw Diagnostic("not-finite", "the features are too large to take a covariance", help: "type: scale")
    }
    return LinearClassModel(
      coefficients: coefficients, intercepts: intercepts, present: present, featureNames: data.featureNames)
  }

  /// The directions in which the classes have variance 1, each a list of weights of columns.
  static func axes(
    _ features: Matrix, _ codes: [Int], _ means: Matrix, _ cancellation: Cancellation
  ) throws(Diagnostic) -> [[Double]] {
    let (n, p) = (features.rows, features.columns)
    if p == 0 { return [] }
    var within = features
    for row in 0..<n {
      for c in 0..<p { within.elements[row * p + c] -= means.elements[codes[row] * p + c] }
    }
    var deviations = [Double](repeating: 0, count: p)
    for place in within.elements.indices {
      deviations[place % p] += within.elements[place] * within.elements[place] / Double(n)
    }
    guard deviations.allSatisfy(\.isFinite) else {
      throw Diagnostic("not-finite", "the features are too large to take a covariance", help: "type: scale")
    }
    for c in 0..<p {
      // Within rounding of 0, as in the step scale: the column is constant within the classes.
      let size = (0..<means.rows).reduce(0) { max($0, means[$1, c].magnitude) }
      let rounding = Double(n) * size * 0x1p-52
      deviations[c] = deviations[c] <= rounding * rounding ? 0 : deviations[c].squareRoot()
    }
    for place in within.elements.indices {
      let deviation = deviations[place % p]
      within.elements[place] = deviation > 0 ? within.elements[place] / deviation : 0
    }
    let blas = try BLAS.load()
    var gram = try blas.columnProducts(within, cancellation)
    for place in gram.elements.indices { gram.elements[place] /= Double(n) }
    try cancellation.check()
    let (values, vectors) = try blas.eigen(gram, cancellation)
    try cancellation.check()
    return values.indices.filter { values[$0] > least * least }.map { direction in
      let scale = 1 / values[direction].squareRoot()
      return (0..<p).map { deviations[$0] > 0 ? vectors[direction, $0] * scale / deviations[$0] : 0 }
    }
  }
}
