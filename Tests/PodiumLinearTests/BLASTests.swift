import PodiumCore
import Testing

@testable import PodiumLinear

/// Numbers without a pattern, the same in every run.
private func noise(_ count: Int, _ stream: UInt64) -> [Double] {
  var state = stream &* 0x9E37_79B9_7F4A_7C15 &+ 1
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53) - 0.5
  }
}

private func noise(_ rows: Int, _ columns: Int, _ stream: UInt64) -> Matrix {
  Matrix(rows: rows, columns: columns, elements: noise(rows * columns, stream))
}

private func dot(_ x: [Double], _ y: [Double]) -> Double { zip(x, y).reduce(0) { $0 + $1.0 * $1.1 } }

private func plain(_ a: Matrix, _ b: Matrix) -> Matrix {
  var c = Matrix(rows: a.rows, columns: b.columns)
  for i in 0..<a.rows {
    for j in 0..<b.columns {
      for k in 0..<a.columns { c[i, j] += a[i, k] * b[k, j] }
    }
  }
  return c
}

private func distance(_ a: [Double], _ b: [Double]) -> Double {
  #expect(a.count == b.count)
  return zip(a, b).map { ($0 - $1).magnitude }.max() ?? 0
}

@Suite("Matrix arithmetic agrees with plain loops")
struct BLASTests {
  let blas: BLAS

  init() throws { blas = try BLAS.load() }

  @Test(
    "products of matrices, as they are and transposed",
    arguments: [(3, 4, 5), (1, 1, 1), (40, 17, 33), (2, 0, 3)])
  func products(_ shape: (Int, Int, Int)) {
    let (m, k, n) = shape
    let (a, b) = (noise(m, k, 1), noise(k, n, 2))
    let expected = plain(a, b)
    #expect(distance(blas.product(a, b).elements, expected.elements) < 1e-13)
    #expect(distance(blas.product(a.transposed, b, aTransposed: true).elements, expected.elements) < 1e-13)
    #expect(distance(blas.product(a, b.transposed, bTransposed: true).elements, expected.elements) < 1e-13)
    let both = blas.product(a.transposed, b.transposed, aTransposed: true, bTransposed: true)
    #expect(distance(both.elements, expected.elements) < 1e-13)
    var c = noise(m, n, 3)
    let before = c
    blas.gemm(a, b, alpha: 2, beta: -0.5, into: &c)
    let sums = zip(expected.elements, before.elements).map { 2 * $0 - 0.5 * $1 }
    #expect(distance(c.elements, sums) < 1e-13)
  }

