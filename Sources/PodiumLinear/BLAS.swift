internal import COpenBLAS
public import PodiumCore

/// Matrix arithmetic on OpenBLAS, with one thread in each call.
///
/// A handle is cheap to make and to pass to any thread. All calls into the library are in this file; what they are
/// given is checked here, by preconditions, since a wrong shape is a mistake of ours. Matrices lie row after row;
/// a stride is the distance between the starts of two rows. Equal arguments give equal bits in any thread.
public struct BLAS: Sendable {
  let table: cob_table

  /// What a call may reserve: a buffer of 128 MB. The library waits for ever for one that it does not get.
  private static let leastAddresses = 160 << 20

  /// The one loaded table of the process; the language makes it on first use, once, whatever the threads.
  private static let loaded = Result { () throws(Diagnostic) in try open() }

  /// The handle; the library is loaded at the first call and stays. Call it once per fit, in the thread that works.
  ///
  /// Throws `missing-library`, and `too-large` below a limit of memory that does not hold what the library reserves.
  public static func load() throws(Diagnostic) -> BLAS {
    let left = MemoryRoom.addressesLeft
    guard left >= leastAddresses else {
      throw Diagnostic(
        "too-large",
        "matrix arithmetic needs \(MemoryRoom.shown(leastAddresses)) of addresses, and the limit of memory leaves \(MemoryRoom.shown(left))",
        help: "raise the limit (ulimit -v, ulimit -d), or remove what you no longer need"
      ).ofMachine()
    }
    let blas = try loaded.get()
    // A library built on OpenMP keeps the number of threads for each thread apart.
    if blas.table.parallel() == 2 { blas.table.set_threads(1) }
    return blas
  }

  /// The name of the processor's kernel that the library chose, as `OPENBLAS_CORETYPE` takes it.
  public var kernel: String { table.kernel().map { String(cString: $0) } ?? "" }

  static func open(_ library: SystemLibrary = .openBLAS) throws(Diagnostic) -> BLAS {
    var table = cob_table()
    try library.load { cob_load($0, &table) }
    table.set_threads(1)
    return BLAS(table: table)
  }
}

// MARK: - Products, on spans

