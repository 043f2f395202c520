import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// What scikit-learn's SVC answered.
struct SVMReference {
  struct Answers: Decodable {
    let pred: String
    /// Rows that hang on the stopping tolerance.
    let fragile: [Int]?
  }

  /// Of a machine fitted on all rows, in scikit-learn's layout.
  struct Fit: Decodable {
    let gamma: Double
    let supportCounts: [Int]
    let support: [Int]
    let iterations: [Int]
    let dual: [[Double]]
    let intercepts: [Double]
    let objectives: [Double]
    let decisions: Decisions?
    let coefficients: [[Double]]?
    enum CodingKeys: String, CodingKey {
      case gamma, support
      case supportCounts = "n_support"
      case iterations = "n_iter"
      case dual = "dual_coef"
      case intercepts = "intercept"
      case objectives = "dual_objective"
      case decisions = "decision_ovo"
      case coefficients = "coef"
    }
  }

  /// One number per row for two classes, else one per pair.
  struct Decisions: Decodable {
    let rows: [[Double]]
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flat = try? value.decode([Double].self) {
        rows = flat.map { [$0] }
      } else {
        rows = try value.decode([[Double]].self)
      }
    }
  }

  /// The machines on all rows, by tolerance.
  struct Details: Decodable {
    let rbf, linear, poly: [String: Fit]
    /// By kernel, then by tolerance.
    var fits: [String: [String: Fit]] { ["rbf": rbf, "linear": linear, "poly": poly] }
  }

  private struct Models: Decodable {
    let rbf, linear, poly: Answers?
    enum CodingKeys: String, CodingKey {
      case rbf = "svc_rbf"
      case linear = "svc_linear"
      case poly = "svc_poly3"
    }
  }
  private struct Protocols: Decodable { let results: [String: [String: Models]] }

  /// The answers to resampling by protocol, split and kernel.
  let results: [String: [String: [String: Answers]]]

  init(_ place: ReferencePlace) throws {
    results = try place.read(Protocols.self).results.mapValues {
      $0.mapValues { ["rbf": $0.rbf, "linear": $0.linear, "poly": $0.poly].compactMapValues { $0 } }
    }
  }
}

/// What can be demanded beside scikit-learn's SVC, which is LIBSVM.
enum SVMParity {
  /// Every row that does not hang on the stopping tolerance, in every protocol and split.
  static func protocols(_ set: ReferenceSet, _ reference: SVMReference) throws {
    let task = try set.task()
    var demanded = 0
    for (scheme, splits) in reference.results {
      for (split, machines) in splits {
        for (kernel, wanted) in machines {
          let found = try CrossValidation.evaluate(
            task, "svm", given: [("kernel", kernel)], recipe: set.recipe(scheme),
            resampling: set.resampling(split), fit: scheme == "leaky" ? .all : .fold,
            scaleIfWanted: false)
          let fragile = Set(wanted.fragile ?? [])
          let answers = ReferenceResults.unpacked(wanted.pred)
          #expect(found.predictedCodes.count == answers.count)
          let other = answers.indices.filter {
            !fragile.contains($0) && answers[$0] != found.predictedCodes[$0]
          }
          #expect(other.isEmpty, "\(set.name) \(scheme) \(split) \(kernel)")
          demanded += answers.count - fragile.count
        }
      }
    }
    #expect(demanded > 0)
    print("svm \(set.name): \(demanded) answers demanded")
  }

