internal import CVectors
internal import PodiumCore
internal import PodiumLinear

/// Rows of the kernel matrix of one two-class problem, in 32-bit floats as LIBSVM keeps them.
///
/// Where the whole matrix fits the budget it is made at once, tile by tile, each by one gemm, and mirrored. Else rows are made when they are asked for, and the one unused for longest makes room.
struct SVMKernelRows {
  private let blas: BLAS
  private let kernel: SVMKernel
  private let rows: Matrix
  private let squares: [Double]
  /// The number of rows, and of entries in each.
  let count: Int
  /// The kernel of each row with itself, not rounded to 32 bits.
  let diagonal: [Double]
  /// The rows, made or to be made.
  let store: RawBuffer<Float>
  /// For each row the slot of `values` it is in; −1 where it was not made. Empty where all are in order.
  private var slotOfRow: [Int]
  private var rowOfSlot: [Int]
  private var lastUse: [Int]
  private var clock = 0

  static let budget = 256 << 20
  /// A tile of products stays in the second-level cache.
  private static let tileRows = 96
  private static let tileColumns = 512

  /// Makes the rows; throws `not-finite` and `interrupted`.
  ///
  /// `store` of an earlier problem is used again where it is large enough: new memory for each problem would cost a
  /// quarter of the time.
  init(
    _ rows: Matrix, _ kernel: SVMKernel, _ blas: BLAS, budget: Int = SVMKernelRows.budget,
    store: RawBuffer<Float>? = nil, cancellation: Cancellation
  ) throws(Diagnostic) {
    self.blas = blas
    self.kernel = kernel
    self.rows = rows
    count = rows.rows
    squares = SVMKernel.squares(rows)
    diagonal = squares.map(kernel.ofRowWithItself)
    let size = MemoryLayout<Float>.size
    let fits = count * count * size <= budget
    // Two rows are in use at a time.
    let slots = fits ? count : max(2, min(count, budget / (count * size)))
    if let store, store.count >= slots * count {
      self.store = store
    } else {
      self.store = RawBuffer(uninitialized: slots * count)
    }
    slotOfRow = fits ? [] : [Int](repeating: -1, count: count)
    rowOfSlot = fits ? [] : [Int](repeating: -1, count: slots)
    lastUse = fits ? [] : [Int](repeating: 0, count: slots)
    if fits { try fillAll(cancellation) }
  }

  /// Memory for every problem of at most so many rows whose matrix fits the budget; that of an earlier fold where it left some.
  static func store(forRows rows: Int) -> RawBuffer<Float> {
    // Folds differ by some rows.
    let most = min((rows + 63) / 64 * 64, Int(Double(budget / MemoryLayout<Float>.size).squareRoot()))
    return Spare.take(RawBuffer<Float>.self) { $0.count >= most * most } ?? RawBuffer(uninitialized: most * most)
  }

  /// The entries of a row at the first `wanted` of the given columns.
  ///
  /// `columns` is a rearrangement of all columns, and `inOrder` says that it is none: then they are where they were made,
  /// until two more rows are asked for. Else they are copied to `out`, which has room for all.
  mutating func line(
    _ row: Int, at columns: RawBuffer<Int32>, wanted: Int, inOrder: Bool, into out: RawBuffer<Float>
  ) throws(Diagnostic) -> UnsafeMutablePointer<Float> {
    let slot = slotOfRow.isEmpty ? row : try self.slot(of: row)
    let source = store.start + slot * count
    if inOrder { return source }
    cv_gather(source, count, columns.start, out.start, wanted)
    return out.start
  }

  /// Makes the tiles on and above the diagonal and mirrors each.
  private func fillAll(_ cancellation: Cancellation) throws(Diagnostic) {
    let (n, p) = (count, rows.columns)
    let out = store.start
    let (height, width) = (SVMKernelRows.tileRows, SVMKernelRows.tileColumns)
    // Rows a power of two apart would share the same few places of the cache.
    let step = width + 8
    var scratch = [Double](repeating: 0, count: min(n, height) * step)
    for top in stride(from: 0, to: n, by: height) {
      let bottom = min(n, top + height)
      for left in stride(from: top, to: n, by: width) {
        try cancellation.check()
        let right = min(n, left + width)
        let columns = right - left
        var products = scratch.mutableSpan
        blas.gemm(
          rows: bottom - top, columns: columns, inner: p,
          a: rows.elements.span.extracting((top * p)..<(bottom * p)),
          b: rows.elements.span.extracting((left * p)..<(right * p)), bTransposed: true, c: &products,
          cStride: step)
        for row in top..<bottom {
          try kernel.write(
            &products, from: (row - top) * step, square: squares[row],
            squares: squares.span.extracting(left..<right), to: out + row * n + left)
        }
        if left == top, kernel.shape == .rbf { for row in top..<bottom { out[row * n + row] = 1 } }
        // What is below the tile itself; its own upper part is symmetric already.
        let below = max(left, bottom)
        if below < right {
          cv_transpose(out + top * n + below, n, out + below * n + top, n, bottom - top, right - below)
        }
      }
    }
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

  private func fill(_ slot: Int, with row: Int) throws(Diagnostic) {
    let (n, p) = (count, rows.columns)
    var scratch = [Double](repeating: 0, count: n)
    var line = scratch.mutableSpan
    blas.gemv(
      rows: n, columns: p, a: rows.elements.span,
      x: rows.elements.span.extracting((row * p)..<((row + 1) * p)), y: &line)
    let out = store.start + slot * n
    try kernel.write(&line, from: 0, square: squares[row], squares: squares.span, to: out)
    if kernel.shape == .rbf { out[row] = 1 }
  }
}
