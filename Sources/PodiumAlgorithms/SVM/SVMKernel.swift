internal import CVectors
internal import Glibc
internal import PodiumCore
internal import PodiumLinear

/// A kernel function with its parameters.
public struct SVMKernel: Sendable, Equatable, Codable {
  /// The shape of a kernel.
  public enum Shape: String, Sendable, CaseIterable, Codable {
    /// exp(−gamma·|x − z|²).
    case rbf
    /// x·z.
    case linear
    /// (gamma·x·z + coef0)^degree.
    case poly
    /// tanh(gamma·x·z + coef0).
    case sigmoid
  }

  public let shape: Shape
  /// The kernel coefficient gamma; above 0.
  public let gamma: Double
  /// The degree of `poly`.
  public let degree: Int
  /// The independent term of `poly` and `sigmoid`.
  public let coef0: Double

  /// Turns products x·z of one row x with some rows z into the kernel, in place, from `start` on.
  ///
  /// `square` and `squares` are x·x and each z·z; there are as many products as squares.
  func apply(
    to products: inout MutableSpan<Double>, from start: Int, square: Double, squares: Span<Double>
  ) {
    let (gamma, coef0) = (gamma, coef0)
    precondition(start >= 0 && start + squares.count <= products.count)
    let places = start..<(start + squares.count)
    switch shape {
    case .linear: break
    case .rbf:
      products.withUnsafeMutableBufferPointer { products in
        squares.withUnsafeBufferPointer { squares in
          guard let products = products.baseAddress, let others = squares.baseAddress else { return }
          cv_gaussian(products + start, others, square, gamma, products + start, squares.count)
        }
      }
    case .poly:
      for k in places {
        products[unchecked: k] = SVMKernel.power(gamma * products[unchecked: k] + coef0, degree)
      }
    case .sigmoid:
      for k in places { products[unchecked: k] = tanh(gamma * products[unchecked: k] + coef0) }
    }
  }

  /// Turns products into the kernel as `apply` does, and writes it in 32 bits to `out`; throws `not-finite`.
  func write(
    _ products: inout MutableSpan<Double>, from start: Int, square: Double, squares: Span<Double>,
    to out: UnsafeMutablePointer<Float>
  ) throws(Diagnostic) {
    precondition(start >= 0 && start + squares.count <= products.count)
    if shape == .rbf {
      // At most 1, and a number wherever sums of squares are.
      guard square <= SVMKernel.largestSquare else { throw SVMKernel.overflow }
      let gamma = gamma
      products.withUnsafeMutableBufferPointer { products in
        squares.withUnsafeBufferPointer { squares in
          guard let products = products.baseAddress, let others = squares.baseAddress else { return }
          cv_gaussian_floats(products + start, others, square, gamma, out, squares.count)
        }
      }
      return
    }
    apply(to: &products, from: start, square: square, squares: squares)
    // The bits of a size from those of infinity on are those of no finite number; whole numbers compare faster.
    var largest: UInt32 = 0
    for k in 0..<squares.count {
      let value = Float(products[unchecked: start &+ k])
      out[k] = value
      largest = max(largest, value.magnitude.bitPattern)
    }
    if largest >= Float.infinity.bitPattern { throw SVMKernel.overflow }
  }

  private static let largestSquare = 1e300

  /// The kernel of a row with itself, from x·x.
  func ofRowWithItself(_ square: Double) -> Double {
    switch shape {
    case .rbf: 1
    case .linear: square
    case .poly: SVMKernel.power(gamma * square + coef0, degree)
    case .sigmoid: tanh(gamma * square + coef0)
    }
  }

  /// A whole power by repeated squaring.
  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, square, left) = (1.0, base, exponent)
    while left > 0 {
      if left & 1 == 1 { result *= square }
      square *= square
      left >>= 1
    }
    return result
  }

  /// x·x of each row.
  static func squares(_ rows: Matrix) -> [Double] {
    let elements = rows.elements
    let width = rows.columns
    return (0..<rows.rows).map { r in
      var sum = 0.0
      for k in (r * width)..<((r + 1) * width) { sum += elements[k] * elements[k] }
      return sum
    }
  }

  /// For each row of features the sums of its kernels with some vectors, weighed by each row of `weights`, and intercepts.
  ///
  /// Throws `not-finite`, `missing-library` and `interrupted`.
  func sums(
    _ features: Matrix, vectors: Matrix, weights: Matrix, intercepts: [Double], _ cancellation: Cancellation
  ) throws(Diagnostic) -> Matrix {
    var out = Matrix(rows: features.rows, columns: intercepts.count)
    if intercepts.isEmpty || features.rows == 0 { return out }
    if vectors.rows == 0 {
      for place in out.elements.indices { out.elements[place] = intercepts[place % intercepts.count] }
      return out
    }
    let blas = try BLAS.load()
    let (n, p, sums) = (vectors.rows, vectors.columns, intercepts.count)
    let squares = SVMKernel.squares(vectors)
    let ownSquares = SVMKernel.squares(features)
    let blockRows = 64
    let most = min(features.rows, blockRows)
    var products = [Double](repeating: 0, count: most * n)
    var found = [Double](repeating: 0, count: most * sums)
    for start in stride(from: 0, to: features.rows, by: blockRows) {
      try cancellation.check()
      let count = min(blockRows, features.rows - start)
      var block = products.mutableSpan
      blas.gemm(
        rows: count, columns: n, inner: p,
        a: features.elements.span.extracting((start * p)..<((start + count) * p)),
        b: vectors.elements.span, bTransposed: true, c: &block)
      for r in 0..<count {
        apply(to: &block, from: r * n, square: ownSquares[start + r], squares: squares.span)
      }
      var own = found.mutableSpan
      blas.gemm(
        rows: count, columns: sums, inner: n, a: block.span, b: weights.elements.span, bTransposed: true,
        c: &own)
      for r in 0..<count {
        for sum in 0..<sums { out[start + r, sum] = found[r * sums + sum] + intercepts[sum] }
      }
    }
    if out.elements.contains(where: { !$0.isFinite }) { throw SVMKernel.overflow }
    return out
  }

  static let overflow = Diagnostic(
    "not-finite", "the kernel value of some rows is not finite",
    help: "scale the features, or lower gamma, coef0 or degree")
}
