public import PodiumCore
public import PodiumLearn

/// A multilayer perceptron for classes or numbers, with its settings.
public struct Perceptron: Learner {
  public let settings: PerceptronSettings

  public init(_ settings: PerceptronSettings) { self.settings = settings }

  public static let definition = LearnerDefinition(
    key: "ann", summary: "multilayer perceptron (neural network) trained by backpropagation",
    hyperparameters: PerceptronSettings.hyperparameters,
    capabilities: Capabilities(
      targets: [.classes, .numbers], probabilities: true, needsScaling: true, isStochastic: true),
    reference:
      "D. E. Rumelhart, G. E. Hinton, R. J. Williams, Learning representations by back-propagating errors, Nature 323, 1986",
    modelType: PerceptronModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in
      Perceptron(try PerceptronSettings(values))
    })

  static let parameterLimit = 50_000_000

  /// Trains the network; the seed decides the initial weights, the order of the batches and the held-out rows.
  ///
  /// Throws `diverged` when the loss is no longer finite, `too-large`, `too-few-rows` for early stop, `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    try cancellation.check()
    var outputs = 1
    var scale: TargetScale?
    let target: NetworkTarget
    switch data.target {
    case .classes(let classes):
      outputs = classes.classes.count
      target = .classes(classes.codes)
    case .numbers(let values):
      let found = try TargetScale(values)
      scale = found
      target = .numbers(values.map(found.standard))
    }
    let shape = NetworkShape(widths: try widths(inputs: data.features.columns, outputs: outputs))
    let (training, validation) = try divide(data.target, seed: seed)
    let trainer = NetworkTrainer(
      settings: settings, shape: shape, features: data.features, target: target, training: training,
      validation: validation)
    let parameters = try trainer.train(seed: seed, cancellation: cancellation)
    return PerceptronModel(
      widths: shape.widths, activation: settings.activation, parameters: shape.compact(parameters), scale: scale)
  }

  private func widths(inputs: Int, outputs: Int) throws(Diagnostic) -> [Int] {
    // Whole numbers: the outputs may be outside the floor.
    let unit = 2 * inputs / 3 + outputs
    let widths = [inputs] + (settings.hidden ?? [unit, unit]) + [outputs]
    var count = 0.0
    for (a, b) in zip(widths, widths.dropFirst()) { count += (Double(a) + 1) * Double(b) }
    guard count <= Double(Perceptron.parameterLimit) else {
      throw Diagnostic(
        "too-large",
        "a network of \(widths.map(String.init).joined(separator: ", ")) units has more than \(Perceptron.parameterLimit) parameters",
        help: "use fewer units, as in: ann(hidden=100,100)")
    }
    return widths
  }

  /// The training rows and, with early stop, the held-out rows: every tenth row after shuffling class by class.
  private func divide(_ target: Target, seed: Seed) throws(Diagnostic) -> (training: [Int], validation: [Int]) {
    let all = Array(0..<target.rowCount)
    guard settings.earlyStop else { return (all, []) }
    guard all.count >= 10 else {
      throw Diagnostic(
        "too-few-rows", "early-stop holds out a tenth of the rows, but there are only \(all.count)",
        help: "omit early-stop")
    }
    var random = seed.derived("held out").source()
    var order = all
    random.shuffle(&order)
    if case .classes(let classes) = target {
      order = classes.classes.indices.flatMap { code in order.filter { classes.codes[$0] == code } }
    }
    let held = Set(stride(from: 4, to: order.count, by: 10).map { order[$0] })
    return (all.filter { !held.contains($0) }, held.sorted())
  }
}

/// Mean and standard deviation of a numeric target, which the network learns standardized.
public struct TargetScale: Sendable, Equatable, Codable {
  let mean: Double
  let deviation: Double

  init(_ values: [Double]) throws(Diagnostic) {
    let n = Double(max(1, values.count))
    let mean = values.reduce(0) { $0 + $1 / n }
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / n }
    guard mean.isFinite, variance.isFinite else {
      throw Diagnostic("not-finite", "the target has numbers too large for the network")
    }
    let isConstant = values.allSatisfy { $0 == values[0] }
    self.mean = isConstant ? values.first ?? 0 : mean
    deviation = isConstant ? 0 : variance.squareRoot()
  }

  func standard(_ value: Double) -> Double { deviation > 0 ? (value - mean) / deviation : 0 }
  func value(_ standard: Double) -> Double { deviation > 0 ? mean + deviation * standard : mean }
}
