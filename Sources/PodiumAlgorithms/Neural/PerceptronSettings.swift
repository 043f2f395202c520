public import PodiumCore
public import PodiumLearn

/// The settings of a multilayer perceptron.
public struct PerceptronSettings: Sendable, Equatable {
  /// What turns gradients into steps.
  public enum Solver: String, Sendable, CaseIterable {
    /// Adam with 0.9, 0.999 and 1e-8.
    case adam
    /// Gradient descent with Nesterov's momentum.
    case sgd
  }

  /// The units of each hidden layer; nil: two layers of ⌊2/3 · inputs + outputs⌋.
  public let hidden: [Int]?
  /// What a hidden unit makes of its sum.
  public let activation: Activation
  /// What turns gradients into steps.
  public let solver: Solver
  /// The length of a step.
  public let learningRate: Double
  /// How much of the last step is kept (sgd).
  public let momentum: Double
  /// The weight of the squared weights.
  public let l2: Double
  /// The rows of a step.
  public let batch: Int
  /// The maximum number of passes over the rows.
  public let epochs: Int
  /// Whether a tenth of the rows tells when to stop.
  public let earlyStop: Bool
  /// A fall of the loss below this is none (early stop).
  public let tolerance: Double
  /// The epochs to wait for a better loss (early stop).
  public let patience: Int

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    if case .text = values["hidden"] { hidden = nil } else { hidden = try values.integers("hidden") }
    activation = Activation(rawValue: try values.text("activation")) ?? .relu
    solver = Solver(rawValue: try values.text("solver")) ?? .adam
    learningRate = try values.number("learning-rate")
    momentum = try values.number("momentum")
    l2 = try values.number("l2")
    batch = try values.integer("batch")
    epochs = try values.integer("epochs")
    earlyStop = try values.flag("early-stop")
    tolerance = try values.number("tol")
    patience = try values.integer("patience")
  }

  static let hyperparameters = [
    Hyperparameter(
      "hidden", .integersOrChoice(1...10_000, maxCount: 16, ["auto"]), defaultValue: .text("auto"),
      help:
        "number of units in each hidden layer, as in 17,17; auto is two layers of 2/3 of the inputs plus the classes; write a grid as 17x17,9x9"
    ),
    Hyperparameter(
      "activation", .choice(Activation.allCases.map(\.rawValue)), defaultValue: .text("relu"),
      help: "activation function of the hidden layers"),
    Hyperparameter(
      "solver", .choice(Solver.allCases.map(\.rawValue)), defaultValue: .text("adam"),
      help: "optimizer: adam, or stochastic gradient descent with Nesterov's momentum"),
    Hyperparameter(
      "learning-rate", .number(0...Double.infinity, exclusiveLow: true), defaultValue: .number(0.001),
      help: "learning rate: step size of the weight updates"),
    Hyperparameter(
      "momentum", .number(0...1, exclusiveLow: false), defaultValue: .number(0.9),
      help: "momentum of stochastic gradient descent"),
    Hyperparameter(
      "l2", .number(0...Double.infinity, exclusiveLow: false), defaultValue: .number(0.0001),
      help: "strength of the L2 regularization"),
    Hyperparameter(
      "batch", .integer(1...1_000_000), defaultValue: .integer(32), help: "minibatch size"),
    Hyperparameter(
      "epochs", .integer(1...1_000_000), defaultValue: .integer(500), help: "maximum number of epochs"),
    Hyperparameter(
      "early-stop", .flag, defaultValue: .flag(false),
      help: "stop early when the loss on a held-out tenth of the rows stops improving"),
    Hyperparameter(
      "tol", .number(0...Double.infinity, exclusiveLow: false), defaultValue: .number(0.0001),
      help: "smallest improvement of the held-out loss that counts, with early-stop"),
    Hyperparameter(
      "patience", .integer(1...1_000_000), defaultValue: .integer(10),
      help: "number of epochs without improvement before early-stop stops"),
  ]
}
