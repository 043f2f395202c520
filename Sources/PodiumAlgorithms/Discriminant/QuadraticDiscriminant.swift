internal import Glibc
public import PodiumCore
public import PodiumLearn
internal import PodiumLinear

/// Quadratic and regularized discriminant analysis: a normal distribution with a covariance for each class.
///
/// Means, and covariances with divisor n, each mixed with the common one of all classes (`pooling`) and with a round one of the
/// same mean variance (`shrinkage`). Directions in which no class varies are left out, as in `lda`. In closed form; no stopping
/// rule. Reference: J. H. Friedman, Regularized discriminant analysis, 1989 (equations 16 to 18).
public struct QuadraticDiscriminant: Learner {
  /// The share of the common covariance, from 0 to 1.
  public let pooling: Double
  /// The share of the round covariance, from 0 to 1.
  public let shrinkage: Double

  /// The smallest deviation of a direction, where each column has deviation 1.
  private static let least = 1e-4

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    pooling = try values.number("pooling")
    shrinkage = try values.number("shrinkage")
  }

  public static let definition = LearnerDefinition(
    key: "qda", summary: "quadratic discriminant analysis: normal classes, each with a covariance",
    hyperparameters: [
      Hyperparameter(
        "pooling", .number(0...1, exclusiveLow: false), defaultValue: .number(0.1),
        help:
          "share of the covariance of all classes in that of each: 0 is quadratic, 1 linear discriminant analysis; above 0 no class needs "
          + "more rows than columns"),
      Hyperparameter(
        "shrinkage", .number(0...1, exclusiveLow: false), defaultValue: .number(0),
        help: "share of equal variances without correlation in each covariance; it depends on the units of the columns"),
    ],
    capabilities: Capabilities(targets: [.classes], probabilities: true, needsScaling: true),
    reference:
      "J. H. Friedman, Regularized discriminant analysis, Journal of the American Statistical Association 84, 1989",
    modelType: QuadraticModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try QuadraticDiscriminant(values) })

  /// Takes means and covariances; the seed is not used.
  ///
  /// Throws `wrong-target`, `too-few-rows`, `singular` where a covariance has no inverse, `too-large`, `missing-library`,
  /// `no-convergence`, `not-finite` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let target = try data.requireClasses("qda")
    try cancellation.check()
    let counts = target.counts
    let present = counts.indices.filter { counts[$0] > 0 }
    let (n, p) = (data.features.rows, data.features.columns)
    let members = counts.indices.map { code in target.codes.indices.filter { target.codes[$0] == code } }
    let means = ClassMoments.of(data.features, groups: members).means
    var forms = counts.map { _ in QuadraticModel.Form(axes: Matrix(rows: 0, columns: p), logDeterminant: 0) }
    if present.count > 1, p > 0 {
      try cancellation.memory.check(
        "the covariances of \(present.count) classes",
        bytes: MemoryLimits.bytes(2 * present.count * p, times: p), most: .max,
        help: "leave out columns, or use lda or bayes")
      guard n > present.count else {
        throw Diagnostic(
          "too-few-rows",
          "qda needs more training rows than classes, but has \(n.counted("row")) of \(present.count) classes",
          help: "use fewer classes, as by 'replace', or more rows")
      }
      let blas = try BLAS.load()
      let spread = try Discriminant.axes(data.features, target.codes, means, cancellation)
      let axes = Matrix(rows: spread.count, columns: p, elements: spread.flatMap(\.self))
      var scatters: [Int: Matrix] = [:]
      for code in present {
        try cancellation.check()
        var rows = data.features.selecting(rows: members[code])
        for row in 0..<rows.rows {
          for c in 0..<p { rows.elements[row * p + c] -= means.elements[code * p + c] }
        }
        scatters[code] = try blas.columnProducts(rows, cancellation)
      }
      var common = Matrix(rows: p, columns: p)
      if pooling > 0 {
        for code in present {
          guard let own = scatters[code] else { continue }
          for place in common.elements.indices { common.elements[place] += own.elements[place] }
        }
      }
      for code in present {
        guard let own = scatters[code] else { continue }
        let divisor = (1 - pooling) * Double(counts[code]) + pooling * Double(n)
        var covariance = own
        for place in covariance.elements.indices {
          let mixed = (1 - pooling) * own.elements[place] + pooling * common.elements[place]
          covariance.elements[place] = (1 - shrinkage) * mixed / divisor
        }
        let variance =
          (0..<p).reduce(0) { $0 + (1 - pooling) * own[$1, $1] + pooling * common[$1, $1] } / divisor / Double(p)
        for c in 0..<p { covariance[c, c] += shrinkage * variance }
        guard let form = try QuadraticDiscriminant.form(covariance, axes, blas, cancellation) else {
          throw Diagnostic(
            "singular",
            "the columns of class '\(target.classes[code])' are linearly dependent or constant in its \(counts[code].counted("row"))",
            help: "use a larger pooling=, leave out columns, or use lda or bayes")
        }
        forms[code] = form
      }
    }
    return QuadraticModel(
      priors: counts.map { Double($0) / Double(n) }, means: means, forms: forms, featureNames: data.featureNames)
  }

  /// The directions in which a covariance is 1 among those of some axes, and its determinant there; nil where it has no inverse.
  private static func form(
    _ covariance: Matrix, _ axes: Matrix, _ blas: BLAS, _ cancellation: Cancellation
  ) throws(Diagnostic) -> QuadraticModel.Form? {
    guard covariance.elements.allSatisfy(\.isFinite) else {
      throw Diagnostic("not-finite", "the features are too large to take a covariance", help: "type: scale")
    }
    if axes.rows == 0 { return QuadraticModel.Form(axes: axes, logDeterminant: 0) }
    let own = blas.product(blas.product(axes, covariance), axes, bTransposed: true)
    let p = own.rows
    let deviations = (0..<p).map { max(0, own[$0, $0]).squareRoot() }
    guard deviations.allSatisfy({ $0 > least }) else { return nil }
    var correlations = own
    for row in 0..<p {
      for c in 0..<p { correlations[row, c] = own[row, c] / deviations[row] / deviations[c] }
    }
    try cancellation.check()
    let (values, vectors) = try blas.eigen(correlations, cancellation)
    try cancellation.check()
    guard values.allSatisfy({ $0 > least * least }) else { return nil }
    var scaled = vectors
    for row in 0..<p {
      let scale = 1 / values[row].squareRoot()
      for c in 0..<p { scaled[row, c] *= scale / deviations[c] }
    }
    let logDeterminant = values.reduce(0) { $0 + log($1) } + deviations.reduce(0) { $0 + 2 * log($1) }
    let found = blas.product(scaled, axes)
    guard found.elements.allSatisfy(\.isFinite), logDeterminant.isFinite else { return nil }
    return QuadraticModel.Form(axes: found, logDeterminant: logDeterminant)
  }
}
