internal import Glibc
internal import PodiumCore
internal import PodiumLinear

/// Rows of the kernel matrix of one two-class problem, in 32-bit floats as LIBSVM keeps them.
///
/// Where the whole matrix fits the budget it is made at once, block by block, each by one gemm over its upper part
/// and mirrored. Else rows are made when they are asked for, and the one unused for longest makes room.
struct SVMKernelRows: Sendable {
  private let blas: BLAS
  private let kernel: SVMKernel
  private let rows: Matrix
  private let squares: [Double]
  /// The number of rows, and of entries in each.
  let count: Int
  /// The kernel of each row with itself, not rounded to 32 bits.
  let diagonal: [Double]
  private var values: [Float]
  /// For each row the slot of `values` it is in; −1 where it was not made. Empty where all are in order.
  private var slotOfRow: [Int]
  private var rowOfSlot: [Int]
  private var lastUse: [Int]
  private var clock = 0

  /// The bytes a matrix may take.
  static let budget = 256 << 20
  /// The rows of a block: a block of products stays in the second-level cache for some thousand rows.
  private static let blockRows = 32

  /// Makes the rows; throws `not-finite` and `interrupted`.
  ///
  /// The memory is taken out of `store`, which holds what `giveBackStore` of an earlier problem gave or nothing:
  /// new memory for each problem would cost a quarter of the time.
  init(
    _ rows: Matrix, _ kernel: SVMKernel, _ blas: BLAS, budget: Int = SVMKernelRows.budget,
    store: inout [Float], cancellation: Cancellation
  ) throws(Diagnostic) {
    self.blas = blas
    self.kernel = kernel
    self.rows = rows
    count = rows.rows
    squares = SVMKernel.squares(rows)
    diagonal = squares.map(kernel.ofRowWithItself)
    let size = MemoryLayout<Float>.size
    if count * count * size <= budget {
      values = SVMKernelRows.room(count * count, in: &store)
      (slotOfRow, rowOfSlot, lastUse) = ([], [], [])
      try fillAll(cancellation)
    } else {
      // Two rows are in use at a time.
      let slots = max(2, min(count, budget / (count * size)))
      values = SVMKernelRows.room(slots * count, in: &store)
      slotOfRow = [Int](repeating: -1, count: count)
      rowOfSlot = [Int](repeating: -1, count: slots)
      lastUse = [Int](repeating: 0, count: slots)
    }
  }

