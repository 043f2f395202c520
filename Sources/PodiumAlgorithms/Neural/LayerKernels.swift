internal import Glibc

/// The cells a kernel reads and writes; its caller owns them and vouches for their number.
typealias Cells = UnsafeMutablePointer<Double>

/// The arithmetic of a layer on raw memory, four units wide: the only unsafe code of the networks.
///
/// Every sum is taken in the order of its terms, one product after the other and never fused, so a result depends
/// neither on how rows are blocked nor on the processor.
enum LayerKernels {
  @inline(__always) private static func load(_ cells: Cells) -> SIMD4<Double> {
    UnsafeRawPointer(cells).loadUnaligned(as: SIMD4<Double>.self)
  }

  @inline(__always) private static func store(_ values: SIMD4<Double>, _ cells: Cells) {
    UnsafeMutableRawPointer(cells).storeBytes(of: values, as: SIMD4<Double>.self)
  }

  /// output = f(input · weights + biases), row by row.
  ///
  /// `input` has `inputStride` cells per row, of which `inner` are read; weights and output have `stride`.
  static func forward<F: ActivationFunction>(
    _: F.Type, input: Cells, inputStride: Int, inner: Int, weights: Cells, biases: Cells, output: Cells,
    stride: Int, rows: Int
  ) {
    var row = 0
    while row &+ 4 <= rows {
      let a0 = input + row &* inputStride
      let (a1, a2, a3) = (a0 + inputStride, a0 + 2 &* inputStride, a0 + 3 &* inputStride)
      let out = output + row &* stride
      var unit = 0
      while unit < stride {
        var s0 = load(biases + unit)
        var (s1, s2, s3) = (s0, s0, s0)
        var w = weights + unit
        var k = 0
        while k < inner {
          let x = load(w)
          s0 += x * a0[k]
          s1 += x * a1[k]
          s2 += x * a2[k]
          s3 += x * a3[k]
          w += stride
          k &+= 1
        }
        store(F.value(s0), out + unit)
        store(F.value(s1), out + stride + unit)
        store(F.value(s2), out + 2 &* stride + unit)
        store(F.value(s3), out + 3 &* stride + unit)
        unit &+= 4
      }
      row &+= 4
    }
    while row < rows {
      let a = input + row &* inputStride
      var unit = 0
      while unit < stride {
        var sum = load(biases + unit)
        for k in 0..<inner { sum += load(weights + k &* stride + unit) * a[k] }
        store(F.value(sum), output + row &* stride + unit)
        unit &+= 4
      }
      row &+= 1
    }
  }

  /// values = (error · turned) × f′(values), row by row, in place: the error of the layer below.
  ///
  /// `turned` are the weights transposed: `inner` rows of `stride` cells.
  static func backward<F: ActivationFunction>(
    _: F.Type, error: Cells, errorStride: Int, inner: Int, turned: Cells, values: Cells, stride: Int, rows: Int
  ) {
    var row = 0
    while row &+ 4 <= rows {
      let a0 = error + row &* errorStride
      let (a1, a2, a3) = (a0 + errorStride, a0 + 2 &* errorStride, a0 + 3 &* errorStride)
      let out = values + row &* stride
      var unit = 0
      while unit < stride {
        var s0 = SIMD4<Double>.zero
        var (s1, s2, s3) = (s0, s0, s0)
        var w = turned + unit
        var k = 0
        while k < inner {
          let x = load(w)
          s0 += x * a0[k]
          s1 += x * a1[k]
          s2 += x * a2[k]
          s3 += x * a3[k]
          w += stride
          k &+= 1
        }
        let o0 = out + unit
        let (o1, o2, o3) = (o0 + stride, o0 + 2 &* stride, o0 + 3 &* stride)
        store(s0 * F.slope(load(o0)), o0)
        store(s1 * F.slope(load(o1)), o1)
        store(s2 * F.slope(load(o2)), o2)
        store(s3 * F.slope(load(o3)), o3)
        unit &+= 4
      }
      row &+= 4
    }
    while row < rows {
      let a = error + row &* errorStride
      var unit = 0
      while unit < stride {
        var sum = SIMD4<Double>.zero
        for k in 0..<inner { sum += load(turned + k &* stride + unit) * a[k] }
        let out = values + row &* stride + unit
        store(sum * F.slope(load(out)), out)
        unit &+= 4
      }
      row &+= 1
    }
  }

