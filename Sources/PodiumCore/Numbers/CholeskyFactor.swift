/// The factor L of a symmetric positive definite matrix A = L Lᵀ, and the solvers that use it.
///
/// Row-major, the upper triangle unused. Sums run in a fixed order, so that results are the same on
/// every machine. Source: Golub and Van Loan, Matrix Computations, 4th edition, 4.2.
public struct CholeskyFactor: Sendable {
  public let size: Int
  public private(set) var elements: [Double]

  /// Factors a matrix of `size × size` elements, of which the lower triangle is read.
  ///
  /// Nil when a pivot falls below `tolerance` times its diagonal element: the matrix is singular within rounding. Nil too where the
  /// work was cancelled: whoever gives the flag of a large matrix checks it then.
  public init?(_ matrix: [Double], size: Int, tolerance: Double = 1e-12, cancellation: Cancellation? = nil) {
    precondition(matrix.count == size * size, "a matrix of \(matrix.count) elements is not \(size) × \(size)")
    self.size = size
    elements = matrix
    let isDefinite = elements.withUnsafeMutableBufferPointer { a -> Bool in
      guard let base = a.baseAddress else { return true }
      for i in 0..<size {
        if cancellation?.isCancelled ?? false { return false }
        let row = base + i * size
        for j in 0..<i {
          let other = base + j * size
          row[j] = (row[j] - VectorProduct.dot(row, other, j)) / other[j]
        }
        let pivot = row[i] - VectorProduct.dot(row, row, i)
        guard pivot > tolerance * row[i], pivot > 0, pivot.isFinite else { return false }
        row[i] = pivot.squareRoot()
      }
      return true
    }
    if !isDefinite { return nil }
  }

  /// Solves A x = b.
  public func solve(_ b: [Double]) -> [Double] {
    var x = b
    solveLower(&x)
    solveUpper(&x)
    return x
  }

  /// Solves L y = b in place.
  public func solveLower(_ x: inout [Double]) {
    elements.withUnsafeBufferPointer { a in
      x.withUnsafeMutableBufferPointer { x in
        guard let base = a.baseAddress, let out = x.baseAddress else { return }
        for i in 0..<size {
          let row = base + i * size
          out[i] = (out[i] - VectorProduct.dot(row, out, i)) / row[i]
        }
      }
    }
  }

  /// Solves Lᵀ x = y in place.
  public func solveUpper(_ x: inout [Double]) {
    elements.withUnsafeBufferPointer { a in
      x.withUnsafeMutableBufferPointer { x in
        guard let base = a.baseAddress, let out = x.baseAddress else { return }
        for i in stride(from: size - 1, through: 0, by: -1) {
          let row = base + i * size
          out[i] /= row[i]
          VectorProduct.subtract(row, out[i], from: out, i)
        }
      }
    }
  }

  /// The transpose of L⁻¹: row j holds column j of L⁻¹, zero before index j. It is not finished where the work was cancelled.
  public func transposedInverse(cancellation: Cancellation? = nil) -> [Double] {
    var out = [Double](repeating: 0, count: size * size)
    elements.withUnsafeBufferPointer { a in
      out.withUnsafeMutableBufferPointer { o in
        guard let base = a.baseAddress, let result = o.baseAddress else { return }
        for j in 0..<size {
          if cancellation?.isCancelled ?? false { return }
          let column = result + j * size
          column[j] = 1 / base[j * size + j]
          for i in (j + 1)..<max(size, j + 1) {
            let row = base + i * size
            column[i] = -VectorProduct.dot(row + j, column + j, i - j) / row[i]
          }
        }
      }
    }
    return out
  }

  /// A⁻¹, both triangles. It is not finished where the work was cancelled.
  public func inverse(cancellation: Cancellation? = nil) -> [Double] {
    let half = transposedInverse(cancellation: cancellation)
    var out = [Double](repeating: 0, count: size * size)
    half.withUnsafeBufferPointer { h in
      out.withUnsafeMutableBufferPointer { o in
        guard let base = h.baseAddress, let result = o.baseAddress else { return }
        for i in 0..<size {
          if cancellation?.isCancelled ?? false { return }
          // L⁻ᵀ L⁻¹: row i of the factor is zero before index i, so the products begin at the larger index.
          for j in i..<size {
            let value = VectorProduct.dot(base + i * size + j, base + j * size + j, size - j)
            result[i * size + j] = value
            result[j * size + i] = value
          }
        }
      }
    }
    return out
  }
}

/// Products of vectors in a fixed order of sums.
public enum VectorProduct {
  /// The sum of a[i] b[i] over `count` elements.
  public static func dot(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ count: Int) -> Double {
    var sums = SIMD8<Double>.zero
    var i = 0
    while i + 8 <= count {
      let x = UnsafeRawPointer(a + i).loadUnaligned(as: SIMD8<Double>.self)
      let y = UnsafeRawPointer(b + i).loadUnaligned(as: SIMD8<Double>.self)
      sums += x * y
      i += 8
    }
    var rest = 0.0
    while i < count {
      rest += a[i] * b[i]
      i += 1
    }
    return sums.sum() + rest
  }

  /// Subtracts `factor` times a vector from another.
  public static func subtract(
    _ a: UnsafePointer<Double>, _ factor: Double, from b: UnsafeMutablePointer<Double>, _ count: Int
  ) {
    for i in 0..<count { b[i] -= factor * a[i] }
  }
}
