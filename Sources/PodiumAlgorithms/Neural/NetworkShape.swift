internal import PodiumCore

/// The widths of a network and where its parameters are in memory.
///
/// A layer of `inputs` × `outputs` weights is stored input by input, each with `stride` cells (the outputs rounded
/// up to a multiple of four, the rest always zero), and then its biases in the same way.
struct NetworkShape: Sendable, Equatable {
  struct Layer: Sendable, Equatable {
    let inputs: Int
    let outputs: Int
    /// The cells of a row of weights, and of the layer's values.
    let stride: Int
    /// Where its weights begin.
    let weights: Int
    /// Where its biases begin.
    let biases: Int
  }

  /// The number of features, the units of each hidden layer, the number of outputs.
  let widths: [Int]
  /// The layers with weights, the hidden ones first.
  let layers: [Layer]
  /// The cells of all parameters, a multiple of four.
  let cells: Int

  /// Lays out a network; there must be at least two widths.
  init(widths: [Int]) {
    var layers: [Layer] = []
    var next = 0
    for (inputs, outputs) in zip(widths, widths.dropFirst()) {
      let stride = NetworkShape.padded(outputs)
      layers.append(
        Layer(inputs: inputs, outputs: outputs, stride: stride, weights: next, biases: next + inputs * stride))
      next += (inputs + 1) * stride
    }
    self.widths = widths
    self.layers = layers
    cells = next
  }

  /// A width rounded up to what the kernels take at once.
  static func padded(_ width: Int) -> Int { (width + 3) & ~3 }

  /// The parameters without the cells that only fill up: each layer's weights, then its biases.
  func compact(_ parameters: [Double]) -> [Double] {
    layers.flatMap { layer in
      (0...layer.inputs).flatMap { row in
        parameters[(layer.weights + row * layer.stride)...].prefix(layer.outputs)
      }
    }
  }

  /// The parameters as they are in memory; there must be `count` of them.
  func spread(_ compact: [Double]) -> [Double] {
    var parameters = [Double](repeating: 0, count: cells)
    var next = 0
    for layer in layers {
      for row in 0...layer.inputs {
        for unit in 0..<layer.outputs {
          parameters[layer.weights + row * layer.stride + unit] = compact[next]
          next += 1
        }
      }
    }
    return parameters
  }

  /// The number of parameters.
  var count: Int { layers.reduce(0) { $0 + ($1.inputs + 1) * $1.outputs } }

  /// Random parameters: weights and biases uniform within ±√(6 / (inputs + outputs)), for the logistic function
  /// within ±√(2 / (inputs + outputs)), layer by layer (Glorot and Bengio 2010; biases too, as in scikit-learn).
  func start(_ activation: Activation, seed: Seed) -> [Double] {
    var random = seed.source()
    var drawn: [Double] = []
    drawn.reserveCapacity(count)
    for layer in layers {
      let bound = ((activation == .logistic ? 2 : 6) / Double(layer.inputs + layer.outputs)).squareRoot()
      for _ in 0..<((layer.inputs + 1) * layer.outputs) { drawn.append(bound * (2 * random.uniform() - 1)) }
    }
    return spread(drawn)
  }
}