  /// Lets memory go, emptied piece by piece before.
  ///
  /// At once the system takes tens of milliseconds for it, in which no thread of the process can take or give back
  /// memory; one of them is about to return the prompt after Ctrl-C.
  static func drop(_ store: inout [Float]) {
    let page = max(1, sysconf(Int32(_SC_PAGESIZE)))
    store.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var place = (page - Int(bitPattern: base) % page) % page
      while place + page <= bytes.count {
        let size = min(dropPiece, bytes.count - place) / page * page
        madvise(base + place, size, MADV_DONTNEED)
        place += size
      }
    }
    store = []
  }
  /// The bytes that are emptied at once.
  private static let dropPiece = 4 << 20

  /// Memory for every problem of at most so many rows whose matrix fits the budget.
  static func store(forRows rows: Int) -> [Float] {
    let most = min(rows, Int(Double(budget / MemoryLayout<Float>.size).squareRoot()))
    return fresh(most * most)
  }

  /// Takes the memory out; no row may be asked for after that.
  mutating func giveBackStore() -> [Float] {
    var store: [Float] = []
    swap(&store, &values)
    return store
  }

  private static func room(_ count: Int, in store: inout [Float]) -> [Float] {
    var room: [Float] = []
    swap(&room, &store)
    if room.count >= count { return room }
    // Given up before there is more.
    room = []
    return fresh(count)
  }

  /// Uninitialized memory: to write zeros over all of it first would keep a Ctrl-C waiting.
  ///
  /// A slot is written before its row is read, and all of the matrix where it is made at once.
  private static func fresh(_ count: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { _, filled in filled = count }
  }

  /// Copies the entries of a row at the first `wanted` of the given columns, as doubles, to the start of `out`.
  ///
  /// `columns` is a rearrangement of all columns, and `inOrder` says that it is none.
  mutating func copy(
    _ row: Int, at columns: [Int32], wanted: Int, inOrder: Bool, into out: inout [Double]
  ) throws(Diagnostic) {
    let slot = slotOfRow.isEmpty ? row : try self.slot(of: row)
    let source = values.span.extracting((slot * count)..<((slot + 1) * count))
    let columns = columns.span
    precondition(out.count >= wanted && wanted <= columns.count && columns.count == count)
    var target = out.mutableSpan
    if inOrder {
      for k in 0..<wanted { target[unchecked: k] = Double(source[unchecked: k]) }
    } else {
      for k in 0..<wanted { target[unchecked: k] = Double(source[unchecked: Int(columns[unchecked: k])]) }
    }
  }

  /// The bits of a size from here on are those of infinity and of what is not a number; whole numbers compare faster.
  private static let infinity = Float.infinity.bitPattern

  private mutating func fillAll(_ cancellation: Cancellation) throws(Diagnostic) {
    let (n, p) = (count, rows.columns)
    let (blas, kernel, rows, squares) = (blas, kernel, rows, squares)
    var scratch = [Double](repeating: 0, count: SVMKernelRows.blockRows * n)
    var largestBits: UInt32 = 0
    for start in stride(from: 0, to: n, by: SVMKernelRows.blockRows) {
      try cancellation.check()
      let end = min(n, start + SVMKernelRows.blockRows)
      let width = n - start
      var products = scratch.mutableSpan
      blas.gemm(
        rows: end - start, columns: width, inner: p,
        a: rows.elements.span.extracting((start * p)..<(end * p)),
        b: rows.elements.span.extracting((start * p)..<(n * p)), bTransposed: true, c: &products)
      var out = values.mutableSpan
      for row in start..<end {
        let base = (row - start) * width
        kernel.apply(
          to: &products, from: base, square: squares[row], squares: squares.span.extracting(start..<n))
        let target = row * n + start
        for k in 0..<width {
          let value = Float(products[unchecked: base &+ k])
          out[unchecked: target &+ k] = value
          largestBits = max(largestBits, value.magnitude.bitPattern)
        }
        if kernel.shape == .rbf { out[row * n + row] = 1 }
      }
      // The mirror image, a square tile at a time.
      for tile in stride(from: end, to: n, by: SVMKernelRows.blockRows) {
        for column in tile..<min(n, tile + SVMKernelRows.blockRows) {
          for row in start..<end { out[unchecked: column &* n &+ row] = out[unchecked: row &* n &+ column] }
        }
      }
    }
    if largestBits >= SVMKernelRows.infinity { throw SVMKernel.overflow }
  }

  private mutating func slot(of row: Int) throws(Diagnostic) -> Int {
    clock += 1
    var slot = slotOfRow[row]
    if slot < 0 {
      slot = 0
      for other in lastUse.indices where lastUse[other] < lastUse[slot] { slot = other }
      if rowOfSlot[slot] >= 0 { slotOfRow[rowOfSlot[slot]] = -1 }
      rowOfSlot[slot] = row
      slotOfRow[row] = slot
      try fill(slot, with: row)
    }
    lastUse[slot] = clock
    return slot
  }

  private mutating func fill(_ slot: Int, with row: Int) throws(Diagnostic) {
    let (n, p) = (count, rows.columns)
    let (blas, kernel, rows, squares) = (blas, kernel, rows, squares)
    var scratch = [Double](repeating: 0, count: n)
    var line = scratch.mutableSpan
    blas.gemv(
      rows: n, columns: p, a: rows.elements.span,
      x: rows.elements.span.extracting((row * p)..<((row + 1) * p)), y: &line)
    kernel.apply(to: &line, from: 0, square: squares[row], squares: squares.span)
    let first = slot * n
    var out = values.mutableSpan
    var largestBits: UInt32 = 0
    for k in 0..<n {
      let value = Float(line[unchecked: k])
      out[unchecked: first &+ k] = value
      largestBits = max(largestBits, value.magnitude.bitPattern)
    }
    if kernel.shape == .rbf { out[slot * n + row] = 1 }
    if largestBits >= SVMKernelRows.infinity { throw SVMKernel.overflow }
  }
}
