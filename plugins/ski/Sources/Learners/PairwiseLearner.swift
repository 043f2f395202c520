internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import SkiModel

/// `ski.pairwise`: which of two ski pairs of a test is better, by logistic regression on their differences. Minimises ½ |w|² + c Σ
/// log(1 + exp(−w·(x_a − x_b))) over all pairs of rows a, b of one test of which a is better, each counted both ways round; a test
/// is a group of rows (`TrainingData.groups`, the session of a bundle), and where a table names no groups, rows of equal
/// conditions; x is (1, conditions) ⊗ (the other columns), without an intercept. Newton's method until no part of the gradient
/// exceeds 1e-9. Better is the lower number or the earlier class; ties are not used. Sources: Herbrich, Graepel and Obermayer 2000;
/// Dixon 2003 for paired comparisons with covariates.
struct PairwiseLearner: Learner {
  let c: Double

  static let definition = LearnerDefinition(
    key: "ski.pairwise",
    summary: "which of two ski pairs of a test is better: logistic regression on their differences",
    hyperparameters: [
      Hyperparameter(
        "c", .number(0...1e6, exclusiveLow: true), defaultValue: .number(1),
        help: "inverse of regularization strength; smaller values mean a stronger L2 penalty")
    ],
    capabilities: Capabilities(
      targets: [.classes, .numbers], probabilities: true, needsScaling: false, usesGroups: true),
    reference: "R. Herbrich, T. Graepel, K. Obermayer, Large margin rank boundaries for ordinal regression, 2000",
    modelType: PairwiseModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in
      PairwiseLearner(c: try values.number("c"))
    })

  /// In tests with more rows, each row is compared with only this many others, evenly spread over their order.
  static let partnerLimit = 200

  func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
    try cancellation.check()
    let columns = TestColumns(data.featureNames, data.features)
    let goodness: [Double] =
      switch data.target {
      case .numbers(let values): values.map { -$0 }
      case .classes(let target): target.codes.map { -Double($0) }
      }
    var comparisons: [PairwiseRegression.Comparison] = []
    for test in columns.tests(data.features, groups: data.groups) {
      let rows = test.rows.sorted { goodness[$0] != goodness[$1] ? goodness[$0] > goodness[$1] : $0 < $1 }
      let items = rows.map { columns.item(data.features, $0) }
      let (conditions, step) = ([1] + test.conditions, max(1, rows.count / Self.partnerLimit))
      for first in rows.indices {
        for second in stride(from: first + 1, to: max(rows.count, first + 1), by: step)
        where goodness[rows[first]] > goodness[rows[second]] {
          comparisons.append(
            PairwiseRegression.Comparison(
              conditions: conditions, difference: zip(items[first], items[second]).map { $0 - $1 }))
        }
      }
    }
    let weights = try PairwiseRegression.weights(
      comparisons, c: c, width: columns.items.count * (columns.conditions.count + 1), cancellation: cancellation)
    return PairwiseModel(data, columns: columns, weights: weights)
  }
}

/// Coefficients of differences, and what a score means as a number or as classes.
struct PairwiseModel: Model, Equatable {
  enum Answer: Sendable, Codable, Equatable {
    /// level − slope × score, by least squares over the training rows.
    case line(level: Double, slope: Double)
    /// P(class ≤ k) = σ(threshold k + score), each threshold such that the training rows have that many.
    case thresholds([Double], classCount: Int)
  }

  let columns: TestColumns
  let width: Int
  let weights: [Double]
  let answer: Answer

  init(_ data: TrainingData, columns: TestColumns, weights: [Double]) {
    self.columns = columns
    (width, self.weights) = (data.features.columns, weights)
    let scores = (0..<data.features.rows).map { row in
      PairwiseRegression.score([1] + columns.conditions(data.features, row), columns.item(data.features, row), weights)
    }
    switch data.target {
    case .numbers(let values): answer = Self.line(values, scores)
    case .classes(let target):
      answer = .thresholds(
        (0..<max(0, target.classes.count - 1)).map { k in Self.threshold(scores, count: target.codes.count { $0 <= k })
        }, classCount: target.classes.count)
    }
  }

  private static func line(_ values: [Double], _ scores: [Double]) -> Answer {
    let n = Double(values.count)
    let mean = values.reduce(0) { $0 + $1 / n }
    let centre = scores.reduce(0) { $0 + $1 / n }
    var (sxy, sxx) = (0.0, 0.0)
    for (y, s) in zip(values, scores) {
      sxy += (y - mean) * (s - centre)
      sxx += (s - centre) * (s - centre)
    }
    let slope = sxx > 0 ? max(0, -sxy / sxx) : 0
    return .line(level: mean + slope * centre, slope: slope)
  }

  /// The threshold a with Σ σ(a + score) = count; beyond every score where all or none are counted.
  private static func threshold(_ scores: [Double], count: Int) -> Double {
    if count == 0 { return -700 }
    if count == scores.count { return 700 }
    var (low, high) = (-700.0, 700.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      let sum = scores.reduce(0) { $0 + 1 / (1 + exp(-(middle + $1))) }
      if sum < Double(count) { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(width)
    let scores = (0..<features.rows).map { row in
      PairwiseRegression.score([1] + columns.conditions(features, row), columns.item(features, row), weights)
    }
    switch answer {
    case .line(let level, let slope): return .numbers(scores.map { level - slope * $0 })
    case .thresholds(let thresholds, let count):
      var codes: [Int] = []
      var probabilities = Matrix(rows: features.rows, columns: count)
      for (row, score) in scores.enumerated() {
        var (below, best) = (0.0, 0)
        for k in 0..<count {
          let upTo = k < thresholds.count ? max(below, 1 / (1 + exp(-(thresholds[k] + score)))) : 1
          probabilities[row, k] = upTo - below
          if probabilities[row, k] > probabilities[row, best] { best = k }
          below = upTo
        }
        codes.append(best)
      }
      return .classes(codes, probabilities: probabilities)
    }
  }

  func predicts(classes: Int?) -> Bool {
    switch answer {
    case .line: classes == nil
    case .thresholds(_, let count): classes == count
    }
  }

  var flaw: String? {
    var isWhole = width >= 0 && width <= 1_000_000 && columns.isValid(width: width)
    isWhole = isWhole && weights.count == columns.items.count * (columns.conditions.count + 1)
    if case .thresholds(let thresholds, let count) = answer {
      isWhole = isWhole && count >= 1 && thresholds.count == count - 1
    }
    return isWhole ? nil : "the parts of the model do not match"
  }
}
