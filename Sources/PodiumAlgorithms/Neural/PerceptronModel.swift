public import PodiumCore
public import PodiumLearn

/// A trained multilayer perceptron.
public struct PerceptronModel: Model, Equatable {
  /// The number of features, the units of each hidden layer, the number of outputs.
  public let widths: [Int]
  /// The activation function of the hidden units.
  public let activation: Activation
  /// For each layer its weights, input by input, and then its biases.
  public let parameters: [Double]
  /// The scale of the numbers it predicts; nil for classes.
  public let scale: TargetScale?

  /// The weights and biases.
  public var byteCount: Int { parameters.count * MemoryLayout<Double>.stride }

  /// The class with the largest probability (ties: the first) and all probabilities; or the number.
  ///
  /// A row's prediction does not depend on the other rows. Throws also `not-finite`, where the sums overflow.
  public func predict(
    _ features: Matrix, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(widths[0])
    let outputs = widths[widths.count - 1]
    let shape = NetworkShape(widths: widths)
    let capacity = max(1, min(256, features.rows))
    let pass = NetworkPass(shape, activation, l2: 0, capacity: capacity)
    var memory = shape.spread(parameters)
    memory += [Double](repeating: 0, count: pass.cells - memory.count)
    var codes: [Int] = []
    var answers: [Double] = []
    answers.reserveCapacity(features.rows * outputs)
    var start = 0
    while start < features.rows {
      try cancellation.check()
      let rows = min(capacity, features.rows - start)
      try memory.withUnsafeMutableBufferPointer { (cells) throws(Diagnostic) in
        guard let base = cells.baseAddress else { return }
        for row in 0..<rows {
          for (column, value) in features.row(start + row).enumerated() {
            base[pass.values[0] + row * pass.strides[0] + column] = value
          }
        }
        pass.forward(base, rows: rows)
        for row in 0..<rows {
          let out = base + pass.values[widths.count - 1] + row * pass.strides[widths.count - 1]
          let isFinite = scale == nil ? LayerKernels.softmax(out, classes: outputs).isFinite : out[0].isFinite
          guard isFinite else {
            throw Diagnostic(
              "not-finite", "row \(start + row + 1) is too far from the training rows: the network overflows",
              help: "scale the features")
          }
          if scale == nil {
            var best = 0
            for code in 0..<outputs where out[code] > out[best] { best = code }
            codes.append(best)
          }
          for place in 0..<outputs { answers.append(out[place]) }
        }
      }
      start += rows
    }
    if let scale { return .numbers(answers.map(scale.value)) }
    return .classes(
      codes, probabilities: Matrix(rows: features.rows, columns: outputs, elements: answers))
  }

  public func predicts(classes: Int?) -> Bool { classes == (scale == nil ? widths.last : nil) }

  public var flaw: String? {
    var count = 0.0
    for (a, b) in zip(widths, widths.dropFirst()) { count += (Double(a) + 1) * Double(b) }
    let isSound =
      widths.count >= 2 && widths[0] >= 0 && widths.dropFirst().allSatisfy { $0 > 0 }
      && (scale == nil || widths.last == 1) && count == Double(parameters.count)
      && parameters.allSatisfy(\.isFinite)
    return isSound ? nil : "the parameters do not form a network"
  }
}