  @Test("a processor that the library does not know gets the kernel of its features, not one of 2004")
  func kernel() throws {
    let flags = MemoryRoom.text("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix("flags") } ?? ""
    guard Set(flags.split(separator: " ")).isSuperset(of: ["avx2", "fma"]) else { return }
    #expect(!["Prescott", "Barcelona"].contains(blas.kernel))
  }

  @Test("a part of a larger matrix by offset and stride")
  func parts() {
    let a = noise(6, 5, 4)
    let b = noise(4, 9, 5)
    var c = [Double](repeating: 7, count: 40)
    do {
      var span = c.mutableSpan
      // Rows 1 and 2, columns 1 to 4 of A; columns 2 to 4 of B; into the first three columns of 10.
      blas.gemm(
        rows: 2, columns: 3, inner: 4, a: a.elements.span.extracting(6..<30), aStride: 5,
        b: b.elements.span.extracting(2..<36), bStride: 9, c: &span, cStride: 10)
    }
    for i in 0..<2 {
      for j in 0..<3 {
        let sum = (0..<4).reduce(0.0) { $0 + a[i + 1, $1 + 1] * b[$1, j + 2] }
        #expect((c[i * 10 + j] - sum).magnitude < 1e-14)
      }
      #expect(c[i * 10 + 3] == 7)
    }
  }

  @Test("beta 0 ignores previous values, even NaN")
  func betaZero() {
    var c = Matrix(rows: 2, columns: 2, elements: [.nan, .nan, .infinity, 1])
    blas.gemm(noise(2, 3, 1), noise(3, 2, 2), into: &c)
    #expect(c.elements.allSatisfy { $0.isFinite })
    var y = [Double.nan, .nan]
    do {
      var span = y.mutableSpan
      blas.gemv(rows: 2, columns: 3, a: noise(6, 1).span, x: noise(3, 1).span, y: &span)
    }
    #expect(y.allSatisfy { $0.isFinite })
  }

  @Test("a matrix times a vector, and the products of rows with each other")
  func vectorsAndGram() {
    let a = noise(7, 5, 6)
    let (x, z) = (noise(5, 7), noise(7, 8))
    let column = Matrix(rows: 5, columns: 1, elements: x)
    #expect(distance(blas.product(a, x), plain(a, column).elements) < 1e-14)
    let other = Matrix(rows: 7, columns: 1, elements: z)
    #expect(distance(blas.product(a, z, transposed: true), plain(a.transposed, other).elements) < 1e-14)
    #expect(distance(blas.gram(a).elements, plain(a, a.transposed).elements) < 1e-14)
    #expect(distance(blas.gram(a, transposed: true).elements, plain(a.transposed, a).elements) < 1e-14)
    #expect(blas.product(Matrix(rows: 3, columns: 0), []) == [0, 0, 0])
  }

  @Test("eigenvalues rise, and vectors satisfy their equation")
  func eigen() throws {
    let half = noise(5, 5, 13)
    let a = blas.gram(half)
    let (values, vectors) = try blas.eigen(a, Cancellation())
    #expect(values == values.sorted())
    for k in 0..<5 {
      let vector = Array(vectors.row(k))
      #expect(distance(blas.product(a, vector), vector.map { $0 * values[k] }) < 1e-13)
      #expect((dot(vector, vector) - 1).magnitude < 1e-13)
    }
  }

  @Test("a large matrix is taken apart in steps, with the same answer, and can be stopped", arguments: [601, 700])
  func largeEigen(_ n: Int) throws {
    let a = blas.gram(noise(n, n, 17))
    let (values, vectors) = try blas.eigen(a, Cancellation())
    #expect(values == values.sorted())
    #expect((values.reduce(0, +) - (0..<n).reduce(0) { $0 + a[$1, $1] }).magnitude < 1e-9 * (values.last ?? 1))
    for k in [0, 1, n / 2, n - 1] {
      let vector = Array(vectors.row(k))
      #expect(distance(blas.product(a, vector), vector.map { $0 * values[k] }) < 1e-12 * (values.last ?? 1))
      #expect((dot(vector, vector) - 1).magnitude < 1e-12)
      #expect(dot(vector, Array(vectors.row((k + 1) % n))).magnitude < 1e-12)
    }
    let stopped = Cancellation()
    stopped.cancel()
    #expect(throws: Diagnostic.interrupted) { try blas.eigen(a, stopped) }
  }

  @Test("the same bits on any number of threads")
  func threads() {
    let a = noise(150, 70, 14)
    let b = noise(70, 90, 15)
    let alone = blas.product(a, b)
    for threads in [1, 2, 5] {
      let all = Parallel.map(count: 12, threads: threads) { _ in blas.product(a, b) }
      #expect(all.allSatisfy { $0 == alone })
    }
  }

  @Test("a missing library is an error that names its package")
  func missing() throws {
    var library = SystemLibrary.openBLAS
    library.files = ["libno-such-blas.so.0", "libnor-this.so"]
    let diagnostic = try #require(throws: Diagnostic.self) { try BLAS.open(library) }
    #expect(diagnostic.code == "missing-library")
    #expect(
      diagnostic.message == "the library OpenBLAS, which is needed for matrix arithmetic, cannot be loaded")
    #expect(diagnostic.help == "install the Debian package 'libopenblas0-pthread'")
    #expect(diagnostic.cause?.contains("libno-such-blas.so.0") == true)
  }
}

extension Matrix {
  /// The matrix with rows and columns exchanged.
  fileprivate var transposed: Matrix {
    var out = Matrix(rows: columns, columns: rows)
    for r in 0..<rows {
      for c in 0..<columns { out.elements[c * rows + r] = elements[r * columns + c] }
    }
    return out
  }
}
