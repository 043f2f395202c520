internal import PodiumCore
internal import PodiumLinear

/// Finds the training rows nearest to each of some rows.
///
/// Squared distances |x|² + |t|² − 2x·t come from one matrix product for a block of rows. Their rounding errors depend on the
/// processor, so they only exclude: every training row that may be among the k nearest is measured again, column by
/// column, and those figures decide.
struct NeighbourSearch {
  /// A training row and its squared distance.
  struct Neighbour {
    let row: Int
    let square: Double
  }

  private let features: Matrix
  private let k: Int
  private let squares: [Double]
  private let blas: BLAS
  private static let blockRows = 64

  /// Prepares a search; throws `missing-library`.
  init(_ features: Matrix, k: Int) throws(Diagnostic) {
    self.features = features
    self.k = min(k, features.rows)
    squares = Self.squares(features)
    blas = try BLAS.load()
  }

  /// The sum of squares of each row.
  static func squares(_ features: Matrix) -> [Double] {
    (0..<features.rows).map { row in features.row(row).reduce(0) { $0 + $1 * $1 } }
  }

  static func overflow(_ row: Int) -> Diagnostic {
    Diagnostic(
      "not-finite", "the features of row \(row + 1) are too large for distances", help: "omit scale=no, or type: scale")
  }

  /// Hands the neighbours of each row to a closure, nearest first; throws `not-finite`.
  func forEach(_ rows: Matrix, _ body: ([Neighbour]) -> Void) throws(Diagnostic) {
    let (n, p) = (features.rows, features.columns)
    let own = Self.squares(rows)
    if let row = own.firstIndex(where: { !$0.isFinite }) { throw Self.overflow(row) }
    var products = [Double](repeating: 0, count: min(Self.blockRows, rows.rows) * n)
    let largest = squares.max() ?? 0
    for start in stride(from: 0, to: rows.rows, by: Self.blockRows) {
      let count = min(Self.blockRows, rows.rows - start)
      var block = products.mutableSpan
      blas.gemm(
        rows: count, columns: n, inner: p, alpha: -2,
        a: rows.elements.span.extracting((start * p)..<((start + count) * p)), b: features.elements.span,
        bTransposed: true, c: &block)
      for place in 0..<count {
        // A sum of p products errs by at most p units in the last place of its largest terms.
        let slack = 4 * Double(p + 4) * 0x1p-52 * (own[start + place] + largest)
        let base = place * n
        for t in 0..<n { products[base + t] += squares[t] }
        let limit = kth(products[base..<(base + n)]) + slack
        var near: [Neighbour] = []
        for t in 0..<n where products[base + t] <= limit {
          near.append(Neighbour(row: t, square: distance(rows, start + place, t)))
        }
        near.sort { ($0.square, $0.row) < ($1.square, $1.row) }
        body(Array(near.prefix(k)))
      }
    }
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

  /// The k-th smallest of some values, by a heap of the k smallest so far with the largest on top.
  private func kth(_ values: ArraySlice<Double>) -> Double {
    var heap: [Double] = []
    heap.reserveCapacity(k)
    for value in values {
      if heap.count < k {
        heap.append(value)
        var place = heap.count - 1
        while place > 0, heap[(place - 1) / 2] < heap[place] {
          heap.swapAt(place, (place - 1) / 2)
          place = (place - 1) / 2
        }
      } else if value < heap[0] {
        heap[0] = value
        var place = 0
        while true {
          var largest = place
          for child in [2 * place + 1, 2 * place + 2] where child < k && heap[child] > heap[largest] {
            largest = child
          }
          if largest == place { break }
          heap.swapAt(place, largest)
          place = largest
        }
      }
    }
    return heap.first ?? .infinity
  }
}
