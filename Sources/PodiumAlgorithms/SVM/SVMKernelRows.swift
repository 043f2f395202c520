internal import CVectors
internal import PodiumCore
internal import PodiumLinear

/// Rows of the kernel matrix of one two-class problem, in 32-bit floats as LIBSVM keeps them.
///
/// Where the whole matrix fits the budget it is made at once, tile by tile, each by one gemm, and mirrored; what the problem
/// before had of a class is moved. Else rows are made when they are asked for, and the one unused for longest makes room.
struct SVMKernelRows {
  private let blas: BLAS
  private let kernel: SVMKernel
  private let rows: Matrix
  private let squares: [Double]
  /// The number of rows, and of entries in each.
  let count: Int
  /// The kernel of each row with itself, not rounded to 32 bits.
  let diagonal: [Double]
  /// The rows, made or to be made, each `stride` after the one before.
  let store: RawBuffer<Float>
  private let stride: Int
  /// For each row the slot of `values` it is in; −1 where it was not made. Empty where all are in order.
  private var slotOfRow: [Int]
  private var rowOfSlot: [Int]
  private var lastUse: [Int]
  private var clock = 0

  static let budget = 256 << 20
  /// A tile of products stays in the second-level cache.
  private static let tileRows = 96
  private static let tileColumns = 512

  /// Makes the rows, of which the first `split` are of one class; throws `not-finite` and `interrupted`.
  ///
  /// `room` of an earlier problem of the same kernel is used again where it is large enough: new memory for each problem
  /// would cost a quarter of the time. `held` says where its matrix begins to be about the same rows of the one class or the other.
  init(
    _ rows: Matrix, _ kernel: SVMKernel, _ blas: BLAS, budget: Int = SVMKernelRows.budget, split: Int = 0,
    room: Room? = nil, held: (Int?, Int?) = (nil, nil), cancellation: Cancellation
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
    stride = if fits, let room, room.holds(rows: count) { room.stride } else { count }
    store =
      if let room, room.store.count >= slots * stride { room.store } else { RawBuffer(uninitialized: slots * stride) }
    slotOfRow = fits ? [] : [Int](repeating: -1, count: count)
    rowOfSlot = fits ? [] : [Int](repeating: -1, count: slots)
    lastUse = fits ? [] : [Int](repeating: 0, count: slots)
    if !fits { return }
    move(held.0, to: 0, split)
    move(held.1, to: split, count - split)
    if held.0 == nil { try fill(0..<split, 0..<split, cancellation) }
    try fill(0..<split, split..<count, cancellation)
    if held.1 == nil { try fill(split..<count, split..<count, cancellation) }
  }

  /// Memory for the matrices of several problems, whose rows are `stride` apart.
  struct Room {
    let store: RawBuffer<Float>
    let stride: Int

    /// For every problem of at most so many rows whose matrix fits the budget; that of an earlier fold where it left some.
    init(forRows rows: Int) {
      // Folds differ by some rows. An odd number of lines of the cache: rows an even one apart would share few places of it.
      let stride = min(rows / 64 * 64 + 80, Int(Double(budget / MemoryLayout<Float>.size).squareRoot()))
      self.stride = stride
      store =
        Spare.take(RawBuffer<Float>.self) { $0.count >= stride * stride } ?? RawBuffer(uninitialized: stride * stride)
    }

    /// Whether the whole matrix of so many rows stays in it.
    func holds(rows: Int) -> Bool { rows <= stride }
  }

  /// The entries of a row at the first `wanted` of the given columns.
  ///
  /// `columns` is a rearrangement of all columns, and `inOrder` says that it is none: then they are where they were made,
  /// until two more rows are asked for. Else they are copied to `out`, which has room for all.
  mutating func line(
    _ row: Int, at columns: RawBuffer<Int32>, wanted: Int, inOrder: Bool, into out: RawBuffer<Float>
  ) throws(Diagnostic) -> UnsafeMutablePointer<Float> {
    let slot = slotOfRow.isEmpty ? row : try self.slot(of: row)
    let source = store.start + slot * stride
    if inOrder { return source }
    cv_gather(source, count, columns.start, out.start, wanted)
    return out.start
  }

  /// Moves the square of some rows that the matrix of the problem before has on its diagonal.
  private func move(_ from: Int?, to: Int, _ size: Int) {
    guard let from, from != to else { return }
    for step in 0..<size {
      // The row of which nothing is needed any more first.
      let row = from < to ? size - 1 - step : step
      let source = store.start + (from + row) * stride + from
      (store.start + (to + row) * stride + to).update(from: source, count: size)
    }
  }

  /// Makes a part of the matrix and its mirror: a square on the diagonal, of which the tiles on and above the diagonal are made,
  /// or what is right of it.
  private func fill(_ part: Range<Int>, _ across: Range<Int>, _ cancellation: Cancellation) throws(Diagnostic) {
    let p = rows.columns
    let out = store.start
    let (height, width) = (SVMKernelRows.tileRows, SVMKernelRows.tileColumns)
    // Rows a power of two apart would share the same few places of the cache.
    let step = width + 8
    var scratch = [Double](repeating: 0, count: min(part.count, height) * step)
    for top in Swift.stride(from: part.lowerBound, to: part.upperBound, by: height) {
      let bottom = min(part.upperBound, top + height)
      for left in Swift.stride(from: max(top, across.lowerBound), to: across.upperBound, by: width) {
        try cancellation.check()
        let right = min(across.upperBound, left + width)
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
            squares: squares.span.extracting(left..<right), to: out + row * stride + left)
        }
        if left == top, kernel.shape == .rbf { for row in top..<bottom { out[row * stride + row] = 1 } }
        // What is below the tile itself; its own upper part is symmetric already.
        let below = max(left, bottom)
        if below < right {
          cv_transpose(
            out + top * stride + below, stride, out + below * stride + top, stride, bottom - top, right - below)
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
    let out = store.start + slot * stride
    try kernel.write(&line, from: 0, square: squares[row], squares: squares.span, to: out)
    if kernel.shape == .rbf { out[row] = 1 }
  }
}