extension BLAS {
  /// C ← alpha·A·B + beta·C, for an m × n matrix C and an inner dimension k.
  ///
  /// A lies as m × k (`aTransposed`: as k × m, and its transpose is taken), B as k × n (`bTransposed`: n × k). With
  /// beta 0, what was in C is ignored.
  /// A stride left out is the width of its matrix.
  public func gemm(
    rows m: Int, columns n: Int, inner k: Int, alpha: Double = 1,
    a: Span<Double>, aTransposed: Bool = false, aStride: Int? = nil,
    b: Span<Double>, bTransposed: Bool = false, bStride: Int? = nil,
    beta: Double = 0, c: inout MutableSpan<Double>, cStride: Int? = nil
  ) {
    let (rowsA, columnsA) = aTransposed ? (k, m) : (m, k)
    let (rowsB, columnsB) = bTransposed ? (n, k) : (k, n)
    let lda = BLAS.stride(aStride, a.count, rowsA, columnsA)
    let ldb = BLAS.stride(bStride, b.count, rowsB, columnsB)
    let ldc = BLAS.stride(cStride, c.count, m, n)
    if m == 0 || n == 0 { return }
    let dgemm = table.dgemm
    unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        unsafe c.withUnsafeMutableBufferPointer { c in
          unsafe dgemm?(
            COB_ROW_MAJOR, code(aTransposed), code(bTransposed), Int32(m), Int32(n), Int32(k), alpha,
            a.baseAddress, lda,
            b.baseAddress, ldb, beta, c.baseAddress, ldc)
        }
      }
    }
  }

  /// C ← alpha·A·B in 32 bits, as above.
  public func gemm(
    rows m: Int, columns n: Int, inner k: Int, alpha: Float = 1, a: Span<Float>, b: Span<Float>,
    bTransposed: Bool = false, c: inout MutableSpan<Float>
  ) {
    let lda = BLAS.stride(nil, a.count, m, k)
    let ldb = BLAS.stride(nil, b.count, bTransposed ? n : k, bTransposed ? k : n)
    let ldc = BLAS.stride(nil, c.count, m, n)
    if m == 0 || n == 0 { return }
    let sgemm = table.sgemm
    unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        unsafe c.withUnsafeMutableBufferPointer { c in
          unsafe sgemm?(
            COB_ROW_MAJOR, code(false), code(bTransposed), Int32(m), Int32(n), Int32(k), alpha, a.baseAddress, lda,
            b.baseAddress, ldb, 0, c.baseAddress, ldc)
        }
      }
    }
  }

  /// y ← alpha·A·x + beta·y for a matrix A of rows × columns (`transposed`: alpha·Aᵀ·x + beta·y).
  public func gemv(
    rows: Int, columns: Int, alpha: Double = 1, a: Span<Double>, transposed: Bool = false,
    aStride: Int? = nil, x: Span<Double>, beta: Double = 0, y: inout MutableSpan<Double>
  ) {
    let lda = BLAS.stride(aStride, a.count, rows, columns)
    let (input, output) = transposed ? (rows, columns) : (columns, rows)
    precondition(x.count == input && y.count == output, "gemv: \(x.count) in, \(y.count) out")
    if output == 0 { return }
    if input == 0 {
      // 0 times NaN is 0 here.
      for place in 0..<output { y[place] = beta == 0 ? 0 : beta * y[place] }
      return
    }
    let dgemv = table.dgemv
    unsafe a.withUnsafeBufferPointer { a in
      unsafe x.withUnsafeBufferPointer { x in
        unsafe y.withUnsafeMutableBufferPointer { y in
          unsafe dgemv?(
            COB_ROW_MAJOR, code(transposed), Int32(rows), Int32(columns), alpha, a.baseAddress, lda,
            x.baseAddress, 1,
            beta, y.baseAddress, 1)
        }
      }
    }
  }

  /// C ← alpha·A·Aᵀ + beta·C, for n × n, inner dimension k; both triangles of C are written.
  ///
  /// A lies as n × k (`transposed`: k × n, and C is alpha·AᵀA + beta·C). C must be symmetric unless beta is 0.
  public func syrk(
    order n: Int, inner k: Int, alpha: Double = 1, a: Span<Double>, transposed: Bool = false,
    aStride: Int? = nil, beta: Double = 0, c: inout MutableSpan<Double>, cStride: Int? = nil
  ) {
    let lda = BLAS.stride(aStride, a.count, transposed ? k : n, transposed ? n : k)
    let ldc = BLAS.stride(cStride, c.count, n, n)
    if n == 0 { return }
    let dsyrk = table.dsyrk
    unsafe a.withUnsafeBufferPointer { a in
      unsafe c.withUnsafeMutableBufferPointer { c in
        unsafe dsyrk?(
          COB_ROW_MAJOR, COB_LOWER, code(transposed), Int32(n), Int32(k), alpha, a.baseAddress, lda, beta,
          c.baseAddress, ldc)
      }
    }
    for i in 0..<n {
      for j in 0..<i { c[j * Int(ldc) + i] = c[i * Int(ldc) + j] }
    }
  }

  private static func stride(_ given: Int?, _ count: Int, _ rows: Int, _ columns: Int) -> Int32 {
    let stride = given ?? columns
    precondition(
      rows >= 0 && columns >= 0 && stride >= columns, "a stride of \(stride) for \(columns) columns")
    precondition(
      rows == 0 || columns == 0 || count >= (rows - 1) * stride + columns,
      "\(count) elements for \(rows) × \(columns) with stride \(stride)")
    return Int32(max(1, stride))
  }
}

private func code(_ isTransposed: Bool) -> Int32 { isTransposed ? COB_TRANSPOSED : COB_AS_IS }
