internal import PodiumCore

/// A matrix with n rows as Q·R: columns of length 1 that are orthogonal, and an upper triangle.
///
/// Modified Gram-Schmidt, each column twice, which leaves Q orthogonal to the last digits (L. Giraud, J. Langou, M. Rozložník,
/// *The loss of orthogonality in the Gram-Schmidt orthogonalization process*, 2005). Sums run in a fixed order.
struct OrthogonalColumns {
  /// The columns of Q.
  private(set) var q: [[Double]] = []
  /// For each column of Q the products of the given column with the columns up to it.
  private(set) var r: [[Double]] = []
  /// The places of the columns that earlier ones do not add up to.
  private(set) var kept: [Int] = []

  private let passes: Int

  /// A part of a column below this share of the whole is rounding.
  static let tolerance = 1e-9

  /// Takes columns in their order; one of which less than `tolerance` is left, beside the earlier ones, is left out, and so is
  /// one whose rest is below its `noise`, the rounding of its numbers. One of the two `passes` is enough for a step that is followed
  /// by others.
  init(
    _ columns: [[Double]], noise: [Double] = [], tolerance: Double = tolerance, passes: Int = 2,
    _ cancellation: Cancellation
  ) throws(Diagnostic) {
    self.passes = passes
    for (place, column) in columns.enumerated() {
      try cancellation.check()
      let length = OrthogonalColumns.length(column)
      var (rest, products) = (column, [Double]())
      project(&rest, &products)
      let left = OrthogonalColumns.length(rest)
      guard left > tolerance * length, left > (noise.isEmpty ? 0 : noise[place]) else { continue }
      for row in rest.indices { rest[row] /= left }
      q.append(rest)
      r.append(products + [left])
      kept.append(place)
    }
  }

  /// Takes the part that the columns of Q explain out of a column; `products` are the products with each.
  func project(_ column: inout [Double], _ products: inout [Double]) {
    products = [Double](repeating: 0, count: q.count)
    for _ in 0..<passes {
      for place in q.indices {
        let product = OrthogonalColumns.dot(q[place], column)
        products[place] += product
        OrthogonalColumns.subtract(q[place], product, from: &column)
      }
    }
  }

  /// R⁻¹ c.
  func solve(_ c: [Double]) -> [Double] {
    var x = c
    for j in r.indices.reversed() {
      x[j] /= r[j][j]
      for i in 0..<j { x[i] -= r[j][i] * x[j] }
    }
    return x
  }

  /// The rows of T·R⁻¹, where T adds multiples of the other coefficients to the first one.
  func inverse(first: [Double]) -> [[Double]] {
    var rows = [[Double]](repeating: [Double](repeating: 0, count: r.count), count: r.count)
    for j in r.indices {
      var unit = [Double](repeating: 0, count: r.count)
      unit[j] = 1
      let column = solve(unit)
      for i in column.indices { rows[i][j] = column[i] }
      rows[0][j] = zip(first, column).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return rows
  }

  static func dot(_ a: [Double], _ b: [Double]) -> Double {
    a.withUnsafeBufferPointer { x in
      b.withUnsafeBufferPointer { y in
        guard let x = x.baseAddress, let y = y.baseAddress else { return 0 }
        return VectorProduct.dot(x, y, a.count)
      }
    }
  }

  static func length(_ a: [Double]) -> Double { dot(a, a).squareRoot() }

  static func subtract(_ a: [Double], _ factor: Double, from b: inout [Double]) {
    a.withUnsafeBufferPointer { x in
      b.withUnsafeMutableBufferPointer { y in
        guard let from = x.baseAddress, let to = y.baseAddress else { return }
        VectorProduct.subtract(from, factor, from: to, x.count)
      }
    }
  }
}
