internal import Glibc
internal import PodiumCore
internal import PodiumLinear

/// Trains a network on minibatches that are shuffled again each epoch.
///
/// Minimizes the mean cross-entropy after softmax (for numbers half the squared error) plus l2/2 · Σ w² / rows, the
/// biases excluded. It stops after `epochs` epochs; with early stop, when the loss on the held-out rows has not fallen
/// by more than `tolerance` for `patience` epochs, and then restores the best parameters.
/// Reference: D. E. Rumelhart, G. E. Hinton, R. J. Williams, Nature 323, 1986; Adam: D. P. Kingma, J. Ba, ICLR 2015.
struct NetworkTrainer {
  let settings: PerceptronSettings
  let shape: NetworkShape
  let features: Matrix
  let target: NetworkTarget
  let training: [Int]
  /// The held-out rows; empty without early stop.
  let validation: [Int]

  /// Returns the parameters; throws `diverged` and `interrupted`.
  func train(seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> [Double] {
    let batch = max(1, min(settings.batch, training.count))
    let isLarge = shape.layers.contains { $0.inputs * $0.outputs >= NetworkPass.libraryWeights }
    let pass = NetworkPass(
      shape, settings.activation, l2: settings.l2, capacity: batch, blas: isLarge ? try BLAS.load() : nil)
    try cancellation.memory.check(
      "training this network", bytes: MemoryLimits.bytes(pass.cells), most: ModelMemory.limit(features),
      help: "use fewer units, or a smaller batch, as in: ann(hidden=100,100,batch=32)")
    var memory = shape.start(settings.activation, seed: seed.derived("start"))
    memory += [Double](repeating: 0, count: pass.cells - memory.count)
    let random = seed.derived("order").source()
    var epoch = 0
    let isFinite = try memory.withUnsafeMutableBufferPointer { (cells) throws(Diagnostic) in
      guard let base = cells.baseAddress else { return true }
      epoch = try run(pass, base, batch, random, cancellation)
      return (0..<shape.cells).allSatisfy { base[$0].isFinite }
    }
    if !isFinite { throw diverged(epoch) }
    return Array(memory.prefix(shape.cells))
  }

  /// Runs the epochs and returns the last one's number.
  private func run(
    _ pass: NetworkPass, _ memory: Cells, _ batch: Int, _ source: RandomSource, _ cancellation: Cancellation
  ) throws(Diagnostic) -> Int {
    var random = source
    var order = training
    var steps = NetworkSolver(settings)
    var watch = EarlyStop(settings)
    for epoch in 1...settings.epochs {
      shuffle(&order, &random)
      var start = 0
      var total = 0.0
      while start < order.count {
        try cancellation.check()
        let rows = min(batch, order.count - start)
        gather(order, start, rows, pass, memory)
        pass.forward(memory, rows: rows)
        let loss = pass.error(memory, rows: rows, target: target, order: order, start: start)
        if !loss.isFinite { throw diverged(epoch) }
        total += loss
        pass.backward(memory, rows: rows)
        steps.step(pass, memory)
        start += rows
      }
      let mean = total / Double(order.count)
      // Steps that are too long can also end far from any minimum and stay there.
      if epoch == settings.epochs, validation.isEmpty, mean > 100 * max(1, guessLoss) { throw diverged(epoch, mean) }
      if !validation.isEmpty {
        let loss = try validationLoss(pass, memory, batch, cancellation)
        if !loss.isFinite { throw diverged(epoch) }
        if watch.isOver(after: loss, memory, shape.cells) { return epoch }
      }
    }
    if !validation.isEmpty { watch.restore(memory) }
    return settings.epochs
  }

  /// Fisher and Yates, from the end; here, where the compiler sees what is shuffled.
  private func shuffle(_ order: inout [Int], _ random: inout RandomSource) {
    var last = order.count - 1
    while last > 0 {
      let other = random.below(last + 1)
      let moved = order[last]
      order[last] = order[other]
      order[other] = moved
      last -= 1
    }
  }

  private func gather(_ order: [Int], _ start: Int, _ rows: Int, _ pass: NetworkPass, _ memory: Cells) {
    let (columns, stride) = (features.columns, pass.strides[0])
    var cell = memory + pass.values[0]
    features.elements.withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      for place in start..<(start + rows) {
        cell.update(from: base + order[place] * columns, count: columns)
        cell += stride
      }
    }
  }

  /// The mean loss on the held-out rows.
  private func validationLoss(
    _ pass: NetworkPass, _ memory: Cells, _ batch: Int, _ cancellation: Cancellation
  ) throws(Diagnostic) -> Double {
    var loss = 0.0
    var start = 0
    while start < validation.count {
      try cancellation.check()
      let rows = min(batch, validation.count - start)
      gather(validation, start, rows, pass, memory)
      pass.forward(memory, rows: rows)
      loss += pass.error(memory, rows: rows, target: target, order: validation, start: start)
      start += rows
    }
    return loss / Double(validation.count)
  }

  /// The loss of predicting all classes with equal probability, or the mean.
  private var guessLoss: Double {
    if case .numbers = target { return 0.5 }
    return log(Double(shape.widths[shape.widths.count - 1]))
  }

  private func diverged(_ epoch: Int, _ loss: Double? = nil) -> Diagnostic {
    let rate = NumberText.shortest(settings.learningRate)
    let state = loss.map { "its loss is \(NumberText.significant($0, 3)), far above the loss of a random guess" }
    return Diagnostic(
      "diverged",
      "the network diverged in epoch \(epoch): " + (state ?? "its loss is no longer a finite number"),
      help: "scale the features, or use a learning-rate below \(rate)")
  }
}

/// Updates the weights by the gradients.
struct NetworkSolver {
  private let settings: PerceptronSettings
  // 0.9 and 0.999 to the power of the steps taken.
  private var power1 = 1.0
  private var power2 = 1.0

  init(_ settings: PerceptronSettings) { self.settings = settings }

  /// Moves the parameters by the gradient in memory.
  mutating func step(_ pass: NetworkPass, _ memory: Cells) {
    let count = pass.shape.cells
    switch settings.solver {
    case .adam:
      power1 *= 0.9
      power2 *= 0.999
      LayerKernels.adam(
        memory, gradient: memory + pass.gradient, first: memory + pass.first, second: memory + pass.second,
        count: count, rate: settings.learningRate * (1 - power2).squareRoot() / (1 - power1))
    case .sgd:
      LayerKernels.descend(
        memory, gradient: memory + pass.gradient, velocity: memory + pass.first, count: count,
        rate: settings.learningRate, momentum: settings.momentum)
    }
  }
}

/// Keeps the best parameters and counts the epochs without a better loss.
struct EarlyStop {
  private let tolerance: Double
  private let patience: Int
  private var best = Double.infinity
  private var parameters: [Double] = []
  private var waited = 0

  init(_ settings: PerceptronSettings) {
    tolerance = settings.tolerance
    patience = settings.patience
  }

  /// Takes an epoch's loss; once patience runs out, restores the best parameters and returns true.
  mutating func isOver(after loss: Double, _ memory: Cells, _ count: Int) -> Bool {
    waited = loss < best - tolerance ? 0 : waited + 1
    if loss < best {
      best = loss
      parameters = Array(UnsafeBufferPointer(start: memory, count: count))
    }
    if waited < patience { return false }
    restore(memory)
    return true
  }

  func restore(_ memory: Cells) {
    for (place, value) in parameters.enumerated() { memory[place] = value }
  }
}
