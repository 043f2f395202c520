internal import COpenBLAS
public import PodiumCore

extension BLAS {
  /// The eigenvalues of a symmetric matrix, rising, and for each a unit vector, one a **row**.
  ///
  /// Only the lower triangle is read. The largest entry of each vector (of equal ones the first) is positive.
  /// Throws `no-convergence`, and `interrupted` for matrices that take long.
  public func eigen(_ a: Matrix, _ cancellation: Cancellation) throws(Diagnostic) -> (values: [Double], vectors: Matrix)
  {
    let n = a.rows
    precondition(a.columns == n, "eigenvalues of \(n) × \(a.columns)")
    if n == 0 { return ([], a) }
    var (values, vectors) =
      n <= BLAS.longOrder || !BLAS.isOfMiddleSize(a) ? try divided(a) : try inParts(a, cancellation)
    for row in 0..<n {
      var largest = 0.0
      for entry in vectors.row(row) where entry.magnitude > largest.magnitude { largest = entry }
      if largest < 0 {
        for column in 0..<n { vectors[row, column] = -vectors[row, column] }
      }
    }
    return (values, vectors)
  }

  /// Matrices up to this order take less than a tenth of a second.
  private static let longOrder = 600

  /// Whether no product of entries leaves the range of numbers; others are scaled by dsyevd.
  private static func isOfMiddleSize(_ a: Matrix) -> Bool {
    let largest = a.elements.reduce(0) { max($0, $1.magnitude) }
    return largest > 1e-100 && largest < 1e100
  }

  /// In one call of dsyevd.
  private func divided(_ a: Matrix) throws(Diagnostic) -> (values: [Double], vectors: Matrix) {
    let n = a.rows
    var vectors = a
    var values = [Double](repeating: 0, count: n)
    // The sizes dsyevd asks for where vectors are wanted.
    var work = [Double](repeating: 0, count: 1 + 6 * n + 2 * n * n)
    var whole = [Int32](repeating: 0, count: 3 + 5 * n)
    var info: Int32 = 0
    let order = Int32(n)
    let workSize = Int32(work.count)
    let wholeSize = Int32(whole.count)
    unsafe vectors.elements.withUnsafeMutableBufferPointer { vectors in
      unsafe values.withUnsafeMutableBufferPointer { values in
        unsafe work.withUnsafeMutableBufferPointer { work in
          unsafe whole.withUnsafeMutableBufferPointer { whole in
            withUnsafePointer(to: order) { order in
              withUnsafePointer(to: workSize) { workSize in
                withUnsafePointer(to: wholeSize) { wholeSize in
                  unsafe table.dsyevd?(
                    "V", "U", order, vectors.baseAddress, order, values.baseAddress, work.baseAddress,
                    workSize, whole.baseAddress, wholeSize, &info, 1, 1)
                }
              }
            }
          }
        }
      }
    }
    if info != 0 { throw Diagnostic("no-convergence", "the eigenvalues did not converge") }
    return (values, vectors)
  }

  /// The steps of dsyevd one by one, so that it can be stopped between them: to a tridiagonal matrix by panels, its eigenvalues
  /// and vectors, and those turned back by blocks.
  ///
  /// Reference: E. Anderson and others, LAPACK Users' Guide, 1999, dsytrd, dstedc and dormtr.
  private func inParts(
    _ a: Matrix, _ cancellation: Cancellation
  ) throws(Diagnostic) -> (values: [Double], vectors: Matrix) {
    let n = a.rows
    var reduced = a.elements
    var (diagonal, beside, factors) = (
      [Double](repeating: 0, count: n), [Double](repeating: 0, count: n), [Double](repeating: 0, count: n)
    )
    try tridiagonal(&reduced, n, &diagonal, &beside, &factors, cancellation)
    var vectors = Matrix(rows: n, columns: n)
    var work = [Double](repeating: 0, count: 1 + 4 * n + n * n)
    var whole = [Int32](repeating: 0, count: 3 + 5 * n)
    var info: Int32 = 0
    try cancellation.check()
    unsafe vectors.elements.withUnsafeMutableBufferPointer { vectors in
      unsafe table.dstedc?(
        "I", [Int32(n)], &diagonal, &beside, vectors.baseAddress, [Int32(n)], &work, [Int32(work.count)], &whole,
        [Int32(whole.count)], &info, 1)
    }
    if info != 0 { throw Diagnostic("no-convergence", "the eigenvalues did not converge") }
    let width = BLAS.columns(n, upTo: 256)
    work = [Double](repeating: 0, count: 64 * n + 5000)
    for first in stride(from: 0, to: n, by: width) {
      try cancellation.check()
      let count = min(width, n - first)
      unsafe vectors.elements.withUnsafeMutableBufferPointer { vectors in
        unsafe table.dormtr?(
          "L", "U", "N", [Int32(n)], [Int32(count)], &reduced, [Int32(n)], factors,
          vectors.baseAddress.map { unsafe $0 + first * n }, [Int32(n)], &work, [Int32(work.count)], &info, 1, 1, 1)
      }
    }
    return (diagonal, vectors)
  }

  /// The tridiagonal matrix of a symmetric one, from its last columns on, and the reflections that lead to it.
  private func tridiagonal(
    _ a: inout [Double], _ n: Int, _ diagonal: inout [Double], _ beside: inout [Double], _ factors: inout [Double],
    _ cancellation: Cancellation
  ) throws(Diagnostic) {
    let width = BLAS.columns(n, upTo: 32)
    var panel = [Double](repeating: 0, count: n * width)
    var left = n
    while left > 128 {
      try cancellation.check()
      let first = left - width
      unsafe a.withUnsafeMutableBufferPointer { a in
        unsafe table.dlatrd?(
          "U", [Int32(left)], [Int32(width)], a.baseAddress, [Int32(n)], &beside, &factors, &panel, [Int32(n)], 1)
        unsafe table.dsyr2k?(
          "U", "N", [Int32(first)], [Int32(width)], [-1], a.baseAddress.map { unsafe $0 + first * n }, [Int32(n)],
          panel,
          [Int32(n)], [1], a.baseAddress, [Int32(n)], 1, 1)
      }
      for column in first..<left {
        a[column * n + column - 1] = beside[column - 1]
        diagonal[column] = a[column * n + column]
      }
      left = first
    }
    var info: Int32 = 0
    unsafe table.dsytd2?("U", [Int32(left)], &a, [Int32(n)], &diagonal, &beside, &factors, &info, 1)
  }

  /// How many columns are done between two looks at the flag: about a twentieth of a second's work.
  private static func columns(_ n: Int, upTo most: Int) -> Int { max(2, min(most, 300_000_000 / (n * n))) }
}
