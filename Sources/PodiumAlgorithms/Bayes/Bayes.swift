internal import Glibc
public import PodiumCore
public import PodiumLearn

/// Naive Bayes with a normal distribution for each class and column, with its setting.
///
/// Maximizes the likelihood of the training rows, as if the columns of a class were independent: means, and variances with
/// divisor n, to which a small share of the largest variance of all columns is added. One pass, no stopping rule.
/// Reference: G. H. John, P. Langley, Estimating continuous distributions in Bayesian classifiers, 1995; the smoothing is
/// scikit-learn's (`GaussianNB`).
public struct Bayes: Learner {
  /// The share of the largest variance added to every variance; above 0.
  public let smoothing: Double

  /// Reads the setting; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    smoothing = try values.number("var-smoothing")
  }

  public static let definition = LearnerDefinition(
    key: "bayes", summary: "Gaussian naive Bayes: a normal distribution per class and column",
    hyperparameters: [
      Hyperparameter(
        "var-smoothing", .number(0...1, exclusiveLow: true), defaultValue: .number(1e-9),
        help:
          "share of the largest variance of all columns that is added to every variance, for stability; scale first where the units "
          + "of columns differ by more than a thousand")
    ],
    capabilities: Capabilities(targets: [.classes], probabilities: true, needsScaling: false),
    reference:
      "G. H. John, P. Langley, Estimating continuous distributions in Bayesian classifiers, Uncertainty in Artificial Intelligence 11, 1995",
    modelType: BayesModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try Bayes(values) })

  /// Takes means and variances; the seed is not used. Throws `wrong-target`, `not-finite` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    let target = try data.requireClasses("bayes")
    let all = ClassMoments.of(data.features, groups: [Array(0..<data.features.rows)])
    let members = target.classes.indices.map { code in target.codes.indices.filter { target.codes[$0] == code } }
    try cancellation.check()
    let own = ClassMoments.of(data.features, groups: members)
    let largest = all.variances.elements.max() ?? 0
    guard largest.isFinite, own.variances.elements.allSatisfy(\.isFinite) else {
      throw Diagnostic(
        "not-finite", "the features are too large to take variances", help: "type: scale")
    }
    let added = smoothing * largest
    var variances = own.variances
    for place in variances.elements.indices { variances.elements[place] += added }
    return BayesModel(
      priors: members.map { Double($0.count) / Double(data.features.rows) }, means: own.means, variances: variances)
  }
}

/// Means and variances (divisor n) of the columns of groups of rows; groups without rows have zeros.
struct ClassMoments {
  let means: Matrix
  let variances: Matrix

  static func of(_ features: Matrix, groups: [[Int]]) -> ClassMoments {
    let p = features.columns
    var means = Matrix(rows: groups.count, columns: p)
    var variances = means
    for (group, rows) in groups.enumerated() where !rows.isEmpty {
      let n = Double(rows.count)
      for row in rows {
        for c in 0..<p { means.elements[group * p + c] += features.elements[row * p + c] / n }
      }
      // The mean of equal numbers may differ from them by rounding; a second pass corrects it.
      var rest = [Double](repeating: 0, count: p)
      for row in rows {
        for c in 0..<p { rest[c] += (features.elements[row * p + c] - means.elements[group * p + c]) / n }
      }
      for c in 0..<p { means.elements[group * p + c] += rest[c] }
      for row in rows {
        for c in 0..<p {
          let gap = features.elements[row * p + c] - means.elements[group * p + c]
          variances.elements[group * p + c] += gap * gap / n
        }
      }
    }
    return ClassMoments(means: means, variances: variances)
  }
}