  /// gradient = (inputᵀ · error + decay · weights) · scale, and the biases' gradient after it, without decay.
  ///
  /// The gradient is laid out as the layer's weights and biases.
  static func gradient(
    input: Cells, inputStride: Int, inputs: Int, error: Cells, stride: Int, rows: Int, weights: Cells,
    gradient: Cells, decay: Double, scale: Double
  ) {
    var unit = 0
    while unit < stride {
      var k = 0
      while k &+ 4 <= inputs {
        let w = weights + k &* stride + unit
        var s0 = load(w) * decay
        var s1 = load(w + stride) * decay
        var s2 = load(w + 2 &* stride) * decay
        var s3 = load(w + 3 &* stride) * decay
        var (a, e) = (input + k, error + unit)
        var row = 0
        while row < rows {
          let x = load(e)
          s0 += x * a[0]
          s1 += x * a[1]
          s2 += x * a[2]
          s3 += x * a[3]
          a += inputStride
          e += stride
          row &+= 1
        }
        let out = gradient + k &* stride + unit
        store(s0 * scale, out)
        store(s1 * scale, out + stride)
        store(s2 * scale, out + 2 &* stride)
        store(s3 * scale, out + 3 &* stride)
        k &+= 4
      }
      while k < inputs {
        var sum = load(weights + k &* stride + unit) * decay
        for row in 0..<rows { sum += load(error + row &* stride + unit) * input[row &* inputStride &+ k] }
        store(sum * scale, gradient + k &* stride + unit)
        k &+= 1
      }
      unit &+= 4
    }
    addRows(error, stride: stride, rows: rows, into: gradient + inputs &* stride, scale: scale)
  }

  /// sums = scale · Σ of the rows.
  static func addRows(_ cells: Cells, stride: Int, rows: Int, into sums: Cells, scale: Double) {
    var unit = 0
    while unit < stride {
      var sum = SIMD4<Double>.zero
      for row in 0..<rows { sum += load(cells + row &* stride + unit) }
      store(sum * scale, sums + unit)
      unit &+= 4
    }
  }

  static func repeatRow(_ source: Cells, into cells: Cells, stride: Int, rows: Int) {
    for row in 0..<rows { (cells + row &* stride).update(from: source, count: stride) }
  }

  /// cells = f(cells).
  static func activate<F: ActivationFunction>(_: F.Type, _ cells: Cells, count: Int) {
    var at = 0
    while at < count {
      store(F.value(load(cells + at)), cells + at)
      at &+= 4
    }
  }

  /// values = error × f′(values).
  static func applySlope<F: ActivationFunction>(_: F.Type, _ error: Cells, to values: Cells, count: Int) {
    var at = 0
    while at < count {
      store(load(error + at) * F.slope(load(values + at)), values + at)
      at &+= 4
    }
  }

  /// turned = weightsᵀ: `outputs` rows of `turnedStride` cells, of which those beyond `inputs` stay as they are.
  static func turn(_ weights: Cells, stride: Int, inputs: Int, outputs: Int, into turned: Cells, turnedStride: Int) {
    for unit in 0..<outputs {
      let row = turned + unit &* turnedStride
      for k in 0..<inputs { row[k] = weights[k &* stride &+ unit] }
    }
  }

  /// Sums of a row to probabilities, in place; returns log Σ exp, which is NaN or infinite when a sum is.
  @inline(__always)
  static func softmax(_ row: Cells, classes: Int) -> Double {
    var largest = row[0]
    for c in 1..<max(1, classes) where row[c] > largest { largest = row[c] }
    var total = 0.0
    for c in 0..<classes {
      let share = exp(row[c] - largest)
      row[c] = share
      total += share
    }
    for c in 0..<classes { row[c] /= total }
    return largest + log(total)
  }

  /// One step of Adam (Kingma and Ba 2015): `rate` holds the correction of the start.
  static func adam(
    _ parameters: Cells, gradient: Cells, first: Cells, second: Cells, count: Int, rate: Double
  ) {
    // One cell at a time: this is what the compiler turns into square roots of several cells at once.
    for at in 0..<count {
      let g = gradient[at]
      let m = first[at] * 0.9 + g * (1 - 0.9)
      let v = second[at] * 0.999 + g * g * (1 - 0.999)
      first[at] = m
      second[at] = v
      parameters[at] -= rate * m / (v.squareRoot() + 1e-8)
    }
  }

  /// One step of gradient descent with Nesterov's momentum.
  static func descend(
    _ parameters: Cells, gradient: Cells, velocity: Cells, count: Int, rate: Double, momentum: Double
  ) {
    var at = 0
    while at < count {
      let push = load(gradient + at) * rate
      let v = load(velocity + at) * momentum - push
      store(v, velocity + at)
      store(load(parameters + at) + (v * momentum - push), parameters + at)
      at &+= 4
    }
  }
}
