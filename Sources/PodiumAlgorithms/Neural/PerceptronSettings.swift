public import PodiumCore
public import PodiumLearn

/// The settings of a multilayer perceptron.
public struct PerceptronSettings: Sendable, Equatable {
  /// The optimizer.
  public enum Solver: String, Sendable, CaseIterable {
    /// Adam with β₁ 0.9, β₂ 0.999 and ε 1e-8.
    case adam
    /// Gradient descent with Nesterov's momentum.
    case sgd
  }

  /// The units of each hidden layer; nil: two layers of ⌊2/3 · inputs + outputs⌋.
  public let hidden: [Int]?
  /// The activation function of the hidden units.
  public let activation: Activation
  /// The optimizer.
  public let solver: Solver
  /// The step size.
  public let learningRate: Double
  /// The momentum (sgd).
  public let momentum: Double
  /// The strength of the L2 penalty.
  public let l2: Double
  /// The number of rows in a minibatch.
  public let batch: Int
  /// The maximum number of epochs.
  public let epochs: Int
  /// Whether a tenth of the rows is held out for early stopping.
  public let earlyStop: Bool
  /// The minimum decrease of the loss that counts as an improvement (early stop).
  public let tolerance: Double
  /// The number of epochs without improvement before training stops (early stop).
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
        "number of units in each hidden layer, as in 17,17; auto gives two layers, each with 2/3 × inputs + outputs units; write a grid as 17x17,9x9, of single layers as 17x,9x"
    ),
    Hyperparameter(
      "activation", .choice(Activation.allCases.map(\.rawValue)), defaultValue: .text("relu"),
      help: "activation function for the hidden layers"),
    Hyperparameter(
      "solver", .choice(Solver.allCases.map(\.rawValue)), defaultValue: .text("adam"),
      help: "optimizer for the weights: adam, or sgd (stochastic gradient descent with Nesterov's momentum)"),
    Hyperparameter(
      "learning-rate", .number(0...Double.infinity, exclusiveLow: true), defaultValue: .number(0.001),
      help: "initial learning rate: step size of the weight updates"),
    Hyperparameter(
      "momentum", .number(0...1, exclusiveLow: false), defaultValue: .number(0.9),
      help: "momentum of the weight updates; only for solver=sgd"),
    Hyperparameter(
      "l2", .number(0...Double.infinity, exclusiveLow: false), defaultValue: .number(0.0001),
      help: "strength of the L2 regularization term"),
    Hyperparameter(
      "batch", .integer(1...1_000_000), defaultValue: .integer(32), help: "number of rows in a minibatch"),
    Hyperparameter(
      "epochs", .integer(1...1_000_000), defaultValue: .integer(500), help: "maximum number of epochs"),
    Hyperparameter(
      "early-stop", .flag, defaultValue: .flag(false),
      help: "early stopping: hold out a tenth of the rows and stop when the loss on them stops improving"),
    Hyperparameter(
      "tol", .number(0...Double.infinity, exclusiveLow: false), defaultValue: .number(0.0001),
      help: "tolerance: minimum decrease of the held-out loss that counts as an improvement (early-stop=yes)"),
    Hyperparameter(
      "patience", .integer(1...1_000_000), defaultValue: .integer(10),
      help: "number of epochs without improvement after which training stops (early-stop=yes)"),
  ]
}
