internal import PodiumCore
internal import PodiumLearn

/// What support vector machines for classes and for numbers have in common: kernel and solver.
struct SVMSettings: Sendable {
  enum Gamma: Sendable, Equatable {
    /// 1 / (columns × variance of all entries of the training matrix), as scikit-learn's `scale`.
    case scale
    /// 1 / columns.
    case auto
    /// As given; above 0.
    case number(Double)
  }

  /// The cost parameter C; above 0.
  let c: Double
  let shape: SVMKernel.Shape
  /// The kernel coefficient.
  let gamma: Gamma
  /// The degree of `poly`.
  let degree: Int
  /// The independent term of `poly` and `sigmoid`.
  let coef0: Double
  let tolerance: Double
  /// Whether the solver uses the shrinking heuristic.
  let shrinking: Bool
  /// The maximum number of iterations for a pair of classes; nil: LIBSVM's limit (`stepLimit`).
  let maxIterations: Int?

  init(_ values: HyperparameterValues) throws(Diagnostic) {
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
  }

  static let hyperparameters: [Hyperparameter] = [
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
  ]

  func kernel(for features: Matrix) -> SVMKernel {
    SVMKernel(shape: shape, gamma: gammaValue(features), degree: degree, coef0: coef0)
  }

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