  /// A machine on all rows.
  static func detail(
    _ set: ReferenceSet, _ kernel: String, _ tolerance: String, _ wanted: SVMReference.Fit
  ) throws {
    let task = try set.task()
    let frame = try set.recipe("infold").fit(task.frame, using: .builtIn).apply(task.frame)
    let features = try frame.matrix()
    let data = try TrainingData(features: features, featureNames: frame.names, target: task.target)
    let spec = try SVM.definition.spec([("kernel", kernel), ("tol", tolerance)])
    let model = try #require(
      try SVM.definition.learner(spec).fit(data, seed: Seed(0), cancellation: Cancellation()) as? SVMModel)
    let isLoose = tolerance == "0.001"
    let place = "\(set.name) \(kernel) tol=\(tolerance)"
    let worstDual = distance(dual(of: model), wanted.dual)
    let sign = model.present.count == 2 ? -1.0 : 1
    let worstIntercept = distance([model.intercepts.map { sign * $0 }], [wanted.intercepts])
    #expect(abs(model.kernel.gamma - wanted.gamma) < 1e-12)
    if isLoose {
      #expect(model.supportRows == wanted.support, "\(place)")
      #expect(model.supportCounts == wanted.supportCounts, "\(place)")
      #expect(model.iterations == wanted.iterations, "\(place)")
      #expect(worstDual < 1e-6, "\(place)")
      #expect(worstIntercept < 1e-6, "\(place)")
    } else if kernel == "rbf", Set((0..<features.rows).map { Array(features.row($0)) }).count == features.rows {
      // Equal rows may share a weight in any way.
      #expect(worstDual < 1e-5, "\(place)")
    }
    let values = try model.decisionValues(features)
    var worstDecision = 0.0
    if let decisions = wanted.decisions {
      worstDecision = distance((0..<values.rows).map { values.row($0).map { sign * $0 } }, decisions.rows)
      #expect(worstDecision < (isLoose ? 1e-6 : 1e-5) * 10, "\(place)")
    }
    let objectives = try objectives(of: model)
    let worstObjective = zip(objectives, wanted.objectives).map { abs($0 - $1) / abs($1) }.max() ?? 0
    #expect(objectives.count == wanted.objectives.count)
    #expect(worstObjective < 1e-8, "\(place)")
    var worstCoefficient = 0.0
    if kernel == "linear", let coefficients = wanted.coefficients {
      let found = coefficientRows(of: model).map { $0.map { sign * $0 } }
      worstCoefficient = distance(found, coefficients)
      #expect(worstCoefficient < 1e-5, "\(place)")
    }
    print(
      "svm \(place): iterations \(model.iterations) beside \(wanted.iterations), worst dual \(worstDual),",
      "intercept \(worstIntercept), decision \(worstDecision), objective \(worstObjective),",
      "coefficients \(worstCoefficient)")
  }

  private static func distance(_ a: [[Double]], _ b: [[Double]]) -> Double {
    #expect(a.map(\.count) == b.map(\.count))
    return zip(a, b).flatMap { zip($0, $1).map { abs($0 - $1) } }.max() ?? 0
  }

  /// (classes − 1) × support vectors: a vector of class c holds in row r its weight against the r-th other class.
  private static func dual(of model: SVMModel) -> [[Double]] {
    let classes = model.present.count
    let classOfVector = model.supportCounts.enumerated().flatMap { [Int](repeating: $0, count: $1) }
    var rows = [[Double]](
      repeating: [Double](repeating: 0, count: classOfVector.count), count: max(0, classes - 1))
    var pair = 0
    for a in 0..<classes {
      for b in (a + 1)..<max(a + 1, classes) {
        for (k, own) in classOfVector.enumerated() where own == a || own == b {
          rows[own == a ? b - 1 : a][k] = model.weights[pair, k] * (classes == 2 ? -1 : 1)
        }
        pair += 1
      }
    }
    return rows
  }

  /// ½a'Qa − Σa of each pair: half the weighted sum of the decisions without intercept, less the weights' sizes.
  private static func objectives(of model: SVMModel) throws -> [Double] {
    let values = try model.decisionValues(model.supportVectors)
    return model.intercepts.indices.map { pair in
      (0..<values.rows).reduce(0) { sum, k in
        let weight = model.weights[pair, k]
        return sum + 0.5 * weight * (values[k, pair] - model.intercepts[pair]) - abs(weight)
      }
    }
  }

  private static func coefficientRows(of model: SVMModel) -> [[Double]] {
    model.intercepts.indices.map { pair in
      (0..<model.supportVectors.columns).map { column in
        (0..<model.supportVectors.rows).reduce(0) {
          $0 + model.weights[pair, $1] * model.supportVectors[$1, column]
        }
      }
    }
  }
}
