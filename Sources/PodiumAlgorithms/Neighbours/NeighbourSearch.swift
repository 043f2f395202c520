internal import CVectors
internal import PodiumCore
internal import PodiumLinear

/// Finds the training rows nearest to each of some rows.
///
/// Squared distances |t|² − 2x·t, less what is the same for all training rows, come from one matrix product of 32-bit
/// numbers for a block of rows. Their rounding errors depend on the processor, so they only exclude: every training row
/// that may be among the k nearest is measured again in 64 bits, column by column, and those figures decide.
///
/// Rows as far away as the k-th share the places that are left, so that an answer never depends on the order of the training
/// rows. Distances are as far where rounding explains the difference.
struct NeighbourSearch {
  /// A training row, its squared distance, and how much of a neighbour it is: 1, or its part of the places that rows as far away
  /// as the k-th share.
  struct Neighbour: Sendable {
    let row: Int
    let square: Double
    var part = 1.0
  }

  /// What a square may differ by rounding, relative to it.
  private static let tolerance = 1e-11

  private let features: Matrix
  private let k: Int
  private let blas: BLAS
  /// The middle of each training column, and the power of two that brings the training rows below 1.
  private let centre: [Double]
  private let scale: Double
  /// The training rows less the centre, times the scale, and their sums of squares.
  private let reduced: [Float]
  private let squares: [Float]
  private let largest: Double

  /// Prepares a search; throws `missing-library`.
  init(_ features: Matrix, k: Int) throws(Diagnostic) {
    self.features = features
    self.k = min(k, features.rows)
    blas = try BLAS.load()
    let (n, p) = (features.rows, features.columns)
    var (low, high) = ([Double](repeating: .infinity, count: p), [Double](repeating: -.infinity, count: p))
    for row in 0..<n {
      for c in 0..<p {
        low[c] = min(low[c], features.elements[row * p + c])
        high[c] = max(high[c], features.elements[row * p + c])
      }
    }
    centre = zip(low, high).map { $0 / 2 + $1 / 2 }
    let reach = zip(high, low).reduce(0) { max($0, $1.0 / 2 - $1.1 / 2) }
    scale = reach > 0 ? Double(sign: .plus, exponent: -max(-1000, min(1000, reach.exponent + 1)), significand: 1) : 1
    reduced = Self.reduced(features, 0..<n, centre, scale)
    squares = Self.sums(reduced, n, p).map { Float($0) }
    largest = squares.reduce(0) { max($0, Double($1)) }
  }

  private static func reduced(_ rows: Matrix, _ part: Range<Int>, _ centre: [Double], _ scale: Double) -> [Float] {
    let p = rows.columns
    var out: [Float] = []
    out.reserveCapacity(part.count * p)
    for row in part { for c in 0..<p { out.append(Float((rows.elements[row * p + c] - centre[c]) * scale)) } }
    return out
  }

  private static func sums(_ reduced: [Float], _ rows: Int, _ columns: Int) -> [Double] {
    (0..<rows).map { row in
      reduced[(row * columns)..<((row + 1) * columns)].reduce(0) { $0 + Double($1) * Double($1) }
    }
  }

  /// The sum of squares of each row.
  static func squares(_ features: Matrix) -> [Double] {
    (0..<features.rows).map { row in features.row(row).reduce(0) { $0 + $1 * $1 } }
  }

  static func overflow(_ row: Int) -> Diagnostic {
    Diagnostic(
      "not-finite", "the features of row \(row + 1) are too large for distances", help: "omit scale=no, or type: scale")
  }

  /// The rows and training rows of a block of products, which stays in the second-level cache.
  private static let blockRows = 64
  private static let blockColumns = 2048
  /// The rows of a piece of work for a thread, fewer where each has many neighbours.
  private var pieceRows: Int { max(1, min(256, (1 << 20) / max(1, k))) }
  /// The most neighbours of all rows together, where each has more than some.
  private static let (some, mostNeighbours) = (1000, 1 << 27)

  /// Makes an answer of the neighbours of each row; throws `not-finite`, `too-large` and `interrupted`.
  ///
  /// The closure runs on several threads. Its neighbours are in the order of their distances, equal ones and more than
  /// some in that of their rows.
  func map<Answer: Sendable>(
    _ rows: Matrix, threads: Int, _ cancellation: Cancellation,
    _ body: @escaping @Sendable ([Neighbour]) -> Answer
  ) throws(Diagnostic) -> [Answer] {
    if let row = Self.squares(rows).firstIndex(where: { !$0.isFinite }) { throw Self.overflow(row) }
    guard k <= Self.some || MemoryLimits.bytes(rows.rows, times: k, each: 1) <= Self.mostNeighbours else {
      throw Diagnostic(
        "too-large", "\(k) neighbours of \(rows.rows) rows are more than the limit of \(Self.mostNeighbours)",
        help: "use a smaller k, as in: knn(k=15)")
    }
    let pieceRows = pieceRows
    let pieces = (rows.rows + pieceRows - 1) / pieceRows
    let found = Parallel.map(count: pieces, threads: threads) { place in
      let start = place * pieceRows
      return answers(rows, start..<min(rows.rows, start + pieceRows), cancellation, body)
    }
    try cancellation.check()
    return found.flatMap { $0 }
  }

