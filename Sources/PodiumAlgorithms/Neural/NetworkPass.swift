internal import PodiumLinear

/// One batch through a network and back, in memory laid out beforehand, so that training allocates nothing.
///
/// The cells hold, in this order: parameters, their gradient, two moments of the solver, each layer's weights
/// transposed (but the first's), and for each layer of units the values of a batch, features first. A layer's values
/// become its errors on the way back.
struct NetworkPass: Sendable {
  let shape: NetworkShape
  let activation: Activation
  /// The weight of ½ Σ w² / rows in the loss.
  let l2: Double
  let gradient: Int
  let first: Int
  let second: Int
  /// For each layer where its transposed weights begin; the first layer has none.
  let turned: [Int]
  /// For each layer of units, features first, where its values begin.
  let values: [Int]
  /// The cells that a row takes in each of `values`.
  let strides: [Int]
  /// Where the library's products for the layer below go.
  let scratch: Int
  let cells: Int
  /// The library for large layers; nil: all by the kernels.
  let blas: BLAS?

  /// Lays out memory for batches of at most `capacity` rows.
  init(_ shape: NetworkShape, _ activation: Activation, l2: Double, capacity: Int, blas: BLAS? = nil) {
    self.blas = blas
    self.shape = shape
    self.activation = activation
    self.l2 = l2
    gradient = shape.cells
    first = 2 * shape.cells
    second = 3 * shape.cells
    var next = 4 * shape.cells
    var turned: [Int] = []
    for (place, layer) in shape.layers.enumerated() {
      turned.append(next)
      if place > 0 { next += layer.outputs * NetworkShape.padded(layer.inputs) }
    }
    let strides = shape.widths.map(NetworkShape.padded)
    var values: [Int] = []
    for stride in strides {
      values.append(next)
      next += capacity * stride
    }
    scratch = next
    if blas != nil { next += capacity * (strides.max() ?? 0) }
    self.turned = turned
    self.values = values
    self.strides = strides
    // At least one cell, so that there is an address.
    cells = max(1, next)
  }

  /// Fills each layer's values from the features; the last holds sums.
  func forward(_ memory: Cells, rows: Int) {
    let last = shape.layers.count - 1
    for place in 0..<last {
      switch activation {
      case .relu: forward(Relu.self, memory, place, rows)
      case .tanh: forward(Tanh.self, memory, place, rows)
      case .logistic: forward(Logistic.self, memory, place, rows)
      }
    }
    forward(Identity.self, memory, last, rows)
  }

  private func forward<F: ActivationFunction>(_ function: F.Type, _ memory: Cells, _ place: Int, _ rows: Int) {
    if usesLibrary(place), let blas { return forwardByLibrary(function, blas, memory, place, rows) }
    let layer = shape.layers[place]
    LayerKernels.forward(
      function, input: memory + values[place], inputStride: strides[place], inner: layer.inputs,
      weights: memory + layer.weights, biases: memory + layer.biases, output: memory + values[place + 1],
      stride: layer.stride, rows: rows)
  }

  /// Turns the sums of the last layer into errors and returns the loss added over the rows, without the weights'.
  ///
  /// `order[start...]` are the rows of the batch in `target`.
  func error(_ memory: Cells, rows: Int, target: NetworkTarget, order: [Int], start: Int) -> Double {
    let stride = strides[shape.layers.count]
    let outputs = shape.layers[shape.layers.count - 1].outputs
    var out = memory + values[shape.layers.count]
    var loss = 0.0
    for row in 0..<rows {
      switch target {
      case .classes(let codes):
        let code = codes[order[start + row]]
        let own = out[code]
        loss += LayerKernels.softmax(out, classes: outputs) - own
        out[code] -= 1
      case .numbers(let numbers):
        out[0] -= numbers[order[start + row]]
        loss += out[0] * out[0] / 2
      }
      out += stride
    }
    return loss
  }

  /// Fills the gradient of the mean loss of the batch from the errors of the last layer.
  func backward(_ memory: Cells, rows: Int) {
    switch activation {
    case .relu: backward(Relu.self, memory, rows)
    case .tanh: backward(Tanh.self, memory, rows)
    case .logistic: backward(Logistic.self, memory, rows)
    }
  }

  private func backward<F: ActivationFunction>(_ function: F.Type, _ memory: Cells, _ rows: Int) {
    var place = shape.layers.count - 1
    while place >= 0 {
      let layer = shape.layers[place]
      let (input, error) = (memory + values[place], memory + values[place + 1])
      if usesLibrary(place), let blas {
        gradientByLibrary(blas, memory, place, rows)
        if place > 0 { backwardByLibrary(function, blas, memory, place, rows) }
        place -= 1
        continue
      }
      LayerKernels.gradient(
        input: input, inputStride: strides[place], inputs: layer.inputs, error: error, stride: layer.stride,
        rows: rows, weights: memory + layer.weights, gradient: memory + gradient + layer.weights, decay: l2,
        scale: 1 / Double(rows))
      if place > 0 {
        let transposed = memory + turned[place]
        LayerKernels.turn(
          memory + layer.weights, stride: layer.stride, inputs: layer.inputs, outputs: layer.outputs,
          into: transposed, turnedStride: strides[place])
        LayerKernels.backward(
          function, error: error, errorStride: layer.stride, inner: layer.outputs, turned: transposed,
          values: input, stride: strides[place], rows: rows)
      }
      place -= 1
    }
  }
}

/// What a network learns, one per row.
enum NetworkTarget: Sendable {
  case classes([Int])
  case numbers([Double])
}
