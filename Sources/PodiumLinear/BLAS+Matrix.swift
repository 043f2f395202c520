public import PodiumCore

extension BLAS {
  /// C ← alpha·A·B + beta·C, with the transpose of A or B where asked; the shapes must fit.
  public func gemm(
    _ a: Matrix, _ b: Matrix, aTransposed: Bool = false, bTransposed: Bool = false, alpha: Double = 1,
    beta: Double = 0, into c: inout Matrix
  ) {
    let (m, k) = aTransposed ? (a.columns, a.rows) : (a.rows, a.columns)
    let (inner, n) = bTransposed ? (b.columns, b.rows) : (b.rows, b.columns)
    precondition(
      k == inner && c.rows == m && c.columns == n,
      "a product of \(m) × \(k) and \(inner) × \(n) into \(c.rows) × \(c.columns)")
    var span = c.elements.mutableSpan
    gemm(
      rows: m, columns: n, inner: k, alpha: alpha, a: a.elements.span, aTransposed: aTransposed,
      b: b.elements.span, bTransposed: bTransposed, beta: beta, c: &span)
  }

  /// A·B, with the transpose of A or B where asked.
  public func product(
    _ a: Matrix, _ b: Matrix, aTransposed: Bool = false, bTransposed: Bool = false
  ) -> Matrix {
    var c = Matrix(rows: aTransposed ? a.columns : a.rows, columns: bTransposed ? b.rows : b.columns)
    gemm(a, b, aTransposed: aTransposed, bTransposed: bTransposed, into: &c)
    return c
  }

  /// A·x, or Aᵀ·x.
  public func product(_ a: Matrix, _ x: [Double], transposed: Bool = false) -> [Double] {
    var y = [Double](repeating: 0, count: transposed ? a.columns : a.rows)
    var span = y.mutableSpan
    gemv(
      rows: a.rows, columns: a.columns, a: a.elements.span, transposed: transposed, x: x.span, y: &span)
    return y
  }

  /// AᵀA, the products of all columns with each other, for work that makes three more of its size.
  ///
  /// Throws `too-large` for more than 2 KB for each cell of A, or than is free.
  public func columnProducts(_ a: Matrix, _ cancellation: Cancellation) throws(Diagnostic) -> Matrix {
    try cancellation.memory.checkSquares(of: a.columns, cells: a.elements.count)
    return gram(a, transposed: true)
  }

  /// A·Aᵀ, or AᵀA: the products of all rows (`transposed`: of all columns) of A with each other.
  public func gram(_ a: Matrix, transposed: Bool = false) -> Matrix {
    let (n, k) = transposed ? (a.columns, a.rows) : (a.rows, a.columns)
    var c = Matrix(rows: n, columns: n)
    var span = c.elements.mutableSpan
    syrk(order: n, inner: k, a: a.elements.span, transposed: transposed, c: &span)
    return c
  }
}