  /// The answers for a part of the rows; for fewer once the work was asked to stop.
  private func answers<Answer>(
    _ rows: Matrix, _ part: Range<Int>, _ cancellation: Cancellation, _ body: ([Neighbour]) -> Answer
  ) -> [Answer] {
    let (n, p) = (features.rows, features.columns)
    var out: [Answer] = []
    out.reserveCapacity(part.count)
    var products = [Float](repeating: 0, count: min(Self.blockRows, part.count) * min(Self.blockColumns, n))
    for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.blockRows) {
      let block = start..<min(part.upperBound, start + Self.blockRows)
      let own = Self.reduced(rows, block, centre, scale)
      var near = Self.sums(own, block.count, p).map { square in
        // Each of the two figures that are compared errs by at most p + 8 units in the last place of its largest terms.
        // Where a large part of the rows is wanted, all of them are measured.
        Candidates(k, slack: k > n / 4 ? .infinity : 4 * Double(p + 8) * 0x1p-24 * (square + largest))
      }
      for left in stride(from: 0, to: n, by: Self.blockColumns) {
        if cancellation.isCancelled { return out }
        let columns = min(Self.blockColumns, n - left)
        var span = products.mutableSpan
        blas.gemm(
          rows: block.count, columns: columns, inner: p, alpha: -2, a: own.span,
          b: reduced.span.extracting((left * p)..<((left + columns) * p)), bTransposed: true, c: &span)
        products.withUnsafeBufferPointer { products in
          squares.withUnsafeBufferPointer { squares in
            guard let a = products.baseAddress, let b = squares.baseAddress else { return }
            for place in near.indices { near[place].scan(a + place * columns, b + left, columns, from: left) }
          }
        }
      }
      for (place, row) in block.enumerated() {
        if cancellation.isCancelled { return out }
        out.append(body(nearest(near[place].rows(of: n).map { Neighbour(row: $0, square: distance(rows, row, $0)) })))
      }
    }
    return out
  }

  /// The k nearest of some rows, and those as far away as the k-th; the nearest first where k is small.
  private func nearest(_ candidates: [Neighbour]) -> [Neighbour] {
    var found = candidates
    if k <= Self.some { found.sort { ($0.square, $0.row) < ($1.square, $1.row) } }
    guard found.count > k else { return found }
    let limit = k <= Self.some ? found[k - 1].square : Self.smallest(k, of: found.map(\.square))
    found.removeAll { $0.square > limit * (1 + Self.tolerance) }
    guard found.count > k else { return found }
    // Halves of the band on both sides, so that the band does not depend on which of its rows is the k-th.
    let sure = found.count { $0.square < limit * (1 - Self.tolerance) }
    let share = Double(k - sure) / Double(found.count - sure)
    for place in found.indices where found[place].square >= limit * (1 - Self.tolerance) { found[place].part = share }
    return found
  }

  /// The k-th smallest of at least k values, by Hoare's partitions.
  private static func smallest(_ k: Int, of given: [Double]) -> Double {
    var values = given
    var (low, high) = (0, values.count - 1)
    while low < high {
      let pivot = values[(low + high) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        if left > right { break }
        values.swapAt(left, right)
        left += 1
        right -= 1
      }
      if k <= right + 1 { high = right } else if k > left { low = left } else { break }
    }
    return values[k - 1]
  }

  private func distance(_ rows: Matrix, _ row: Int, _ other: Int) -> Double {
    let p = features.columns
    var sum = 0.0
    for c in 0..<p {
      let gap = rows.elements[row * p + c] - features.elements[other * p + c]
      sum += gap * gap
    }
    return sum
  }
}

/// The training rows whose figure exceeds the k-th smallest by at most a slack.
private struct Candidates {
  private let slack: Double
  private var smallest: SmallestValues
  private var limit = Float.infinity
  /// What was taken while the bound still fell is looked at again at the end.
  private var found: [(row: Int, value: Float)] = []

  init(_ k: Int, slack: Double) {
    smallest = SmallestValues(k)
    self.slack = slack
  }

  /// Looks at the sums of two lists; the first one is about the training row `first`.
  mutating func scan(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int, from first: Int) {
    // Figures may be too large for 32 bits.
    guard slack < 1e30 else { return }
    var at = cv_at_most(a, b, limit, 0, count)
    while at < count {
      let end = min(count, at + 16)
      for place in at..<end {
        let value = a[place] + b[place]
        if value > limit { continue }
        found.append((first + place, value))
        if smallest.take(value) { limit = Float(Double(smallest.largest) + slack).nextUp }
      }
      at = end < count ? cv_at_most(a, b, limit, end, count) : count
    }
  }

  /// The rows, of so many training rows; all of them where their figures say nothing.
  func rows(of count: Int) -> [Int] {
    slack < 1e30 ? found.compactMap { $0.value <= limit ? $0.row : nil } : Array(0..<count)
  }
}

/// The k smallest of some values so far, in a heap with the largest on top.
private struct SmallestValues {
  private var heap: [Float] = []
  private let k: Int

  init(_ k: Int) {
    self.k = k
    heap.reserveCapacity(k)
  }

  /// The largest of them; infinite while there are fewer.
  var largest: Float { heap.count < k ? .infinity : heap.first ?? .infinity }

  /// Takes a value; returns whether it is one of them.
  mutating func take(_ value: Float) -> Bool {
    if heap.count < k {
      heap.append(value)
      var place = heap.count - 1
      while place > 0, heap[(place - 1) / 2] < heap[place] {
        heap.swapAt(place, (place - 1) / 2)
        place = (place - 1) / 2
      }
      return true
    }
    guard let top = heap.first, value < top else { return false }
    heap[0] = value
    var place = 0
    while 2 * place + 1 < k {
      var child = 2 * place + 1
      if child + 1 < k, heap[child + 1] > heap[child] { child += 1 }
      if heap[child] <= heap[place] { break }
      heap.swapAt(place, child)
      place = child
    }
    return true
  }
}
